"""Tidemark beside other libraries that keep how far a run of an agent has come."""

import collections
import os
import random
import select
import shutil
import subprocess
import sys
import time

from harness import contestants, measure, peers_page
from harness.measure import Failed

SIZES = (10, 500, 5_000)
# Appends that are measured at each size, and restarts; seconds that filling may take; kills.
FULL = ((30, 30, 8), 3, 15, 5)
QUICK = ((5, 5, 3), 1, 5, 2)
WARM = 200
WARM_SECONDS = 2
PATIENCE = 120
KILLED_WITHIN = 0.25
FORCES = 5


class Session:
    """A process of a contestant; `opened` is how many results it found, after how many ms."""

    def __init__(self, contestant, before=()):
        began = time.monotonic_ns()
        self.name = contestant.name
        self.process = subprocess.Popen(
            [*before, *contestant.command], env=contestant.environment, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.lines = os.fdopen(os.dup(self.process.stdout.fileno()), "rb")
        try:
            self.opened = self._number("AT")
        except Failed:
            self.process.kill()
            self.process.wait()
            raise
        self.took = (time.monotonic_ns() - began) / 1e6

    def _number(self, word):
        if not select.select([self.lines], [], [], PATIENCE)[0]:
            raise Failed(f"{self.name} did not answer within {PATIENCE} s")
        line = self.lines.readline().decode().split()
        if line[:1] != [word]:
            raise Failed(f"{self.name} answered {line} where {word} was expected")
        return int(line[1])

    def ask(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def fill(self, wanted, seconds):
        """Returns how many results there are then."""
        self.ask(f"fill {wanted} {seconds}")
        return self._number("AT")

    def append(self):
        """Returns how many milliseconds it took."""
        self.ask("append")
        return int(self.lines.readline()) / 1e6

    def killed(self, after):
        """Appends until it is killed; returns the last result that was acknowledged."""
        self.ask("count")
        last = self._number("ACK")
        time.sleep(after)
        self.process.kill()
        # What comes after the last line feed was not finished, and acknowledges nothing.
        whole = self.lines.read().decode().split("\n")[:-1]
        self.process.wait()
        self.lines.close()
        return int(whole[-1].split()[1]) if whole else last

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=PATIENCE)
        self.lines.close()


class Figures:
    """What was found of each contestant, by its name and the length of the run."""

    def __init__(self):
        self.appends = collections.defaultdict(list)
        self.restarts = collections.defaultdict(list)
        self.bytes = {}
        self.reached = {}
        self.kills = {}
        self.forces = {}
        self.broken = {}


def section(root, scratch, seed, quick):
    """Returns the section on other libraries."""
    yard = contestants.Yard(root, scratch)
    rounds, restarts, seconds, kills = QUICK if quick else FULL
    found, server = contestants.all_of(yard)
    figures = Figures()
    order = random.Random(seed)
    try:
        for size, count in zip(SIZES, rounds):
            _at(found, figures, size, count, seconds, order)
            _restarted(found, figures, size, restarts, order)
            if size == SIZES[0]:
                _forced(found, figures, scratch / "strace.txt")
            print(f"\rpeers: {size} of {SIZES[-1]}", end="", file=sys.stderr, flush=True)
        _killed(found, figures, kills, order)
        print(file=sys.stderr)
    finally:
        if server:
            server.end()
    return peers_page.page(found, figures, yard.missing, (SIZES, rounds, restarts, kills))


def _sound(found, figures):
    return [each for each in found if each.name not in figures.broken]


def _at(found, figures, size, count, seconds, order):
    """Fills each run up to a length, and measures appends to all of them in turn."""
    sessions = {}
    for each in _sound(found, figures):
        if size > SIZES[0] and figures.reached[each.name] < _before(size):
            continue
        try:
            session = Session(each)
            figures.reached[each.name] = session.fill(size, seconds)
            if figures.reached[each.name] >= size:
                sessions[each.name] = session
            else:
                session.end()
        except (Failed, OSError, ValueError) as failure:
            figures.broken[each.name] = str(failure)
    measure.settle()
    names = list(sessions)
    # What is compiled while it runs has run by then; the run grows by as many.
    warm = WARM if size == SIZES[0] else 5
    for name in names:
        end = time.monotonic() + WARM_SECONDS
        for _ in range(warm):
            if time.monotonic() > end:
                break
            sessions[name].append()
    for _ in range(count):
        order.shuffle(names)
        for name in names:
            figures.appends[name, size].append(sessions[name].append())
    for session in sessions.values():
        session.end()
    for each in found:
        if each.name in sessions and each.place is not None:
            figures.bytes[each.name, size] = _bytes(each)


def _before(size):
    return SIZES[SIZES.index(size) - 1]


def _bytes(contestant):
    if contestant.server:
        return contestant.server.size(contestant.place)
    kept = [contestant.place]
    if (contestant.place / ".git").exists():
        kept = [contestant.place / ".claude", contestant.place / ".git/tidemark"]
    return sum(file.stat().st_size for folder in kept for file in folder.rglob("*")
               if file.is_file())


def _restarted(found, figures, size, restarts, order):
    """Starts a fresh process of each in turn, until it has read the newest result."""
    each = [one for one in _sound(found, figures)
            if one.survives and figures.reached[one.name] >= size]
    for _ in range(restarts):
        order.shuffle(each)
        for one in each:
            try:
                session = Session(one)
                session.end()
            except Failed as failure:
                figures.broken[one.name] = str(failure)
                continue
            if session.opened < size:
                figures.broken[one.name] = f"found {session.opened} results of {size} and more"
            figures.restarts[one.name, size].append(session.took)


def _killed(found, figures, kills, order):
    """Kills processes of each while they append, and looks what is left of what they said."""
    for each in _sound(found, figures):
        if not each.survives:
            continue
        lost = acknowledged = unreadable = 0
        last = None
        # Who comes after one that was killed sees what is left, and is killed in turn.
        for kill in range(kills + 1):
            try:
                session = Session(each)
                lost += max(0, last - session.opened) if last is not None else 0
                if kill == kills:
                    session.end()
                    break
                last = session.killed(order.random() * KILLED_WITHIN)
                acknowledged += max(0, last - session.opened)
            except (Failed, OSError, ValueError):
                unreadable += 1
                break
        figures.kills[each.name] = (kills, acknowledged, lost, unreadable)


def _forced(found, figures, log):
    """Counts how often each waits for the disk while it appends, where one may look at processes."""
    strace = shutil.which("strace")
    if strace is None or subprocess.run(
            (strace, "-qq", "-o", "/dev/null", "true"), stderr=subprocess.DEVNULL).returncode:
        return
    tracing = (strace, "-f", "-qq", "-o", str(log), "-e", "signal=none", "-e",
               "trace=fsync,fdatasync,msync,sync_file_range")
    for each in _sound(found, figures):
        if each.server or not each.survives:
            continue
        session = Session(each, tracing)
        session.append()
        before = _calls(log)
        for _ in range(FORCES):
            session.append()
        figures.forces[each.name] = (_calls(log) - before) / FORCES
        session.end()


def _calls(log):
    return sum("resumed" not in line for line in log.read_text().splitlines())
