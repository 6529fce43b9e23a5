"""Sits at a terminal where `tidemark watch` runs, step by step, and prints what it saw.

python3 watcher.py STEPS COMMAND...

STEPS are separated by `;`: `see TEXT` waits until TEXT is on the screen, `gone TEXT` until it is
not, `run COMMAND` runs a command of the shell in between, `key KEYS` types, `size ROWS COLUMNS`
makes the terminal another size, `signal NAME` sends a signal, `show` prints the screen. In the end
it prints whether the terminal is as it was, and `exit CODE`.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 40
PIECE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|(\r)|(\n)|([^\x1b\r\n]+)|(\x1b)")


class Screen:
    """As much of a terminal as Tidemark asks of one; what else is sent counts as strange."""

    def __init__(self):
        self.rows, self.columns = 24, 100
        self.main, self.strange = "", []
        self.other, self.cursor, self.wraps = False, True, True
        self.lines, self.row, self.column = [], 0, 0

    def take(self, text):
        for code, letter, back, down, plain, lone in PIECE.findall(text):
            if letter:
                self.steer(code, letter)
            elif back:
                self.column = 0
            elif down:
                self.row += 1
                self.main += "" if self.other else "\n"
            elif lone:
                self.strange.append("ESC")
            elif self.other:
                self.put(plain)
            else:
                self.main += plain

    def put(self, text):
        while len(self.lines) <= self.row:
            self.lines.append("")
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[: self.column] + text + line[self.column + len(text) :]
        self.column += len(text)
        if self.column > self.columns or self.row >= self.rows:
            self.strange.append("outside: " + text)

    def steer(self, code, letter):
        if letter == "H" and code == "":
            self.row, self.column = 0, 0
        elif letter == "K" and code == "":
            if self.row < len(self.lines):
                self.lines[self.row] = self.lines[self.row][: self.column]
        elif letter == "J" and code == "":
            self.lines = self.lines[: self.row + 1]
        elif letter in "hl" and code == "?1049":
            self.other, self.lines = letter == "h", []
        elif letter in "hl" and code == "?25":
            self.cursor = letter == "h"
        elif letter in "hl" and code == "?7":
            self.wraps = letter == "h"
        elif letter != "m":
            self.strange.append(code + letter)

    def text(self):
        return "\n".join(self.lines)


def resize(terminal, rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def at_terminal():
    """What a shell gives to the program it starts at a terminal; `nohup` and CI ignore SIGINT."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Watcher:
    def __init__(self, command):
        self.screen = Screen()
        self.terminal, inner = pty.openpty()
        resize(inner, self.screen.rows, self.screen.columns)
        self.before = termios.tcgetattr(inner)
        self.inner = inner
        self.child = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=inner, start_new_session=True,
            preexec_fn=at_terminal)

    def listen(self, seconds):
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if ready:
            self.screen.take(os.read(self.terminal, 65536).decode(errors="replace"))

    def until(self, what, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.listen(0.1)
            if time.monotonic() > end or (self.child.poll() is not None and not holds()):
                print("never: " + what)
                print(self.screen.text() or self.screen.main)
                self.child.kill()
                sys.exit(1)

    def step(self, step):
        word, _, rest = step.partition(" ")
        if word == "see":
            self.until(step, lambda: rest in self.screen.text())
        elif word == "gone":
            self.until(step, lambda: rest not in self.screen.text())
        elif word == "run":
            subprocess.run(rest, shell=True, check=True, stdout=subprocess.DEVNULL)
        elif word == "key":
            os.write(self.terminal, rest.encode().decode("unicode_escape").encode())
        elif word == "size":
            self.screen.rows, self.screen.columns = map(int, rest.split())
            self.screen.lines = []
            resize(self.terminal, self.screen.rows, self.screen.columns)
        elif word == "signal":
            self.child.send_signal(getattr(signal, rest))
        elif word == "show":
            print(self.screen.text())
        else:
            raise ValueError(step)

    def end(self):
        limit = time.monotonic() + PATIENCE
        while self.child.poll() is None and time.monotonic() < limit:
            self.listen(0.1)
        self.listen(0.2)
        same = termios.tcgetattr(self.inner) == self.before
        screen = self.screen
        back = same and screen.cursor and screen.wraps and not screen.other
        print("terminal " + ("as before" if back else "changed"))
        print("strange " + repr(screen.strange))
        print("main " + repr(screen.main))
        print("exit %s" % self.child.poll())


def main():
    watcher = Watcher(sys.argv[2:])
    for step in sys.argv[1].split(";"):
        watcher.step(step.strip())
    watcher.end()


main()
