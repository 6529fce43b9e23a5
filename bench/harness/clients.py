"""Hooks inside a real Claude Code: the time between two requests to the model, without hooks, with
those of Node, and with those of Tidemark, with a server and without; idle and under load."""

import http.server
import json
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import threading
import time

from harness import commands, measure, whole
from harness.measure import Failed
from harness.report import judged, table

CLAUDE_CODE = "2.1.332"
# Calls of a tool in a session, and rounds; idle and under load.
CALLS, LOAD_CALLS = 20, 6
ROUNDS, LOAD_ROUNDS = 9, 3
TARGET_MS = {"a run": 5.0, "no run": 2.0}
NOTHING, SERVER = "nothing of Tidemark", "the MCP server, no hooks"
NODE, COLD = "hooks of the Node script", "hooks as processes, no server"
UP = "hooks as processes, served"
# What is installed for each way, one command after the other.
WAYS = {NOTHING: (), SERVER: (("mcp",),), NODE: (("hooks",),), COLD: (("hooks",),),
        UP: (None,)}
IDLE = [(run, way) for run in TARGET_MS for way in WAYS]
LOADED = [("a run", way) for way in (NOTHING, NODE, COLD, UP)]

TEXT = """## Hooks inside Claude Code

Claude Code {version} from npm, headless, against a model server on loopback that asks for {calls}
calls of `Bash` (`true`) and then ends the turn. {rounds} rounds, in each of which every project
has one session, in an order drawn anew. A call is the time between two requests to the model, the
median of a session. `added` and `ratio` compare it with the session of the same round that had
nothing of Tidemark, `to the server` with the one of the same round that had {server}; each is the
median over the rounds. CPU is that of the client and all it started, for a whole session, as the
kernel counts it: other work on the machine changes it least. Processes are those of Tidemark in
one whole session. The Node script has the same events, each with a process of its own
(`bench/node/hook.cjs`). `no server`: each hook starts a JVM where there is a run. `served`: each
hook is the native client, which asks `tidemark mcp` through its Unix socket, as `tidemark install`
sets it up.

{table}
{noise}

### Under load

The same with {load} busy processes for each core: {load_rounds} rounds of sessions of {load_calls}
calls.

{load_table}"""


class Model(http.server.BaseHTTPRequestHandler):
    """The part of the model's API that a headless session uses: Bash calls, then an answer."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.reply(b"", "application/json")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        if self.path.split("?")[0].endswith("count_tokens"):
            return self.reply(b'{"input_tokens":1000}', "application/json")
        if len(body.get("tools") or []) > 3:
            self.server.times.append(time.monotonic())
            left = len(self.server.times) <= self.server.calls
            content = {"type": "tool_use", "id": f"toolu_{len(self.server.times):020d}",
                       "name": "Bash", "input": {}} if left else {"type": "text", "text": ""}
        else:
            left, content = False, {"type": "text", "text": ""}
        return self.reply(events(body.get("model", "x"), content, left), "text/event-stream")

    def reply(self, data, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def events(model, content, tool):
    """Returns a streamed message with one block."""
    delta = ({"type": "input_json_delta",
              "partial_json": json.dumps({"command": "true", "description": "x"})}
             if tool else {"type": "text_delta", "text": "Done."})
    usage = {"input_tokens": 1000, "output_tokens": 20}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model,
               "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
    all_events = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": content},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "usage": {"output_tokens": 20},
         "delta": {"stop_reason": "tool_use" if tool else "end_turn", "stop_sequence": None}},
        {"type": "message_stop"}]
    return "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n"
                   for each in all_events).encode()


def client(root):
    """Returns the program of Claude Code, from npm; None where there is no npm."""
    named = os.environ.get("TIDEMARK_CLIENTS", root / "bench" / "target" / "claude-code")
    folder = pathlib.Path(named)
    found = list(folder.glob("**/claude-code-*/claude"))
    if not found and shutil.which("npm"):
        subprocess.run(["npm", "install", "--silent", "--prefix", folder,
                        f"@anthropic-ai/claude-code@{CLAUDE_CODE}"], check=False)
        found = list(folder.glob("**/claude-code-*/claude"))
    return found[0] if found else None


class Project:
    """A project in which sessions are held."""

    def __init__(self, root, scratch, claude, launcher, run, way):
        self.name = f"{way} {run}".replace(",", "").replace(" ", "-")
        self.folder = scratch / self.name
        self.claude = claude
        self.gaps, self.cpu, self.processes = [], [], None
        self.folder.mkdir(parents=True)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "claude").symlink_to(claude)
        self.work = self.folder / "work"
        self.work.mkdir()
        (self.folder / "home").mkdir()
        self.environment = {
            "HOME": str(self.folder / "home"), "LANG": "C.UTF-8", "IS_SANDBOX": "1",
            "PATH": f"{self.folder / 'bin'}:/usr/local/bin:/usr/bin:/bin",
            "ANTHROPIC_API_KEY": "dummy", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1"}
        self.shell("git", "init", "-q")
        if run == "a run":
            self.shell(str(launcher), "start", "implement/auth")
            self.shell(str(launcher), "enter", "implementation")
        for part in WAYS[way]:
            only = ("--only", *part) if part else ()
            self.shell(str(launcher), "install", "claude-code", *only)
        self.count(launcher)
        if way == NODE:
            settings = self.files[0]
            script = f"{whole.tool('node')} {root / 'bench/node/hook.cjs'}"
            settings.write_text(
                settings.read_text().replace(f"{launcher} hook claude-code", script))

    def shell(self, *words):
        subprocess.run(words, cwd=self.work, env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def count(self, launcher):
        """Prepares a program that notes each start before it is the launcher."""
        self.log = self.folder / "starts"
        counter = self.folder / "tidemark"
        counter.write_text(f'#!/bin/sh\necho "$1 $3" >>{self.log}\nexec {launcher} "$@"\n')
        counter.chmod(0o755)
        self.files = [self.work / ".claude/settings.local.json", self.work / ".mcp.json"]
        self.swap = (str(launcher), str(counter))

    def session(self, model):
        """Holds one session; returns the time of a call of a tool and the CPU time of it all."""
        model.times.clear()
        address = f"http://127.0.0.1:{model.server_address[1]}"
        before = cpu()
        done = subprocess.run(
            [self.claude, "-p", "go on", "--output-format", "json",
             "--dangerously-skip-permissions"],
            cwd=self.work, env={**self.environment, "ANTHROPIC_BASE_URL": address},
            stdin=subprocess.DEVNULL, capture_output=True, timeout=180, check=False)
        if done.returncode or len(model.times) != model.calls + 1:
            raise RuntimeError(f"{self.name}: {done.returncode}, {len(model.times)} requests, "
                               + (done.stdout + done.stderr).decode()[-400:])
        gaps = [1000 * (b - a) for a, b in zip(model.times, model.times[1:])]
        return statistics.median(gaps), cpu() - before

    def starts(self, model):
        """Returns how many processes of ours one session starts."""
        for file in self.files:
            if file.exists():
                file.write_text(file.read_text().replace(*self.swap))
        self.session(model)
        for file in self.files:
            if file.exists():
                file.write_text(file.read_text().replace(*reversed(self.swap)))
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0


def section(root, launcher, scratch, rounds, seed):
    """Returns the section; `rounds` where it is to be quick."""
    claude = client(root)
    if claude is None:
        raise Failed("there is no npm to get Claude Code from")
    commands.native(launcher)
    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    model.times, model.calls = [], CALLS
    model.daemon_threads = True
    threading.Thread(target=model.serve_forever, daemon=True).start()
    try:
        idle = _sessions(
            root, scratch / "idle", claude, launcher, model, IDLE, rounds or ROUNDS, seed)
        model.calls = LOAD_CALLS
        loaded_rounds = 2 if rounds else LOAD_ROUNDS
        with measure.load(commands.LOAD):
            loaded = _sessions(
                root, scratch / "load", claude, launcher, model, LOADED, loaded_rounds, seed)
    finally:
        model.shutdown()
    return TEXT.format(
        version=CLAUDE_CODE, calls=CALLS, rounds=rounds or ROUNDS, server=SERVER, load=commands.LOAD,
        load_rounds=loaded_rounds, load_calls=LOAD_CALLS, table=_table(idle, targets=True),
        noise=_noise(idle), load_table=_table(loaded, targets=False))


def _sessions(root, scratch, claude, launcher, model, which, rounds, seed):
    """Holds sessions of all projects in turn; returns the projects by run and way."""
    projects = {(run, way): Project(root, scratch, claude, launcher, run, way) for run, way in which}
    for project in projects.values():
        project.processes = project.starts(model)
    order = list(projects.values())
    dice = random.Random(seed)
    for number in range(1, rounds + 1):
        dice.shuffle(order)
        for project in order:
            gap, spent = project.session(model)
            project.gaps.append(gap)
            project.cpu.append(spent)
        print(f"\rsessions: round {number} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return projects


def _table(projects, targets):
    """Returns the table: what a way adds is the median over the rounds of the difference."""
    head = ("project with", "in the client", "a call, ms: median (min..max)", "added, ms", "ratio",
            "to the server, ms", "CPU, s", "processes", "target")
    rows = ""
    for (run, way), project in projects.items():
        floor, server = projects[run, NOTHING].gaps, projects.get((run, SERVER))
        added = statistics.median(a - b for a, b in zip(project.gaps, floor))
        ratio = statistics.median(a / b for a, b in zip(project.gaps, floor))
        beside = ""
        if server and way not in (NOTHING, SERVER):
            above = statistics.median(a - b for a, b in zip(project.gaps, server.gaps))
            beside = f"{above:+.1f}"
        cells = (
            run, way,
            f"{statistics.median(project.gaps):.1f} ({min(project.gaps):.1f}..{max(project.gaps):.1f})",
            "" if way == NOTHING else f"{added:+.1f}", "" if way == NOTHING else f"{ratio:.2f}", beside,
            f"{statistics.median(project.cpu):.2f}", str(project.processes),
            _target(run, added) if targets and way == UP else "")
        rows += "| " + " | ".join(cells) + " |\n"
    return table(head, rows)


def _target(run, added):
    return f"at most +{TARGET_MS[run]:.0f} ms: {judged(added <= TARGET_MS[run])}"


def _noise(projects):
    """Returns how far a difference in time has to go to count, and whether the MCP server costs the
    client anything while no hook calls it.
    """
    far = max(spread(projects[run, NOTHING].gaps) for run in TARGET_MS)
    ratios = [
        statistics.median(projects[run, SERVER].cpu) / statistics.median(projects[run, NOTHING].cpu)
        for run in TARGET_MS]
    return (
        f"The middle half of the sessions with nothing of Tidemark spans {far:.1f} ms: a smaller\n"
        "difference in time, above zero or below, is the order in which the machine ran its other work.\n"
        "With the MCP server and no hooks, where Tidemark has no part in a call, the CPU time is "
        f"{ratios[0]:.2f}\n(a run) and {ratios[1]:.2f} (no run) of that without Tidemark.")


def cpu():
    """Returns the CPU time of all processes that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spread(gaps):
    """Returns the distance between the first and the third quartile."""
    quarters = statistics.quantiles(gaps, n=4)
    return quarters[2] - quarters[0]
