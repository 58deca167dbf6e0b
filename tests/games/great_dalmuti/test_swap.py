"""The swap between commoners (rules, 'Variantes'; R44, scenario 77)."""

from __future__ import annotations

from typing import Any

import pytest

from games.great_dalmuti import GAME, VERSIONS
from games.kernel.errors import BadOptions
from tests.games.great_dalmuti.table import all_accept, taxes
from tests.games.harness.scenario import Scenario

SEVEN = ("9 10 11 12", "8 9 12", "10 8 7", "6 7 8", "7 9 11", "5 11 12", "4*2 6")


def after_taxes(*hands: str, **options: Any) -> Scenario:
    scenario = taxes(*(hands or SEVEN), options={"commoner_swap": True, **options})
    all_accept(scenario)
    return scenario


def test_r44_the_highest_commoner_is_prompted_after_the_taxes() -> None:
    scenario = after_taxes()

    assert scenario.to_act == (2,)
    assert scenario.faces("hand", 0) == "4 4 9 10"


def test_r44_s77_each_seat_receives_exactly_the_card_of_the_other_seat() -> None:
    scenario = after_taxes()

    scenario.play(2, "swap", partner=3, card="10")
    scenario.play(3, "reply", card="7")

    assert scenario.faces("hand", 2) == "7 7 8"
    assert scenario.faces("hand", 3) == "6 8 10"
    assert (scenario.to_act, scenario.open_prompt(0).phase) == ((0,), "lead")


def test_r44_s77_a_seat_does_not_see_the_card_of_the_other_seat_before_it_replies() -> None:
    scenario = after_taxes()

    scenario.play(2, "swap", partner=3, card="10")

    assert scenario.view(3).cards("swap", 2) == (None,)
    assert scenario.acts[-1].private == ("card",)
    assert scenario.effects_for(3)[2]["faces"] == [None]


def test_r44_s77_other_seats_see_the_swap_but_not_the_cards() -> None:
    scenario = after_taxes()
    scenario.play(2, "swap", partner=3, card="10")
    scenario.play(3, "reply", card="7")

    for seat in (None, 0, 1, 4, 5, 6):
        moved = [effect for effect in scenario.effects_for(seat) if effect["kind"] == "moved"]
        assert [(e["src"]["seat"], e["dst"]["seat"], e["faces"]) for e in moved] == [(3, 2, [None]), (2, 3, [None])]


def test_r44_s77_only_other_commoners_are_partners() -> None:
    scenario = after_taxes()

    for seat in (0, 1, 2, 5, 6):
        assert scenario.refusal(2, "swap", partner=seat, card="10") == "not_an_option"
    assert scenario.refusal(2, "swap", partner=4, card="10") is None


def test_r44_the_highest_commoner_may_keep_their_cards() -> None:
    scenario = after_taxes()

    scenario.play(2, "keep")

    assert scenario.faces("hand", 2) == "7 8 10"
    assert scenario.to_act == (0,)


@pytest.mark.parametrize("seats", [4, 5])
def test_r44_with_fewer_than_two_commoners_the_swap_is_refused(seats: int) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.options.from_json({"commoner_swap": True}, seats)

    [refusal] = refused.value.errors
    assert (refusal.pointer, refusal.reason, refusal.params) == ("/options/commoner_swap", "swap_seats", {"needed": 6})
    assert GAME.options.from_json({"commoner_swap": True}, 6).commoner_swap


@pytest.mark.parametrize("version", [1, 2, 3])
def test_r44_a_match_of_an_older_version_goes_on_without_a_swap(version: int) -> None:
    scenario = taxes(
        "9 10 11 12", "8 9 12", "10 8 7", "6 7 8", "4*2 6", options={"commoner_swap": True}, game=VERSIONS[version]
    )

    all_accept(scenario)

    assert scenario.open_prompt(0).phase == "lead"
    assert VERSIONS[version].rematch(scenario.state).options["commoner_swap"] is False


def test_r44_a_revolution_cancels_the_swap() -> None:
    hands = ("9 10 11 12", "8 9 12", "10 8 7", "6 7 8", "jester*2", "5 11 12", "4*2 6")
    scenario = taxes(*hands, options={"commoner_swap": True})

    all_accept(scenario, {4: ("revolution", "")})

    assert scenario.open_prompt(0).phase == "lead"


def test_r44_without_taxes_there_is_no_swap() -> None:
    scenario = after_taxes(first_hand_taxes=False)

    assert scenario.open_prompt(0).phase == "lead"


def test_r44_the_swap_comes_after_gifts_chosen_after_seeing() -> None:
    scenario = after_taxes(tax_mode="after_seeing")

    scenario.default(0)
    scenario.default(1)

    assert scenario.to_act == (2,)


def test_r44_by_default_a_swap_cannot_be_refused() -> None:
    scenario = after_taxes()
    scenario.play(2, "swap", partner=3, card="10")

    assert scenario.verbs(3) == {"reply"}


def test_option_swap_needs_consent_returns_the_card_of_a_refused_swap_unseen() -> None:
    scenario = after_taxes(swap_needs_consent=True)
    scenario.play(2, "swap", partner=3, card="10")

    scenario.play(3, "refuse")

    assert scenario.faces("hand", 2) == "7 8 10"
    assert scenario.faces("hand", 3) == "6 7 8"
    assert scenario.view(3).known == ()
    assert scenario.to_act == (0,)


def test_a_timeout_of_the_partner_gives_their_worst_number() -> None:
    scenario = after_taxes("9 10 11 12", "8 9 12", "10 8 7", "6 7 jester", "7 9 11", "5 11 12", "4*2 6")
    scenario.play(2, "swap", partner=3, card="10")

    scenario.default(3)

    assert scenario.faces("hand", 2) == "7 7 8"


def test_a_timeout_neither_swaps_nor_consents() -> None:
    scenario = after_taxes(swap_needs_consent=True)
    assert scenario.game.default(scenario.state, 2, scenario.open_prompt(2).id).verb == "keep"

    scenario.play(2, "swap", partner=3, card="10")

    assert scenario.game.default(scenario.state, 3, scenario.open_prompt(3).id).verb == "refuse"
