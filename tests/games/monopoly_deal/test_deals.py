"""Debt Collector, birthday, Sly Deal, Forced Deal, Deal Breaker (rows 26-31; E24-E31, E52, E53)."""

from __future__ import annotations

from games.monopoly_deal.board import Board
from tests.games.monopoly_deal.table import accept, at, refusal
from tests.games.monopoly_deal.test_properties import groups


def test_a_birthday_asks_two_millions_of_everybody_else():
    """Row 31; A:125."""
    table = at(seats=4, hand0="its_my_birthday", bank1="m2", bank2="m2", bank3="m3")
    table.play(0, "its_my_birthday")
    accept(table, 1, 2, 3)
    for seat, face in ((1, "m2"), (2, "m2"), (3, "m3")):
        table.play(seat, "pay", cards=face)
    assert table.faces("bank", 0) == "m2 m2 m3"


def test_a_player_without_possessions_may_be_targeted():
    """E52: legal, but without effect."""
    table = at(seats=3, hand0="debt_collector")
    table.play(0, "debt_collector", target=2)
    accept(table, 2)
    assert table.to_act == (0,) and table.public.plays_left == 2


def test_the_same_player_may_be_targeted_twice_in_a_turn():
    """E53."""
    table = at(seats=3, hand0="debt_collector*2", bank1="m5*2")
    for _ in range(2):
        table.play(0, "debt_collector", target=1)
        accept(table, 1)
        table.play(1, "pay", cards="m5")
    assert table.faces("bank", 0) == "m5 m5"


def test_a_player_cannot_target_themselves():
    table = at(hand0="debt_collector")
    assert refusal(table, 0, "debt_collector", target=0) == ("/args/target", "not_an_option")


def test_a_sly_deal_takes_a_property():
    """Row 26; A:105."""
    table = at(hand0="sly_deal", red1="red*2", red0="red")
    table.play(0, "sly_deal", target=1, card="red")
    accept(table, 1)
    assert table.faces("red", 0, 1) == "red red" and table.faces("red", 1, 1) == "red"


def test_a_sly_deal_on_a_complete_set_is_refused():
    """T79; A:105."""
    table = at(hand0="sly_deal", red1="red*3", brown1="brown")
    card = table.state.cards("red", 1, 1)[0]
    assert refusal(table, 0, "sly_deal", target=1, card=card) == ("/args/card", "not_an_option")


def test_a_sly_deal_on_a_house_is_refused():
    """T83, E28."""
    table = at(hand0="sly_deal", red1="red*2 house", options={"orphan_buildings": "stay_inactive"})
    card = table.state.cards("red", 1, 1)[2]
    assert refusal(table, 0, "sly_deal", target=1, card=card) == ("/args/card", "not_an_option")


def test_the_loose_card_beside_a_complete_set_can_be_taken():
    """E32."""
    table = at(hand0="sly_deal", red1="red*3", red1_2="wild_red_yellow")
    table.play(0, "sly_deal", target=1, card="wild_red_yellow")
    accept(table, 1)
    assert table.faces("arriving", 0) == "wild_red_yellow"


def test_the_thief_names_the_colour_of_a_stolen_wild():
    """T81, E26, E27."""
    table = at(hand0="sly_deal", red1="red wild_red_yellow")
    table.play(0, "sly_deal", target=1, card="wild_red_yellow")
    accept(table, 1)
    table.play(0, "place", colour="yellow")
    assert groups(table) == {"yellow_1": False} and groups(table, 1) == {"red_1": False}


def test_multicolour_wilds_can_be_stolen_unless_the_option_forbids_it():
    """E26, `multi_wild_stealable`."""
    table = at(hand0="sly_deal", red1="wild_any")
    table.play(0, "sly_deal", target=1, card="wild_any")
    accept(table, 1)
    assert len(list(table.legal(0))) == 10
    assert "sly_deal" not in at(hand0="sly_deal", red1="wild_any", options={"multi_wild_stealable": False}).verbs(0)


def test_a_forced_deal_exchanges_two_properties_whatever_they_are_worth():
    """T85, E25; A:109."""
    table = at(hand0="forced_deal", brown0="brown", dark_blue1="dark_blue")
    table.play(0, "forced_deal", target=1, card="dark_blue", given="brown")
    accept(table, 1)
    assert groups(table) == {"dark_blue_1": False} and groups(table, 1) == {"brown_1": False}


def test_a_forced_deal_needs_an_own_property():
    """E25."""
    assert "forced_deal" not in at(hand0="forced_deal", dark_blue1="dark_blue").verbs(0)


def test_a_forced_deal_cannot_take_a_card_of_a_complete_set():
    """Row 27, E24: the card says so."""
    table = at(hand0="forced_deal", brown0="brown", red1="red*3", green1="green")
    card = table.state.cards("red", 1, 1)[0]
    assert refusal(table, 0, "forced_deal", target=1, card=card, given="brown") == ("/args/card", "not_an_option")


def test_a_forced_deal_may_take_from_a_complete_set_where_the_option_says_so():
    """E24, `forced_deal_take_from_complete`."""
    table = at(hand0="forced_deal", brown0="brown", red1="red*3", options={"forced_deal_take_from_complete": True})
    table.play(0, "forced_deal", target=1, card="red", given="brown")
    accept(table, 1)
    assert groups(table) == {"red_1": False}


def test_a_forced_deal_may_give_from_the_players_complete_set():
    """T87, E24: the house goes to its owner's bank."""
    table = at(hand0="forced_deal", red0="red*3 house", green1="green")
    table.play(0, "forced_deal", target=1, card="green", given="red")
    accept(table, 1)
    assert groups(table) == {"green_1": False, "red_1": False} and table.faces("bank", 0) == "house"


def test_an_option_forbids_giving_a_card_of_a_complete_set():
    """E24, `forced_deal_give_from_complete`."""
    options = {"forced_deal_give_from_complete": False}
    table = at(hand0="forced_deal", red0="red*3", brown0="brown", green1="green", options=options)
    given = table.state.cards("red", 0, 1)[0]
    assert refusal(table, 0, "forced_deal", target=1, card="green", given=given) == ("/args/given", "not_an_option")


def test_after_a_forced_deal_the_taker_names_a_colour_before_the_other_player():
    """T89, E27: the victim's wild is then frozen until their turn."""
    table = at(hand0="forced_deal", pink0="wild_pink_orange", red1="wild_red_yellow")
    table.play(0, "forced_deal", target=1, card="wild_red_yellow", given="wild_pink_orange")
    accept(table, 1)
    assert table.to_act == (0,)
    table.play(0, "place", colour="yellow")
    assert table.to_act == (1,)
    table.play(1, "place", colour="orange")
    assert groups(table) == {"yellow_1": False} and groups(table, 1) == {"orange_1": False}
    assert table.game.prompts_for(table.state, 1) == ()


def test_a_multicolour_wild_may_be_given_in_a_forced_deal():
    """E27, second reading."""
    table = at(hand0="forced_deal", pink0="wild_any", red1="red")
    table.play(0, "forced_deal", target=1, card="red", given="wild_any")
    accept(table, 1)
    assert table.open_prompt(1).phase == "colouring"


def test_a_deal_breaker_takes_a_set_with_its_wilds_and_buildings():
    """Row 28, E29; A:113."""
    table = at(hand0="deal_breaker", red1="red*2 wild_red_yellow house hotel")
    table.play(0, "deal_breaker", target=1, group="red_1")
    accept(table, 1)
    (red,) = Board(table.state).groups[0]
    assert red.rent == 13 and groups(table, 1) == {}


def test_a_deal_breaker_on_an_incomplete_group_is_refused():
    """T93; A:113."""
    table = at(hand0="deal_breaker", red1="red*2", brown1="brown*2")
    assert refusal(table, 0, "deal_breaker", target=1, group="red_1") == ("/args/group", "not_an_option")


def test_a_stolen_set_stays_apart_from_other_cards_of_its_colour():
    """T95, E29."""
    table = at(hand0="deal_breaker", orange0="wild_pink_orange", orange1="orange*3")
    table.play(0, "deal_breaker", target=1, group="orange_1")
    accept(table, 1)
    assert groups(table) == {"orange_1": False, "orange_2": True}


def test_a_second_set_of_a_colour_may_be_stolen():
    """E30: it counts once."""
    table = at(
        seats=6,
        hand0="deal_breaker",
        red0="red*3",
        brown0="brown*2",
        red1="red*3",
        pile="m1*4",
    )
    table.play(0, "deal_breaker", target=1, group="red_1")
    accept(table, 1)
    assert groups(table) == {"brown_1": True, "red_1": True, "red_2": True} and not table.state.is_over


def test_the_card_of_an_action_goes_to_the_centre():
    """Row 14; B:290."""
    table = at(hand0="sly_deal", red1="red")
    table.play(0, "sly_deal", target=1, card="red")
    assert table.faces("centre") == "sly_deal"
