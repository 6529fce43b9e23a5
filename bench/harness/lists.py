"""Lists of a project with thousands of runs, beside those of one with none."""

import shutil
import subprocess
import time

from harness import fixture, machine, measure, whole
from harness.mcp import libraries
from harness.measure import Failed, Variant, ratio
from harness.report import judged, times

OPEN, FINISHED = 1_000, 10_000
QUICK_OPEN, QUICK_FINISHED = 100, 500

# Of the same verb in a project without a run, with an index that is there.
LIMIT = 3

SECTION = """## Many runs

{rounds} rounds in a project with {open:,} open items and the journals of {finished:,} finished ones,
beside one with no run at all. The index is what an earlier list left; `cold` removes it each time, and
`one run` is the status of one of the open items.

| process | wall ms: median (min..max) | of no run | memory MB | target |
|---|---|---|---|---|
{rows}"""


def section(root, launcher, scratch, rounds, seed, quick):
    """Returns the section on lists."""
    opened, finished = (QUICK_OPEN, QUICK_FINISHED) if quick else (OPEN, FINISHED)
    none, many = (fixture.Fixture(scratch / name) for name in ("none", "many"))
    for place in (none, many):
        shutil.rmtree(place.document.parent)
        subprocess.run(
            (str(launcher), "init"), cwd=place.root, env=place.environment, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        whole.settled(place)
    _fill(root, many, opened, finished)
    # What changed within the last two seconds is not remembered.
    time.sleep(2.5)
    index = many.root / ".git" / "tidemark" / "main" / "index"
    empty = _variant("list, no run", launcher, none, ("list",))
    bare = _variant("status, no run", launcher, none, ("status",))
    measured = [
        (_variant("list, with its index", launcher, many, ("list",)), empty, True),
        (_variant("status, with its index", launcher, many, ("status",)), bare, True),
        (_variant("list --all, with its index", launcher, many, ("list", "--all")), empty, False),
        (_variant("status, one run", launcher, many,
                  ("status", "--run", "item/debug/FEAT-00007")), bare, False)]
    measure.settle()
    measure.interleaved([empty, bare, *(variant for variant, _, _ in measured)], rounds, seed)
    cold = _variant("list, cold", launcher, many, ("list",),
                    before=lambda _: ["/bin/rm", "-rf", str(index)])
    measure.interleaved([cold], max(3, rounds // 5), seed)
    rows = _row(empty, "", "") + _row(bare, "", "")
    for variant, reference, limited in measured:
        part = ratio(variant, reference)
        verdict = f"under {LIMIT}: {judged(part < LIMIT)}" if limited else ""
        rows += _row(variant, f"{part:.2f}", verdict)
    rows += _row(cold, "", "")
    return SECTION.format(rounds=rounds, open=opened, finished=finished, rows=rows)


def _fill(root, place, opened, finished):
    java = machine.jdk() / "bin" / "java"
    done = subprocess.run(
        (str(java), "-XX:+UseSerialGC", "-cp", libraries(root), "dev.tidemark.bench.ManyRuns",
         str(place.root), str(finished), str(opened)),
        stdout=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Failed("the project with many runs could not be filled")


def _variant(name, launcher, place, words, before=None):
    return Variant(
        f"tidemark {name}", lambda _: [str(launcher), *words], str(place.cwd), place.environment,
        name, before=before)


def _row(variant, part, verdict):
    memory = f"{max(variant.of('rss')):.1f}"
    cells = (variant.name, times(variant), part, memory, verdict)
    return "| " + " | ".join(cells) + " |\n"
