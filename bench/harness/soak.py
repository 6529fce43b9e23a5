"""A day's worth of events, compressed: nothing of the server may grow with them."""

import time

from harness import fixture, machine, watched
from harness.report import judged

# Eight agents that each change something every half minute, for a day.
DAY = 8 * 2 * 60 * 24
LONG, SHORT = 300, 60
RUNS = 200
LISTENERS = 20
SAMPLES = 12

# What may differ between two samples of something that does not grow.
HEAP_SLACK, COUNT_SLACK = 1.05, 4

SECTION = """## A day compressed

{events:,} changes of {runs} runs in {seconds} s through the server, as many as eight agents make in
{hours:.1f} hours with one every half minute, while {listeners} listen to events, one of whom leaves
without a word and is replaced each second. `later` is the last third of the time, `before` the third
before it; the heap is what is left after a collection.

| measure | before | later | target |
|---|---|---|---|
| heap, MB, mean | {heap[0]:.1f} | {heap[1]:.1f} | at most {heap_limit:.2f} times: {heap_ok} |
| threads, most | {threads[0]:.0f} | {threads[1]:.0f} | at most {slack} more: {threads_ok} |
| descriptors, most | {files[0]:.0f} | {files[1]:.0f} | at most {slack} more: {files_ok} |
| listeners, most | {ears[0]:.0f} | {ears[1]:.0f} | at most {slack} more: {ears_ok} |
"""


def section(shipped, scratch, long):
    """Returns the section on what grows; a short time unless `long`."""
    seconds = LONG if long else SHORT
    events = DAY * seconds // LONG
    place = fixture.Fixture(scratch / "soak")
    server = watched.Server(shipped.launcher, place)
    try:
        samples = _soaked(server, machine.jdk(), events, seconds)
    finally:
        server.end()
    third = len(samples) // 3
    before, later = samples[-2 * third:-third], samples[-third:]
    heap = [sum(each[0] for each in part) / third for part in (before, later)]
    counts = [[max(each[i] for each in part) for part in (before, later)] for i in (1, 2, 3)]
    verdicts = [judged(later - before <= COUNT_SLACK) for before, later in counts]
    return SECTION.format(
        events=events, runs=RUNS, seconds=seconds, hours=events / (8 * 2 * 60),
        listeners=LISTENERS, heap=heap, heap_limit=HEAP_SLACK, slack=COUNT_SLACK,
        heap_ok=judged(heap[1] <= heap[0] * HEAP_SLACK), threads=counts[0], files=counts[1],
        ears=counts[2], threads_ok=verdicts[0], files_ok=verdicts[1], ears_ok=verdicts[2])


def _soaked(server, jdk, events, seconds):
    """Makes the changes at an even pace and returns what was seen of the server meanwhile."""
    connection = server.connection()
    for number in range(1, RUNS + 1):
        server.ask(connection, "/api/runs", {"workflow": "implement", "item": f"soak-{number}"})
        time.sleep(0.01)
    listeners = watched.Listeners(server, LISTENERS)
    begin, samples, gone = time.monotonic(), [], 0
    try:
        for number in range(events):
            run = f"soak-{1 + number // 2 % RUNS}"
            server.ask(connection, watched.address(run), watched.change(number))
            passed = time.monotonic() - begin
            if passed > gone + 1:
                gone += 1
                listeners.leave(next(iter(listeners.events)))
                listeners.join()
            if (number + 1) * SAMPLES // events > len(samples):
                samples.append(_sample(server, jdk))
            ahead = (number + 1) * seconds / events - (time.monotonic() - begin)
            if ahead > 0:
                time.sleep(ahead)
    finally:
        listeners.end()
    connection.close()
    return samples


def _sample(server, jdk):
    heap = watched.collected(server, jdk)
    return heap, server.threads(), server.descriptors(), server.measures()["tidemark_event_listeners"]
