"""Whole processes that coding agents start by themselves: hooks and the status line."""

import dataclasses
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import time

from harness import fixture, measure, whole
from harness.measure import Variant, ratio
from harness.report import judged

# Of the Node script's wall time, by round.
TARGETS = {"hook without a run": 0.45, "hook at session start": 0.65, "status line": 0.6}
QUIET_ROUNDS = 200

SECTION = """## What agents start by themselves

{rounds} rounds of the session start and the status line in a project with one run; {quiet} rounds of
the hook before a tool in a project without one, which is what nearly every call is. The Node script
is `bench/node/hook.cjs`, which finds the project as the other one does. `p95` is that of ours by
that of Node's.

| process | wall ms: median (min..max) | of Node | p95 of Node's | target |
|---|---|---|---|---|
{rows}"""


@dataclasses.dataclass(frozen=True)
class Call:
    """What an agent calls, what it sends, and where."""

    name: str
    tidemark: tuple
    node: str
    event: dict
    run: bool


CALLS = (
    Call("hook without a run", ("hook", "claude-code", "PreToolUse"), "PreToolUse", {
        "hook_event_name": "PreToolUse", "tool_name": "Edit", "tool_use_id": "toolu_1",
        "tool_input": {"file_path": "src/a.ts", "old_string": "a", "new_string": "b"}}, False),
    Call("hook at session start", ("hook", "claude-code", "SessionStart"), "SessionStart", {
        "hook_event_name": "SessionStart", "source": "startup"}, True),
    Call("status line", ("statusline",), "statusline", {
        "context_window": {"context_window_size": 200000, "used_percentage": 43.2}}, True),
)


def section(root, launcher, scratch, rounds, seed):
    """Measures all calls and returns their section of the page."""
    pairs = [_pair(call, root, launcher, scratch / f"agents-{i}") for i, call in enumerate(CALLS)]
    measure.settle()
    quiet = [variant for call, pair in zip(CALLS, pairs) if not call.run for variant in pair]
    others = [variant for call, pair in zip(CALLS, pairs) if call.run for variant in pair]
    measure.interleaved(quiet, max(rounds, QUIET_ROUNDS if rounds >= 25 else rounds), seed)
    measure.interleaved(others, rounds, seed)
    rows = "".join(_rows(call, *pair) for call, pair in zip(CALLS, pairs))
    return SECTION.format(rounds=rounds, quiet=len(quiet[0].samples), rows=rows)


def _pair(call, root, launcher, folder):
    """Returns our variant and Node's, each in a repository of its own."""
    return (
        _variant(call, f"tidemark {call.name}", folder / "tidemark",
                 (str(launcher), *call.tidemark), launcher),
        _variant(call, f"node {call.name}", folder / "node",
                 (whole.tool("node"), str(root / "bench/node/hook.cjs"), call.node), None),
    )


def _variant(call, name, folder, command, launcher):
    folder.mkdir(parents=True)
    place = fixture.Fixture(folder)
    if not call.run:
        shutil.rmtree(place.document.parent)
    elif launcher:
        subprocess.run(
            (str(launcher), "init"), cwd=place.root, env=place.environment, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        settled = time.time() - 3600
        os.utime(pathlib.Path(place.root) / ".tidemark" / "config.yaml", (settled, settled))
    sent = folder / "event.json"
    sent.write_text(json.dumps({"session_id": "bench", "cwd": str(place.cwd), **call.event}))
    return Variant(
        name, lambda _: list(command), str(place.cwd), place.environment, call.name,
        stdin=str(sent))


def _rows(call, ours, node):
    part = ratio(ours, node)
    tail = _p95(ours) / _p95(node)
    target = TARGETS[call.name]
    verdict = f"at most {target}: {judged(part <= target)}"
    return _row(ours, f"{part:.2f}", f"{tail:.2f}", verdict) + _row(node, "1.00", "1.00", "")


def _p95(variant):
    walls = sorted(variant.of("wall"))
    return walls[min(len(walls) - 1, round(0.95 * len(walls)))]


def _row(variant, part, tail, verdict):
    wall = variant.of("wall")
    times = f"{statistics.median(wall):.1f} ({min(wall):.1f}..{max(wall):.1f})"
    return f"| {variant.name} | {times} | {part} | {tail} | {verdict} |\n"
