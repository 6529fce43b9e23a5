# Sourced with $h, the absolute path of the distribution, and the arguments of the command.
# Nothing on the way to a trained start forks: each fork costs about a millisecond.

build=@BUILD@
jars='@JARS@'
# The libraries of a server: on the class path, each jar costs every start a millisecond.
served='@SERVED@'

case $h in
  *:*)
    echo "tidemark: cannot run from a folder with a colon in its name: $h" >&2
    exit 69
    ;;
esac

# Where there can be no run, most events are answered without Java.
replay='' harmless=''
case ${1:-} in
  hook | statusline) . "$h/lib/quiet.sh" ;;
esac

# A JVM does not start in a folder that was removed, and says so with a stack trace.
if [ ! -d "${PWD:-}" ]; then
  echo "tidemark: the current folder does not exist any more; cd to the project first" >&2
  exit 69
fi

# A JVM without a UTF-8 locale cannot name files beyond ASCII; hooks often run without any locale.
locale=${LC_ALL:-${LC_CTYPE:-${LANG:-}}}
case $locale in
  *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;;
  *) if [ -n "${LC_ALL:-}" ]; then export LC_ALL=C.UTF-8; else export LC_CTYPE=C.UTF-8; fi ;;
esac

# Options meant for other programs print a line on stderr, reject the cache, or keep the JVM from
# starting at all. They are kept aside for the commands that we start. Ours: TIDEMARK_JAVA_OPTS.
if [ -n "${JAVA_TOOL_OPTIONS:-}${JDK_JAVA_OPTIONS:-}${_JAVA_OPTIONS:-}" ]; then
  if [ -n "${JAVA_TOOL_OPTIONS:-}" ]; then
    export TIDEMARK_KEPT_JAVA_TOOL_OPTIONS="$JAVA_TOOL_OPTIONS"
  fi
  if [ -n "${JDK_JAVA_OPTIONS:-}" ]; then
    export TIDEMARK_KEPT_JDK_JAVA_OPTIONS="$JDK_JAVA_OPTIONS"
  fi
  if [ -n "${_JAVA_OPTIONS:-}" ]; then
    export TIDEMARK_KEPT__JAVA_OPTIONS="$_JAVA_OPTIONS"
  fi
  unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
fi

# Options of the JVM could move the user's home, load code or start a program, and so approve in the
# user's name. Those for memory, for the compiler and for TLS may be set.
for option in ${TIDEMARK_JAVA_OPTS:-}; do
  case $option in
    -Xm[snx]* | -Xss* | -Xlog:* | -Djavax.net.ssl.* | -Djavax.net.debug=*) continue ;;
    -XX:[+-]Use* | -XX:MaxRAM* | -XX:InitialRAM* | -XX:*HeapSize=*) continue ;;
    -XX:ActiveProcessorCount=* | -XX:TieredStopAtLevel=*) continue ;;
  esac
  echo "tidemark: TIDEMARK_JAVA_OPTS cannot set $option;" \
    "only options for memory, garbage collection, logs and -Djavax.net.ssl are passed on" >&2
  exit 69
done

# Sets jv to the version of the run time in the folder $1, and fails if that is too old.
version_of() {
  jv=
  [ -r "$1/release" ] && [ -x "$1/bin/java" ] || return 1
  while IFS='=' read -r key value; do
    case $key in
      JAVA_RUNTIME_VERSION) jv=$value && break ;;
      JAVA_VERSION) jv=$value ;;
    esac
  done <"$1/release"
  jv=${jv#\"}
  jv=${jv%\"}
  case $jv in
    2[5-9]* | [3-9][0-9]*) ;;
    *) return 1 ;;
  esac
}

# Sets home to the first run time on the path that is new enough. None of the checkout that this is
# called in counts (SearchPath).
java_on_path() {
  top=$(pwd -P)
  while [ -n "$top" ] && [ ! -e "$top/.git" ]; do top=${top%/*}; done
  top=${top:-$(pwd -P)}
  case ${HOME:-}/ in "$top"/*) top=/nonexistent ;; esac
  rest=${PATH:-}:
  while [ -n "$rest" ]; do
    folder=${rest%%:*}
    rest=${rest#*:}
    case $folder/ in "$top"/*) continue ;; /*) ;; *) continue ;; esac
    home=$(command -p readlink -f -- "$folder/java") || continue
    case $home in "$top"/*) continue ;; esac
    home=${home%/bin/java}
    if version_of "$home"; then return; fi
  done
  return 1
}

# Sets home to the first run time that is new enough: named, on the path, or where Linux has them.
find_java() {
  for home in "${TIDEMARK_JAVA_HOME:-}" "${JAVA_HOME:-}" "${JAVA25_HOME:-}"; do
    if [ -n "$home" ] && version_of "$home"; then return; fi
  done
  if java_on_path; then return; fi
  for home in /usr/lib/jvm/*; do
    if version_of "$home"; then return; fi
  done
  # An agent may take a guard that does not start for a refusal.
  if [ -n "$harmless" ]; then exit 0; fi
  echo "tidemark: needs Java 25 or newer: install one, for example Temurin 25, or set" \
    "TIDEMARK_JAVA_HOME to where it is." >&2
  exit 69
}

home=$h/runtime
if ! version_of "$home"; then find_java; fi

# A server lives long and keeps its memory small; it has a cache of its own, and so have hooks, which
# need little: the rest would be set up as well.
kind=command
serving=
case ${1:-} in
  hook | statusline) kind=hook ;;
  mcp) kind=server ;;
  server) if [ "${2:-}" != stop ]; then kind=server; fi ;;
  serve) if [ "${2:-}" != token ]; then kind=server serving=1; fi ;;
esac

cp=
# The libraries of servers and of the queue of workers, found by whole words: an option may stand
# before a verb. A run is stopped, and taken out of the queue, from the dashboard too.
more=
queue=
for word in "$@"; do
  case $word in
    serve)
      for jar in $served; do more=$more:$h/lib/$jar; done
      queue=:$h/lib/worker/*
      ;;
    worker | stop | --queue) queue=:$h/lib/worker/* ;;
  esac
done
for jar in $jars; do cp=$cp${cp:+:}$h/lib/$jar; done
# A cache is good for every class path that begins with its own.
cached=$cp
cp=$cp$more$queue
# What the shell knows for nothing costs the JVM milliseconds to find out.
ends=
if [ -t 0 ]; then ends=i; fi
if [ -t 1 ]; then ends=${ends}o; fi
set -- -Dtidemark.home="$h" -Dtidemark.terminal="$ends" -Dtidemark.locale="$locale" \
  -Dtidemark.build="$build" \
  -cp "$cp" dev.tidemark.app.main.Main "$@"
# Most methods run a few times only: compiling fewer of them leaves the other core to others, and
# what a training learned of busy ones is not worth reading. A cache that lies where it was made for
# need not be adapted to another place (ADR 81).
flags='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=4 -Xmx512m -XX:-UsePerfData -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:-AOTReplayTraining -XX:ArchiveRelocationMode=0'
# The second compiler works for code that a session calls a few hundred times, on a core that is
# needed: without it a served `done`, `status` or `resume` takes 0.9 of the time, a list of 10,000
# runs 1.4. The garbage of large documents dies in a young generation of 16 MB (ADR 144).
server='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms24m -Xmn16m -Xmx256m -XX:SoftRefLRUPolicyMSPerMB=200 -XX:MaxHeapFreeRatio=30 -XX:MinHeapFreeRatio=10 -XX:ReservedCodeCacheSize=32m -XX:-UsePerfData -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:-AOTReplayTraining'
# It answers many at once, about thousands of runs, and gives back what a look at all of them took.
many='-XX:+UseSerialGC -Xms16m -Xmx192m -XX:-ShrinkHeapInSteps -XX:MaxHeapFreeRatio=30 -XX:MinHeapFreeRatio=10 -XX:ReservedCodeCacheSize=48m -XX:-UsePerfData'
if [ "$kind" = server ]; then flags=$server; fi
if [ -n "$serving" ]; then flags=$many; fi
# A later run time may not know options that are there for diagnosing 25, and would not start.
case $jv in 25*) ;; *) flags=${flags%% -XX:+Unlock*} ;; esac
# What the JVM has to say about a cache that it cannot use must not reach stdout.
log='-Xlog:disable -Xlog:all=error,aot*=off,cds*=off:stderr'

# Becomes the run time with the options $@. Input that was read here is handed on.
start_java() {
  if [ -z "$replay" ]; then exec "$home/bin/java" "$@"; fi
  exec "$home/bin/java" "$@" <<END
$input
END
}

# The cache is named by the content of the jars and by the run time: some JDKs 25 run the code they
# find in a cache without looking whether the jar has changed since.
# A JVM rejects a cache, without a word, if the time of a jar is not that of the training: a cache
# belongs to one installation, and is made again if the jars were installed after it.
caches=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/tidemark
aot=$h/lib/$build-$jv-$kind.aot
jar=$h/lib/${jars%% *}
alone=1
if [ ! -r "$aot" ] || [ "$jar" -nt "$aot" ]; then
  aot=$caches$h/$build-$jv-$kind.aot
  alone=
fi

# A cache is code: it counts if it and its folders are the user's, and no one else may write there.
# The native client has looked at the folders already.
is_mine() {
  [ -O "$aot" ] || return 1
  if [ "${TIDEMARK_CACHES:-}" = $$ ]; then return; fi
  folder=$aot
  set -- "$aot"
  while [ "$folder" != "$caches" ]; do
    folder=${folder%/*}
    [ -O "$folder" ] || return 1
    set -- "$folder" "$@"
  done
  [ -z "$(command -p find "$@" -prune \( -perm -020 -o -perm -002 \) 2>&1)" ]
}
if [ -r "$aot" ] && [ ! "$jar" -nt "$aot" ] && { [ -n "$alone" ] || is_mine; }; then
  start_java $flags $log -XX:AOTCache="$aot" ${TIDEMARK_JAVA_OPTS:-} "$@"
fi

# No cache yet: this run goes without, and a process in the background makes it for the next, from
# the list of the classes that its commands load. A lock older than ten minutes is of a process that
# died.
dump='-Xlog:disable -Xshare:dump -XX:+AOTClassLinking'
make_cache() {
  umask 077
  trap '' HUP
  trap 'command -p rm -rf "$aot.lock" "$aot.$$"' EXIT
  "$home/bin/java" $flags $dump -XX:SharedClassListFile="$h/lib/$kind.classes" \
    -XX:SharedArchiveFile="$aot.$$" -cp "$cached" && command -p mv -f "$aot.$$" "$aot"
  command -p find "$caches" -name '*.aot' -mtime +30 -exec rm -f {} +
}
if [ -z "${TIDEMARK_NO_AOT:-}" ] && [ -r "$h/lib/$kind.classes" ] && (umask 077; command -p mkdir -p "${aot%/*}" 2>/dev/null); then
  if [ -d "$aot.lock" ] && [ -n "$(command -p find "$aot.lock" -prune -mmin +10 2>/dev/null)" ]; then
    command -p rmdir "$aot.lock" 2>/dev/null
  fi
  if command -p mkdir "$aot.lock" 2>/dev/null; then (make_cache) </dev/null >/dev/null 2>&1 & fi
fi
start_java $flags $log ${TIDEMARK_JAVA_OPTS:-} "$@"
