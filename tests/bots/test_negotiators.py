"""Bots that negotiate are not exploited, and do not wait for ever (`tests.bots.stubborn` plays more matches)."""

from __future__ import annotations

import pytest

from bots import policies
from bots.policies.greedy import dealmaker
from tests.bots.stubborn import MILKERS, NEGOTIATED, match, place, waiter

DEALS = range(6)
MOST_ACTS = 600

pytestmark = pytest.mark.parametrize("key", NEGOTIATED)


def test_a_milker_gains_nothing_among_them(key: str) -> None:
    assert place(key, MILKERS[key], DEALS).mean >= place(key, policies.get(key, "greedy"), DEALS).mean


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_a_match_with_one_who_never_speaks_ends_and_they_do_not_win(key: str, level: str) -> None:
    for deal in range(2):
        result = match(key, waiter(key), deal, against=level)

        assert result.is_over and result.acts < MOST_ACTS
        assert result.places[0] > 1


def test_bots_that_take_every_offer_are_milked(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault."""
    if key != "dealmaker":
        pytest.skip("planted in one game")
    monkeypatch.setattr(dealmaker, "MARGIN", -50.0)

    assert place(key, MILKERS[key], DEALS).mean < place(key, policies.get(key, "greedy"), DEALS).mean
