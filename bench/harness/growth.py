"""How commands grow with the entries of a run and with the runs of a project."""

import shutil
import statistics
import subprocess
import time

from harness import chart, commands, fixture, many, mcp, measure, record, whole
from harness.measure import Failed, Variant
from harness.report import MISSED, judged, table

ENTRIES = (10, 1_000, 100_000)
RUNS = (10, 1_000, 10_000, 100_000)
QUICK_ENTRIES, QUICK_RUNS = (10, 1_000), (10, 1_000)
# Entries of each run where the number of runs grows.
FEW = 3
RUN = "implement/feat-00001"
# How much more than its output a command may grow from one size to the next.
SLACK = 1.25
LIST_LIMIT_MS = 1_000
OWN, SERVED = "own process", "served"
IMAGE = "docs/images/growth.svg"
# Rounds of what takes no longer than so many ms, and of the rest.
ROUNDS, SLOW_ROUNDS, SLOW_MS = 12, 4, 1_000
# What takes longer is called once more and not again.
ONCE_MS = 15_000

SECTION = """## Growth

What a command costs in a run with more entries, and in a project with more runs of {few} entries
each. `served`: the server of the project (`tidemark mcp`) executes it, after one call of the same
command; `own process` includes the start of a JVM, and the index of the runs is there from an earlier
list. Medians of {rounds} rounds in which all of them take turns, of {slow_rounds} for a call of more
than {slow_ms:,} ms, of one call for more than {once_ms:,} ms. A command must not grow faster than its
output: from each size to the next its time may grow by as much as the bytes that it prints, times
{slack} for the scatter of the measurement.

![{title}](../images/growth.svg)

### Entries of a run

Milliseconds, and bytes of output.

{entries}
### Runs of a project

Milliseconds, and bytes of output.

{runs}
`list` of {most:,} runs, served: {list_ms:,.0f} ms, under {limit}: {list_ok}

"""

TITLE = (
    "Time of done, resume, list and history, served, by entries of a run and by runs of a project")


def _words():
    return {
        "done": lambda number: [
            "done", whole.phase(number), "--summary", whole.summary(number), "--run", RUN],
        "resume": lambda _: ["resume", "--run", RUN],
        "list": lambda _: ["list"],
        "history": lambda _: ["history", "--run", RUN],
        "history --limit 20": lambda _: ["history", "--limit", "20", "--run", RUN],
    }


class Project:
    """A project of a size, in which each command is measured."""

    def __init__(self, root, launcher, folder, runs, entries):
        self.launcher = str(launcher)
        self.label = f"{runs:,} runs of {entries:,} entries"
        self.place = fixture.Fixture(folder)
        shutil.rmtree(self.place.document.parent)
        subprocess.run(
            (self.launcher, "init"), cwd=self.place.root, env=self.place.environment, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        whole.settled(self.place)
        many.fill(root, self.place, runs, entries)
        self.bytes, self.variants = {}, {}

    def variants_of(self, way):
        """Yields a variant of each command, except those that take so long that once is enough."""
        for name, words in _words().items():
            variant = Variant(
                f"tidemark {name}, {way}, {self.label}",
                lambda n, words=words: [self.launcher, *words(n)],
                str(self.place.root), self.place.environment, name)
            self.bytes[name] = self._printed(words(1))
            first = variant.run(2)
            self.variants[name, way] = variant
            if first.wall > ONCE_MS:
                variant.samples.append(first)
                continue
            if first.wall > SLOW_MS:
                variant.every = ROUNDS // SLOW_ROUNDS
            yield variant

    def _printed(self, words):
        done = subprocess.run(
            (self.launcher, *words), cwd=self.place.root, env=self.place.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
        if done.returncode:
            raise Failed(f"{words} ended with {done.returncode}")
        return len(done.stdout)

    def cost(self, name, way):
        """Returns the median in milliseconds."""
        return statistics.median(self.variants[name, way].of("wall"))


def section(root, shipped, scratch, seed, quick):
    """Returns the section on growth, with its image."""
    commands.native(shipped.launcher)
    sizes = (QUICK_ENTRIES, QUICK_RUNS) if quick else (ENTRIES, RUNS)
    by_entries = {n: _project(root, shipped, scratch, 1, n) for n in sizes[0]}
    by_runs = {n: _project(root, shipped, scratch, n, FEW) for n in sizes[1]}
    # What changed within the last two seconds is not remembered.
    time.sleep(2.5)
    _measure(shipped, [*by_entries.values(), *by_runs.values()], seed)
    most = max(by_runs)
    list_ms = by_runs[most].cost("list", SERVED)
    text = SECTION.format(
        few=FEW, rounds=ROUNDS, slow_rounds=SLOW_ROUNDS, slow_ms=SLOW_MS, once_ms=ONCE_MS,
        slack=SLACK, title=TITLE,
        entries=_table(by_entries), runs=_table(by_runs), most=most, list_ms=list_ms,
        limit=LIST_LIMIT_MS, list_ok=judged(list_ms < LIST_LIMIT_MS))
    panels = [("entries of a run", _lines(by_entries)), ("runs of a project", _lines(by_runs))]
    return record.Section(text, images={IMAGE: chart.svg(TITLE, panels)})


def _project(root, shipped, scratch, runs, entries):
    return Project(root, shipped.launcher, scratch / f"{runs}-{entries}", runs, entries)


def _measure(shipped, projects, seed):
    """Measures all commands of all sizes in turn, first without servers, then with one each."""
    def one(way):
        variants = [variant for project in projects for variant in project.variants_of(way)]
        measure.settle()
        measure.interleaved(variants, ROUNDS, seed)

    one(OWN)
    servers = [mcp.Session([shipped.launcher, "mcp"], project.place) for project in projects]
    try:
        one(SERVED)
    finally:
        for server in servers:
            server.end()


def _table(projects):
    head = ["command", "", *(f"n = {n:,}" for n in projects), "target"]
    rows = ""
    for name in _words():
        for way in (SERVED, OWN):
            cells = [f"{project.cost(name, way):,.1f} ms, {project.bytes[name]:,} B"
                     for project in projects.values()]
            rows += "| " + " | ".join(
                [f"`{name}`", way, *cells, _verdict(projects, name, way)]) + " |\n"
    return table(head, rows)


def _verdict(projects, name, way):
    """Judges each step from one size to the next."""
    sizes = list(projects)
    grown = []
    for small, large in zip(sizes, sizes[1:]):
        time_ratio = projects[large].cost(name, way) / projects[small].cost(name, way)
        output = max(1.0, projects[large].bytes[name] / projects[small].bytes[name])
        if time_ratio > SLACK * output:
            grown.append(f"{time_ratio:.1f} times from {small:,} to {large:,}")
    if grown:
        return f"no faster than its output: {MISSED} ({', '.join(grown)})"
    return f"no faster than its output: {judged(True)}"


def _lines(projects):
    """Returns the points of each command, served."""
    return {name: [(n, project.cost(name, SERVED)) for n, project in projects.items()]
            for name in _words()}
