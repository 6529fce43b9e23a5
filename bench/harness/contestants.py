"""What is measured beside Tidemark in the section `peers`, and how each is made ready."""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

from harness import fixture, machine, mcp, whole
from harness.measure import Failed

PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath"
RESOLVING = 240


@dataclasses.dataclass
class Contestant:
    """A library that keeps the results of one run.

    `keeps` says what it keeps; `place` is where, as a file or folder or as the schema of `server`.
    """

    name: str
    version: str
    keeps: str
    command: list
    environment: dict
    place: object
    server: object = None
    survives: bool = True


class Server:
    """A PostgreSQL of ours, for as long as the section lasts."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        port = self.process.stdout.readline().strip()
        if not port:
            raise Failed("PostgreSQL did not start")
        self.port = int(port)

    def size(self, schema):
        """Returns how many bytes the tables of a schema take, with their indexes."""
        self.process.stdin.write(schema + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)


def resolved(pom, kept):
    """Returns the class path of the libraries that a pom names, from Maven Central if need be."""
    key = hashlib.sha256(pom.read_bytes()).hexdigest()[:16]
    path = kept / f"{pom.parent.name}-{key}.txt"
    if not (path.exists() and all(map(os.path.exists, path.read_text().split(os.pathsep)))):
        asked = ["mvn", "-q", "-B", "-f", pom, PLUGIN, f"-Dmdep.outputFile={path}"]
        if _quietly([*asked, "-o"]) and _quietly([*asked, "-U"]):
            raise Failed(f"{pom.parent.name} could not be resolved from Maven Central")
    return path.read_text().strip()


def _quietly(command):
    try:
        return subprocess.run(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=RESOLVING).returncode
    except (OSError, subprocess.TimeoutExpired):
        return 1


class Yard:
    """Compiles and starts what is compared."""

    def __init__(self, root, scratch):
        self.root, self.scratch = root, scratch
        self.peers = root / "bench" / "peers"
        self.kept = root / "bench" / "target" / "peers"
        self.kept.mkdir(parents=True, exist_ok=True)
        self.tools = machine.jdk() / "bin"
        self.missing = {}
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8",
            "CI": "1"}

    def java(self, name, classpath, main):
        """Compiles a program and returns its command line."""
        classes = self.scratch / "classes" / name
        sources = [self.peers / "common" / "Peer.java", *(self.peers / name).glob("*.java")]
        done = subprocess.run(
            (self.tools / "javac", "-proc:none", "-d", classes, "-cp", classpath, *sources),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Failed(f"{name} does not compile: {done.stdout.strip().splitlines()[:1]}")
        return [str(self.tools / "java"), "-XX:+UseSerialGC", "-cp", f"{classes}:{classpath}", main]

    def resolved(self, name):
        """Returns the class path of the libraries that a pom names, and the last one's version."""
        pom = self.peers / name / "pom.xml"
        found = re.findall(r"<artifactId>(?!slf4j).+?<version>([^<]+)", pom.read_text(), re.DOTALL)
        return resolved(pom, self.kept), found[1]

    def npm(self, name):
        """Returns the folder in which the packages are installed, and the version of the last."""
        wanted = (self.peers / name / "package.json").read_text()
        folder = self.kept / name
        there = folder / "package.json"
        if not (there.exists() and there.read_text() == wanted):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            (folder / "package.json").write_text(wanted)
            if _quietly(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund"]):
                shutil.rmtree(folder)
                raise Failed(f"{name} could not be installed from npm")
        return folder, list(json.loads(wanted)["dependencies"].values())[-1]

    def tried(self, name, making):
        """Returns what `making` makes; none, with the reason kept, where it cannot be made."""
        try:
            return making()
        except Failed as failure:
            self.missing[name] = str(failure)
            return None


def all_of(yard):
    """Returns the contestants that can run here, and the server that two of them need."""
    ours = yard.java("tidemark", mcp.libraries(yard.root), "Tidemark")
    version = re.search(r"<version>(.+?)</version>", (yard.root / "pom.xml").read_text())[1]
    place = fixture.Fixture(yard.scratch / "peer-tidemark")
    (place.document).unlink()
    contestants = [Contestant(
        "Tidemark, files", version, "every result", [*ours, str(place.root)],
        dict(yard.environment), place.root)]
    server = yard.tried("DBOS Transact, PostgreSQL", lambda: _shared(yard, ours, contestants))
    for name, making in (
            ("LangGraph4j, files", _langgraph4j), ("Spring AI Alibaba, files", _alibaba),
            ("LangGraph.js, SQLite", _langgraph_js), ("Node script", _node),
            ("Temporal, test server", _temporal)):
        made = yard.tried(name, lambda making=making, name=name: making(yard, name))
        contestants += [made] if made else []
    return contestants, server


def _shared(yard, ours, contestants):
    path, version = yard.resolved("dbos")
    program = yard.java("dbos", path, "Dbos")
    server = Server([*program[:-1], "Server", str(yard.scratch / "postgres")])
    place = fixture.Fixture(yard.scratch / "peer-shared")
    place.document.unlink()
    address = f"postgresql://postgres@127.0.0.1:{server.port}/postgres?schema=tidemark"
    contestants.append(Contestant(
        "Tidemark, PostgreSQL", contestants[0].version, "every result", [*ours, str(place.root)],
        yard.environment | {"TIDEMARK_STORE": address}, "tidemark", server))
    contestants.append(Contestant(
        "DBOS Transact, PostgreSQL", version, "every result",
        [*program, f"jdbc:postgresql://127.0.0.1:{server.port}/postgres"], yard.environment,
        "dbos", server))
    return server


def _langgraph4j(yard, name):
    path, version = yard.resolved("langgraph4j")
    place = yard.scratch / "langgraph4j"
    return Contestant(
        name, version, "every result, in one file that is written anew",
        [*yard.java("langgraph4j", path, "LangGraph4j"), str(place)], yard.environment, place)


def _alibaba(yard, name):
    path, version = yard.resolved("spring-ai-alibaba")
    place = yard.scratch / "alibaba"
    return Contestant(
        name, version, "every result, in one file that is written anew",
        [*yard.java("spring-ai-alibaba", path, "SpringAiAlibaba"), str(place)], yard.environment,
        place)


def _langgraph_js(yard, name):
    folder, version = yard.npm("langgraph-js")
    place = yard.scratch / "langgraph-js"
    place.mkdir()
    program = yard.peers / "langgraph-js" / "sqlite.cjs"
    return Contestant(
        name, version, "every result",
        [whole.tool("node"), str(program), str(place / "run.db"), str(folder)], yard.environment,
        place)


def _node(yard, name):
    place = fixture.Fixture(yard.scratch / "peer-node")
    place.document.unlink()
    program = yard.peers / "node" / "plain.cjs"
    return Contestant(
        name, "bench/node", "the newest result only",
        [whole.tool("node"), str(program), str(place.root)], place.environment,
        pathlib.Path(place.document.parent))


def _temporal(yard, name):
    path, version = yard.resolved("temporal")
    return Contestant(
        name, version, "nothing: it is in memory",
        [*yard.java("temporal", path, "Temporal"), "-"], yard.environment, None, survives=False)
