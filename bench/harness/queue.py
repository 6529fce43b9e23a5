"""How many phases workers get through, beside a bare loop over `select ... for update skip locked`."""

import statistics

from harness.report import judged
from harness.shared import PARALLEL, measured

# Rounds, and entries of each turn.
FULL = (5, 10_000)
QUICK = (2, 1_000)
LIMIT = 0.7

SECTION = """## The queue of workers

Four workers with one job each take {entries:,} entries of the queue; the agent is `/bin/true`, a process.
The bare loop does the same in four threads: `select ... for update skip locked` of one row, the agent,
`update`, `commit`. It holds the row and a transaction for as long as the agent works, notices no worker
that has gone, and has no tags. `the agents alone` starts the processes in four threads and has no queue.
PostgreSQL {version} on this machine with `fsync` and `synchronous_commit` on; {rounds} rounds, in each of
which each has one turn.

| | entries a second: median (min..max) | of the bare rate: median (min..max) | target |
|---|---|---|---|
{rows}"""
NAMES = {"queue": "workers", "bare": "bare loop", "agent": "the agents alone"}


def section(root, scratch, quick):
    """Returns the section on the queue of workers."""
    rounds, entries = QUICK if quick else FULL
    version, text = measured(root, scratch, PARALLEL, "QueueRate", rounds, entries)
    return rendered(version, entries, text)


def rendered(version, entries, text):
    """Returns the section from what the program has printed."""
    rates = {name: [] for name in NAMES}
    for line in text.splitlines():
        name, rate = line.split()
        rates[name].append(float(rate))
    rows = "".join(_row(rates, name) for name in NAMES)
    return SECTION.format(
        version=version, entries=entries, rounds=len(rates["queue"]), rows=rows)


def _row(rates, name):
    parts = [mine / bare for mine, bare in zip(rates[name], rates["bare"])]
    part = statistics.median(parts)
    target = f"at least {LIMIT}: {judged(part >= LIMIT)}" if name == "queue" else ""
    return (f"| {NAMES[name]} | {_spread(rates[name], '.0f')} | {_spread(parts, '.2f')} "
            f"| {target} |\n")


def _spread(values, style):
    return (f"{statistics.median(values):{style}} "
            f"({min(values):{style}}..{max(values):{style}})")
