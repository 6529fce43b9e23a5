"""What is common to whole processes: programs, phases, and the floors of Java and Node."""

import os
import re
import shutil
import time
import subprocess
import sys

from harness import fixture, machine
from harness.measure import Failed, Variant


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


def settled(place):
    """Lets the settings look old.

    A project is set up long before it is worked in; settings changed within the last two seconds
    are read anew each time, because a file system's clock may be that coarse.
    """
    then = time.time() - 3600
    os.utime(place.root / ".tidemark" / "config.yaml", (then, then))


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
    tools = machine.jdk() / "bin"
    archive, classes = scratch / "hello.jar", scratch / "hello"
    _quietly(tools / "javac", "--release", "25", "-d", classes, root / "bench/floor/Hello.java")
    _quietly(tools / "jar", "--create", "--file", archive, "-C", classes, ".")
    return archive


def _quietly(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def same_work(*places):
    """Says whether implementations that were given the same commands stored the same."""
    first, *others = [place.timeless() for place in places]
    if all(other == first for other in others):
        return "The checkpoints that all of them stored are equal, times and commit aside."
    keys = sorted({key for each in (first, *others) for key in each})
    differing = [key for key in keys if any(each.get(key) != first.get(key) for each in others)]
    return f"**The checkpoints stored differ** in {', '.join(differing)}."
