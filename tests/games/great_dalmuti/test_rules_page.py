"""RULES.md has a row for each rule and each ruling, and each scenario has a test."""

from __future__ import annotations

from tests.games.harness.rules_pages import PAGES

PAGE = PAGES["great_dalmuti"]
RULES = [*range(1, 27), *range(40, 46)]
RULINGS = range(1, 27)
SCENARIOS = range(1, 80, 2)
SENT_TWICE = 67  # a repeated request is handled by the log, not by the rules


def test_every_rule_and_every_ruling_has_its_row() -> None:
    assert list(PAGE.rows) == [*(f"R{number}" for number in RULES), *map(str, RULINGS)]


def test_every_scenario_is_played() -> None:
    assert set(SCENARIOS) - PAGE.scenarios() == {SENT_TWICE}
