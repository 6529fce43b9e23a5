"""Sits at a terminal: runs a command in a pseudo-terminal, answers its questions and prints what it
said, then a line `exit CODE`. With `detach` as the first word the command descends from nobody here.

python3 person.py detach|stay ANSWER COMMAND...
"""
import os
import pty
import sys


def converse(answer, command, out):
    pid, terminal = pty.fork()
    if pid == 0:
        clean = {name: os.environ[name] for name in os.environ if name != "CLAUDECODE"}
        os.execvpe(command[0], command, clean)
    said = b""
    answered = 0
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        if not piece:
            break
        said += piece
        if said.count(b"[y/N] ") + said.count(b" fail? ") > answered:
            answered += 1
            os.write(terminal, answer.encode() + b"\n")
    _, status = os.waitpid(pid, 0)
    os.write(out, said + b"\nexit %d\n" % os.waitstatus_to_exitcode(status))


def main():
    answer, command = sys.argv[2], sys.argv[3:]
    if sys.argv[1] == "stay":
        converse(answer, command, 1)
        return
    inner, outer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.close(inner)
        if os.fork() == 0:
            while os.getppid() == os.getsid(0):
                pass
            converse(answer, command, outer)
        os._exit(0)
    os.close(outer)
    with os.fdopen(inner, "rb") as said:
        sys.stdout.buffer.write(said.read())


main()
