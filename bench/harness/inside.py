"""The measures inside one process, which Java takes itself."""

import os
import subprocess
import sys

from harness import machine
from harness.measure import Failed

MODULES = ("core", "stores", "bench")
MAIN = "dev.tidemark.bench.InProcess"

# Updates of the long history, and pairs of each comparison.
FULL = (100_000, 2_000)
QUICK = (2_000, 200)


def section(root, scratch, quick):
    """Compiles the module and returns what it wrote."""
    compiled = subprocess.run(
        ("mvn", "-q", "-pl", "bench", "-am", "-DskipTests", "compile"), cwd=root,
        stdout=sys.stderr)
    if compiled.returncode != 0:
        raise Failed("the measures inside one process do not compile")
    updates, pairs = QUICK if quick else FULL
    path = os.pathsep.join(str(root / module / "target" / "classes") for module in MODULES)
    java = machine.jdk(root) / "bin" / "java"
    done = subprocess.run(
        (java, "-XX:+UseSerialGC", "-cp", path, MAIN, scratch, str(updates), str(pairs)),
        stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failed("the measures inside one process failed")
    return done.stdout
