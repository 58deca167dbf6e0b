"""Texts and the replies to answers reveal no hidden data: paired worlds without HTTP, and planted leaks.

`python -m tests.worlds.texts` compares a chosen number of pairs.
"""

from __future__ import annotations

from itertools import count

import pytest

from games import registry
from tests.games.harness.time_budget import SECONDS, SEED, seeds
from tests.worlds.texts import LEAKS, Texts, compared

WITHIN = 60  # matches


@pytest.mark.parametrize("key", sorted(registry.GAMES))
def test_no_text_depends_on_cards_that_its_reader_does_not_know(key: str) -> None:
    for seed in seeds(SECONDS / 5):
        result = compared(key, seed, Texts(), pairs=2, most=30)
        assert result.leak is None, f"seed {seed}\n{result.leak}"


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_in_a_text_is_found(name: str) -> None:
    texts, key = LEAKS[name]
    found = (compared(key, seed, texts, pairs=2, most=30).leak for seed in count(SEED))

    assert any(leak is not None for leak, _ in zip(found, range(WITHIN)))
