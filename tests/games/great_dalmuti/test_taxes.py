"""Taxes and revolution (rules, 'Impôts'; scenarios 19 to 45)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.great_dalmuti import GAME
from games.great_dalmuti.game import GreatDalmuti
from games.great_dalmuti.version_1 import GreatDalmutiVersion1
from games.kernel.state import Seat
from tests.games.great_dalmuti.table import all_accept, taxes
from tests.games.harness.scenario import Scenario

SIX = ("10 11 12 9", "8 9 12 10", "7 8 9", "6 7 8", "5 6 11 12", "4*2 6 12")


def six(*changes: tuple[Seat, str], options: dict[str, Any] | None = None, **public: Any) -> Scenario:
    """Returns six seats with their usual hands, except those in `hands`."""
    hands = list(SIX)
    for seat, faces in changes:
        hands[seat] = faces
    return taxes(*hands, options=options, **public)


def faces(scenario: Scenario) -> list[str]:
    return [scenario.faces("hand", seat) for seat in range(scenario.state.seats)]


def test_r9_the_greater_dalmuti_gives_two_cards_and_gets_the_two_best() -> None:
    scenario = six()

    all_accept(scenario, {0: ("give", "12 9"), 1: ("give", "12")})

    assert scenario.faces("hand", 0) == "4 4 10 11"
    assert scenario.faces("hand", 5) == "6 9 12 12"


def test_r11_the_lesser_dalmuti_gives_one_card_and_gets_the_best() -> None:
    scenario = six()

    all_accept(scenario, {0: ("give", "12 9"), 1: ("give", "12")})

    assert scenario.faces("hand", 1) == "5 8 9 10"
    assert scenario.faces("hand", 4) == "6 11 12 12"


def test_r9_s19_equal_best_cards_do_not_differ() -> None:
    scenario = six((5, "4*3 9"))

    all_accept(scenario)

    assert scenario.faces("hand", 5) == "4 9 11 12"


def test_r10_s21_jesters_are_the_worst_cards() -> None:
    scenario = six((5, "9 jester*2"))

    all_accept(scenario)

    assert scenario.faces("hand", 5) == "11 12 jester"
    assert scenario.faces("hand", 0) == "9 9 10 jester"


def test_s23_a_gift_may_hold_a_jester() -> None:
    scenario = six((0, "10 11 12 jester"))

    all_accept(scenario, {0: ("give", "jester 10")})

    assert scenario.faces("hand", 5) == "6 10 12 jester"


def test_s25_the_lesser_dalmuti_cannot_give_two() -> None:
    scenario = six()

    assert scenario.refusal(1, "give", cards="12 10") is not None
    assert scenario.refusal(0, "give", cards="12") is not None


def test_r12_the_exchanges_are_simultaneous_and_no_gift_holds_a_card_just_received() -> None:
    scenario = six()

    assert scenario.refusal(0, "give", cards="4*2") == "not_an_option"


def test_s27_tax_contents_are_seen_by_the_two_concerned_only() -> None:
    scenario = six()
    all_accept(scenario)

    for seat in (None, 1, 2, 3, 4):
        between = [
            e
            for e in scenario.effects_for(seat)
            if e["kind"] == "moved" and {e["src"]["seat"], e["dst"]["seat"]} == {0, 5}
        ]
        assert [e["faces"] for e in between] == [[None, None], [None, None]]
    for seat in (0, 5):
        between = [
            e
            for e in scenario.effects_for(seat)
            if e["kind"] == "moved" and {e["src"]["seat"], e["dst"]["seat"]} == {0, 5}
        ]
        assert sorted(face for e in between for face in e["faces"]) == ["11", "12", "4", "4"]


def test_s27_other_seats_do_not_receive_the_cards_of_a_gift() -> None:
    scenario = six()
    all_accept(scenario)

    answers = [effect for effect in scenario.effects_for(3) if effect["kind"] == "answered"]
    assert [answer["move"] is None for answer in answers] == [True, True, True, False, True, True]


def test_s29_a_choice_of_gifts_may_be_changed_until_all_have_answered() -> None:
    scenario = six()
    scenario.play(0, "give", cards="12 9")

    all_accept(scenario, {0: ("give", "11 9")})

    assert scenario.faces("hand", 0) == "4 4 10 12"


def test_s29_a_choice_of_gifts_cannot_be_changed_after_all_have_answered() -> None:
    scenario = six()
    all_accept(scenario)

    assert scenario.open_prompt(0).phase == "lead"
    assert scenario.refusal(0, "give", cards="12 11") == "not_a_verb_now"


def test_every_seat_is_prompted_and_answers_stay_hidden() -> None:
    scenario = six()

    assert scenario.to_act == (0, 1, 2, 3, 4, 5)
    assert scenario.play(2, "accept") == ()
    assert scenario.to_act == (0, 1, 2, 3, 4, 5)


def test_r42_s31_without_taxes_in_the_first_hand_no_cards_move() -> None:
    scenario = six(options={"first_hand_taxes": False})
    before = faces(scenario)

    all_accept(scenario)

    assert faces(scenario) == before
    assert (scenario.to_act, scenario.open_prompt(0).phase) == ((0,), "lead")


def test_r42_s31_the_second_hand_is_taxed() -> None:
    scenario = six(options={"first_hand_taxes": False}, hand_number=2)

    all_accept(scenario)

    assert scenario.faces("hand", 0) == "4 4 9 10"


def test_r17_the_greater_dalmuti_leads() -> None:
    scenario = six(order=(3, 0, 1, 2, 4, 5))

    all_accept(scenario)

    assert scenario.to_act == (3,)


# Revolution

JESTERS = "jester*2 7"


def test_r13_r14_s33_a_revolution_of_a_commoner_moves_no_cards() -> None:
    scenario = six((2, JESTERS))
    before = faces(scenario)

    all_accept(scenario, {0: ("give", "12 9"), 2: ("revolution", "")})

    assert faces(scenario) == before
    assert scenario.public.order == (0, 1, 2, 3, 4, 5)
    assert scenario.public.revolution == {"seat": 2, "greater": False}
    assert scenario.to_act == (0,)


def test_s33_the_call_is_proved_the_jesters_are_seen_and_stay_in_the_hand() -> None:
    scenario = six((2, JESTERS))

    all_accept(scenario, {2: ("revolution", "")})

    assert [(k.zone.seat, k.face) for k in scenario.view(4).known] == [(2, "jester"), (2, "jester")]
    assert scenario.faces("hand", 2) == "7 jester jester"


def test_r13_a_holder_of_both_jesters_need_not_call_a_revolution() -> None:
    scenario = six((2, JESTERS))

    all_accept(scenario)

    assert scenario.public.revolution is None
    assert scenario.faces("hand", 0) == "4 4 9 10"


def test_a_revolution_not_called_leaves_no_trace() -> None:
    silent, unable = six((2, JESTERS)), six((2, "9 8 7"))
    all_accept(silent)
    all_accept(unable)

    for seat in (None, 0, 1, 3, 4, 5):
        assert without_ids(silent.effects_for(seat)) == without_ids(unable.effects_for(seat))


def without_ids(effects: list[dict[str, Any]]) -> str:
    return json.dumps([{**effect, "cards": None, "to": None} for effect in effects])


def test_a_seat_that_could_call_gets_the_same_prompt_as_others() -> None:
    scenario = six((2, JESTERS))

    assert scenario.verbs(2) == {"accept", "revolution"}
    assert scenario.verbs(3) == {"accept"}
    assert scenario.open_prompt(2) == scenario.open_prompt(3)


def test_r15_s35_a_greater_revolution_reverses_the_order() -> None:
    scenario = six((5, JESTERS))

    all_accept(scenario, {5: ("revolution", "")})

    assert scenario.public.order == (5, 4, 3, 2, 1, 0)
    assert scenario.public.roles[5] == "greater_dalmuti"
    assert scenario.public.roles[0] == "greater_peon"
    assert scenario.public.revolution == {"seat": 5, "greater": True}
    assert scenario.to_act == (5,)


def test_s37_hands_stay_with_their_owners_in_a_greater_revolution() -> None:
    scenario = six((5, JESTERS))
    before = faces(scenario)

    all_accept(scenario, {5: ("revolution", "")})

    assert faces(scenario) == before


def test_r15_a_greater_revolution_leaves_the_middle_seat_in_its_place() -> None:
    scenario = taxes("10 11 12", "8 9 12", "7 8", "6 7 8", JESTERS)

    all_accept(scenario, {4: ("revolution", "")})

    assert scenario.public.order == (4, 3, 2, 1, 0)


@pytest.mark.parametrize("seat", [0, 1, 4])
def test_s39_a_revolution_of_another_seat_does_not_reverse_the_order(seat: Seat) -> None:
    scenario = six((seat, "jester*2 7"))
    before = faces(scenario)

    all_accept(scenario, {seat: ("revolution", "")})

    assert faces(scenario) == before
    assert scenario.public.order == (0, 1, 2, 3, 4, 5)


def test_s41_one_jester_is_not_enough_for_a_revolution() -> None:
    scenario = six((2, "jester 7 8"))

    assert scenario.refusal(2, "revolution") == "not_a_verb_now"


def test_s43_a_revolution_cancels_gifts_already_sealed() -> None:
    scenario = six((3, JESTERS))
    scenario.play(0, "give", cards="12 9")
    scenario.play(1, "give", cards="12")

    all_accept(scenario, {0: ("give", "12 9"), 3: ("revolution", "")})

    assert scenario.faces("hand", 0) == "9 10 11 12"


def test_s45_in_a_hand_without_taxes_the_greater_peon_still_reverses_the_order() -> None:
    scenario = six((5, JESTERS), options={"first_hand_taxes": False})

    all_accept(scenario, {5: ("revolution", "")})

    assert scenario.public.order == (5, 4, 3, 2, 1, 0)


def test_in_a_hand_without_taxes_a_plain_revolution_is_legal_and_moves_no_cards() -> None:
    scenario = six((2, JESTERS), options={"first_hand_taxes": False})

    all_accept(scenario, {2: ("revolution", "")})

    assert scenario.public.revolution == {"seat": 2, "greater": False}


def test_a_second_jester_received_as_tax_gives_no_right_to_call() -> None:
    scenario = six((0, "jester 10 11 12"), (5, "4 jester 6 12"))

    all_accept(scenario, {0: ("give", "jester 12")})

    assert scenario.faces("hand", 5).count("jester") == 2
    assert scenario.open_prompt(0).phase == "lead"


def test_option_gp_may_choose_plain_lets_the_greater_peon_leave_the_order() -> None:
    scenario = six((5, JESTERS), options={"gp_may_choose_plain": True})

    assert scenario.verbs(5) == {"accept", "revolution", "plain_revolution"}
    all_accept(scenario, {5: ("plain_revolution", "")})

    assert scenario.public.order == (0, 1, 2, 3, 4, 5)
    assert scenario.public.revolution == {"seat": 5, "greater": False}


def test_option_gp_may_choose_plain_is_for_the_greater_peon_alone() -> None:
    scenario = six((2, JESTERS), options={"gp_may_choose_plain": True})

    assert scenario.verbs(2) == {"accept", "revolution"}
    assert six((5, JESTERS)).verbs(5) == {"accept", "revolution"}


# Gifts after seeing, and the clock

SEEING = {"tax_mode": "after_seeing"}


def test_option_after_seeing_the_peons_pay_before_the_dalmutis_choose_their_gifts() -> None:
    scenario = six(options=SEEING)

    all_accept(scenario)

    assert scenario.faces("hand", 0) == "4 4 9 10 11 12"
    assert scenario.to_act == (0, 1)
    assert scenario.open_prompt(0).phase == "gifts"


def test_option_after_seeing_a_dalmuti_may_return_the_cards_received() -> None:
    scenario = six(options=SEEING)
    all_accept(scenario)

    scenario.play(0, "give", cards="4*2")
    scenario.play(1, "give", cards="5")

    assert scenario.faces("hand", 5) == "4 4 6 12"
    assert scenario.faces("hand", 4) == "5 6 11 12"
    assert scenario.open_prompt(0).phase == "lead"


def test_option_after_seeing_the_gift_of_a_dalmuti_stays_hidden_until_both_have_chosen() -> None:
    scenario = six(options=SEEING)
    all_accept(scenario)

    assert scenario.play(0, "give", cards="9 10") == ()


def test_option_after_seeing_a_revolution_is_called_before_taxes_are_seen() -> None:
    scenario = six((2, JESTERS), options=SEEING)
    before = faces(scenario)

    all_accept(scenario, {2: ("revolution", "")})

    assert faces(scenario) == before
    assert scenario.open_prompt(0).phase == "lead"


def test_a_timeout_gives_the_worst_numbers_of_a_dalmuti_and_keeps_jesters() -> None:
    scenario = six((0, "3 11 12 jester"), options={"tax_seconds": 20})
    assert scenario.open_prompt(0).after == 20

    scenario.expire(scenario.open_prompt(0).id)

    assert scenario.faces("hand", 0) == "3 4 4 jester"


def test_a_timeout_calls_no_revolution() -> None:
    scenario = six((5, JESTERS), options={"tax_seconds": 20})

    scenario.expire(scenario.open_prompt(0).id)

    assert scenario.public.revolution is None


@pytest.mark.parametrize(("game", "called"), [(GAME, None), (GreatDalmutiVersion1(), {"seat": 2, "greater": False})])
def test_a_revolution_sealed_before_its_seat_resigned_is_not_called(game: GreatDalmuti, called: Any) -> None:
    """Ruling 24; in version 1 the call still counted."""
    scenario = six((2, JESTERS))
    scenario.game = game
    scenario.play(2, "revolution")
    scenario.resign(2)
    scenario.expire(scenario.open_prompt(0).id)

    assert scenario.public.revolution == called
