"""What `tidemark run` adds to the time of an agent."""

import shutil
import statistics
import subprocess

from harness import fixture, measure, whole
from harness.measure import Variant
from harness.report import judged, table, times

PHASES, ROUNDS = 20, 10
QUICK_PHASES, QUICK_ROUNDS = 5, 3
# Milliseconds for a phase.
LIMIT = 300

AGENT = """#!/bin/sh
request=$(cat)
field() { printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1; }
printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
  "$(field task_id)" "$(field phase)"
printf '"findings":{},"context_summary":"done"}\\n'
"""

SECTION = """## The runner

`tidemark run`, a process of its own, drives a run of {phases} phases with an agent that answers at once: a
shell script. Each phase is a journaled attempt: request and brief, a supervised process, its response
validated and applied. The overhead is the time of the whole call without {phases} times that of the agent
alone with the same request, for each phase; a {phases}th of the start of the JVM is in it. {rounds}
rounds, each with a new run.

{rows}"""


def section(launcher, scratch, seed, quick):
    """Returns the section on the runner."""
    phases, rounds = (QUICK_PHASES, QUICK_ROUNDS) if quick else (PHASES, ROUNDS)
    place = fixture.Fixture(scratch)
    shutil.rmtree(place.document.parent)
    subprocess.run(
        (str(launcher), "init"), cwd=place.root, env=place.environment, check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    whole.settled(place)
    agent = place.home / "agent.sh"
    agent.write_text(AGENT)
    agent.chmod(0o700)
    names = ",".join(f"phase-{number}" for number in range(1, phases + 1))
    runs = Variant(
        f"tidemark run of {phases} phases",
        lambda n: [str(launcher), "run", f"implement/night-{n}", "--command", str(agent)],
        str(place.root), place.environment, "run",
        before=lambda n: [str(launcher), "start", f"implement/night-{n}", "--phases", names])
    request = scratch / "request.json"
    request.write_bytes(_request(place, runs))
    alone = Variant(
        "the agent alone", lambda _: [str(agent)], str(place.root), place.environment, "run",
        stdin=str(request))
    measure.settle()
    measure.interleaved([runs, alone], rounds, seed)
    overhead = statistics.median(
        run / phases - agent for run, agent in zip(runs.of("wall"), alone.of("wall")))
    rows = "".join(f"| {each.name} | {times(each)} | |\n" for each in (runs, alone))
    rows += f"| overhead of a phase | {overhead:.1f} | at most {LIMIT}: {judged(overhead <= LIMIT)} |\n"
    return SECTION.format(
        phases=phases, rounds=rounds, rows=table(("", "ms: median (min..max)", "target"), rows))


def _request(place, runs):
    """Returns the request of the first phase of a run that is not measured."""
    runs.run("request")
    return next(place.root.glob(".git/tidemark/main/attempts/*/1/in")).read_bytes()
