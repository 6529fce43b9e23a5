#!/bin/sh
# Builds what is committed twice, in two folders and at two times, and compares what users get, byte
# for byte. AOT caches and their class lists are left out: they are memory of processes that
# ran. The archives hold the lists, so that the folder they are made of is compared in their place;
# build/release --lists makes the same archives.
set -eu
cd "$(dirname -- "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The distribution and the jars of a build: their checksums, by path.
sums() (
  cd "$1"
  find . \( -path './*/target/tidemark-*.jar' -o -path './app/target/tidemark/*' \) -type f \
    ! -name '*.aot' ! -name '*.classes' -exec sha256sum {} + | sort -k 2
)

for folder in first a/second/one; do
  git clone -q --no-hardlinks . "$work/$folder"
  (cd "$work/$folder" && mvn -q ${MAVEN_MORE-} -P dist -pl app -am package -Dmaven.test.skip=true)
  sums "$work/$folder" >"$work/sums-$(basename "$folder")"
  sleep 2
done
if ! diff "$work/sums-first" "$work/sums-one"; then
  echo 'these files differ between two builds' >&2
  exit 1
fi
echo "$(wc -l <"$work/sums-one") files are the same in two builds: $(grep -c 'jar$' "$work/sums-one") jars"
