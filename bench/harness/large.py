"""Checkpoint files of nearly 5 MB, the largest that are read."""

import json
import subprocess

from harness import fixture, measure, whole
from harness.measure import Variant
from harness.report import judged, times

BYTES = 4_900_000
LIMIT_MS = 2_000
TIME = "2026-11-20T09:15:00.000Z"

# Such a run may wait for an answer, which is exit code 4.
ANSWERED = ("/bin/sh", "-c", '"$@"; [ $? -lt 5 ]', "sh")

SECTION = """## Large files

{rounds} rounds. Each file is one that the author of a checkout can make long, in a project of its own;
it is written anew before each call, so that `resume` also records a change from outside.

| process | wall ms: median (min..max) | memory MB | target |
|---|---|---|---|
{rows}"""


def _state(count):
    entry = {"status": "complete", "files_created": ["f"], "decisions": ["d"], "notes": ["n"],
             "tasks": {"T1": {"status": "pending"}}}
    names = [f"p{number}" for number in range(count)]
    return {
        "command": "implement", "feature": "auth", "version": 1, "head_commit": None,
        "started_at": TIME, "updated_at": TIME,
        "state": {"current_phase": None, "completed_phases": names, "pending_phases": []},
        "phases": {name: entry for name in names}}


def _flow(**members):
    return {"workflow_id": "wf-1", "started_at": TIME, "last_updated": TIME,
            "current_phase": "REQUIREMENTS", "phase_status": "pending", "interruption_safe": True,
            "user_checkpoints": [], "completed_phases": [], **members}


def _outputs(count):
    return _flow(completed_phases=[
        {"phase": "REQUIREMENTS", "completed_at": TIME, "output": f"a/f{number}"}
        for number in range(count)])


def _members(count):
    return _flow(**{f"k{number}": 1 for number in range(count)})


FILES = (
    ("state, phases", ".claude/state/implement-auth.json", "state/implement/auth", _state),
    ("flow, outputs", "memory/state/phase.json", "flow/develop", _outputs),
    ("flow, unknown members", "memory/state/phase.json", "flow/develop", _members))


def _text(make):
    """Returns the longest such file that is still read."""
    count = int(1_000 * BYTES / len(json.dumps(make(1_000), separators=(",", ":"))))
    while True:
        text = json.dumps(make(count), separators=(",", ":"))
        if len(text) <= BYTES:
            return text
        count = int(count * 0.97)


def section(launcher, scratch, rounds, seed):
    """Returns the section on large files."""
    rounds = max(3, rounds // 5)
    variants = []
    for number, (name, path, run, make) in enumerate(FILES):
        place = fixture.Fixture(scratch / f"large-{number}")
        file = place.root / path
        place.document.unlink()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(make(1)))
        for verb in ("init", "adopt"):
            subprocess.run((str(launcher), verb), cwd=place.root, env=place.environment, check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        whole.settled(place)
        large = place.root.parent / "large.json"
        large.write_text(_text(make))
        copy = ["/bin/cp", str(large), str(file)]
        for verb in (("resume", "--run", run), ("status", "--run", run), ("list",),
                     ("history", "--run", run)):
            variants.append(Variant(
                f"tidemark {verb[0]}, {name}", lambda _, verb=verb: [*ANSWERED, str(launcher), *verb],
                str(place.root), place.environment, verb[0], before=lambda _, copy=copy: copy))
    measure.settle()
    for variant in variants:
        measure.interleaved([variant], rounds, seed)
    rows = ""
    for variant in variants:
        middle = sorted(variant.of("wall"))[len(variant.of("wall")) // 2]
        memory = f"{max(variant.of('rss')):.1f}"
        verdict = f"at most {LIMIT_MS}: {judged(middle <= LIMIT_MS)}"
        rows += "| " + " | ".join((variant.name, times(variant), memory, verdict)) + " |\n"
    return SECTION.format(rounds=rounds, rows=rows)
