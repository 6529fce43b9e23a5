"""How long `tidemark serve` takes to its first answer, beside a bare server of the JDK."""

import os
import re
import signal
import socket
import statistics
import subprocess
import time

from harness import fixture, machine
from harness.measure import Failed
from harness.report import judged

FULL, QUICK = 25, 5
LIMIT = 1.5
PATIENCE = 60
PAUSE = 0.0005

SECTION = """## The server

From the start of the process to the first answer (`GET /healthz`), {rounds} rounds in turn. The bare
server is `bench/floor/Server.java`: the JDK's server on virtual threads, with the launcher's flags for
servers, the run time that is shipped, and an AOT cache of its own.

| server | wall ms: median (min..max) | memory MB | ratio | target |
|---|---|---|---|---|
| `tidemark serve` | {ours} | {our_memory:.1f} | {ratio:.2f} | at most {limit}: {verdict} |
| bare server | {bare} | {bare_memory:.1f} | 1.00 | |

`memory` is the resident set after the first answer. The caches beside the program take {disk:.0f} MB on
the disk, that of `serve` {own:.0f} MB.
"""


def section(root, shipped, scratch, quick):
    """Returns the section on the server's start."""
    rounds = QUICK if quick else FULL
    place = fixture.Fixture(scratch / "project")
    bare = _bare(root, shipped, scratch)
    ours, bares = [], []
    for number in range(-1, rounds):
        pair = (_started(_ours(shipped), place), _started(bare, place))
        if number >= 0:
            ours.append(pair[0])
            bares.append(pair[1])
    ratio = statistics.median(one[0] / other[0] for one, other in zip(ours, bares))
    lib = shipped.launcher.parent.parent / "lib"
    sizes = {each.name: each.stat().st_size / 1e6 for each in lib.glob("*.aot")}
    return SECTION.format(
        rounds=rounds, ours=_times(ours), bare=_times(bares), ratio=ratio, limit=LIMIT,
        our_memory=max(each[1] for each in ours), bare_memory=max(each[1] for each in bares),
        verdict=judged(ratio <= LIMIT), disk=sum(sizes.values()),
        own=sum(size for name, size in sizes.items() if name.endswith("-server.aot")))


def free_port():
    """Returns a port that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def asked(port, path, headers=()):
    """Returns the answer to a request on a connection of its own; None if nobody listens."""
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", *headers]
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
            return b"".join(parts)
    except ConnectionError:
        return None


def resident(pid):
    """Returns the resident set of a process in MB."""
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def _ours(shipped):
    return lambda port: [str(shipped.launcher), "serve", "--port", str(port)]


def flags(shipped):
    """Returns what the launcher tells Java about servers."""
    text = (shipped.launcher.parent.parent / "lib" / "launch.sh").read_text()
    found = re.search(r"^serving='(.*)'$", text, re.MULTILINE)
    if not found:
        raise Failed("lib/launch.sh no longer has a line serving='...'")
    return found.group(1).split()


def _bare(root, shipped, scratch):
    """Compiles the bare server and trains its cache; returns its command by port."""
    tools = machine.jdk() / "bin"
    jar, classes, cache = scratch / "bare.jar", scratch / "bare", scratch / "bare.aot"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(
        (tools / "javac", "--release", "25", "-d", classes, root / "bench/floor/Server.java"), **quiet)
    subprocess.run((tools / "jar", "--create", "--file", jar, "-C", classes, "."), **quiet)
    java = [str(shipped.java_home / "bin" / "java"), *flags(shipped)]
    program = ["-cp", str(jar), "Server"]
    port, answers = free_port(), 200
    training = subprocess.Popen(
        [*java, f"-XX:AOTCacheOutput={cache}", *program, str(port), str(answers)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE
    while training.poll() is None and time.monotonic() < deadline:
        if asked(port, "/healthz") is None:
            time.sleep(0.01)
    training.kill()
    if not cache.exists():
        raise Failed("no AOT cache could be made for the bare server")
    return lambda port: [*java, f"-XX:AOTCache={cache}", *program, str(port)]


def _started(command, place):
    """Returns the milliseconds to the first answer, and the resident set after it in MB."""
    port = free_port()
    words = command(port)
    silent = [(os.POSIX_SPAWN_OPEN, end, os.devnull, os.O_RDWR, 0) for end in range(3)]
    os.chdir(place.cwd)
    begin = time.monotonic_ns()
    pid = os.posix_spawn(words[0], words, place.environment, file_actions=silent)
    answer = None
    while answer is None:
        # Asking without a pause would take one core of two from whoever starts.
        time.sleep(PAUSE)
        answer = asked(port, "/healthz")
        if time.monotonic_ns() - begin > PATIENCE * 1e9:
            break
    took = (time.monotonic_ns() - begin) / 1e6
    memory = resident(pid)
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    if answer is None or b" 200 " not in answer.split(b"\r\n")[0]:
        raise Failed(f"{words[0]} did not answer: {answer}")
    return took, memory


def _times(samples):
    walls = [wall for wall, _ in samples]
    return f"{statistics.median(walls):.1f} ({min(walls):.1f}..{max(walls):.1f})"
