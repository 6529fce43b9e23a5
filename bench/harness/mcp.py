"""The server of the Model Context Protocol, beside one made with the official SDK."""

import functools
import json
import os
import pathlib
import re
import select
import statistics
import subprocess
import sys
import time

from harness import fixture, machine, report
from harness.measure import Failed

MODULES = ("core", "dialects", "stores", "integrations", "library", "worker", "bench")
START = ("initialize", {
    "protocolVersion": "2025-11-25", "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"}})
LOOK = ("tools/call", {
    "name": "tidemark_check", "arguments": {"what": "context", "percent": 50}})

# Rounds of starts, calls of each server before and while they are compared, pairs of updates.
FULL = (20, 4_000, 2_000, 1_200)
QUICK = (5, 500, 500, 40)
MEMORY_CALLS = 10_000
BLOCK = 100
UPDATES = 20
PATIENCE = 60
ATTEMPTS = 3


class Lost(Failed):
    """The server to compare with lost an answer, which it does now and then when hurried."""


class Session:
    """A server, its standard streams, and a client that waits for each answer."""

    def __init__(self, command, place):
        began = time.monotonic_ns()
        self.process = subprocess.Popen(
            [str(word) for word in command], cwd=place.cwd, env=place.environment, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.lines = os.fdopen(os.dup(self.process.stdout.fileno()), "rb")
        self.number = 0
        self.ask(*START)
        self.started = (time.monotonic_ns() - began) / 1e6
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        # The SDK may lose the answer to a request that comes while it handles a notification.
        time.sleep(0.1)

    def _send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def ask(self, method, params):
        """Returns the result of a request."""
        return self._asked(method, params)[0]

    def timed(self, method, params):
        """Returns how many microseconds an answer takes, from the line sent to the line read."""
        result, took = self._asked(method, params)
        if result.get("isError"):
            raise Failed(f"{params} was refused: {result}")
        return took

    def _asked(self, method, params):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        line = json.dumps(message).encode() + b"\n"
        began = time.monotonic_ns()
        self.process.stdin.write(line)
        # One answer at a time, so nothing waits in the buffer.
        if not select.select([self.lines], [], [], PATIENCE)[0]:
            self.process.kill()
            program = pathlib.Path(self.process.args[0]).name
            kind = Failed if program == "tidemark" else Lost
            raise kind(f"{program}: {method} was not answered within {PATIENCE} s")
        line = self.lines.readline()
        took = (time.monotonic_ns() - began) / 1e3
        try:
            answer = json.loads(line) if line else {}
        except ValueError:
            raise Failed(f"{method} was answered with {line[:300]}") from None
        if answer.get("id") != self.number or "result" not in answer:
            raise Failed(f"{method} was answered with {line[:300]}")
        return answer["result"], took

    def memory(self):
        """Returns the resident set in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.lines.close()


def section(root, shipped, scratch, quick):
    """Returns the section on the server; begins anew where the other one lost an answer."""
    for attempt in range(ATTEMPTS - 1):
        try:
            return _section(root, shipped, scratch / f"attempt-{attempt}", quick)
        except Lost as lost:
            print(f"bench: {lost}; once more", file=sys.stderr)
    return _section(root, shipped, scratch / "attempt-last", quick)


def _section(root, shipped, scratch, quick):
    scratch.mkdir()
    starts, warm, calls, pairs = QUICK if quick else FULL
    place = fixture.Fixture(scratch / "mcp")
    ours = [shipped.launcher, "mcp"]
    listing = Session(ours, place)
    tools = scratch / "tools.json"
    tools.write_text(json.dumps(listing.ask("tools/list", {})))
    listing.end()
    classpath = libraries(root)
    theirs = _sdk(shipped, classpath, tools, scratch, place)
    started = [(_start(ours, place), _start(theirs, place)) for _ in range(starts)]
    ours_us, theirs_us, memory, their_memory = _calls(ours, theirs, place, warm, calls)
    through, inside = _updates(
        ours, [*_java(shipped), "-cp", classpath], place, warm=warm, pairs=pairs)
    return _page(
        starts=starts, warm=warm, calls=calls, pairs=pairs,
        start=[statistics.median(each) for each in zip(*started)],
        start_ratio=statistics.median(one / other for one, other in started),
        call=(statistics.median(ours_us), statistics.median(theirs_us)),
        update=(statistics.median(through) / 1e3, statistics.median(inside) / 1e3),
        memory=(memory, their_memory))


@functools.cache
def libraries(root):
    """Compiles the module and returns the class path of its programs."""
    done = subprocess.run(
        ("mvn", "-q", "-pl", "bench", "-am", "-DskipTests", "compile"), cwd=root,
        stdout=sys.stderr)
    if done.returncode != 0:
        raise Failed("the server to compare with does not compile")
    ours = [str(root / module / "target" / "classes") for module in MODULES]
    path = (root / "bench" / "target" / "runtime-classpath.txt").read_text().strip()
    others = [entry for entry in path.split(os.pathsep) if entry.endswith(".jar")]
    return os.pathsep.join(ours + [entry for entry in others if "/tidemark-" not in entry])


def _java(shipped):
    launcher = (shipped.launcher.parent.parent / "lib" / "launch.sh").read_text()
    found = re.search(r"^server='(.*)'$", launcher, re.MULTILINE)
    if not found:
        raise Failed("lib/launch.sh no longer has a line server='...'")
    java = machine.jdk() / "bin" / "java"
    return [java, *found.group(1).split(), "-Xlog:disable", "-Xlog:all=error:stderr"]


def _sdk(shipped, classpath, tools, scratch, place):
    """Packs the other server as a jar, because a cache knows jars only, and trains its cache."""
    jar, cache = scratch / "sdk.jar", scratch / "sdk.aot"
    classes = [entry for entry in classpath.split(os.pathsep) if not entry.endswith(".jar")]
    jars = [entry for entry in classpath.split(os.pathsep) if entry.endswith(".jar")]
    pack = [str(machine.jdk().joinpath("bin", "jar")), "--create", "--file", str(jar)]
    for folder in classes:
        pack += ["-C", folder, "dev"]
    subprocess.run(pack, check=True)
    java = _java(shipped)
    program = ["-cp", os.pathsep.join([str(jar), *jars]), "dev.tidemark.bench.SdkServer", tools]
    training = Session([*java, f"-XX:AOTCacheOutput={cache}", *program], place)
    for _ in range(500):
        training.ask(*LOOK)
    training.ask("tools/list", {})
    training.process.stdin.close()
    training.process.wait(timeout=180)
    if not cache.exists():
        raise Failed("no AOT cache could be made for the server to compare with")
    return [*java, f"-XX:AOTCache={cache}", *program]


def _start(command, place):
    session = Session(command, place)
    session.end()
    return session.started


def _calls(ours, theirs, place, warm, calls):
    one, other = Session(ours, place), Session(theirs, place)
    for _ in range(warm):
        one.ask(*LOOK)
        other.ask(*LOOK)
    mine, others = [], []
    # In blocks that take turns: one call to each in turn measures how long a core takes to wake up,
    # which is the same for both.
    while len(mine) < calls:
        mine += [one.timed(*LOOK) for _ in range(BLOCK)]
        others += [other.timed(*LOOK) for _ in range(BLOCK)]
    for _ in range(max(0, MEMORY_CALLS - warm - calls)):
        one.ask(*LOOK)
        other.ask(*LOOK)
    memory = one.memory(), other.memory()
    one.end()
    other.end()
    return mine, others, *memory


def _update(session, number, summary):
    """Has the server begin a phase or, every other time, complete it."""
    # In full, as the answers of the server name it and as the process inside does.
    arguments = {"action": "enter", "phase": "implementation", "run": f"state/{fixture.RUN}"}
    if number % 2:
        arguments = {**arguments, "action": "done", "summary": summary}
    return session.timed("tools/call", {"name": "tidemark_update", "arguments": arguments})


def _inside(process, summary):
    """Has a process do the same by itself, and returns what it measured."""
    process.stdin.write(summary + "\n")
    line = process.stdout.readline()
    if not line:
        raise Failed("the updates inside a process ended early")
    return int(line) / 1e3


def _updates(ours, java, place, *, warm, pairs):
    """Returns the microseconds of updates through the server and of the same inside a process."""
    session = Session(ours, place)
    apart = fixture.Fixture(pathlib.Path(place.root).parent / "inside")
    command = [*java, "dev.tidemark.bench.Updates", apart.root]
    inside = subprocess.Popen(
        [str(word) for word in command], cwd=apart.cwd, env=apart.environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)
    through, plain = [], []
    # In blocks that take turns, as above, and both as warm as above.
    for block in range(0, warm + pairs, UPDATES):
        numbers = range(block, block + UPDATES)
        summaries = [f"round {number:06}: " + fixture.prose(40, number) for number in numbers]
        took = [_update(session, number, text) for number, text in zip(numbers, summaries)]
        took_inside = [_inside(inside, text) for text in summaries]
        if block >= warm:
            through += took
            plain += took_inside
    session.end()
    inside.stdin.close()
    inside.wait(timeout=30)
    return through, plain


PAGE = """## The Model Context Protocol

`tidemark mcp` beside a server of the same six tools made with the official Java SDK 2.1.0, which gets
the same flags and an AOT cache of its own. A client waits for each answer.

| measure | tidemark | SDK | ratio | target |
|---|---|---|---|---|
| start to the answer of `initialize`, ms, median of {starts} | {start[0]:.1f} | {start[1]:.1f} \
| {start_ratio:.2f} | at most 0.3: {start_ok} |
| a call that touches no disk, us, median of {calls} after {warm} | {call[0]:.0f} | {call[1]:.0f} \
| {call_ratio:.2f} | at most 0.25: {call_ok} |
| memory after 10,000 calls, MB | {memory[0]:.1f} | {memory[1]:.1f} | | at most 80: {memory_ok} |

An update through the server takes {update[0]:.2f} ms, inside a process {update[1]:.2f} ms (medians of
{pairs} after {warm}, in turn, both to the disk): ratio {update_ratio:.2f}, target at most 1.3: {update_ok}.
"""


def _page(**figures):
    call, update = figures["call"], figures["update"]
    return PAGE.format(
        call_ratio=call[0] / call[1],
        update_ratio=update[0] / update[1],
        start_ok=report.judged(figures["start_ratio"] <= 0.3),
        call_ok=report.judged(call[0] / call[1] <= 0.25),
        memory_ok=report.judged(figures["memory"][0] <= 80),
        update_ok=report.judged(update[0] / update[1] <= 1.3),
        **figures)
