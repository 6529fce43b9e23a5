"""A running `tidemark serve`, those who listen to it, and those who change runs through it."""

import http.client
import json
import os
import pathlib
import re
import selectors
import socket
import subprocess
import threading
import time

from harness import serve
from harness.measure import Failed

PATIENCE = 120


class Server:
    """`tidemark serve` in a project, for a program that has its token."""

    def __init__(self, launcher, place):
        self.process = subprocess.Popen(
            [str(launcher), "serve", "--port", "0", "--json"], cwd=place.cwd,
            env=place.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        said = json.loads(self.process.stdout.readline())
        self.port = int(said["url"].rsplit(":", 1)[1])
        self.token = said["token"]

    def connection(self):
        """Returns a connection that is kept open."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, connection, path, body=None):
        """Returns the body of an answer and how many milliseconds it took."""
        begin = time.monotonic_ns()
        connection.request(
            "GET" if body is None else "POST", path, None if body is None else json.dumps(body),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        took = (time.monotonic_ns() - begin) / 1e6
        if answer.status != 200:
            raise Failed(f"{path} was answered with {answer.status}: {text[:300]}")
        return text, took

    def measures(self):
        """Returns what the server says of itself, by name, of those without labels."""
        connection = self.connection()
        lines = self.ask(connection, "/metrics")[0].decode().splitlines()
        connection.close()
        pairs = (line.split() for line in lines if line and line[0] != "#" and "{" not in line)
        return {name: float(value) for name, value in pairs}

    def descriptors(self):
        """Returns how many files and sockets the process has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def threads(self):
        """Returns how many threads the system knows of."""
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def memory(self):
        """Returns the resident set in MB."""
        return serve.resident(self.process.pid)

    def end(self):
        """Ends the server in order."""
        self.process.terminate()
        self.process.wait(timeout=60)
        self.process.stdout.close()


class Listeners:
    """Many who listen to events, on one thread of ours."""

    def __init__(self, server, count):
        self.server = server
        self.selector = selectors.DefaultSelector()
        self.events = {}
        self.over = False
        for _ in range(count):
            self.join()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def join(self):
        """Has one more listen."""
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        connection.sendall(
            f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
            f"Authorization: Bearer {self.server.token}\r\n\r\n".encode())
        status = connection.recv(len("HTTP/1.1 200"), socket.MSG_WAITALL)
        if not status.endswith(b" 200"):
            raise Failed(f"who wants to listen was answered with {status.decode()}")
        self.events[connection] = 0
        self.selector.register(connection, selectors.EVENT_READ)
        return connection

    def leave(self, connection):
        """Has one of them go without a word."""
        self.selector.unregister(connection)
        del self.events[connection]
        connection.close()

    def _listen(self):
        while not self.over:
            for key, _ in self.selector.select(timeout=0.2):
                try:
                    text = key.fileobj.recv(65536)
                except OSError:
                    continue
                if key.fileobj in self.events:
                    self.events[key.fileobj] += text.count(b"event: changed")

    def heard(self):
        """Returns how many events each of them has heard."""
        return sorted(self.events.values())

    def end(self):
        """Has all of them go."""
        self.over = True
        self.thread.join()
        for connection in list(self.events):
            self.leave(connection)


def change(number):
    """Returns a change that begins a phase or, every other time, completes it."""
    if number % 2:
        return {"action": "done", "phase": "implementation", "summary": f"Change {number}."}
    return {"action": "enter", "phase": "implementation"}


def address(run):
    """Returns where the changes of a run of the state dialect are sent."""
    return f"/api/runs/state%2Fimplement%2F{run}/changes"


def collected(server, jdk):
    """Has the server's JVM collect its garbage, and returns the megabytes of what is left.

    The heap's own figure would hold what was made since, which a look at all runs does by megabytes.
    """
    jcmd = pathlib.Path(jdk) / "bin" / "jcmd"
    done = subprocess.run(
        (jcmd, str(server.process.pid), "GC.class_histogram"), stdout=subprocess.PIPE, text=True,
        stderr=subprocess.STDOUT)
    total = re.search(r"^Total +[0-9]+ +([0-9]+)", done.stdout, re.MULTILINE)
    if done.returncode != 0 or not total:
        raise Failed(f"jcmd cannot reach the server: {done.stdout[:300].strip()}")
    return int(total.group(1)) / 1e6
