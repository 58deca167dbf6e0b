"""Winning and drawing (rows 11, 22, 23; E34, E47-E50; 'No endless game')."""

from __future__ import annotations

import pytest

from games.kernel.state import Zone
from games.monopoly_deal import GAME
from games.monopoly_deal.turn import begin_turn
from games.monopoly_deal.version_1 import MonopolyDealVersion1
from tests.games.harness.scenario import lay
from tests.games.monopoly_deal.table import accept, at, place

TWO_SETS = {"brown0": "brown*2", "utility0": "utility*2"}
WON_BY_0 = ((0,), (1,))


def begun(seat, options=None, seats=2, public=None, **zones):
    """Returns a table at the start of a seat's turn."""
    zone_faces = {place(name): faces for name, faces in zones.items()} | {Zone("draw_pile"): "m1*4"}
    table = lay(GAME, seats, options, zone_faces, public)
    table.run(lambda dealer: begin_turn(dealer, seat))
    return table


def test_three_complete_groups_of_different_colours_win():
    """Row 22; A:30, B:316."""
    table = at(hand0="dark_blue", dark_blue0="dark_blue", **TWO_SETS)
    table.play(0, "lay", face="dark_blue")
    assert table.state.standings == WON_BY_0


def test_two_complete_groups_of_one_colour_count_once():
    """T121, E34; A:73 (row 11)."""
    table = at(seats=6, hand0="red utility", red0="red*3", red0_2="red*2", brown0="brown*2", utility0="utility")
    table.play(0, "lay", face="red")
    assert not table.state.is_over

    table.play(0, "lay", face="utility")
    assert table.state.standings[0] == (0,)


def test_a_payment_by_another_player_can_win_on_the_own_turn():
    """T77, E47: the yellow card paid completes the third group."""
    table = at(hand0="debt_collector", yellow0="yellow*2", yellow1="yellow", **TWO_SETS)
    table.play(0, "debt_collector", target=1)
    accept(table, 1)
    table.play(1, "pay", cards="yellow")
    assert table.state.standings == WON_BY_0


def test_a_player_wins_only_after_all_colours_are_named():
    """E50: the groups are complete, a wild still waits for its colour."""
    table = at(
        seats=2, hand0="debt_collector", yellow0="yellow*2", yellow1="yellow", red1="wild_red_yellow", **TWO_SETS
    )
    table.play(0, "debt_collector", target=1)
    accept(table, 1)
    table.play(1, "pay", cards="yellow wild_red_yellow")
    assert not table.state.is_over and table.open_prompt(0).phase == "colouring"
    table.play(0, "place", colour="red")
    assert table.state.standings == WON_BY_0


def test_a_player_does_not_win_on_anothers_turn():
    """T91, E47; A:74: seat 1 wins when its turn begins, if its groups are still whole."""
    table = at(hand0="forced_deal", red0="red", orange1="orange", red1="red*2", brown1="brown*2", utility1="utility*2")
    table.play(0, "forced_deal", target=1, card="orange", given="red")
    accept(table, 1)
    assert not table.state.is_over
    table.play(0, "end_turn")
    assert table.state.standings == ((1,), (0,))


def test_a_group_that_is_broken_before_the_own_turn_does_not_count():
    """E47."""
    table = at(hand0="debt_collector", red1="red*3", brown1="brown*2", utility1="utility*2", pile="m1*4")
    table.play(0, "debt_collector", target=1)
    accept(table, 1)
    table.play(1, "pay", cards="red red")
    table.play(0, "end_turn")
    assert not table.state.is_over


def test_the_active_player_wins_if_an_exchange_completes_the_sets_of_both():
    """E48."""
    table = at(
        hand0="forced_deal",
        dark_blue0="dark_blue",
        red0="red",
        dark_blue1="dark_blue",
        red1="red*2",
        pink1="pink*3",
        orange1="orange*3",
        **TWO_SETS,
    )
    table.play(0, "forced_deal", target=1, card="dark_blue", given="red")
    accept(table, 1)
    assert table.state.standings == WON_BY_0


def test_a_win_at_the_beginning_of_a_turn_comes_before_drawing():
    """E49."""
    table = begun(0, red0="red*3", **TWO_SETS)
    assert table.state.standings == WON_BY_0 and table.size("hand", 0) == 0


def test_a_winner_discards_no_cards():
    """E49."""
    table = at(hand0="dark_blue m1*6 m2*3", dark_blue0="dark_blue", **TWO_SETS)
    table.play(0, "lay", face="dark_blue")
    assert table.state.is_over and table.size("hand", 0) == 9


def test_an_option_requires_a_win_to_be_declared():
    """T123, row 23, `win_declaration: declare`: a player who forgets may declare on their next turn."""
    options = {"win_declaration": "declare"}
    table = at(hand0="dark_blue", dark_blue0="dark_blue", hand1="m1", pile="m2*5 m3", options=options, **TWO_SETS)
    table.play(0, "lay", face="dark_blue")
    table.play(0, "end_turn")
    assert "declare" not in table.verbs(1)
    table.play(1, "end_turn")
    table.play(0, "declare")
    assert table.state.standings == WON_BY_0


def test_a_seat_without_three_groups_cannot_declare():
    assert "declare" not in at(options={"win_declaration": "declare"}, **TWO_SETS).verbs(0)


def test_an_option_counts_groups_that_were_complete_earlier():
    """B:286 read literally, `win_latched`: complete on another's turn, broken since."""
    table = at(
        hand0="debt_collector m1",
        red1="red*3",
        brown1="brown*2",
        utility1="utility*2",
        pile="m1*4",
        options={"win_latched": True},
    )
    table.play(0, "bank", face="m1")
    table.play(0, "debt_collector", target=1)
    accept(table, 1)
    table.play(1, "pay", cards="red red")
    table.play(0, "end_turn")
    assert table.state.standings == ((1,), (0,))


def test_an_option_allows_a_win_on_any_turn():
    """Row 23, `win: any_turn`."""
    table = at(
        hand0="forced_deal",
        red0="red",
        orange1="orange",
        red1="red*2",
        brown1="brown*2",
        utility1="utility*2",
        options={"win": "any_turn"},
    )
    table.play(0, "forced_deal", target=1, card="orange", given="red")
    accept(table, 1)
    assert table.state.standings == ((1,), (0,))


def test_an_option_sets_the_number_of_groups():
    table = at(hand0="m1", options={"sets_to_win": 2}, **TWO_SETS)
    table.play(0, "bank", face="m1")
    assert table.state.standings == WON_BY_0


def test_all_but_the_winner_share_the_second_place():
    table = at(seats=4, hand0="dark_blue", dark_blue0="dark_blue", **TWO_SETS)
    table.play(0, "lay", face="dark_blue")
    assert table.state.standings == ((0,), (1, 2, 3))


def test_a_match_ends_in_a_draw_after_its_last_turn():
    """`max_turns`."""
    table = at(hand1="m1", pile="m2*4", options={"max_turns": 2})
    table.play(0, "end_turn")
    table.play(1, "end_turn")
    assert table.state.standings == ((0, 1),)
    assert table.effects_for(None)[-2]["what"] == "drawn_by_turns"


def sets_of(*seats):
    """Returns three complete sets for each of these seats, in other colours for the second."""
    colours = [("brown", 2), ("utility", 2), ("dark_blue", 2), ("pink", 3), ("orange", 3), ("red", 3)]
    return {
        f"{colour}{seat}": f"{colour}*{size}"
        for place, seat in enumerate(seats)
        for colour, size in colours[3 * place : 3 * place + 3]
    }


@pytest.mark.parametrize("declaration", ["auto", "declare"])
@pytest.mark.parametrize(("holders", "winner"), [([2], 2), ([1, 2], 1), ([2, 1], 1)])
def test_a_seat_that_holds_its_sets_wins_before_the_last_turn_ends_the_match_in_a_draw(holders, winner, declaration):
    """`max_turns`, ruling 'No endless game': of several seats with sets, the next in turn wins."""
    options = {"max_turns": 1, "win_declaration": declaration}
    table = at(seats=3, pile="m2*4", options=options, **sets_of(*holders))
    table.play(0, "end_turn")
    assert table.state.standings[0] == (winner,) and table.effects_for(None)[-2]["what"] == "won"


def test_version_1_ends_a_match_in_a_draw_at_its_last_turn_although_a_seat_holds_its_sets():
    table = at(seats=3, pile="m2*4", options={"max_turns": 1}, game=MonopolyDealVersion1(), **sets_of(2))
    table.play(0, "end_turn")
    assert table.state.standings == ((0, 1, 2),)


def test_a_match_ends_in_a_draw_after_a_round_without_plays_and_draws():
    """'No endless game'."""
    table = at(seats=3, hand0="m1", hand1="m1", hand2="m1")
    for seat in (0, 1, 2):
        assert not table.state.is_over
        table.play(seat, "end_turn")
    assert table.state.standings == ((0, 1, 2),) and table.effects_for(None)[-2]["what"] == "drawn_by_exhaustion"


def test_a_play_postpones_the_draw_of_a_match_without_cards_to_draw():
    table = at(hand0="m1*2", hand1="m1*2")
    table.play(0, "end_turn")
    table.play(1, "bank", face="m1")
    table.play(1, "end_turn")
    table.play(0, "end_turn")
    assert not table.state.is_over


def test_the_last_of_two_players_wins_when_the_other_leaves():
    table = at(hand0="m1")
    table.resign(0)
    assert table.state.standings == ((1,), (0,))


def test_a_seat_that_resigned_does_not_win_and_comes_last():
    table = at(seats=3, hand0="dark_blue", dark_blue0="dark_blue", public={"left": (0,)}, **TWO_SETS)
    table.play(0, "lay", face="dark_blue")
    assert not table.state.is_over
