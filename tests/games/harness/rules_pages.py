"""Checks that the code and the tests named in a game's RULES.md exist.

A row is `| R9 | what | `module.name` | `test_file::part_of_a_name` |`; columns are counted from the right.
"""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]
TESTS, CODE = 1, 2


class Page:
    """The rows of one game's RULES.md whose first column matches `numbers`, and the tests of that game."""

    def __init__(self, game: str, numbers: str) -> None:
        self.game = game
        self.text = (ROOT / "games" / game / "RULES.md").read_text(encoding="utf-8")
        lines = (row for row in self.text.splitlines() if re.match(rf"\| {numbers} \|", row))
        self.rows = {row.split("|")[1].strip(): row for row in lines}
        files = (ROOT / "tests" / "games" / game).glob("test_*.py")
        self.sources = {path.stem: path.read_text(encoding="utf-8") for path in files}
        self.names = {stem: re.findall(r"def (test_\w+)", source) for stem, source in self.sources.items()}

    def missing_code(self, number: str) -> list[str]:
        """Returns the names in a row's code column that the package does not have, or the row if it names none."""
        references = self.code(number)
        return [name for name in references if not self._has(name)] if references else [number]

    def missing_tests(self, number: str) -> list[tuple[str, str]]:
        """Returns the tests in a row's test column that do not exist; a name without a file is in the previous file."""
        tests = self.tests(number)
        return [test for test in tests if not self.is_there(*test)] if tests else [("", number)]

    def code(self, number: str) -> list[str]:
        """Returns the names in a row's code column."""
        return self._quoted(number, CODE)

    def tests(self, number: str) -> list[tuple[str, str]]:
        """Returns the tests in a row's test column: a file, and a part of names of tests in it."""
        tests: list[tuple[str, str]] = []
        for reference in self._quoted(number, TESTS):
            file, _, name = reference.rpartition("::")
            tests.append((file or tests[-1][0], name.strip("…").strip("_")))
        return tests

    def file(self, stem: str) -> str:
        """Returns the path of a file of tests."""
        return f"tests/games/{self.game}/{stem}.py"

    def is_there(self, file: str, name: str) -> bool:
        """Returns whether the name of a test in that file contains `name`."""
        return any(name in test for test in self.names.get(file, ()))

    def scenarios(self) -> set[int]:
        """Returns the numbers of the scenarios in test names: `test_s9_…`, `…_s9_…`, or `…_s9_to_s12`."""
        names = [name for tests in self.names.values() for name in tests]
        spans = [range(int(a), int(b) + 1) for name in names for a, b in re.findall(r"_s(\d+)_to_s(\d+)", name)]
        return {int(number) for name in names for number in re.findall(r"_s(\d+)_", name)}.union(*spans)

    def _quoted(self, number: str, column: int) -> list[str]:
        return re.findall(r"`([^`]+)`", self.rows[number].split("|")[-1 - column])

    def _has(self, reference: str) -> bool:
        value: object = import_module("games" if reference.startswith("kernel.") else f"games.{self.game}")
        for name in reference.split("."):
            if isinstance(value, ModuleType) and hasattr(value, "__path__"):
                with suppress(ModuleNotFoundError):
                    import_module(f"{value.__name__}.{name}")
            value = getattr(value, name, None)
        return value is not None


PAGES = {
    "great_dalmuti": Page("great_dalmuti", r"R?\d+"),
    "dale_of_merchants": Page("dale_of_merchants", r"R?\d+"),
    "monopoly_deal": Page("monopoly_deal", r"E?\d+b?"),
    "dealmaker": Page("dealmaker", r"R?\d+"),
    "negoces2": Page("negoces2", r"[NA]\d+"),
}
