"""Bots that negotiate are not exploited, and do not wait for ever (`tests.bots.stubborn` plays more matches)."""

from __future__ import annotations

import pytest

from bots import policies
from bots.policies.greedy import dealmaker
from tests.bots.stubborn import MILKERS, NEGOTIATED, match, place, waiter

DEALS = range(6)
MOST_ACTS = 600

pytestmark = pytest.mark.parametrize("key", NEGOTIATED)


def test_a_bot_that_exploits_repeated_offers_gains_nothing(key: str) -> None:
    assert place(key, MILKERS[key], DEALS).mean >= place(key, policies.get(key, "greedy"), DEALS).mean


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_a_match_with_a_player_who_never_speaks_ends_and_that_player_does_not_win(key: str, level: str) -> None:
    for deal in range(2):
        result = match(key, waiter(key), deal, against=level)

        assert result.is_over and result.acts < MOST_ACTS
        assert result.places[0] > 1


def test_bots_that_accept_every_offer_are_exploited(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault."""
    if key != "dealmaker":
        pytest.skip("planted in one game")
    monkeypatch.setattr(dealmaker, "MARGIN", -50.0)

    assert place(key, MILKERS[key], DEALS).mean < place(key, policies.get(key, "greedy"), DEALS).mean
