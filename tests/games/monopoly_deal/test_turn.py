"""The course of a turn: plays, drawing, the hand limit, the piles (rows 6-10, 21, 39; E43-E46, E55)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.monopoly_deal.table import accept, at, refusal

A = {"edition": "a"}


def test_a_fourth_play_is_refused():
    """T9; A:57."""
    table = at(hand0="m1 m2 m3 m4")
    for face in ("m1", "m2", "m3"):
        table.play(0, "bank", face=face)
    assert refusal(table, 0, "bank", face="m4") == ("/verb", "not_a_verb_now")
    assert table.verbs(0) == {"end_turn"}


@pytest.mark.parametrize("order", list(permutations(["bank", "lay", "pass_go"])))
def test_money_properties_and_actions_are_played_in_any_order(order):
    """T11; B:270."""
    table = at(hand0="m1 red pass_go", pile="m2 m3")
    args = {"bank": {"face": "m1"}, "lay": {"face": "red"}, "pass_go": {}}
    for verb in order:
        table.play(0, verb, **args[verb])
    assert table.public.plays_left == 0


def test_a_player_may_end_the_turn_without_a_play():
    """Row 9; A:57."""
    table = at(hand0="m1", pile="m2 m3")
    table.play(0, "end_turn")
    assert table.public.turn == 1 and table.faces("hand", 0) == "m1"


def test_a_turn_ends_when_the_player_ends_it():
    """E43: the player is still prompted after the third play."""
    table = at(hand0="m1", plays=1)
    table.play(0, "bank", face="m1")
    assert table.public.turn == 0 and table.to_act == (0,)
    table.play(0, "end_turn")
    assert table.public.turn == 1 and table.to_act == (1,)


@pytest.mark.parametrize("face", ["m1", "m2", "m3", "m4", "m5", "m10"])
def test_money_is_banked_as_a_play(face):
    """T23; A:61."""
    table = at(hand0=face)
    table.play(0, "bank", face=face)
    assert table.faces("bank", 0) == face and table.public.plays_left == 2


@pytest.mark.parametrize("face", ["deal_breaker", "just_say_no", "house", "double_the_rent", "rent_any", "pass_go"])
def test_any_action_or_rent_card_can_be_banked(face):
    """Rows 10, 37; A:61-63, 105-151."""
    table = at(hand0=face)
    table.play(0, "bank", face=face)
    assert table.faces("bank", 0) == face


def test_all_seats_see_the_cards_of_a_bank():
    """E54: everybody sees its cards."""
    table = at(seats=3, hand0="m5")
    table.play(0, "bank", face="m5")
    assert {table.view(viewer).face(table.view(viewer).cards("bank", 0)[0]) for viewer in (0, 1, 2, None)} == {"m5"}


@pytest.mark.parametrize("face", ["red", "wild_red_yellow", "wild_any"])
def test_no_property_can_be_banked(face):
    """Row 24; A:157."""
    table = at(hand0=f"{face} m1")
    assert refusal(table, 0, "bank", face=face) == ("/args/face", "not_an_option")


def test_cards_above_the_hand_limit_go_under_the_pile_in_the_chosen_order():
    """T13, E44; A:99, B:312: the card named last goes to the bottom; the centre stays as it is."""
    table = at(hand0="m1 m2 m3 m4 m5 m10 red pink brown", hand1="m3", pile="house hotel", centre="pass_go")
    table.play(0, "end_turn")
    assert table.open_prompt(0).data["number"] == 2

    table.play(0, "discard", cards="m1 pink")

    assert table.size("hand", 0) == 7 and table.faces("centre") == "pass_go"
    assert table.faces("draw_pile") == "pink m1" and table.faces("hand", 1) == "house hotel m3"


def test_a_discard_of_the_wrong_number_is_refused():
    table = at(hand0="m1*6 m2*3", pile="m3*3")
    table.play(0, "end_turn")
    assert refusal(table, 0, "discard", cards="m1") == ("/args/cards", "wrong_size")


def test_other_seats_see_only_the_number_of_discarded_cards():
    """E44."""
    table = at(hand0="m1*6 m2*3", pile="m3*3")
    table.play(0, "end_turn")
    table.play(0, "discard", cards="m2 m2")
    moved = next(effect for effect in table.effects_for(1) if effect["kind"] == "moved")
    assert moved["faces"] == [None, None] and moved["cards"] == [None, None]


def test_an_option_discards_cards_to_the_centre():
    """Row 21, `discard_to`."""
    table = at(hand0="m1*6 m2*2", hand1="red", pile="m3*3", options={"discard_to": "centre_pile"})
    table.play(0, "end_turn")
    table.play(0, "discard", cards="m2")
    assert table.faces("centre") == "m2"


def test_edition_a_draws_five_after_an_empty_hand_at_the_end_of_the_turn():
    """T15; A:99: five instead of two."""
    table = at(hand0="m1", hand1="red", pile="m2*5 pass_go*5", options=A)
    table.play(0, "bank", face="m1")
    table.play(0, "end_turn")
    table.play(1, "end_turn")
    assert table.public.turn == 0 and table.size("hand", 0) == 5


def spends_last_joker_on_anothers_turn(options):
    table = at(hand0="just_say_no", hand1="debt_collector red", pile="m1*5 pass_go*5", options=options)
    table.play(0, "end_turn")
    table.play(1, "debt_collector", target=0)
    table.play(0, "say_no")
    accept(table, 1)
    table.play(1, "end_turn")
    return table


def test_in_edition_a_a_last_joker_spent_on_anothers_turn_draws_two_cards():
    """T17a; A:99: the hand was not empty when the turn ended."""
    assert spends_last_joker_on_anothers_turn(A).size("hand", 0) == 2


def test_in_edition_b_a_last_joker_spent_on_anothers_turn_draws_five_cards():
    """T17b; B:312: the hand is empty when the turn begins."""
    assert spends_last_joker_on_anothers_turn({}).size("hand", 0) == 5


def test_an_option_draws_five_cards_and_two_more_after_an_empty_hand():
    """Row 8, `redraw_replaces_draw`."""
    assert spends_last_joker_on_anothers_turn({"redraw_replaces_draw": False}).size("hand", 0) == 7


def test_an_option_draws_two_cards_after_an_empty_hand():
    assert spends_last_joker_on_anothers_turn({"redraw": "never"}).size("hand", 0) == 2


def test_an_option_draws_five_cards_at_the_end_of_the_turn_that_emptied_the_hand():
    """Row 7, `end_of_turn_now`: A:53 literally, and two more as the next turn begins."""
    table = at(hand0="m1", hand1="red", pile="m2*5 pass_go*5", options={"redraw": "end_of_turn_now"})
    table.play(0, "bank", face="m1")
    table.play(0, "end_turn")
    assert table.size("hand", 0) == 5
    table.play(1, "end_turn")
    assert table.size("hand", 0) == 7


def test_an_emptied_hand_draws_no_cards_before_the_next_turn():
    """T19, E45."""
    table = at(hand0="m1", plays=2, pile="m2*5")
    table.play(0, "bank", face="m1")
    assert table.size("hand", 0) == 0 and table.public.plays_left == 1


def test_an_option_draws_five_cards_as_soon_as_the_hand_is_empty():
    """Row 7, `immediately`."""
    table = at(hand0="m1", plays=2, pile="m2*5", options={"redraw": "immediately"})
    table.play(0, "bank", face="m1")
    assert table.size("hand", 0) == 5


def test_pass_go_is_drawn_again_after_its_own_reshuffle():
    """T21, E46."""
    table = at(hand0="pass_go", pile="m1")
    table.play(0, "pass_go")
    assert table.faces("hand", 0) == "pass_go m1" and table.size("centre") == table.size("draw_pile") == 0


def test_an_option_excludes_pass_go_from_its_own_reshuffle():
    """T21, `reshuffle_excludes_current`."""
    table = at(hand0="pass_go", pile="m1", options={"reshuffle_excludes_current": True})
    table.play(0, "pass_go")
    assert table.faces("hand", 0) == "m1" and table.faces("centre") == "pass_go"


def test_the_centre_is_shuffled_when_the_pile_is_too_short():
    """Row 39: the remaining cards are drawn first."""
    table = at(hand1="red", pile="m1", centre="house hotel sly_deal")
    table.play(0, "end_turn")
    assert "m1" in table.faces("hand", 1).split() and table.size("hand", 1) == 3
    assert table.size("draw_pile") == 2 and table.size("centre") == 0


def test_an_option_forbids_shuffling_the_centre():
    """Row 39, `reshuffle`."""
    table = at(hand1="red", pile="m1", centre="house hotel", options={"reshuffle": "never"})
    table.play(0, "end_turn")
    assert table.faces("hand", 1) == "red m1" and table.size("centre") == 2


def test_with_both_piles_empty_no_card_is_drawn_and_the_game_goes_on():
    """T21b, E46."""
    table = at(hand0="m1", hand1="m2")
    table.play(0, "end_turn")
    assert table.to_act == (1,) and table.faces("hand", 1) == "m2"


def test_pass_go_draws_two_cards_for_one_play():
    """T117, row 35; A:141."""
    table = at(hand0="pass_go", pile="m1 m2 m3")
    table.play(0, "pass_go")
    assert table.faces("hand", 0) == "m2 m3" and table.faces("centre") == "pass_go" and table.public.plays_left == 2


def test_pass_go_gives_no_further_plays_but_several_pass_go_may_be_played():
    """E55; A:141."""
    table = at(hand0="pass_go*3", pile="m1*6")
    for _ in range(3):
        table.play(0, "pass_go")
    assert table.size("hand", 0) == 6 and table.verbs(0) == {"end_turn"}


def test_a_card_just_drawn_may_be_played_at_once():
    """T119; A:83."""
    table = at(hand0="pass_go", red0="red", bank1="m2", pile="rent_red_yellow m1")
    table.play(0, "pass_go")
    table.play(0, "rent", face="rent_red_yellow", group="red_1", doubles=0)
    assert table.to_act == (1,)


def test_options_set_the_numbers_of_plays_and_draws_and_the_hand_limit():
    """Rows 6, 9, 21."""
    table = at(hand0="m1*5", hand1="red", pile="m2*5", plays=1, options={"plays": 1, "draw": 3, "hand_limit": 4})
    table.play(0, "end_turn")
    table.play(0, "discard", cards="m1")
    assert table.size("hand", 1) == 4 and table.public.plays_left == 1


def test_a_timeout_ends_the_turn():
    table = at(hand0="m1", pile="m2 m3")
    table.default(0)
    assert table.public.turn == 1
