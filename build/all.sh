#!/bin/sh
# Runs both commands of the README with every long proof in full, and the library modules on Java 21
# too, and prints the row of docs/internals/PROOF.md: date, commit, minutes, counts of tests per module. For a
# fresh clone, before an issue is said to be resolved; takes about an hour on two cores.
set -eu
cd "$(dirname -- "$0")/.."
if [ -n "$(git status --porcelain)" ]; then
  echo "proof: the work tree has changes that are not committed, so its result would belong to no commit" >&2
  echo "hint: git clone . ../proof && cd ../proof && build/proof all" >&2
  exit 1
fi
begin=$(date +%s)
build/programs
# JBang, which the catalog of a release is for; without it its test is skipped.
mvn -B -q -f build/pom.xml dependency:get -Dartifact=dev.jbang:jbang-cli:0.132.1:jar:all -Dtransitive=false \
  || echo "proof: there is no JBang: its catalog is not tried" >&2
TIDEMARK_JAVA_21=$(build/java21)
export TIDEMARK_JAVA_21
export TIDEMARK_CI=1 TIDEMARK_PROOFS=1
./tidemark tour
# The whole distribution, which the tests of a release are about.
mvn -B -q -pl app -am package -Dmaven.test.skip=true
mvn -B --fail-at-end verify

# Sums the test suites of a folder of reports: tests that ran, tests that were skipped.
count() {
  cat "$1"/TEST-*.xml | grep -o '<testsuite [^>]*>' | awk '
    function value(name) { return match($0, " " name "=\"[0-9]+") ? substr($0, RSTART + length(name) + 3) + 0 : 0 }
    { tests += value("tests"); skipped += value("skipped") }
    END { printf "%d%s", tests - skipped, skipped ? " (" skipped " skipped)" : "" }'
}

counts=
for reports in */target/surefire-reports adapters/*/target/surefire-reports; do
  [ -d "$reports" ] || continue
  module=${reports%/target/*}
  counts="$counts${counts:+, }${module##*/} $(count "$reports")"
  if [ -d "$reports-java-21" ]; then counts="$counts and $(count "$reports-java-21") on Java 21"; fi
done
minutes=$((($(date +%s) - begin + 30) / 60))
echo "the row of docs/internals/PROOF.md:"
echo "| $(date +%F) | $(git rev-parse --short=8 HEAD) | $minutes | $counts |"
