"""RULES.md has a row for each rule and ruling and describes each option; each scenario has a test."""

from __future__ import annotations

from games.negoces2.options import NegocesOptions
from tests.games.harness.rules_pages import PAGES

PAGE = PAGES["negoces2"]
NUMBERS = [*(f"N{number}" for number in range(1, 26)), *(f"A{number}" for number in range(1, 25))]
SCENARIOS = set(range(1, 70, 2))


def test_every_rule_and_every_ruling_has_its_row() -> None:
    assert list(PAGE.rows) == NUMBERS


def test_every_scenario_is_played() -> None:
    assert SCENARIOS - PAGE.scenarios() == set()


def test_every_option_is_described_with_its_default() -> None:
    defaults = {"starters": "[]", "name_market_goods": "true", "contraband_offers": "true", "lot_guard": "true"}
    for name, schema in NegocesOptions.schema()["properties"].items():
        default = defaults.get(name, schema["default"])
        assert f"`{name}`" in PAGE.text, name
        assert default is None or f"`{name}`: {default}" in PAGE.text, f"{name}: {default}"
