# Sourced with $root and $h: builds the distribution $h, one builder at a time, or compiles it anew
# where it is there and no pom.xml has changed. Maven finds the libraries; the sources are compiled in
# one go. The output of the build goes to a log; stdout is left to the command that the user asked for.

log=$root/target/first-use.log
lock=$root/target/first-use.lock

jdk=$("$root/build/jdk" git mvn) || exit 69
if ! mkdir -p "$root/target"; then
  echo "tidemark: is built on first use, and cannot write to $root/target." >&2
  exit 69
fi

until mkdir "$lock" 2>/dev/null; do
  builder=$(cat "$lock/pid" 2>/dev/null)
  if [ -n "$builder" ] && ! kill -0 "$builder" 2>/dev/null; then rm -rf "$lock"; fi
  if [ -n "$(find "$lock" -prune -mmin +20 2>/dev/null)" ]; then rm -rf "$lock"; fi
  sleep 1
done
echo $$ >"$lock/pid"
trap 'rm -rf "$lock"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Neither makes the checks of the build, nor caches: `mvn verify` does, and with -P dist archives.
update() {
  [ -e "$h/lib/built" ] || return 1
  for pom in "$root"/pom.xml "$root"/*/pom.xml; do
    if [ "$pom" -nt "$h/lib/built" ]; then return 1; fi
  done
  echo "tidemark: sources have changed, compiling ..." >&2
  if ! "$jdk/bin/java" "$root/build/Dist.java" "$root" </dev/null >"$log" 2>&1; then
    echo "tidemark: the sources do not compile; the end of $log:" >&2
    tail -n 20 "$log" >&2
    exit 69
  fi
}

# Another builder may have finished while this one waited.
if ! fresh && ! update; then
  if [ -e "$h/lib/built" ]; then why='sources have changed'; else why='first use'; fi
  echo "tidemark: $why, building (about half a minute, and the download of what it depends on) ..." >&2
  if ! mvn -B -q -f "$root/pom.xml" -pl app -am prepare-package -Dtidemark.dist=sources \
    -Dtidemark.dist.phase=prepare-package -Dtidemark.compiled=dev.tidemark -Dmaven.main.skip=true \
    -Dmaven.test.skip=true -Dstyle.color=never </dev/null >"$log" 2>&1; then
    echo "tidemark: the build failed; the end of $log:" >&2
    tail -n 20 "$log" >&2
    exit 69
  fi
fi
rm -rf "$lock"
trap - EXIT INT TERM
