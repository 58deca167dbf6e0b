"""Payments: permitted cards, receiving zones, and seats that cannot pay (rows 15-20, 24, 25; E18-E23)."""

from __future__ import annotations

import pytest

from games.kernel.state import Zone
from games.monopoly_deal import GAME
from games.monopoly_deal.board import Board
from games.monopoly_deal.version_1 import MonopolyDealVersion1
from tests.games.monopoly_deal.table import accept, at, lone_hotels, refusal


def in_debt(owed=5, seats=2, options=None, game=GAME, **zones):
    """Returns a table on which seat 1 owes seat 0: 5 by a Debt Collector, 2 by a birthday, else by a rent."""
    rents = {1: "brown0", 3: "dark_blue0", 4: "green0", 8: "dark_blue0"}
    faces = {1: "brown", 3: "dark_blue", 4: "green*2", 8: "dark_blue*2"}
    hand = {5: "debt_collector", 2: "its_my_birthday"}.get(owed, "rent_any")
    if owed in rents:
        zones[rents[owed]] = faces[owed]
    table = at(seats=seats, hand0=hand, options=options, game=game, **zones)
    if owed == 5:
        table.play(0, "debt_collector", target=1)
    elif owed == 2:
        table.play(0, "its_my_birthday")
    else:
        table.play(0, "rent", face="rent_any", group=rents[owed][:-1] + "_1", doubles=0, target=1)
    for seat in range(1, seats) if owed == 2 else [1]:
        accept(table, seat)
    return table


def test_a_debt_of_five_is_paid_with_five():
    """T59, row 30; A:121."""
    table = in_debt(5, bank1="m5")
    table.play(1, "pay", cards="m5")
    assert table.faces("bank", 0) == "m5" and table.faces("bank", 1) == ""


def test_a_creditor_gives_no_change():
    """T61; A:93 (row 17, E21)."""
    table = in_debt(2, bank1="m3")
    table.play(1, "pay", cards="m3")
    assert table.faces("bank", 0) == "m3" and table.faces("bank", 1) == ""


def test_a_debt_may_be_paid_from_the_bank_and_with_properties():
    """T63; A:92, 94 (rows 16, 18): properties go to the receiver's properties."""
    table = in_debt(4, bank1="m1 m2", pink1="pink")
    table.play(1, "pay", cards="m2 pink")
    assert table.faces("bank", 0) == "m2" and table.faces("pink", 0, 1) == "pink" and table.faces("bank", 1) == "m1"


def test_hand_cards_do_not_pay():
    """T65; A:91 (row 15)."""
    table = in_debt(5, hand1="m5", bank1="m1")
    hand = table.state.cards("hand", 1)
    assert refusal(table, 1, "pay", cards=list(hand)) == ("/args/cards", "not_an_option")
    table.play(1, "pay", cards="m1")
    assert table.faces("hand", 1) == "m5" and table.faces("bank", 0) == "m1"


def test_a_payment_below_the_debt_is_refused():
    """E19."""
    table = in_debt(5, bank1="m5 m4")
    assert refusal(table, 1, "pay", cards="m4") == ("/args/cards", "too_little")


def test_a_debtor_who_cannot_pay_gives_everything_of_value():
    """T67, E19 (row 20)."""
    table = in_debt(8, bank1="m2", brown1="brown")
    assert refusal(table, 1, "pay", cards="m2") == ("/args/cards", "too_little")
    table.play(1, "pay", cards="m2 brown")
    assert table.faces("bank", 0) == "m2" and table.faces("brown", 0, 1) == "brown" and table.to_act == (0,)


def test_a_debtor_with_nothing_pays_nothing():
    """Row 19; A:95: they are not even prompted."""
    table = in_debt(5)
    assert table.to_act == (0,) and table.verbs(0) == {"end_turn"}


def test_multicolour_wilds_do_not_pay():
    """T69, E18; B:308, 396 (rows 19, 24, 25)."""
    table = in_debt(5, red1="wild_any", green1="wild_any")
    assert table.to_act == (0,) and table.size("red", 1, 1) == table.size("green", 1, 1) == 1


def test_multicolour_wilds_may_be_given_where_the_option_says_so():
    """Row 25, `multi_wild_payable`: they are worth nothing."""
    table = in_debt(5, red1="wild_any", bank1="m1", options={"multi_wild_payable": True})
    assert refusal(table, 1, "pay", cards="m1") == ("/args/cards", "too_little")
    table.play(1, "pay", cards="m1 wild_any")
    assert table.open_prompt(0).phase == "colouring"


def test_the_receiver_names_the_colour_of_a_wild():
    """T71, E22."""
    table = in_debt(4, green1="wild_green_station")
    table.play(1, "pay", cards="wild_green_station")
    assert table.to_act == (0,) and table.faces("arriving", 0) == "wild_green_station"
    assert refusal(table, 0, "place", colour="red") == ("/args/colour", "not_an_option")
    table.play(0, "place", colour="station")
    assert table.faces("station", 0, 1) == "wild_green_station"


def test_a_house_pays_and_the_set_stays_complete():
    """T73, E23: it becomes money in the receiver's bank."""
    table = in_debt(3, red1="red*3 house")
    table.play(1, "pay", cards="house")
    assert table.faces("bank", 0) == "house" and Board(table.state).groups[1][0].is_complete


def test_the_house_does_not_leave_without_the_hotel():
    """E23."""
    table = in_debt(3, red1="red*3 house hotel")
    assert refusal(table, 1, "pay", cards="house") == ("/args/cards", "needs_another_card")
    table.play(1, "pay", cards="house hotel")
    assert table.faces("bank", 0) == "house hotel"


def test_a_house_may_be_paid_without_its_hotel_if_the_set_breaks():
    """E23, second reading: the hotel goes to its owner's bank."""
    table = in_debt(5, red1="red*3 house hotel")
    table.play(1, "pay", cards="house red")
    assert table.faces("bank", 0) == "house" and table.faces("bank", 1) == "hotel"


def test_a_loose_card_keeps_the_set_complete_so_the_hotel_is_paid_before_the_house():
    """E23, E33: with a fourth red, one red paid does not break the set."""
    table = in_debt(5, red1="red*3 house hotel", red1_2="wild_red_yellow")
    assert refusal(table, 1, "pay", cards="house red") == ("/args/cards", "needs_another_card")
    table.play(1, "pay", cards="house red wild_red_yellow")
    table.play(0, "place", colour="yellow")
    assert table.faces("bank", 1) == "hotel" and table.faces("red", 1, 1) == "red red"


@pytest.mark.parametrize(("fate", "place"), [("bank", ("bank", 1)), ("discard", ("centre", None))])
def test_a_hotel_is_never_left_without_its_house_while_a_colour_is_named(fate, place):
    """E23, E23b: the event that takes the house also takes the hotel, whatever prompt follows."""
    table = in_debt(5, red1="red*3 house hotel", red1_2="wild_red_yellow", options={"orphan_buildings": fate})
    table.play(1, "pay", cards="house red wild_red_yellow")
    assert table.open_prompt(0).phase == "colouring"
    assert "hotel" in table.faces(*place).split() and lone_hotels(table.state) == []


def test_version_1_leaves_the_hotel_without_its_house_until_the_colour_is_named():
    table = in_debt(5, red1="red*3 house hotel", red1_2="wild_red_yellow", game=MonopolyDealVersion1())
    table.play(1, "pay", cards="house red wild_red_yellow")
    assert lone_hotels(table.state) == [Zone("red", 1, 1)]
    table.play(0, "place", colour="yellow")
    assert table.faces("bank", 1) == "hotel"


def test_a_house_that_is_paid_can_stand_on_a_set_of_the_receiver():
    """E23, `building_paid: receiver_set_if_legal`."""
    table = in_debt(8, red1="red*3 house", bank1="m5", options={"building_paid": "receiver_set_if_legal"})
    table.play(1, "pay", cards="house m5")
    assert table.faces("dark_blue", 0, 1) == "dark_blue dark_blue house"


def test_a_house_and_hotel_paid_together_can_stand_on_a_set_of_the_receiver():
    """E23: the house first, though the hotel is named first."""
    table = in_debt(8, red1="red*3 house hotel", bank1="m1", options={"building_paid": "receiver_set_if_legal"})
    table.play(1, "pay", cards="hotel house m1")
    assert table.faces("dark_blue", 0, 1) == "dark_blue dark_blue house hotel"


def test_breaking_a_set_to_pay_sends_its_house_to_the_owners_bank():
    """E23b."""
    table = in_debt(3, red1="red*3 house")
    table.play(1, "pay", cards="red")
    assert table.faces("red", 0, 1) == "red" and table.faces("bank", 1) == "house"


def test_the_payer_may_give_more_than_is_needed():
    """T75, E20; A:92."""
    table = in_debt(2, bank1="m1 m1 m5")
    table.play(1, "pay", cards="m5 m1")
    assert table.faces("bank", 0) == "m1 m5"


def test_an_option_refuses_superfluous_cards():
    """E20, `irreducible_only`."""
    table = in_debt(2, bank1="m1 m1 m5", options={"irreducible_only": True})
    assert refusal(table, 1, "pay", cards="m5 m1") == ("/args/cards", "superfluous_card")
    table.play(1, "pay", cards="m5")
    assert table.faces("bank", 0) == "m5"


def test_a_banked_action_card_goes_to_the_bank_of_the_receiver():
    """T25, row 15; A:63, 90: it goes to the creditor's bank, not to their hand."""
    table = in_debt(5, bank1="deal_breaker")
    table.play(1, "pay", cards="deal_breaker")
    assert table.faces("bank", 0) == "deal_breaker" and table.faces("hand", 0) == ""


def test_cards_in_the_centre_do_not_pay():
    """Row 14: the centre belongs to nobody."""
    table = in_debt(5, bank1="m1", centre="m5")
    assert refusal(table, 1, "pay", cards=list(table.state.cards("centre"))[:1]) == ("/args/cards", "not_an_option")


def test_all_debtors_answer_at_once_and_pay_clockwise():
    """E17: seat 3 plays; seats 0, 1, 2 pay in this order, whatever the order of their answers."""
    table = at(seats=4, turn=3, hand3="its_my_birthday", bank0="m2", bank1="m3", bank2="m4")
    table.play(3, "its_my_birthday")
    accept(table, 0, 1, 2)
    assert table.to_act == (0, 1, 2)
    table.play(2, "pay", cards="m4")
    table.play(0, "pay", cards="m2")
    assert table.size("bank", 3) == 0
    table.play(1, "pay", cards="m3")
    assert table.faces("bank", 3, in_order=True) == "m2 m3 m4"


def test_a_card_of_ten_millions_pays_like_other_money():
    """E51."""
    table = in_debt(2, bank1="m10")
    table.play(1, "pay", cards="m10")
    assert table.faces("bank", 0) == "m10"


def test_a_silent_debtor_pays_from_the_bank_first():
    """The clock takes properties only if nothing else pays."""
    table = in_debt(5, red1="red*3", bank1="m1 m2 m3 m10")
    table.default(1)
    assert table.faces("bank", 0) == "m2 m3"


def test_the_active_player_cannot_play_before_a_debt_is_paid():
    """T127, E31."""
    table = in_debt(5, bank1="m5")
    assert table.game.prompts_for(table.state, 0) == () and table.to_act == (1,)
    table.play(1, "pay", cards="m5")
    assert table.to_act == (0,)


def test_a_hotel_among_many_cards_of_its_colour_is_counted_without_trying_them_all():
    """E23: ten greens, of which eight must leave before the set breaks; with two decks and a full bank."""
    rest = {
        "green1_2": "green*3",
        "green1_3": "wild_dark_blue_green*2 wild_green_station",
        "green1_4": "wild_green_station",
    }
    money = "m1*11 m2*10 m3*6 m4*6 m5*4 m10*2 pass_go*20"
    table = in_debt(8, options={"decks": 2}, bank1=money, green1="green*3 house hotel", **rest)
    (pay,) = table.legal(1).templates
    ((_, ways),) = pay.slots["cards"].needs.items()
    assert len(ways) == 1 + 45 and {len(way) for way in ways[1:]} == {8}
    assert pay.count() > 2**70
