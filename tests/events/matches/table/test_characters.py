"""The characters of bots: server and web client use the same names, and the bots of a table have different ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from events.matches.table.characters import CHARACTERS, character

ROOT = Path(__file__).resolve().parents[4]
CASES = json.loads((ROOT / "project" / "web" / "tests" / "characters.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("match_id", "names"), CASES.items())
def test_the_bots_of_a_match_are_called_as_in_the_web_client(match_id: str, names: list[str]) -> None:
    assert [character(match_id, seat) for seat in range(len(names))] == names


@pytest.mark.parametrize("match_id", CASES)
def test_no_two_bots_of_a_table_have_the_same_name(match_id: str) -> None:
    assert len({character(match_id, seat) for seat in range(len(CHARACTERS))}) == len(CHARACTERS)
