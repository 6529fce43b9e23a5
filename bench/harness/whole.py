"""Whole processes: Tidemark, the Node script, and the floors of both."""

import os
import pathlib
import re
import shutil
import time
import subprocess
import sys

from harness import fixture, machine
from harness.measure import Failed, Variant

CERTIFICATES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")


def tool(name):
    """Returns the absolute path of a program, past the shims of version managers."""
    found = shutil.which(name)
    if found is None:
        sys.exit(f"bench: {name} is needed and was not found")
    return os.path.realpath(found)


def summary(number):
    """Returns a summary that no round before has stored, always of the same length."""
    return f"round {number:06}: " + fixture.prose(40, number)


def phase(number):
    """Returns the phase that this round works on; they take turns."""
    return fixture.PHASES[number % len(fixture.PHASES)]


def node_variants(root, place, name="node"):
    """Returns the three verbs of the Node script."""
    script = (tool("node"), str(root / "bench" / "node" / "cli.cjs"))
    return _variants(name, script, place, run_first=True)


def more_certificates(place):
    """Has Node read the system's certificates at each start, as behind many a company proxy.

    Returns false where there is no such bundle.
    """
    if not CERTIFICATES.exists():
        return False
    place.environment["NODE_EXTRA_CA_CERTS"] = str(CERTIFICATES)
    return True


def tidemark_variants(launcher, place):
    """Returns the three verbs of Tidemark, after the once-in-a-project `init`."""
    subprocess.run(
        (launcher, "init"), cwd=place.root, env=place.environment, check=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    settled(place)
    return _variants("tidemark", (str(launcher),), place, run_first=False)


def settled(place):
    """Lets the settings look old.

    A project is set up long before it is worked in; settings changed within the last two seconds
    are read anew each time, because a file system's clock may be that coarse.
    """
    then = time.time() - 3600
    os.utime(place.root / ".tidemark" / "config.yaml", (then, then))


def _variants(name, program, place, run_first):
    """The Node script takes the run before the phase, Tidemark as an option after it."""
    common = {"cwd": str(place.cwd), "environment": place.environment}

    def verb(word, *phases):
        run = (fixture.RUN, *phases) if run_first else (*phases, "--run", fixture.RUN)
        return [*program, word, *run]

    return [
        Variant(
            f"{name} done",
            lambda number: verb("done", phase(number)) + ["--summary", summary(number)],
            before=lambda number: verb("enter", phase(number)),
            document=place.bytes,
            verb="done",
            **common),
        Variant(f"{name} resume", lambda _: verb("resume"), verb="resume", **common),
        Variant(
            f"{name} status --json", lambda _: verb("status") + ["--json"], verb="status --json",
            **common),
    ]


def flags(root):
    """Returns what the launcher tells Java: the floor is what a process costs with just that."""
    launcher = (root / "build" / "dist" / "launch.sh").read_text()
    found = re.findall(r"^(?:flags|log)='(.*)'$", launcher, re.MULTILINE)
    if len(found) != 2:
        raise Failed("build/dist/launch.sh no longer has a line flags='...' and one log='...'")
    return " ".join(found).split()


def floor_variants(root, scratch, java_home, place):
    """Returns what Java, Node and the system cost before a program does anything."""
    common = {"cwd": str(place.cwd), "environment": place.environment, "verb": "done"}
    hello = [str(java_home / "bin" / "java"), *flags(root)]
    archive = _archive(root, scratch)
    cache = archive.with_suffix(".aot")
    program = ["-cp", str(archive), "Hello"]
    _quietly(*hello, f"-XX:AOTCacheOutput={cache}", *program)
    if not cache.exists():
        raise Failed("no AOT cache could be made for the floor")
    java = [*hello, f"-XX:AOTCache={cache}", *program]
    node = [tool("node"), "-e", "0"]
    return [
        Variant("Java hello (AOT cache)", lambda _: java, **common),
        Variant("node -e 0", lambda _: node, **common),
        Variant("/bin/true", lambda _: ["/bin/true"], **common),
    ]


def _archive(root, scratch):
    tools = machine.jdk(root) / "bin"
    archive, classes = scratch / "hello.jar", scratch / "hello"
    _quietly(tools / "javac", "--release", "25", "-d", classes, root / "bench/floor/Hello.java")
    _quietly(tools / "jar", "--create", "--file", archive, "-C", classes, ".")
    return archive


def _quietly(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def same_work(one, other):
    """Says whether two implementations, given the same commands, stored the same."""
    left, right = one.timeless(), other.timeless()
    if left == right:
        return "The checkpoints stored by both are equal, times and commit aside."
    keys = sorted(set(left) | set(right))
    differing = [key for key in keys if left.get(key) != right.get(key)]
    return f"**The checkpoints stored by both differ** in {', '.join(differing)}."
