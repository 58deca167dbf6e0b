"""Sentence patterns with blanks, filled as in the web client, whose tests read the same cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.kernel.words.sentence import Term, Unfilled, filled
from tests.games.harness.meanings import malformed

CASES = Path(__file__).resolve().parent.parent.parent / "project" / "web" / "tests" / "patterns.json"


@pytest.mark.parametrize(("pattern", "given", "sentence"), json.loads(CASES.read_text(encoding="utf-8")))
def test_a_pattern_is_filled_as_in_the_web_client(pattern: str, given: dict[str, Any], sentence: str | None) -> None:
    terms = {name: Term(*term) for name, term in given.items()}

    if sentence is None:
        with pytest.raises(Unfilled):
            filled(pattern, terms)
    else:
        assert filled(pattern, terms) == sentence


@pytest.mark.parametrize("pattern", ["{seat", "seat}", "{seat} [pays", "{seat} pays[ at once]", "{two words}"])
def test_a_pattern_of_the_wrong_form_has_a_fault(pattern: str) -> None:
    assert list(malformed(pattern))


def test_a_pattern_of_the_right_form_has_no_fault() -> None:
    assert list(malformed("{seat} {seat|pay|pays} {owed}M[ to {to}]")) == []
