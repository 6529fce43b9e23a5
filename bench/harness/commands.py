"""Commands as whole processes: Tidemark in its own process, Tidemark with a server of the project
running, and the Node script; on an idle machine and under load."""

import contextlib
import dataclasses
import json
import resource
import shutil
import statistics
import subprocess
import time

from harness import fixture, measure, record, whole
from harness.measure import Failed, Variant, percentile, ratio, tail_ratio
from harness.report import judged, table, times

# Of the Node script's wall time, by round: medians with a server.
SERVED = 0.2
# Of the own process's wall time, with a server to be started.
FIRST = 1.2
# Of the Node script's 99th percentile, with a server and under load.
SERVED_TAIL = 0.5
# Of `node -e 0`.
QUIET = 0.15
MEMORY = 45
# Busy processes for each core.
LOAD = 4
# Under load, what has no limit there runs in every so many rounds.
SELDOM = 4
# A JVM takes more CPU time than this before it does anything; the native client takes less.
JVM_CPU_MS = 15

EVENTS = {
    "hook before a tool": ("PreToolUse", {
        "hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_use_id": "toolu_1",
        "tool_input": {"file_path": "src/a.ts", "old_string": "a", "new_string": "b"}}),
    "hook at session start": ("SessionStart", {
        "hook_event_name": "SessionStart", "source": "startup"}),
    "status line": ("statusline", {
        "context_window": {"context_window_size": 200000, "used_percentage": 43.2}}),
}
NO_RUN = "hook without a run"
EMPTY_NODE = "node -e 0"

IDLE_TEXT = """## Whole processes

{rounds} rounds; each runs every process once, in an order drawn anew. `of Node` is the median over the
rounds of the wall time divided by that of the Node script for the same command in the same round;
`99 %` is the 99th percentile, `99 % of Node's` that divided by the Node script's. CPU and memory are
the kernel's, with all processes waited for; memory is the largest of any round, and cannot be told
below the {floor:.0f} MB of the harness, which the kernel counts to each process it starts. The environment
has nothing that slows Node or Java down, such as `NODE_EXTRA_CA_CERTS`.

`served`: the user's own server is running, which the native client `bin/tidemark` has started and
asks through its Unix socket (docs/client.md). The rows of Tidemark without `served` have no server: each
starts a JVM. The hook without a run answers without either. {first}

Repository with {branches} packed branches, commands run in a sub-folder, checkpoint of {size} bytes.
Before each measured `done` its phase is entered, before each measured `enter` it is completed, not
measured. The Node script overwrites the file and does not wait for the disk; Tidemark keeps a history
and waits. {remark}

{table}"""

LOAD_TEXT = """## Whole processes under load

The same, with {load} busy processes for each core. {rounds} rounds; Tidemark in a process of its own runs
in every {seldom}th. {remark}

{table}"""


@dataclasses.dataclass(frozen=True)
class Command:
    """A command in both implementations, as words that depend on the number of a round."""

    name: str
    ours: object
    node: object
    ours_before: object = None
    node_before: object = None
    event: object = None


def _words(verb, phase=True, summary=0):
    """Returns the words of a verb for Tidemark and for the Node script, which wants the run first.

    `summary` tells the summaries of the measured and the unmeasured `done` apart.
    """
    def made(number, run_first):
        phases = [whole.phase(number)] if phase else []
        run = [fixture.RUN, *phases] if run_first else [*phases, "--run", fixture.RUN]
        told = ["--summary", whole.summary(summary + number)] if verb == "done" else []
        return [verb, *run, *told]

    return lambda number: made(number, False), lambda number: made(number, True)


def _hook(event):
    words = ["statusline"] if event == "statusline" else ["hook", "claude-code", event]
    return lambda _: words, lambda _: [event]


def _commands():
    entered, completed = _words("enter"), _words("done", summary=500_000)
    return (
        Command("enter", *entered, *completed),
        Command("done", *_words("done"), *entered),
        Command("resume", *_words("resume", phase=False)),
        Command("status", *_words("status", phase=False)),
        *(Command(name, *_hook(event), event=body) for name, (event, body) in EVENTS.items()))


def section(root, shipped, scratch, rounds, seed):
    """Returns the section on an idle machine, and the figures that the README quotes."""
    with _variants(root, shipped, scratch) as (groups, floors, places):
        _measure(groups, floors, rounds, seed)
        _align(groups)
        remark = " ".join(filter(None, (whole.same_work(*places), _fallen_back(groups))))
    rows = "".join(_row(*each, _idle_verdict) for each in _rows(groups, floors))
    text = IDLE_TEXT.format(
        first=_first_calls(shipped.launcher, scratch, rounds, seed), rounds=rounds, branches=fixture.BRANCHES, size=len(places[-1].bytes()), remark=remark,
        floor=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        table=table(HEAD, rows))
    return record.Section(text, figures=_figures(groups))


def load_section(root, shipped, scratch, rounds, seed):
    """Returns the section on a machine at work."""
    with _variants(root, shipped, scratch) as (groups, floors, _):
        for variant in (*(each for group in groups for each in group), *floors):
            if variant.name.startswith("tidemark") and not variant.name.endswith(", served"):
                variant.every = SELDOM
        with measure.load(LOAD):
            _measure(groups, floors, rounds, seed)
        remark = _fallen_back(groups)
    rows = "".join(_row(*each, _load_verdict) for each in _rows(groups, floors))
    return LOAD_TEXT.format(
        rounds=rounds, load=LOAD, seldom=SELDOM, remark=remark, table=table(HEAD, rows))


def _measure(groups, floors, rounds, seed):
    measure.settle()
    measure.interleaved([*(each for group in groups for each in group), *floors], rounds, seed)


def _align(groups):
    """Gives all the same last commands: the order inside the rounds was drawn for each."""
    by_name = {group[0].verb: group for group in groups}
    for number in (0, 1):
        for name in ("enter", "done"):
            for variant in by_name[name]:
                variant.run(number)


@contextlib.contextmanager
def _variants(root, shipped, scratch):
    """Yields [own process, served, Node] for each command, the floors, and the three places."""
    native(shipped.launcher)
    script = (whole.tool("node"), str(root / "bench/node/cli.cjs"))
    hooks = (whole.tool("node"), str(root / "bench/node/hook.cjs"))
    program = (str(shipped.launcher),)
    names = ("own", "served", "node")
    own, served, node = places = [fixture.Fixture(scratch / name) for name in names]
    for place in (own, served):
        _set_up(shipped.launcher, place)
    del served.environment["CI"]
    quiet = [fixture.Fixture(scratch / f"quiet-{each}") for each in ("own", "node")]
    for place in quiet:
        shutil.rmtree(place.document.parent)
    groups = []
    for command in _commands():
        groups.append([
            _variant(f"tidemark {command.name}", command, program, own, ours=True),
            _variant(f"tidemark {command.name}, served", command, program, served, ours=True),
            _variant(f"node {command.name}", command, hooks if command.event else script, node,
                     ours=False)])
    event, body = EVENTS["hook before a tool"]
    without = Command(NO_RUN, *_hook(event), event=body)
    groups.append([
        _variant(f"tidemark {NO_RUN}", without, program, quiet[0], ours=True),
        _variant(f"node {NO_RUN}", without, hooks, quiet[1], ours=False)])
    floors = whole.floor_variants(root, scratch, shipped.java_home, node)
    try:
        _await_server(shipped.launcher, served)
        yield groups, floors, places
    finally:
        _end_servers(shipped.launcher, served)


def _await_server(launcher, place):
    """Has the client start the user's server."""
    for _ in range(50):
        sample, _ = measure.spawn((str(launcher), "status"), str(place.cwd), place.environment)
        if sample.cpu < JVM_CPU_MS:
            return
        time.sleep(0.2)
    raise Failed("the client has started no server")


def _end_servers(launcher, place):
    subprocess.run((launcher, "server", "stop"), env=place.environment, check=True,
                   stdout=subprocess.DEVNULL)


def _first_calls(launcher, scratch, rounds, seed):
    """Says what a call costs that finds no server and has one started."""
    places = [fixture.Fixture(scratch / name) for name in ("without", "first")]
    for place in places:
        _set_up(launcher, place)
    del places[1].environment["CI"]
    # A server that is just starting is not found, and takes from what comes next.
    ended = lambda _: ["/bin/sh", "-c", 'sleep 1; exec "$0" server stop', str(launcher)]
    without, first = variants = [
        Variant(name, lambda _: [str(launcher), "status"], str(place.cwd), place.environment, name,
                before=ended)
        for name, place in zip(("without", "first"), places)]
    measure.interleaved(variants, max(10, rounds // 4), seed)
    time.sleep(1)
    _end_servers(launcher, places[1])
    part = ratio(first, without)
    return (f"A first call, which finds no server and has one started: `status` takes "
            f"{statistics.median(first.of('wall')):.1f} ms, {part:.2f} of the same without, "
            f"at most {FIRST}: {judged(part <= FIRST)}.")


def native(launcher):
    """Fails unless the launcher is the native client."""
    with open(launcher, "rb") as file:
        if file.read(4) != b"\x7fELF":
            raise Failed(f"{launcher} is not the native client: it was built without cc")


def _set_up(launcher, place):
    subprocess.run(
        (launcher, "init"), cwd=place.root, env=place.environment, check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    whole.settled(place)


def _variant(name, command, program, place, ours):
    words = command.ours if ours else command.node
    before = command.ours_before if ours else command.node_before
    # The hooks are another script than the verbs, which prepare nothing.
    more = {}
    if command.event:
        sent = place.root.parent / f"{command.name}.json"
        body = {"session_id": "bench", "cwd": str(place.cwd), **command.event}
        sent.write_text(json.dumps(body))
        more["stdin"] = str(sent)
    if before:
        more["before"] = lambda number: [*program, *before(number)]
        more["document"] = place.bytes
    return Variant(
        name, lambda number: [*program, *words(number)], str(place.cwd), place.environment,
        command.name, **more)


def _fallen_back(groups):
    """Says how many of the served commands were executed by a JVM of their own after all."""
    served = [sample for group in groups if len(group) == 3 for sample in group[1].samples]
    count = sum(sample.cpu > JVM_CPU_MS for sample in served)
    if not count:
        return "Every served command was answered by the server."
    return f"Of {len(served):,} served commands {count} were executed by a JVM of their own."


HEAD = ("process", "wall ms: median (min..max)", "99 %", "of Node", "99 % of Node's", "CPU ms",
        "memory MB", "target")


def _rows(groups, floors):
    """Returns each variant with the Node script's of the same command, and with `node -e 0`."""
    empty = next(each for each in floors if each.name == EMPTY_NODE)
    done = next(group[-1] for group in groups if group[0].verb == "done")
    return [*((each, group[-1], empty) for group in groups for each in group),
            *((each, done, empty) for each in floors)]


def _row(variant, node, empty, verdict):
    cells = (
        variant.name, times(variant), f"{percentile(variant.of('wall'), 99):.1f}",
        f"{ratio(variant, node):.2f}", f"{tail_ratio(variant, node):.2f}",
        f"{statistics.median(variant.of('cpu')):.1f}", f"{max(variant.of('rss')):.1f}",
        verdict(variant, node, empty))
    return "| " + " | ".join(cells) + " |\n"


def _ours(variant):
    """Says whether it is Tidemark, and whether it is served."""
    return variant.name.startswith("tidemark"), variant.name.endswith(", served")


def _idle_verdict(variant, node, empty):
    ours, served = _ours(variant)
    if not ours:
        return ""
    if variant.verb == NO_RUN:
        part = ratio(variant, empty)
        return f"at most {QUIET} of `{EMPTY_NODE}`: {part:.2f}, {judged(part <= QUIET)}"
    if served:
        return f"at most {SERVED}: {judged(ratio(variant, node) <= SERVED)}"
    return f"at most {MEMORY} MB: {judged(max(variant.of('rss')) <= MEMORY)}"


def _load_verdict(variant, node, _):
    if _ours(variant) != (True, True):
        return ""
    return f"99 % at most {SERVED_TAIL}: {judged(tail_ratio(variant, node) <= SERVED_TAIL)}"


def _figures(groups):
    """Returns the medians that the README quotes."""
    _, served, node = next(group for group in groups if group[0].verb == "done")
    quiet = groups[-1][0]
    return {
        name: f"{statistics.median(variant.of('wall')):.1f} ms"
        for name, variant in (("served", served), ("node", node), ("quiet", quiet))}
