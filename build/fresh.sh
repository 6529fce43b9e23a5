#!/bin/sh
# Runs both commands of the README as a newcomer does: what is committed, in a minimal system of this
# machine's Debian release with git, Maven, its default Java and a JDK 25, without a terminal, with
# SIGINT ignored; and first without the JDK, where both must say in three lines what is missing. Nothing
# else of what build/programs installs is there, so tests of that must be skipped.
#
# The packages come from where apt of this machine gets them. The JDK 25 of this machine is bound in,
# and the local Maven repository is copied. What the commands print is in target/fresh.log. Needs root,
# mmdebstrap and bubblewrap.
set -eu
cd "$(dirname -- "$0")/.."
if [ "$(id -u)" -ne 0 ]; then
  echo "fresh: a minimal system is made by root only" >&2
  echo "hint: sudo build/proof fresh" >&2
  exit 1
fi
jdk=$(build/jdk git mvn)
work=$(mktemp -d)
root=$work/root
trap 'rm -rf "$work"' EXIT
trap 'exit 143' TERM
mkdir -p target
log=$PWD/target/fresh.log

# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
for sources in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
  if [ -s "$sources" ]; then break; fi
done
mmdebstrap --quiet --variant=minbase --include=git,maven,ca-certificates "$release" "$root" "$sources"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
git clone -q --no-hardlinks . "$root/srv/tidemark"
mkdir -p "$root/root/.m2"
for kept in repository settings.xml; do
  if [ -e "$HOME/.m2/$kept" ]; then cp -a "$HOME/.m2/$kept" "$root/root/.m2"; fi
done
rm -rf "$root/root/.m2/repository/dev/tidemark"

# Executes a command there; the log has what it prints.
inside() {
  (trap '' INT
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
      bwrap --cap-add ALL --bind "$root" / --dev /dev --proc /proc --ro-bind /sys /sys \
      --ro-bind /etc/resolv.conf /etc/resolv.conf --unshare-pid --unshare-ipc --new-session \
      --die-with-parent --chdir /srv/tidemark "$@" </dev/null >"$log" 2>&1)
}

failed() {
  echo "fresh: $1; the end of $log:" >&2
  tail -n 40 "$log" >&2
  exit 1
}

for command in './tidemark tour' 'mvn verify'; do
  # shellcheck disable=SC2086 # it is a command line
  if inside -- $command; then failed "$command succeeds without a JDK 25"; fi
  # The launcher of Maven writes escape sequences on lines of their own.
  sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -v '^$' | tail -n 3 >"$work/end"
  if ! head -n 1 "$work/end" | grep -q '^tidemark: missing for the build: a JDK 25' ||
    ! tail -n 1 "$work/end" | grep -q '^hint: ' || grep -q 'ERROR' "$log"; then
    failed "without a JDK 25, $command does not end in three lines that say so"
  fi
done
cat "$work/end"

for command in './tidemark tour' 'mvn verify'; do
  begin=$(date +%s)
  # shellcheck disable=SC2086 # it is a command line
  if ! inside --ro-bind "$jdk" "/usr/lib/jvm/${jdk##*/}" -- $command; then
    failed "$command fails in a minimal system"
  fi
  echo "$command: well, $((($(date +%s) - begin + 30) / 60)) minutes"
done
grep 'Tests run:.*[0-9]$' "$log"
