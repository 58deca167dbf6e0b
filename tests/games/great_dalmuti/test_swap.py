"""The commoners' swap (rules, 'Variantes'; R44, scenario 77)."""

from __future__ import annotations

from typing import Any

from tests.games.great_dalmuti.table import all_accept, taxes
from tests.games.laid import Laid

SEVEN = ("9 10 11 12", "8 9 12", "10 8 7", "6 7 8", "7 9 11", "5 11 12", "4*2 6")


def after_taxes(*hands: str, **options: Any) -> Laid:
    laid = taxes(*(hands or SEVEN), options={"commoner_swap": True, **options})
    all_accept(laid)
    return laid


def test_r44_the_highest_commoner_is_asked_after_the_taxes() -> None:
    laid = after_taxes()

    assert laid.to_act == (2,)
    assert laid.faces("hand", 0) == "4 4 9 10"


def test_r44_s77_each_gets_exactly_the_other_ones_card() -> None:
    laid = after_taxes()

    laid.play(2, "swap", partner=3, card="10")
    laid.play(3, "reply", card="7")

    assert laid.faces("hand", 2) == "7 7 8"
    assert laid.faces("hand", 3) == "6 8 10"
    assert (laid.to_act, laid.asked(0).phase) == ((0,), "lead")


def test_r44_s77_neither_sees_the_other_card_before_both_are_fixed() -> None:
    laid = after_taxes()

    laid.play(2, "swap", partner=3, card="10")

    assert laid.view(3).cards("swap", 2) == (None,)
    assert laid.acts[-1].private == ("card",)
    assert laid.told(3)[2]["faces"] == [None]


def test_r44_s77_others_see_that_they_swapped_and_not_what() -> None:
    laid = after_taxes()
    laid.play(2, "swap", partner=3, card="10")
    laid.play(3, "reply", card="7")

    for seat in (None, 0, 1, 4, 5, 6):
        moved = [effect for effect in laid.told(seat) if effect["kind"] == "moved"]
        assert [(e["src"]["seat"], e["dst"]["seat"], e["faces"]) for e in moved] == [(3, 2, [None]), (2, 3, [None])]


def test_r44_s77_only_other_commoners_are_partners() -> None:
    laid = after_taxes()

    for seat in (0, 1, 2, 5, 6):
        assert laid.refusal(2, "swap", partner=seat, card="10") == "not_an_option"
    assert laid.refusal(2, "swap", partner=4, card="10") is None


def test_r44_he_may_keep_his_cards() -> None:
    laid = after_taxes()

    laid.play(2, "keep")

    assert laid.faces("hand", 2) == "7 8 10"
    assert laid.to_act == (0,)


def test_r44_s77_with_a_single_commoner_there_is_no_swap() -> None:
    laid = taxes("9 10 11 12", "8 9 12", "10 8 7", "6 7 8", "4*2 6", options={"commoner_swap": True})

    all_accept(laid)

    assert laid.asked(0).phase == "lead"


def test_r44_a_revolution_cancels_the_swap() -> None:
    hands = ("9 10 11 12", "8 9 12", "10 8 7", "6 7 8", "jester*2", "5 11 12", "4*2 6")
    laid = taxes(*hands, options={"commoner_swap": True})

    all_accept(laid, {4: ("revolution", "")})

    assert laid.asked(0).phase == "lead"


def test_r44_without_taxes_there_is_no_swap() -> None:
    laid = after_taxes(first_hand_taxes=False)

    assert laid.asked(0).phase == "lead"


def test_r44_the_swap_comes_after_gifts_chosen_after_seeing() -> None:
    laid = after_taxes(tax_mode="after_seeing")

    laid.default(0)
    laid.default(1)

    assert laid.to_act == (2,)


def test_r44_by_default_there_is_no_refusing() -> None:
    laid = after_taxes()
    laid.play(2, "swap", partner=3, card="10")

    assert laid.verbs(3) == {"reply"}


def test_option_swap_needs_consent_refused_the_card_goes_back_unseen() -> None:
    laid = after_taxes(swap_needs_consent=True)
    laid.play(2, "swap", partner=3, card="10")

    laid.play(3, "refuse")

    assert laid.faces("hand", 2) == "7 8 10"
    assert laid.faces("hand", 3) == "6 7 8"
    assert laid.view(3).known == ()
    assert laid.to_act == (0,)


def test_out_of_time_the_partner_gives_his_worst_number() -> None:
    laid = after_taxes("9 10 11 12", "8 9 12", "10 8 7", "6 7 jester", "7 9 11", "5 11 12", "4*2 6")
    laid.play(2, "swap", partner=3, card="10")

    laid.default(3)

    assert laid.faces("hand", 2) == "7 7 8"


def test_out_of_time_nobody_swaps_and_nobody_consents() -> None:
    laid = after_taxes(swap_needs_consent=True)
    assert laid.game.default(laid.state, 2, laid.asked(2).id).verb == "keep"

    laid.play(2, "swap", partner=3, card="10")

    assert laid.game.default(laid.state, 3, laid.asked(3).id).verb == "refuse"
