"""The distribution of Tidemark that is measured."""

import dataclasses
import pathlib
import subprocess
import sys

from harness import machine


@dataclasses.dataclass(frozen=True)
class Distribution:
    """An unpacked distribution: its launcher, and the run-time image it ships."""

    launcher: pathlib.Path
    java_home: pathlib.Path

    def versions(self):
        """Returns what it says of itself."""
        return [
            ("tidemark", machine.output(str(self.launcher), "--version")),
            ("java of the distribution", machine.java_version(self.java_home)),
        ]


def find(root, launcher):
    """Returns the given distribution, or that of the sources, with its caches."""
    if launcher is None:
        launcher = _built(root)
    launcher = launcher.resolve()
    home = launcher.parent.parent
    image = home / "runtime"
    if not (image / "release").exists():
        sys.exit(f"bench: {launcher} is not in a distribution: no run-time image in {home}")
    if not list((home / "lib").glob("*.aot")):
        sys.exit(f"bench: the distribution has no AOT cache in {home / 'lib'}")
    return Distribution(launcher, image)


def _built(root):
    subprocess.run(
        ("mvn", "-q", "-pl", "build,app", "-am", "package", "-DskipTests"), cwd=root, check=True)
    return root / "app" / "target" / "tidemark" / "bin" / "tidemark"
