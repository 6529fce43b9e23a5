"""Changes in a PostgreSQL: the store, the bare SQL, and steps of DBOS Transact for Java."""

import contextlib
import os
import re
import statistics
import subprocess
import sys

from harness import machine
from harness.mcp import libraries
from harness.measure import Failed
from harness.report import judged

# Rounds, and milliseconds of each turn.
FULL = (60, 150)
QUICK = (5, 150)
THREADS = (1, 8)

RATE_LIMIT, STEP_LIMIT = 0.8, 0.8
DBOS = "dev.tidemark.bench.DbosSteps"

# What each contestant is called on the page.
NAMES = {
    "replace": "`PostgresStore`: `replace`",
    "cas": "bare: compare-and-set and history",
    "find-replace": "`PostgresStore`: `find`, `replace`",
    "select-cas": "bare: `select`, then the same",
    "DbosSteps": "a step of DBOS Transact {dbos}",
}
PAIRS = (("replace", "cas"), ("find-replace", "select-cas"))

SECTION = """## The shared store

PostgreSQL {version} on this machine with `fsync` and `synchronous_commit` on; {rounds} rounds, in each
of which each participant has turns of {slice} ms, in an order drawn anew. Each thread changes a run of its own:
a document of 3 KB, of which 400 bytes are new. The bare SQL is one statement that sets the document
where the revision is as expected and adds a line of history as long as ours ({record} characters); it
encodes and checks nothing. A step of DBOS returns the 400 bytes that are new. Ratios are medians
over the rounds.

| changes | threads | per second | \u00b5s: median, 99 % | of the bare rate | target |
|---|---|---|---|---|---|
{rows}
A change takes {one:.2f} of the time of a step of DBOS at one thread, at most {limit}: {one_ok};
at eight {many:.2f}, at most {limit}: {many_ok}.
"""

# Collector of a JVM that measures.
PARALLEL = "-XX:+UseParallelGC"


def section(root, scratch, quick):
    """Returns the section on changes in the shared store."""
    rounds, milliseconds = QUICK if quick else FULL
    version, text = measured(root, scratch, PARALLEL, "SharedStore", rounds, milliseconds, DBOS)
    record, turns = _turns(text)
    return SECTION.format(
        version=version, rounds=rounds, slice=milliseconds, record=record, rows=_rows(root, turns),
        limit=STEP_LIMIT, **_steps(turns))


def measured(root, scratch, option, program, *arguments):
    """Runs a program of the benchmarks beside a PostgreSQL, whose port is its first argument.

    Returns the version of the PostgreSQL and the output of the program.
    """
    with postgres(root, scratch) as (server, classpath):
        done = subprocess.run(
            (java(), option, "-cp", classpath, f"dev.tidemark.bench.{program}", server.port,
             *map(str, arguments)),
            stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failed(f"the measures of {program} failed")
    return server.version, done.stdout


def java():
    """Returns the path of a JDK's java."""
    return str(machine.jdk() / "bin" / "java")


class Server:
    """A PostgreSQL that was started for us."""

    def __init__(self, process):
        self.port = process.stdout.readline().strip()
        self.version = process.stdout.readline().strip()
        if not self.port.isdigit():
            raise Failed("no PostgreSQL could be started")


@contextlib.contextmanager
def postgres(root, scratch):
    """Starts a PostgreSQL and yields it with the class path of what is compared."""
    classpath = _classpath(root, scratch)
    process = subprocess.Popen(
        (java(), "-Xmx64m", "-cp", classpath, "Postgres", str(scratch / "postgres")),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield Server(process), classpath
    finally:
        process.stdin.close()
        process.wait(timeout=60)


def _classpath(root, scratch):
    """Resolves what is compared, which no module depends on, and compiles what runs it."""
    ours = libraries(root)
    folder = root / "bench" / "shared"
    found = scratch / "classpath.txt"
    resolve = ("mvn", "-q", "-B", "-f", str(folder / "pom.xml"),
               "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath",
               f"-Dmdep.outputFile={found}")
    if subprocess.run(resolve, stdout=sys.stderr).returncode != 0:
        raise Failed("what the shared store is compared with cannot be resolved")
    classes = scratch / "shared"
    path = os.pathsep.join((ours, found.read_text().strip()))
    subprocess.run(
        (machine.jdk() / "bin" / "javac", "-nowarn", "-d", classes, "-cp", path,
         *sorted(folder.glob("*.java"))), check=True, stderr=subprocess.DEVNULL)
    return os.pathsep.join((str(classes), path))


def _turns(text):
    """Returns how long a line of history is, and the turns as {(contestant, threads): [turn]}."""
    record, turns = "?", {}
    for line in text.splitlines():
        words = line.split()
        if words[0] == "record":
            record = words[1]
        else:
            turns.setdefault((words[0], int(words[1])), []).append([float(x) for x in words[2:]])
    return record, turns


def _rates(turns, name, threads):
    return [turn[0] for turn in turns[name, threads]]


def _ratio(turns, one, other, threads):
    """Returns the median, over the rounds, of one rate divided by the other's."""
    pairs = zip(_rates(turns, one, threads), _rates(turns, other, threads))
    return statistics.median(mine / theirs for mine, theirs in pairs)


def _rows(root, turns):
    rows = ""
    for threads in THREADS:
        for ours, bare in PAIRS:
            part = _ratio(turns, ours, bare, threads)
            limit = f"at least {RATE_LIMIT}: {judged(part >= RATE_LIMIT)}"
            # What is read before a change has no limit: the bare SQL does not check what it reads.
            verdict = limit if ours == "replace" else ""
            rows += _row(root, turns, ours, threads, f"{part:.2f}", verdict)
            rows += _row(root, turns, bare, threads, "1.00", "")
        rows += _row(root, turns, "DbosSteps", threads, "", "")
    return rows


def _row(root, turns, name, threads, part, verdict):
    each = turns[name, threads]
    rate, median, tail = (statistics.median(turn[i] for turn in each) for i in range(3))
    title = NAMES[name].format(dbos=_dbos(root))
    cells = (title, str(threads), f"{rate:,.0f}", f"{median:,.0f}, {tail:,.0f}", part, verdict)
    return "| " + " | ".join(cells) + " |\n"


def _dbos(root):
    text = (root / "bench" / "shared" / "pom.xml").read_text()
    return re.search(r"<artifactId>transact</artifactId>\s*<version>([^<]+)", text).group(1)


def _steps(turns):
    one, many = (1 / _ratio(turns, "replace", "DbosSteps", threads) for threads in THREADS)
    return {"one": one, "one_ok": judged(one <= STEP_LIMIT),
            "many": many, "many_ok": judged(many <= STEP_LIMIT)}
