"""A project with thousands of runs that have a long past: lists, the first view, and watchers."""

import shutil
import statistics
import subprocess
import time

from harness import fixture, watched, whole
from harness.mcp import libraries
from harness.measure import Failed, settle, spawn
from harness.report import judged
from harness.shared import java, postgres

# Runs, entries of each, changes of each kind.
FULL = (10_000, 100, 500)
QUICK = (300, 20, 50)
# Entries there wait for the disk: a hundred of each run would take ten minutes.
FULL_SHARED = (10_000, 10, 500)
WATCHERS = 50
LISTS = 5
# Seconds from one change to the next, which keeps below the requests that a server grants its users.
PACE = 0.02

VIEW_LIMIT, TAIL_LIMIT, MEMORY_LIMIT = 1_000, 2.0, 256

FILES = """## Ten thousand runs

{runs:,} runs of {entries} entries each in files. The first view is the page with its files and
`/api/overview`, asked for once after the server has started; `cold` has no index of an earlier list.
The changes are made through the server, one after the other, at most 50 a second, {changes} alone and
{changes} while {watchers} listen to events, each in a run that changes by turns.
"""
SHARED = """## Ten thousand runs, shared

The same in PostgreSQL {version}, with `fsync` and `synchronous_commit` on, on the same machine:
{runs:,} runs of {entries} entries each, {database:,.0f} MB, made in {filled:.0f} s. A list by a process of
its own loads the driver and connects first.
"""
SECTION = """
| measure | | target |
|---|---|---|
| `tidemark list`, ms: median (min..max) | {list} | under {view_limit:,}: {list_ok} |
| `tidemark list`, cold, ms | {cold:.0f} | |
| first view, ms | {view:.0f} | under {view_limit:,}: {view_ok} |
| view again, ms | {again:.0f} | |
| change, alone, ms: median, 99 % | {alone:.1f}, {alone_tail:.1f} | |
| change, {watchers} listen, ms: median, 99 % | {heard:.1f}, {heard_tail:.1f} | 99 % at most \
{tail_limit:.0f} times that alone: {tail_ok} |
| all of the {watchers} heard of the last change within, ms | {told:.0f} | |
| memory of `serve` after all that, MB | {memory:.0f} | at most {memory_limit}: {memory_ok} |
"""


def section(root, shipped, scratch, quick):
    """Returns the section on a project with very many runs."""
    place = _project(shipped, scratch)
    figures = _measured(root, shipped, place, quick)
    return FILES.format(**figures) + SECTION.format(**figures)


def shared_section(root, shipped, scratch, quick):
    """Returns the section on a shared store with very many runs."""
    with postgres(root, scratch) as (server, _):
        place = _project(shipped, scratch)
        address = f"postgresql://postgres@127.0.0.1:{server.port}/postgres"
        place.environment["TIDEMARK_STORE"] = address
        figures = _measured(root, shipped, place, quick, FULL_SHARED)
        size = _bytes(scratch / "postgres") / 1e6
    head = SHARED.format(version=server.version, database=size, **figures)
    return head + SECTION.format(**figures)


def _project(shipped, scratch):
    place = fixture.Fixture(scratch / "many")
    shutil.rmtree(place.document.parent)
    quiet = {"cwd": place.root, "env": place.environment, "check": True,
             "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run((str(shipped.launcher), "init"), **quiet)
    whole.settled(place)
    return place


def _bytes(folder):
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file())


def _measured(root, shipped, place, quick, full=FULL):
    runs, entries, changes = QUICK if quick else full
    begin = time.monotonic()
    fill(root, place, runs, entries)
    filled = time.monotonic() - begin
    settle()
    # What changed within the last two seconds is not remembered.
    time.sleep(2.5)
    cold, *lists = [_listed(shipped, place) for _ in range(LISTS + 1)]
    server = watched.Server(shipped.launcher, place)
    try:
        figures = _served(server, runs, changes)
    finally:
        server.end()
    median = statistics.median(lists)
    return {
        "runs": runs, "entries": entries, "changes": changes, "watchers": WATCHERS,
        "filled": filled, "cold": cold,
        "list": f"{median:.0f} ({min(lists):.0f}..{max(lists):.0f})",
        "list_ok": judged(median < VIEW_LIMIT), "view_limit": VIEW_LIMIT,
        "view_ok": judged(figures["view"] < VIEW_LIMIT), "tail_limit": TAIL_LIMIT,
        "tail_ok": judged(figures["heard_tail"] <= TAIL_LIMIT * figures["alone_tail"]),
        "memory_limit": MEMORY_LIMIT, "memory_ok": judged(figures["memory"] <= MEMORY_LIMIT),
        **figures}


def fill(root, place, runs, entries):
    """Makes that many runs with that many entries, where the project keeps its runs."""
    done = subprocess.run(
        (java(), "-XX:+UseParallelGC", "-cp", libraries(root),
         "dev.tidemark.bench.ManyEntries", str(place.root), str(runs), str(entries)),
        env=place.environment)
    if done.returncode != 0:
        raise Failed("the project with very many runs could not be filled")


def _listed(shipped, place):
    sample, code = spawn([str(shipped.launcher), "list"], str(place.cwd), place.environment)
    if code != 0:
        raise Failed(f"list ended with {code}")
    return sample.wall


def _served(server, runs, changes):
    connection = server.connection()
    view, again = _view(server, connection), _view(server, connection)
    _changes(server, connection, runs, changes)
    alone = _changes(server, connection, runs, changes)
    listeners = watched.Listeners(server, WATCHERS)
    try:
        # The first look at all runs, which whoever listens first waits for.
        time.sleep(5)
        heard = _changes(server, connection, runs, changes)
        told = _told(server, connection, listeners)
        memory = server.memory()
    finally:
        listeners.end()
    connection.close()
    return {
        "view": view, "again": again, "memory": memory, "told": told,
        "alone": statistics.median(alone), "alone_tail": _tail(alone),
        "heard": statistics.median(heard), "heard_tail": _tail(heard)}


def _view(server, connection):
    """Returns how long what a page asks for takes, one after the other."""
    begin = time.monotonic_ns()
    for path in ("/", "/api/session", "/api/overview"):
        server.ask(connection, path)
    return (time.monotonic_ns() - begin) / 1e6


def _changes(server, connection, runs, changes):
    """Returns the milliseconds of changes: one of a run to begin a phase, one to complete it."""
    took = []
    for number in range(changes):
        # Two in a row change the same run; where an earlier turn ended does not matter.
        run = f"feat-{1 + (number // 2 * 37) % runs:05}"
        begin = time.monotonic()
        took.append(server.ask(connection, watched.address(run), watched.change(number))[1])
        time.sleep(max(0.0, begin + PACE - time.monotonic()))
    return took


def _told(server, connection, listeners):
    """Returns how many milliseconds it takes until all have heard of one more change."""
    time.sleep(5)
    before = listeners.heard()[0]
    begin = time.monotonic()
    server.ask(connection, watched.address("feat-00001"), watched.change(0))
    while listeners.heard()[0] <= before:
        if time.monotonic() - begin > watched.PATIENCE:
            raise Failed(f"not all heard of a change: {listeners.heard()}")
        time.sleep(0.01)
    return (time.monotonic() - begin) * 1e3


def _tail(samples):
    ordered = sorted(samples)
    return ordered[round(0.99 * (len(ordered) - 1))]
