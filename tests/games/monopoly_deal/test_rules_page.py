"""RULES.md is complete: the code and tests it names exist, and every row, ruling and scenario has a test."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from games.monopoly_deal import GAME
from tests.games.harness.rules_pages import PAGES

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "games" / "monopoly_deal" / "RULES.md").read_text(encoding="utf-8")
LINES = [line for line in PAGE.splitlines() if re.match(r"\| (E?\d+b?|T\d+[ab]?) \|", line)]
CODE = sorted({name for line in LINES for name in re.findall(r"`([a-z]\w*(?:\.\w+)+)`", line)})


def missing_tests(lines):
    """Returns the named tests that do not exist and the lines that name no test."""
    sources = {path.stem: path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")}
    tests = {name for line in lines for name in re.findall(r"`(test_\w+::test_\w+)`", line)}
    missing = [name for name in tests if f"def {name.split('::')[1]}(" not in sources.get(name.split("::")[0], "")]
    return missing + [line[:60] for line in lines if "::test_" not in line]


def test_every_row_ruling_and_scenario_names_a_test_that_exists():
    assert LINES
    assert missing_tests(LINES) == []


def test_rows_and_rulings_are_numbered_without_a_gap():
    numbers = [number for number in PAGES["monopoly_deal"].rows if number != "E23b"]

    assert numbers == [*map(str, range(1, 40)), *(f"E{number}" for number in range(1, 56))]


def test_a_missing_test_is_found():
    assert missing_tests(["| E1 | `test_turn::test_no_such_thing` |", "| E2 | – |"]) == [
        "test_turn::test_no_such_thing",
        "| E2 | – |",
    ]


@pytest.mark.parametrize("name", CODE)
def test_the_named_code_exists(name):
    parts = name.split(".")
    package = "games.kernel" if parts[0] == "kernel" else "games.monopoly_deal"
    parts = parts[1:] if parts[0] == "kernel" else parts
    thing = importlib.import_module(f"{package}.{parts[0]}")
    for part in parts[1:]:
        thing = getattr(thing, part)


@pytest.mark.parametrize("option", GAME.options.schema()["properties"])
def test_every_option_is_explained(option):
    assert f"`{option}" in PAGE
