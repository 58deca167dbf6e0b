"""RULES.md names code and tests that exist, and covers every scenario, card and ruling."""

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
    """Returns the tests a row names, as file and prefix; a name without a file is in the previous file."""
    tests: list[tuple[str, str]] = []
    for reference in quoted(row, 4):
        file, _, name = reference.rpartition("::")
        tests.append((file or tests[-1][0], name.strip("…").strip("_")))
    return tests


@pytest.mark.parametrize("rule", list(ROWS))
def test_a_row_names_code_that_is_there(rule: str) -> None:
    references = quoted(ROWS[rule], 3)

    assert references
    for reference in references:
        parts = reference.split(".")
        depth = 2 if parts[0] == "techniques" else 1
        value: object = import_module(".".join(["games.dale_of_merchants", *parts[:depth]]))
        for name in parts[depth:]:
            value = getattr(value, name)


@pytest.mark.parametrize("rule", list(ROWS))
def test_a_row_names_tests_that_are_there(rule: str) -> None:
    tests = named_in(ROWS[rule])

    assert tests
    assert [one for one in tests if not any(one[1] in test for test in NAMES[one[0]])] == []


@pytest.mark.parametrize("scenario", range(1, 80, 2))
def test_every_scenario_has_a_test(scenario: int) -> None:
    assert any(re.search(rf"_s{scenario}_", name) for names in NAMES.values() for name in names)


@pytest.mark.parametrize("face", [face for face in CARDS if face != "junk"])
def test_every_card_has_two_scenarios(face: str) -> None:
    assert sum(face in test for test in TESTS) >= 2


def test_rulings_are_numbered_and_those_in_the_code_are_stated() -> None:
    assert [int(number) for number in RULINGS] == list(range(1, len(RULINGS) + 1))
    code = " ".join(path.read_text(encoding="utf-8") for path in GAME.rglob("*.py"))
    numbers_in_code = {
        int(number) for line in re.findall(r"rulings? ([\d, -]+)", code) for number in re.findall(r"\d+", line)
    }
    assert numbers_in_code <= set(map(int, RULINGS))


def test_no_rule_asks_which_card_it_is() -> None:
    """Only the files of the animalfolk name cards in their code."""
    faces = "|".join(face for face in CARDS if face != "junk")
    rest = sorted(GAME.glob("*.py"))
    faces_by_file = {path.name: re.findall(rf'"(?:{faces})"', path.read_text(encoding="utf-8")) for path in rest}
    assert {name: mentions for name, mentions in faces_by_file.items() if mentions} == {}
