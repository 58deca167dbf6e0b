"""RULES.md numbers its rules, and each scenario, card and ruling is covered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.dale_of_merchants.cards import CARDS
from tests.games.harness.rules_pages import PAGES

HERE = Path(__file__).parent
GAME = Path("games/dale_of_merchants")
PAGE = (GAME / "RULES.md").read_text(encoding="utf-8")
RULINGS = re.findall(r"^\| (\d+) \|", PAGE, flags=re.M)
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")}
NAMES = {stem: re.findall(r"def (test_\w+)", text) for stem, text in SOURCES.items()}
TESTS = [test for text in SOURCES.values() for test in re.split(r"\n\n\n(?=def |@)", text) if "def test_" in test]


def test_rules_and_rulings_are_numbered_without_a_gap() -> None:
    rules, rulings = range(1, 24), range(1, 28)

    assert list(PAGES["dale_of_merchants"].rows) == [*(f"R{number}" for number in rules), *map(str, rulings)]


@pytest.mark.parametrize("scenario", range(1, 80, 2))
def test_every_scenario_has_a_test(scenario: int) -> None:
    assert any(re.search(rf"_s{scenario}_", name) for names in NAMES.values() for name in names)


@pytest.mark.parametrize("face", [face for face in CARDS if face != "junk"])
def test_every_card_has_two_scenarios(face: str) -> None:
    assert sum(face in test for test in TESTS) >= 2


def test_rulings_are_numbered_without_a_gap_and_the_code_cites_only_existing_rulings() -> None:
    assert [int(number) for number in RULINGS] == list(range(1, len(RULINGS) + 1))
    code = " ".join(path.read_text(encoding="utf-8") for path in GAME.rglob("*.py"))
    numbers_in_code = {
        int(number) for line in re.findall(r"rulings? ([\d, -]+)", code) for number in re.findall(r"\d+", line)
    }
    assert numbers_in_code <= set(map(int, RULINGS))


def test_code_outside_the_decks_does_not_name_cards() -> None:
    """Only the files of the animalfolk name cards in their code."""
    faces = "|".join(face for face in CARDS if face != "junk")
    rest = sorted(GAME.glob("*.py"))
    faces_by_file = {path.name: re.findall(rf'"(?:{faces})"', path.read_text(encoding="utf-8")) for path in rest}
    assert {name: mentions for name, mentions in faces_by_file.items() if mentions} == {}
