"""The inner loops, which JMH measures."""

import json
import os
import subprocess

from harness import contestants, machine, mcp
from harness.measure import Failed

# Rounds to warm up and to measure, and how long each takes.
FULL = ("-f", "1", "-wi", "3", "-w", "400ms", "-i", "5", "-r", "400ms")
QUICK = ("-f", "1", "-wi", "1", "-w", "200ms", "-i", "2", "-r", "200ms")

WHAT = {
    "decode": "a document is read", "encode": "a document is written over itself",
    "appendDurably": "a phase is updated, to the disk", "find": "a run is found in its file",
    "verifyThousand": "a journal of 1,000 records and more is verified",
    "verifyTail": "its newest 20 are verified", "historyOfThousand": "its history is read",
    "brief": "a brief is made", "sha256": "SHA-256 of 4 KB", "utf8": "4 KB become UTF-8"}

SECTION = """## Inner loops

JMH, in one warm process each; microseconds, mean and the error that JMH gives for 99.9 %. What is
verified and found lies in files; the journal grows only while `appendDurably` is measured.

| loop | what | of | us | error |
|---|---|---|---|---|
{rows}"""


def section(root, scratch, quick):
    """Compiles the loops and returns what JMH says of them."""
    kept = root / "bench" / "target" / "peers"
    kept.mkdir(parents=True, exist_ok=True)
    jmh = contestants.resolved(root / "bench" / "loops" / "pom.xml", kept)
    path = os.pathsep.join((mcp.libraries(root), jmh))
    tools, classes = machine.jdk() / "bin", scratch / "classes"
    classes.mkdir(parents=True)
    compiled = subprocess.run(
        (tools / "javac", "-proc:full", "-nowarn", "-d", classes, "-cp", path,
         root / "bench" / "loops" / "Loops.java"),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if compiled.returncode != 0:
        raise Failed(f"the inner loops do not compile: {compiled.stdout.strip()[:300]}")
    found = scratch / "jmh.json"
    done = subprocess.run(
        (tools / "java", "-cp", os.pathsep.join((str(classes), path)), "org.openjdk.jmh.Main",
         *(QUICK if quick else FULL), "-rf", "json", "-rff", found, "-jvmArgs",
         f"-XX:+UseSerialGC -Djava.io.tmpdir={scratch} "
         f"-Dloops.golden={root / 'dialects/src/test/resources/golden'}"),
        stdout=subprocess.DEVNULL)
    if done.returncode != 0 or not found.exists():
        raise Failed("the inner loops failed")
    return SECTION.format(rows="".join(map(_row, json.loads(found.read_text()))))


def _row(measured):
    name = measured["benchmark"].rpartition(".")[2]
    metric = measured["primaryMetric"]
    of = measured.get("params", {}).get("dialect", "-")
    score, error = metric["score"], float(metric["scoreError"])
    return f"| `{name}` | {WHAT[name]} | {of} | {_short(score)} | {_short(error)} |\n"


def _short(value):
    # JMH gives no error for fewer than three rounds.
    if value != value:
        return "-"
    return f"{value:.2f}" if value < 100 else f"{value:,.0f}"
