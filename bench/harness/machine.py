"""What the measurement ran on, and where its tools are."""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def output(*argv):
    """Returns the first line that a command prints, or a dash where there is no such command."""
    if shutil.which(argv[0]) is None:
        return "-"
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return (done.stdout.splitlines() or ["-"])[0].strip()


def _field(path, pattern):
    found = re.search(pattern, pathlib.Path(path).read_text(), re.MULTILINE)
    return found.group(1).strip('"') if found else "-"


def file_system(path):
    """Returns type and device of the file system that holds a path."""
    best = ("", "-", "-")
    for line in pathlib.Path("/proc/self/mounts").read_text().splitlines():
        device, place, kind = line.split()[:3]
        inside = str(path) == place or str(path).startswith(place.rstrip("/") + "/")
        if inside and len(place) >= len(best[0]):
            best = (place, kind, device)
    return f"{best[1]} on {best[2]}"


def java_version(home):
    """Returns the version that a Java installation or run-time image states of itself."""
    if home is None:
        return "-"
    return _field(pathlib.Path(home) / "release", r"^JAVA_(?:RUNTIME_)?VERSION=(.*)$")


def load():
    """Returns how busy the machine is."""
    return f"{os.getloadavg()[0]:.2f} (1 minute)"


def commit(root):
    """Returns the commit of the sources, and whether they differ from it."""
    head = output("git", "-C", str(root), "rev-parse", "--short=12", "HEAD")
    changed = output("git", "-C", str(root), "status", "--porcelain", "--untracked-files=no",
                     "--", ":!docs/internals/BENCHMARKS.md", ":!docs/images/growth.svg",
                     ":!bench/record.json", ":!README.md")
    return head if changed == "-" else f"{head}, changed"


def facts(scratch):
    """Returns what a reader needs to know of the machine, in order."""
    memory = int(_field("/proc/meminfo", r"^MemTotal:\s+(\d+)"))
    cpus = len(os.sched_getaffinity(0))
    return [
        ("CPU", f"{_field('/proc/cpuinfo', r'^model name[ 	]*:(.*)$').strip()}, {cpus} cores"),
        ("memory", f"{memory / 1048576:.0f} GiB"),
        ("system", f"{_field('/etc/os-release', r'^PRETTY_NAME=(.*)$')}, "
                   f"Linux {platform.release()}"),
        ("file system", file_system(scratch.resolve())),
        ("python", platform.python_version()),
        ("node", output("node", "--version")),
        ("git", output("git", "--version").removeprefix("git version ")),
    ]


def jdk():
    """Returns the home of the JDK 25 or newer that the build finds."""
    found = subprocess.run([ROOT / "build" / "jdk"], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        sys.exit(found.returncode)
    return pathlib.Path(found.stdout.strip())
