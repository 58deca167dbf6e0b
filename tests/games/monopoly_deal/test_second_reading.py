"""Compares payments, rents and wins with a second implementation, in as many positions as time allows."""

from __future__ import annotations

import pytest

from games.monopoly_deal import board, estate, rents
from tests.games.harness.time_budget import SECONDS, SEED, seeds
from tests.games.monopoly_deal.second_reading import differences, positions


def test_the_rules_and_the_second_reading_agree():
    stream = positions(SEED)
    compared = 0
    for _ in seeds(min(SECONDS, 10), at_least=300):
        position = next(stream)
        assert differences(position) == [], f"seed {SEED}, position {compared}: {position}"
        compared += 1
    print(f"{compared} positions read twice, from seed {SEED}")


def first_difference(most=1500):
    stream = positions(SEED)
    return next((wrong for _ in range(most) if (wrong := differences(next(stream)))), None)


@pytest.mark.pure
def test_the_readings_differ_if_a_win_counts_groups_instead_of_colours(monkeypatch):
    monkeypatch.setattr(board.Board, "has_won", lambda self, seat: len(self.complete(seat)) >= 2)
    assert "win" in first_difference()


@pytest.mark.pure
def test_the_readings_differ_if_a_hotel_replaces_the_house(monkeypatch):
    rent = property(lambda group: 4 if group.hotel else 3 if group.house else 0)
    monkeypatch.setattr(board.Group, "building_rent", rent)
    assert first_difference()[0].startswith("rent")


@pytest.mark.pure
@pytest.mark.parametrize("fault", ["house without hotel", "wilds pay", "doubled twice"])
def test_the_readings_differ_if_a_fault_is_planted(monkeypatch, fault):
    if fault == "house without hotel":
        monkeypatch.setattr(estate, "building_needs", lambda board, seat: {})
        monkeypatch.setattr("games.monopoly_deal.pay.building_needs", lambda board, seat: {})
    elif fault == "wilds pay":
        monkeypatch.setattr(estate, "ANY_COLOUR", "no such card")
    else:
        rent_owed = rents.rent_owed
        monkeypatch.setattr(
            "tests.games.monopoly_deal.second_reading.rent_owed", lambda *args: rent_owed(*args[:3], 2 * args[3])
        )
    assert first_difference() is not None
