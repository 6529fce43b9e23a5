#!/bin/sh
# Runs the tests of a module and of all that it needs, watched by JaCoCo, and prints for each of these
# modules which part of its lines and branches they came through. What tests start as a process of its
# own is not watched. The pages are in target/coverage.
set -eu
cd "$(dirname -- "$0")/.."
last=${1:-app}

rm -rf target/coverage target/coverage.exec
agent=$PWD/target/tools/org.jacoco.agent-runtime.jar
mvn -q ${MAVEN_MORE-} -P coverage \
  -Dtest.agent="\"-javaagent:$agent=destfile=$PWD/target/coverage.exec,includes=dev.tidemark.*\"" \
  -pl "build,$last" -am test

report() {
  "$(build/jdk)/bin/java" -jar target/tools/org.jacoco.cli-nodeps.jar report target/coverage.exec "$@" >/dev/null
}

mkdir -p target/coverage
all=
for module in core testkit dialects stores integrations library runner evidence worker settings cli server commands agents app; do
  [ -d "$module/target/classes" ] || continue
  report --classfiles "$module/target/classes" --csv "target/coverage/$module.csv"
  all="$all --classfiles $module/target/classes --sourcefiles $module/src/main/java"
  awk -F, -v module="$module" '
    NR > 1 { branches += $6 + $7; through += $7; lines += $8 + $9; seen += $9 }
    END {
      if (seen) printf "%-12s lines %5.1f %% (%d of %d), branches %5.1f %% (%d of %d)\n", module,
        100 * seen / lines, seen, lines, 100 * through / branches, through, branches
    }' "target/coverage/$module.csv"
  [ "$module" != "$last" ] || break
done
# shellcheck disable=SC2086 # a word for each module
report $all --html target/coverage
