"""A shared store with very many runs and entries."""

from harness import fixture
from harness.shared import measured

# Entries of each run, and how many runs there are.
FULL = (100, (10_000, 100_000))
QUICK = (20, (200, 1_000))

SECTION = """## A large shared store

PostgreSQL {version} on this machine. The store writes one open and one finished run with a document of 3 KB
and {entries} entries of about 1 KB; SQL copies them, a thousand at the same time, so that the entries of a
run are as scattered as those of runs that are worked at in turn. One run of a hundred is open. Times are
milliseconds in a process that is warm: the median of 200 calls for runs drawn anew, of three for lists. Up
to the larger sizes most of the pages that are asked for come from the disk. What follows from it is in
[scale.md](../scale.md).

| {head} |
|---|{line}|
{rows}"""

# What is printed, and what it is called on the page.
NAMES = {
    "find": "read a run",
    "newest": "the newest 20 entries of a run",
    "history": "all entries of a run",
    "change": "read and change a run",
    "claim": "claim a run as a worker with `runs:` does, and release it",
    "leases": "all current claims",
    "list": "`list`",
    "list-all": "`list --all`",
    "vacuum": "`vacuum` after the runs were added",
    "analyze": "`analyze`",
}
SIZES = {
    "run": "table `run`, MB",
    "record": "table `record`, MB",
    "record_pkey": "its index, MB",
}


def section(root, scratch, quick):
    """Returns the section on a large shared store."""
    entries, sizes = QUICK if quick else FULL
    place = fixture.Fixture(scratch / "scale")
    version, text = measured(
        root, scratch, "-Xmx3g", "SharedScale", place.root, entries, *sizes)
    return rendered(version, entries, text)


def rendered(version, entries, text):
    """Returns the section from what the program has printed."""
    found = {}
    for line in text.splitlines():
        runs, name, value = line.split()
        found.setdefault(int(runs), {})[name] = float(value)
    rows = "".join(
        _row(title, [f"{each['size-' + name] / 1e6:,.0f}" for each in found.values()])
        for name, title in SIZES.items())
    rows += "".join(
        _row(title, [_time(each[name]) for each in found.values()]) for name, title in NAMES.items())
    head = " | ".join(["", *(f"{runs:,} runs, {runs * entries:,} entries" for runs in found)])
    return SECTION.format(
        version=version, entries=entries, head=head.strip(), line="|".join(["---"] * len(found)),
        rows=rows)


def _row(title, cells):
    return "| " + " | ".join([title, *cells]) + " |\n"


def _time(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"
