"""The greedy policy of The Great Dalmuti, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from bots import policies
from games.great_dalmuti import GAME
from games.great_dalmuti.dealing import expose
from games.kernel.rng import policy_draws
from games.kernel.state import Move, Seat
from tests.bots.playing import played
from tests.games.great_dalmuti.table import all_accept, plays, stacked, taxes, tricks
from tests.games.harness.scenario import Scenario

MANY = "12*2 11 10 9 8 7"


def choice(scenario: Scenario, seat: Seat) -> Move:
    policy = policies.get("great_dalmuti", "greedy")
    return policy(scenario.view(seat), scenario.legal(seat), policy_draws(b"test"))


def cards(scenario: Scenario, seat: Seat) -> Any:
    return choice(scenario, seat).args.get("cards")


def shown_second(top_first: str) -> Scenario:
    """Returns a deal in which the Lesser Dalmuti's first card is shown."""
    scenario = stacked(top_first, 4, {"exposed_card": {"random": 1}})
    scenario.run(lambda dealer: expose(dealer, 1), inside=0)
    return scenario


def test_the_bot_leads_all_cards_of_a_bad_rank() -> None:
    scenario = tricks("2 7 8 10*2 11*4", MANY, "1 3 4*2 5*4", "6*5 8*2 9*4")

    assert cards(scenario, 0) in ({"10": 2}, {"11": 4})


def test_the_bot_keeps_its_jesters_out_of_an_ordinary_lead() -> None:
    scenario = tricks("5 8*3 11*4 12 jester", MANY, "1 2 3 4*2 5*2", "6*3 7*2 9")

    assert "jester" not in cards(scenario, 0)


def test_the_bot_lays_its_best_cards_first_when_one_bad_card_is_left() -> None:
    scenario = tricks("1 12", "12*2 11 10", "2 4*2", "6*3 8*2")

    assert cards(scenario, 0) == {"1": 1}


def test_the_bot_lays_its_last_cards_when_it_can() -> None:
    scenario = tricks("9*2 jester", "12*2 11 10", "2 4*2", "6*3 8*2")

    assert cards(scenario, 0) == {"9": 2, "jester": 1}


def test_the_bot_beats_a_set_with_its_worst_possible_cards() -> None:
    scenario = tricks("12 5*4", "2 11 8*2 9*2 10*3", "1 3 4*3 7*2", "6*4 7*2 3*2")
    plays(scenario, "0: 12")

    assert cards(scenario, 1) == {"11": 1}


def test_the_bot_does_not_spend_its_one_with_a_hopeless_hand() -> None:
    scenario = tricks("4 5 5", "1 12*4 11*4 10*3 9*2", "2 4*2", "6*3 8*2")
    plays(scenario, "0: 4")

    assert choice(scenario, 1).verb == "pass"


def test_the_bot_gives_its_worst_single_cards_as_taxes() -> None:
    scenario = taxes("1 3 3 12 11 10*4", MANY, "3 4*2 5*4", "2 6*3 8*2 9")

    assert cards(scenario, 0) == {"11": 1, "12": 1}


def test_the_bot_gives_no_jesters_as_taxes() -> None:
    scenario = taxes("jester 9*3 8*3", MANY, "3 4*2 5*4", "2 6*3 8*2")

    assert "jester" not in cards(scenario, 0)


def test_the_greater_peon_calls_the_revolution() -> None:
    scenario = taxes("1 3 3 12", MANY, "3 4*2 5*4", "jester*2 6*3 8*2")

    assert choice(scenario, 3).verb == "revolution"


def test_a_dalmuti_does_not_call_a_revolution_against_their_own_taxes() -> None:
    scenario = taxes("jester*2 3 12", MANY, "3 4*2 5*4", "6*3 8*2")

    assert choice(scenario, 0).verb == "give"


def test_a_commoner_calls_no_revolution_when_no_taxes_are_owed() -> None:
    hands = ("1 3 3 12", MANY, "jester*2 5*4", "6*3 8*2", "4 4 9")

    assert choice(taxes(*hands), 2).verb == "revolution"
    assert choice(taxes(*hands, options={"first_hand_taxes": False}), 2).verb == "accept"


def test_a_commoner_swaps_a_bad_single_card_and_no_other() -> None:
    swap = {"commoner_swap": True}
    lonely = taxes("1 3 3 12", MANY, "5*4 12", "6*3 8*2 9", "5 9 9", "4 4 9", options=swap)
    together = taxes("1 3 3 12", MANY, "5*4 12*2", "6*3 8*2 9", "5 9 9", "4 4 9", options=swap)
    all_accept(lonely)
    all_accept(together)

    assert choice(lonely, 2) == Move("swap", {"partner": 3, "card": "12"})
    assert choice(together, 2).verb == "keep"


@pytest.mark.parametrize(
    "options",
    [
        {"tax_mode": "after_seeing", "self_raise": True, "pass_rule": "locked"},
        {"commoner_swap": True, "swap_needs_consent": True, "jester_pair": "illegal"},
        {"commoner_swap": True, "exposed_card": {"random": 100}, "first_hand_taxes": False},
        {"gp_may_choose_plain": True, "auto_pass": True, "peon_rise_bonus": "literal"},
    ],
)
@pytest.mark.parametrize("seats", [6, 7])
def test_the_bot_answers_every_prompt_of_every_variant(options: dict[str, Any], seats: Seat) -> None:
    policy = policies.get("great_dalmuti", "greedy")

    assert played(GAME, [policy] * seats, seats, **{"end": {"hands": 3}, **options}).is_over


def test_a_good_card_shown_goes_to_the_greater_peon_as_tax() -> None:
    scenario = shown_second("9 3 8 10")

    assert choice(scenario, 0).verb == "give_to_greater_peon"


def test_a_bad_card_shown_stays_with_its_intended_seat() -> None:
    scenario = shown_second("9 12 8 10")

    assert choice(scenario, 0).verb == "leave_it"
