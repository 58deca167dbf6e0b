"""RULES.md points to code and tests that are there, and no scenario, card or ruling is without its place."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from games.dale_of_merchants.cards import CARDS

HERE = Path(__file__).parent
GAME = Path("games/dale_of_merchants")
PAGE = (GAME / "RULES.md").read_text(encoding="utf-8")
ROWS = {row.split("|")[1].strip(): row for row in PAGE.splitlines() if re.match(r"\| R\d+ \|", row)}
RULINGS = re.findall(r"^\| (\d+) \|", PAGE, flags=re.M)
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")}
NAMES = {stem: re.findall(r"def (test_\w+)", text) for stem, text in SOURCES.items()}
TESTS = [test for text in SOURCES.values() for test in re.split(r"\n\n\n(?=def |@)", text) if "def test_" in test]


def quoted(row: str, column: int) -> list[str]:
    return re.findall(r"`([^`]+)`", row.split("|")[column])


def named_in(row: str) -> list[tuple[str, str]]:
    """The tests a row names, as file and beginning of a name; a name without a file is in the file before."""
    found: list[tuple[str, str]] = []
    for reference in quoted(row, 4):
        file, _, name = reference.rpartition("::")
        found.append((file or found[-1][0], name.strip("…").strip("_")))
    return found


@pytest.mark.parametrize("rule", list(ROWS))
def test_a_row_names_code_that_is_there(rule: str) -> None:
    references = quoted(ROWS[rule], 3)

    assert references
    for reference in references:
        parts = reference.split(".")
        depth = 2 if parts[0] == "techniques" else 1
        found: object = import_module(".".join(["games.dale_of_merchants", *parts[:depth]]))
        for name in parts[depth:]:
            found = getattr(found, name)


@pytest.mark.parametrize("rule", list(ROWS))
def test_a_row_names_tests_that_are_there(rule: str) -> None:
    named = named_in(ROWS[rule])

    assert named
    assert [one for one in named if not any(one[1] in test for test in NAMES[one[0]])] == []


@pytest.mark.parametrize("scenario", range(1, 80, 2))
def test_every_scenario_of_the_dossier_has_a_test(scenario: int) -> None:
    assert any(re.search(rf"_s{scenario}_", name) for names in NAMES.values() for name in names)


@pytest.mark.parametrize("face", [face for face in CARDS if face != "junk"])
def test_every_card_has_two_scenarios(face: str) -> None:
    assert sum(face in test for test in TESTS) >= 2


def test_rulings_are_numbered_and_those_in_the_code_are_stated() -> None:
    assert [int(number) for number in RULINGS] == list(range(1, len(RULINGS) + 1))
    code = " ".join(path.read_text(encoding="utf-8") for path in GAME.rglob("*.py"))
    named = {int(number) for line in re.findall(r"rulings? ([\d, -]+)", code) for number in re.findall(r"\d+", line)}
    assert named <= set(map(int, RULINGS))


def test_no_rule_asks_which_card_it_is() -> None:
    """Only the files of the animalfolk name cards in their code."""
    faces = "|".join(face for face in CARDS if face != "junk")
    rest = sorted(GAME.glob("*.py"))
    named = {path.name: re.findall(rf'"(?:{faces})"', path.read_text(encoding="utf-8")) for path in rest}
    assert {name: found for name, found in named.items() if found} == {}
