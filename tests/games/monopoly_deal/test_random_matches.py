"""Random matches with every number of seats end within their bound and neither lose, create nor double a card."""

from __future__ import annotations

import pytest

from bots.policies import get
from games.kernel.rng import policy_draws
from games.monopoly_deal import GAME
from games.monopoly_deal.deck import VALUES
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.time_budget import SECONDS, SEED, seeds
from tests.games.monopoly_deal.duels import acts
from tests.games.monopoly_deal.table import lone_hotels

UNIFORM, GREEDY = get("monopoly_deal", "uniform"), get("monopoly_deal", "greedy")


def wrong_with(state, decks):
    """Returns what is wrong with the cards of a table: each deck has 106, worth 252M, each in one place."""
    lying = [card for cards in state.zones.values() for card in cards]
    if len(lying) != len(set(lying)):
        return "a card lies in two places"
    return None if len(lying) == 106 * decks and worth(state) == 252 * decks else "cards were lost or made"


def worth(state):
    return sum(VALUES[face] for face in state.faces.values())


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_matches_end_and_lose_no_card(seats):
    """T125, with every pair of option values; every other match has one attentive player."""
    varied = covering_options(GAME, seats, policy_draws(b"matches", SEED))
    longest = matches = 0
    for seed in seeds(min(SECONDS / 9, 2), at_least=2):
        options = {**varied[seed % len(varied)].to_json(), "leaflet_literal_wilds": False}
        players = [UNIFORM] * (seats - 1) + [(UNIFORM, GREEDY)[seed % 2]]
        number, bound = 0, GAME.bound(seats, GAME.options.from_json(options, seats))
        for number, (_, _, _, state, _) in enumerate(acts(players, seed, options)):
            if number % 10 == 0 or state.is_over:
                assert wrong_with(state, state.options.decks_for(seats)) is None, f"seed {seed}: {options}"
            assert number <= bound, f"seed {seed}: {options}"
            assert not lone_hotels(state), f"seed {seed}, act {number}: {options}"
        assert state.is_over, f"seed {seed}: {options}"
        longest, matches = max(longest, number), matches + 1
    print(f"{seats} seats: {matches} matches, the longest of {longest} acts, bound {GAME.bound(seats, GAME.options())}")


def test_a_lost_card_would_be_noticed():
    *_, (_, _, _, state, _) = acts([UNIFORM] * 2, 1)
    zone = next(zone for zone, cards in state.zones.items() if cards)
    card = state.zones[zone][0]
    state.zones[zone] = (*state.zones[zone], card)
    assert wrong_with(state, 1) == "a card lies in two places"
    state.zones[zone] = state.zones[zone][1:-1]
    del state.faces[card]
    assert wrong_with(state, 1) == "cards were lost or made"
