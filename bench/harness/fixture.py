"""The repositories that the measured commands run in."""

import json
import os
import pathlib
import subprocess

RUN = "implement/auth"
PHASES = ("implementation", "validation")
BRANCHES = 60

WORDS = (
    "token session login refresh guard route handler cookie expiry store password hash "
    "middleware error test scope claim issuer header retry limit audit rotate key"
).split()


def prose(words, seed):
    """Returns that many words, the same ones for the same seed."""
    return " ".join(WORDS[(seed * 7 + i * 5 + i // 3) % len(WORDS)] for i in range(words))


class Fixture:
    """One repository of its own for each implementation, so that none warms or grows another's."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "project"
        self.home = pathlib.Path(folder) / "home"
        self.cwd = self.root / "services" / "api" / "src"
        self.document = self.root / ".claude" / "state" / "implement-auth.json"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "GIT_CONFIG_NOSYSTEM": "1",
            # Keeps the client from starting a server of the user.
            "CI": "1",
        }
        self._make()

    def _git(self, *arguments):
        done = subprocess.run(
            ("git", *arguments), cwd=self.root, env=self.environment, check=True,
            stdout=subprocess.PIPE, text=True)
        return done.stdout.strip()

    def _make(self):
        self.cwd.mkdir(parents=True)
        self.home.mkdir()
        self._git("init", "--quiet", "--initial-branch=main")
        self._git("config", "user.name", "Bench")
        self._git("config", "user.email", "bench@example.org")
        (self.root / ".gitignore").write_text(".claude/state/\n.tidemark/\n")
        for number in range(20):
            (self.cwd / f"part{number}.ts").write_text(f"export const part = {number};\n")
        # What the phases report is there, as in a project that was worked in.
        made = [self.root / name for phase in checkpoint("")["phases"].values()
                for name in phase["files_created"]]
        made[0].parent.mkdir()
        for file in made:
            file.write_text(f"export const name = '{file.stem}';\n")
        self._git("add", "--all")
        self._git("commit", "--quiet", "--message", "first")
        for number in range(BRANCHES):
            self._git("branch", f"feature/topic-{number:02}")
        self._git("pack-refs", "--all")
        self.document.parent.mkdir(parents=True)
        self.document.write_text(json.dumps(checkpoint(self._git("rev-parse", "HEAD")), indent=2))

    def bytes(self):
        """Returns what is stored now."""
        return self.document.read_bytes()

    def timeless(self):
        """Returns what is stored, without what cannot be the same in two repositories."""
        value = json.loads(self.bytes())
        for part in (value, *value["phases"].values()):
            for key in ("started_at", "updated_at", "head_commit"):
                part.pop(key, None)
        return value


def checkpoint(head):
    """Returns a checkpoint of about 3 KB, half-way through its workflow."""
    began = "2026-01-29T10:%02d:00.000Z"

    def phase(number, status, words):
        return {
            "status": status,
            "started_at": began % (number * 10),
            "updated_at": began % (number * 10 + 9),
            "context_summary": prose(words, number),
            "files_created": [f"services/api/src/auth/made{number}{i}.ts" for i in range(3)],
            "files_modified": [f"services/api/src/part{i}.ts" for i in range(2)],
        }

    return {
        "command": "implement",
        "feature": "auth",
        "version": 1,
        "head_commit": head,
        "started_at": began % 0,
        "updated_at": began % 59,
        "state": {
            "current_phase": "implementation",
            "completed_phases": ["research", "design", "validation"],
            "pending_phases": [],
        },
        "phases": {
            "research": phase(0, "complete", 42),
            "design": phase(1, "complete", 42),
            "implementation": phase(2, "in_progress", 40),
            "validation": phase(3, "complete", 40),
        },
    }
