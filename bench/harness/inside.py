"""The measures inside one process, which Java takes itself."""

import subprocess

from harness import machine
from harness.mcp import libraries
from harness.measure import Failed

MAIN = "dev.tidemark.bench.InProcess"

# Updates of the long history, and pairs of each comparison.
FULL = (100_000, 2_000)
QUICK = (2_000, 200)


def section(root, scratch, quick):
    """Compiles the module and returns what it wrote."""
    path = libraries(root)
    updates, pairs = QUICK if quick else FULL
    java = machine.jdk() / "bin" / "java"
    done = subprocess.run(
        (java, "-XX:+UseSerialGC", "-cp", path, MAIN, scratch, str(updates), str(pairs)),
        stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failed("the measures inside one process failed")
    return done.stdout
