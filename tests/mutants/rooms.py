"""What is mutated, and with which tests."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Room(NamedTuple):
    """Files and folders with the code, and those with the tests that concern it."""

    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def files(self) -> list[str]:
        """The files of Python, in order."""
        paths = [path for name in self.code for path in sorted((ROOT / name).rglob("*.py")) or [ROOT / name]]
        return [path.relative_to(ROOT).as_posix() for path in paths]


OF_RULES = ("tests/kernel", "tests/games")
OF_VIEWS = ("tests/kernel", *(f"tests/games/test_{name}.py" for name in ("sampled_worlds", "positions")))
ROOMS = {
    "kernel": Room(("games/kernel",), OF_RULES),
    "verifier": Room(("events/verifier/verify.py",), ("tests/events/verifier", "tests/games/test_frozen_exports.py")),
    "redaction": Room(
        (
            *(f"games/kernel/{name}.py" for name in ("effect", "view", "record", "position", "foresight")),
            *("games/kernel/knowledge", "events/log/log.py", "events/proofs/selectors.py"),
        ),
        (*OF_VIEWS, "tests/events/proofs", "tests/events/verifier/test_verify.py", "tests/events/log"),
    ),
    "log": Room(
        ("events/log", "events/base/fairness", "events/base/canon.py"), ("tests/events/log", "tests/events/base")
    ),
}
