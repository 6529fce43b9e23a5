"""Runs processes and takes the kernel's figures of what they cost."""

import contextlib
import dataclasses
import math
import os
import random
import statistics
import subprocess
import sys
import time


class Failed(Exception):
    """A command that was to be measured did not do its work."""


@dataclasses.dataclass(frozen=True)
class Sample:
    """One process with all it waited for: milliseconds, and megabytes of the largest of them."""

    wall: float
    cpu: float
    rss: float


@dataclasses.dataclass
class Variant:
    """A command to measure, compared with what the Node script needs for `verb`.

    `argv` and `before` map the number of a round to a command line; `before` runs unmeasured.
    Where there is a `document`, it must differ after the command. It runs in every so many rounds.
    """

    name: str
    argv: object
    cwd: str
    environment: dict
    verb: str
    before: object = None
    document: object = None
    stdin: str = os.devnull
    every: int = 1
    samples: list = dataclasses.field(default_factory=list)

    def run(self, number):
        """Runs the command once and returns what it cost."""
        if self.before:
            self._unmeasured(self.before(number))
        stored = self.document() if self.document else None
        sample, code = spawn(self.argv(number), self.cwd, self.environment, self.stdin)
        if code != 0:
            self._unmeasured(self.argv(number))
            raise Failed(f"{self.name}: exit code {code} once, then 0")
        if self.document and self.document() == stored:
            raise Failed(f"{self.name}: changed nothing")
        return sample

    def _unmeasured(self, argv):
        done = subprocess.run(
            argv, cwd=self.cwd, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise Failed(f"{self.name}: {argv} gave {done.returncode}: {done.stderr.strip()}")

    def of(self, measure):
        """Returns all values of one measure: wall, cpu or rss."""
        return [getattr(sample, measure) for sample in self.samples]


# The child's output; nobody reads the results, so nothing waits for a reader.
OUTPUT = [
    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
]


def spawn(argv, cwd, environment, stdin=os.devnull):
    """Runs a command; posix_spawn because forking this interpreter would be measured as well."""
    os.chdir(cwd)
    streams = [(os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0), *OUTPUT]
    start = time.monotonic_ns()
    pid = os.posix_spawn(argv[0], argv, environment, file_actions=streams)
    _, status, usage = os.wait4(pid, 0)
    wall = time.monotonic_ns() - start
    cpu = usage.ru_utime + usage.ru_stime
    # To the hundredth, as it is recorded: the page can be made again from the record.
    sample = Sample(round(wall / 1e6, 2), cpu * 1e3, usage.ru_maxrss / 1024)
    return sample, os.waitstatus_to_exitcode(status)


# The variants that were measured since they were last asked for.
_measured = []


def interleaved(variants, rounds, seed):
    """Runs every variant once in each round, in an order that chance decides anew each time."""
    _measured.extend(variants)
    order = random.Random(seed)
    for variant in variants:
        variant.run(0)
    for number in range(1, rounds + 1):
        shuffled = [variant for variant in variants if number % variant.every == 0]
        order.shuffle(shuffled)
        for variant in shuffled:
            variant.samples.append(variant.run(number))
        print(f"\rround {number} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def samples():
    """Returns the wall times of all variants measured since the last call, by name."""
    found = {variant.name: variant.of("wall") for variant in _measured}
    _measured.clear()
    return found


@contextlib.contextmanager
def load(per_core):
    """Keeps that many busy processes at work for each core."""
    count = per_core * len(os.sched_getaffinity(0))
    # They end with this process, however that ends.
    loop = f"while [ -d /proc/{os.getpid()} ]; do i=0; while [ $i -lt 9999 ]; do i=$((i+1)); done; done"
    busy = [subprocess.Popen(("/bin/sh", "-c", loop), stdin=subprocess.DEVNULL)
            for _ in range(count)]
    try:
        # Until the scheduler has spread them over the cores.
        time.sleep(1)
        yield count
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()


def settle():
    """Has what was written while preparing reach the disk before anything is measured."""
    os.sync()


def ratio(variant, reference):
    """Returns the median, over the rounds, of one wall time divided by the other's."""
    step = variant.every // reference.every
    others = reference.of("wall")[step - 1::step]
    return statistics.median(one / other for one, other in zip(variant.of("wall"), others))


def percentile(values, percent):
    """Returns the least value that so many percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def tail_ratio(variant, reference):
    """Returns the 99th percentile of one wall time divided by the other's."""
    return percentile(variant.of("wall"), 99) / percentile(reference.of("wall"), 99)
