"""Whole processes that coding agents start by themselves: hooks and the status line."""

import dataclasses
import json
import shutil
import subprocess

from harness import fixture, measure, whole
from harness.measure import Variant
from harness.report import NODE, NODE_CERTIFICATES, beside

# Of the Node script's wall time, by round.
TARGETS = {"hook without a run": 0.45, "hook at session start": 0.65, "status line": 0.6}
QUIET_ROUNDS = 200

SECTION = """## What agents start by themselves

{rounds} rounds of the session start and the status line in a project with one run; {quiet} rounds of
the hook before a tool in a project without one, which is what nearly every call is. The Node script
is `bench/node/hook.cjs`, which finds the project as the other one does.

{table}"""


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
    groups = [_group(call, root, launcher, scratch / f"agents-{i}") for i, call in enumerate(CALLS)]
    measure.settle()
    quiet = [variant for call, group in zip(CALLS, groups) if not call.run for variant in group]
    others = [variant for call, group in zip(CALLS, groups) if call.run for variant in group]
    measure.interleaved(quiet, max(rounds, QUIET_ROUNDS if rounds >= 25 else rounds), seed)
    measure.interleaved(others, rounds, seed)
    table = beside(groups, TARGETS.get)
    return SECTION.format(rounds=rounds, quiet=len(quiet[0].samples), table=table)


def _group(call, root, launcher, folder):
    """Returns our variant and those of Node, each in a repository of its own."""
    script = (whole.tool("node"), str(root / "bench/node/hook.cjs"), call.node)
    places = [fixture.Fixture(folder / name) for name in ("tidemark", "node", "certificates")]
    ours, node, slowed = places
    group = [
        _variant(call, f"tidemark {call.name}", ours, (str(launcher), *call.tidemark), launcher),
        _variant(call, f"{NODE} {call.name}", node, script, None)]
    if whole.more_certificates(slowed):
        group.append(_variant(call, f"{NODE_CERTIFICATES} {call.name}", slowed, script, None))
    return group


def _variant(call, name, place, command, launcher):
    if not call.run:
        shutil.rmtree(place.document.parent)
    elif launcher:
        subprocess.run(
            (str(launcher), "init"), cwd=place.root, env=place.environment, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        whole.settled(place)
    sent = place.root.parent / "event.json"
    sent.write_text(json.dumps({"session_id": "bench", "cwd": str(place.cwd), **call.event}))
    return Variant(
        name, lambda _: list(command), str(place.cwd), place.environment, call.name,
        stdin=str(sent))
