"""Whole processes in the protocols that are Markdown, or several files."""

import dataclasses
import json
import pathlib
import re
import subprocess
import time

from harness import fixture, measure, whole
from harness.measure import Variant
from harness.report import NODE, beside

RATIO = 0.65

SECTION = """## The other protocols

{rounds} rounds. The Node scripts are `bench/node/phase.cjs`, `item.cjs` and `flow.cjs`. The phases
have an active spec with a plan and a `state.yaml`; each item has a checkpoint of its own, in its
second phase; the workflow has 20 tasks, of which 15 are done. {remark}

{table}"""

TIMES = re.compile(r"\d{4}-\d{2}-\d{2}T[0-9:.]+Z")

SPEC = "SPEC-003"
FOLDER = "specs/003-import"
DESIGN = f"""specs_status:
  {SPEC}:
    status: approved
    specs_dir: {FOLDER}
"""
STEPS = "feature: import\nsteps:\n" + "".join(
    f"  - id: {number}\n    name: {fixture.prose(3, number)}\n    status: {status}\n"
    for number, status in enumerate(
        ["completed"] * 4 + ["in_progress", "pending"], start=1))

NOTED = fixture.prose(12, 56)
ITEM = "item/feature/FEAT-%03d"
FLOW = "flow/develop"
WORKFLOW_ID = "wf-20260129-100000-3fa9"
TASKS, DONE = 20, 15
GATES = ".claude-checkpoint.md\n.review-gate.md\n.test-gate.md\n"


@dataclasses.dataclass(frozen=True)
class Work:
    """One verb in both implementations, as words that depend on the number of a round.

    `before` runs unmeasured: words, or for the item a whole command line. `document` is the file
    that must differ afterwards, and be the same for both.
    """

    name: str
    file: str
    script: object
    ours: object
    prepare: object
    script_before: object = None
    ours_before: object = None
    document: object = None


def section(root, launcher, scratch, rounds, seed):
    """Measures all works and returns their section of the page."""
    groups = [
        _group(work, root, launcher, scratch / f"dialects-{i}") for i, work in enumerate(WORKS)]
    measure.settle()
    for group in groups:
        measure.interleaved([variant for variant, _ in group], rounds, seed)
    remark = _same_work(groups, rounds)
    table = beside([[variant for variant, _ in group] for group in groups], RATIO)
    return SECTION.format(rounds=rounds, remark=remark, table=table)


def _group(work, root, launcher, folder):
    """Returns our variant and those of Node, each with its repository."""
    script = (whole.tool("node"), str(root / "bench" / "node" / work.file))
    ours = _variant(work, f"tidemark {work.name}", (str(launcher),), folder / "tidemark")
    node = _variant(work, f"{NODE} {work.name}", script, folder / "node")
    group = [ours, node]
    subprocess.run(
        (str(launcher), "init"), cwd=ours[1].root, env=ours[1].environment, check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    whole.settled(ours[1])
    return group


def _variant(work, name, program, folder):
    folder.mkdir(parents=True)
    place = fixture.Fixture(folder)
    work.prepare(place)
    own = name.startswith("tidemark")
    words = work.ours if own else work.script
    before = work.ours_before if own else work.script_before
    variant = Variant(
        name, lambda number: [*program, *words(number)], str(place.cwd), place.environment,
        work.name, before=before and (lambda number: before(program, place, number)))
    return variant, place


def _same_work(groups, rounds):
    """Says whether both left the same documents behind."""
    differing = []
    for work, group in zip(WORKS, groups):
        if work.document:
            ours, theirs = (
                TIMES.sub("", (place.root / work.document(rounds)).read_text())
                for _, place in group[:2])
            differing += [] if ours == theirs else [work.name]
    if differing:
        return f"**The documents of both differ** after {', '.join(differing)}."
    return "The documents that both leave behind are equal, times aside."


def _told(number):
    return [
        "--summary", whole.summary(number), "--outcome", "47 tests passing",
        "--outcome", "plan.md", "--context", fixture.prose(20, 3), "--open", "UTF-16 files"]


def _finding(number):
    return [
        "--summary", whole.summary(number) + ".", "--decision", fixture.prose(12, number),
        "--created", "docs/part7.md", "--modified", "docs/part1.md"]


def _phase(place):
    """A spec is under way, with its plan and its steps."""
    (place.root / FOLDER).mkdir(parents=True)
    (place.root / ".active-spec").write_text(SPEC + "\n")
    (place.root / ".design-state.yaml").write_text(DESIGN)
    (place.root / FOLDER / "state.yaml").write_text(STEPS)
    for name in ("plan.md", "spec.md"):
        (place.root / FOLDER / name).write_text(f"# {name}\n\n{fixture.prose(200, 1)}\n")
    with open(place.root / ".gitignore", "a") as ignored:
        ignored.write(GATES)


def _planned(program, place, number):
    return [*program, "done", "2-plan", *_told(number), *_run(program, "phase/dev")]


def _run(program, run):
    """Our program is told which run is meant; a script has but one."""
    return [] if program[-1].endswith(".cjs") else ["--run", run]


def _item(place):
    """Nothing: each round makes a checkpoint of its own."""
    (place.root / "docs" / "checkpoints").mkdir(parents=True)
    for number in (1, 7):
        (place.root / "docs" / f"part{number}.md").write_text("# Part\n")


ROWS = ("Understand", "YAGNI", "Research", "Specify", "Document", "Stories")
COMMENTS = {
    "Current Phase Detail": """Granular sub-tasks within the active phase only.
     Cleared when the phase completes.""",
    "Current State": """Brief description of where things stand — what was the last thing completed,
     what's next, any decisions made or blockers encountered. Keep this short
     but specific enough to resume without re-reading everything.""",
    "Key Decisions": """Capture decisions made during completed phases that affect later phases.
     This prevents re-asking the user questions they already answered.""",
    "Artifacts Produced": """List files created or modified by completed phases. This tells the
     resuming session what already exists and doesn't need to be recreated.""",
    "Key Context": """References to documents and context the resuming session should re-read.
     Populated on creation, stays fixed throughout.""",
}


def _checkpoint(number, noted):
    """Returns the checkpoint of an item whose first phase is done, as our program writes it.

    `noted` says whether it has the decision that our program is told of before it is measured.
    """
    rows = "".join(
        f"| {place} | {name} | {status} | {when} |\n"
        for place, (name, status, when) in enumerate(zip(
            ROWS, ["done", "in_progress"] + ["pending"] * 4,
            ["2026-01-29T10:15:00Z"] + ["—"] * 5), start=1))
    decided = [f"- [Phase 1] {fixture.prose(12, seed)}\n" for seed in range(50, 56)]
    if noted:
        decided.append(f"- [Phase 2] {NOTED}\n")
    content = {
        "Current Phase Detail": "",
        "Current State": fixture.prose(40, 2) + ".\n",
        "Key Decisions": "".join(decided),
        "Artifacts Produced": "".join(
            f"- `docs/part{n}.md` (created in Phase 1)\n" for n in range(6)),
        "Key Context": "- Stack: Java\n",
    }
    sections = "\n".join(
        f"## {title}\n\n<!-- {comment} -->\n" + (f"\n{content[title]}" if content[title] else "")
        for title, comment in COMMENTS.items())
    return (
        f"---\ncommand: feature\nitem: FEAT-{number:03}\nbranch: main\n"
        "started: 2026-01-29T10:02:00Z\nupdated: 2026-01-29T10:15:00Z\nstatus: in_progress\n"
        "current_phase: 2\ntotal_phases: 6\n---\n\n"
        f"# Checkpoint: feature — FEAT-{number:03}\n\n## Phases\n\n"
        f"| # | Phase | Status | Completed |\n|---|---|---|---|\n{rows}\n{sections}")


def _item_file(number):
    return f"docs/checkpoints/feature-FEAT-{number:03}.md"


def _begun(program, place, number):
    """Has a checkpoint there; ours is taken into the journal by a note, as by any first write."""
    script = program[-1].endswith(".cjs")
    (place.root / _item_file(number)).write_text(_checkpoint(number, noted=script))
    if script:
        return ["/bin/true"]
    return [*program, "note", "--decision", NOTED, "--run", ITEM % number]


def _flow(place):
    """A workflow in its third phase, of whose tasks most are done."""
    began, later = (
        time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - ago))
        for ago in (3600, 1800))

    def put(path, value):
        (place.root / path).parent.mkdir(parents=True, exist_ok=True)
        (place.root / path).write_text(json.dumps(value, separators=(",", ":")))

    outputs = {"REQUIREMENTS": "demand", "ARCHITECTURE": "final_design"}
    for name in outputs.values():
        put(f"memory/reports/{name}.json", {"text": fixture.prose(200, 1)})
    tasks = []
    for number in range(1, TASKS + 1):
        name = f"task-{number:03}"
        output = f"memory/tasks/{name}/output.json"
        task = {"id": name, "status": "pending", "attempts": 0, "output": output}
        if number <= DONE:
            task |= {"status": "complete", "started_at": began, "completed_at": later}
            put(output, {"task_id": name, "status": "complete", "text": fixture.prose(40, number)})
        tasks.append(task)
    put("memory/state/execution.json", {"workflow_id": WORKFLOW_ID, "tasks": tasks})
    put("memory/state/phase.json", {
        "workflow_id": WORKFLOW_ID, "started_at": began, "last_updated": later,
        "current_phase": "IMPLEMENTATION", "phase_status": "in_progress",
        "completed_phases": [
            {"phase": phase, "completed_at": began, "output": f"memory/reports/{name}.json"}
            for phase, name in outputs.items()],
        "user_checkpoints": [{"phase": phase, "approved_at": began} for phase in outputs],
        "interruption_safe": True})
    with open(place.root / ".gitignore", "a") as ignored:
        ignored.write("memory/state/\n")


WORKS = (
    Work("phase enter", "phase.cjs",
         lambda _: ["enter", "3-build"],
         lambda _: ["enter", "3-build", "--run", "phase/dev"],
         _phase, script_before=_planned, ours_before=_planned),
    Work("phase done", "phase.cjs",
         lambda number: ["done", "3-build", *_told(number)],
         lambda number: ["done", "3-build", *_told(number), "--run", "phase/dev"],
         _phase, script_before=_planned, ours_before=_planned,
         document=lambda _: ".claude-checkpoint.md"),
    Work("item done --no-commit", "item.cjs",
         lambda number: ["done", "feature", f"FEAT-{number:03}", "2", *_finding(number)],
         lambda number: [
             "done", "2", *_finding(number), "--run", ITEM % number, "--no-commit"],
         _item, script_before=_begun, ours_before=_begun, document=_item_file),
    Work("flow resume", "flow.cjs",
         lambda _: ["resume"], lambda _: ["resume", "--run", FLOW], _flow),
)
