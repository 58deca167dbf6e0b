"""RULES.md has a row for every rule and every option, and each scenario has a test."""

from __future__ import annotations

import re

from games.dealmaker import GAME
from tests.games.harness.rules_pages import PAGES

PAGE = PAGES["dealmaker"]
SCENARIOS = {*range(1, 72, 2), 68, 70}


def test_rules_and_rulings_are_numbered_without_a_gap() -> None:
    rules, rulings = range(1, 23), range(1, 27)

    assert list(PAGE.rows) == [*(f"R{number}" for number in rules), *map(str, rulings)]


def test_every_scenario_is_played() -> None:
    rows = re.findall(r'^ *\("S(\d+)",', PAGE.sources["test_payment"], re.MULTILINE)

    assert SCENARIOS - PAGE.scenarios() - {int(number) for number in rows} == set()


def test_every_option_is_on_the_page() -> None:
    assert [name for name in GAME.options.schema()["properties"] if f"`{name}" not in PAGE.text] == []
