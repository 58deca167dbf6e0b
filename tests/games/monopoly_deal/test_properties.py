"""Groups, wilds and buildings (rows 11-13, 35, 36; E32-E42)."""

from __future__ import annotations

import pytest

from games.monopoly_deal.board import Board
from games.monopoly_deal.deck import STREETS
from tests.games.monopoly_deal.table import accept, at, refusal

A = {"edition": "a"}
BUILDABLE = [colour for colour, street in STREETS.items() if street.buildable]


def groups(table, seat=0):
    """Returns a seat's groups by name, and whether each is complete."""
    return {group.name: group.is_complete for group in Board(table.state).groups[seat]}


@pytest.mark.parametrize("colour", STREETS)
def test_a_group_is_complete_exactly_at_its_size(colour):
    """T27; A:72."""
    size = STREETS[colour].size
    table = at(plays=5, hand0=f"{colour}*{size}")
    for scenario in range(1, size + 1):
        table.play(0, "lay", face=colour)
        assert groups(table) == {f"{colour}_1": scenario == size}


def test_a_further_card_of_a_colour_begins_another_group():
    """T29, E32."""
    table = at(green0="green*3", hand0="wild_dark_blue_green")
    table.play(0, "lay", face="wild_dark_blue_green", colour="green")
    assert groups(table) == {"green_1": True, "green_2": False}


def test_an_option_keeps_further_cards_in_their_group():
    """E32, `extra_cards: cap`: one pile for each colour, whose rent is that of the full group."""
    table = at(green0="green*3", hand0="wild_dark_blue_green", options={"extra_cards": "cap"})
    table.play(0, "lay", face="wild_dark_blue_green", colour="green")
    (group,) = Board(table.state).groups[0]
    assert (group.name, group.is_complete, group.rent) == ("green_1", True, 7)


def test_cards_of_a_colour_join_its_incomplete_group():
    """E33."""
    table = at(red0="red", hand0="red")
    table.play(0, "lay", face="red")
    assert table.faces("red", 0, 1) == "red red"


def test_a_multicolour_wild_completes_a_group():
    """T31; A:157."""
    table = at(orange0="orange*2", hand0="wild_any")
    table.play(0, "lay", face="wild_any", colour="orange")
    assert groups(table) == {"orange_1": True}


def test_a_multicolour_wild_may_lie_alone_and_earns_no_rent():
    """T33, E35: it keeps its colour and counts as a play."""
    table = at(hand0="wild_any*2 rent_any")
    table.play(0, "lay", face="wild_any", colour="brown")
    table.play(0, "lay", face="wild_any", colour="brown")
    (group,) = Board(table.state).groups[0]
    assert (group.name, group.is_complete, group.rent, table.public.plays_left) == ("brown_1", False, 0, 1)
    assert "rent" not in table.verbs(0)


def test_a_property_joins_a_wild_of_its_colour():
    """E35: from then on the group counts."""
    table = at(hand0="brown", brown0="wild_any")
    table.play(0, "lay", face="brown")
    assert groups(table) == {"brown_1": True}


def test_a_full_group_of_wilds_replaces_a_wild_by_a_property():
    """E33, E35: the property joins, and one wild begins another group."""
    table = at(hand0="brown", brown0="wild_any*2")
    table.play(0, "lay", face="brown")
    assert groups(table) == {"brown_1": True, "brown_2": False}


def test_an_option_refuses_a_multicolour_wild_alone():
    """E35, `multi_wild_alone`."""
    table = at(hand0="wild_any m1", red0="red", options={"multi_wild_alone": "refused"})
    assert refusal(table, 0, "lay", face="wild_any", colour="brown") == ("/args/colour", "not_an_option")
    table.play(0, "lay", face="wild_any", colour="red")
    assert table.faces("red", 0, 1) == "red wild_any"


def test_wilds_alone_complete_a_group_if_one_of_them_has_a_colour():
    """E36."""
    table = at(pink0="wild_pink_orange*2", hand0="wild_any")
    table.play(0, "lay", face="wild_any", colour="pink")
    assert groups(table) == {"pink_1": True}


def test_a_colour_that_a_wild_does_not_have_is_refused():
    table = at(hand0="wild_pink_orange")
    assert refusal(table, 0, "lay", face="wild_pink_orange", colour="red") == ("/args/colour", "not_an_option")


def test_in_edition_b_a_wild_moves_without_a_play():
    """T35, E37; B:286, 396 (rows 12, 13): it is counted, but no play."""
    table = at(pink0="pink wild_pink_orange", hand0="m1")
    table.play(0, "recolour", card="wild_pink_orange", colour="orange")
    assert groups(table) == {"pink_1": False, "orange_1": False}
    assert (table.public.plays_left, table.public.wild_moves_left) == (3, 11)


def test_a_wild_moves_after_the_third_play_and_may_win():
    """T37, E37, E43."""
    table = at(plays=0, brown0="brown*2", utility0="utility*2", pink0="wild_pink_orange pink", orange0="orange*2")
    table.play(0, "recolour", card="wild_pink_orange", colour="orange")
    assert table.state.standings == ((0,), (1,))


def test_a_complete_group_of_wilds_changes_its_colour_card_by_card():
    """E42."""
    table = at(pink0="wild_pink_orange*2 wild_any", hand0="m1")
    for face in ("wild_pink_orange", "wild_pink_orange", "wild_any"):
        table.play(0, "recolour", card=face, colour="orange")
    assert groups(table) == {"orange_1": True}


def test_an_option_lets_a_move_of_a_wild_cost_a_play():
    """Row 13, `wild_move_costs_play`."""
    table = at(pink0="wild_pink_orange", options={"wild_move_costs_play": True}, plays=1)
    table.play(0, "recolour", card="wild_pink_orange", colour="orange")
    assert table.public.plays_left == 0 and table.verbs(0) == {"end_turn"}


def test_the_number_of_moves_of_wilds_in_a_turn_is_limited():
    table = at(pink0="wild_pink_orange", public={"wild_moves_left": 1})
    table.play(0, "recolour", card="wild_pink_orange", colour="orange")
    assert table.verbs(0) == {"end_turn"}


def test_an_option_forbids_moving_wilds():
    assert at(pink0="wild_pink_orange", options={"wild_move": "never"}).verbs(0) == {"end_turn"}


def test_cards_of_one_colour_change_groups():
    """B:286: a wild out of the complete group, a property in."""
    table = at(red0="red*2 wild_red_yellow", red0_2="red")
    table.play(0, "trade_places", card="wild_red_yellow", other="red")
    assert table.faces("red", 0, 1) == "red red red" and table.faces("red", 0, 2) == "wild_red_yellow"


def test_in_edition_a_a_drawn_property_returns_a_wild_to_the_hand():
    """T39, E38; A:156 (rows 12, 13): net, no play is used."""
    table = at(hand0="m1 red", public={"held_before": 1}, red0="wild_red_yellow", options=A)
    table.play(0, "swap_wild", wild="wild_red_yellow", face="red", to="hand")
    assert table.faces("red", 0, 1) == "red" and table.faces("hand", 0) == "wild_red_yellow m1"
    assert table.public.plays_left == 3 and not table.public.has_played


def test_in_edition_a_a_drawn_property_moves_a_wild_to_another_group_for_a_play():
    """Row 12: net, one card has left the hand."""
    table = at(hand0="m1 red", public={"held_before": 1}, red0="wild_red_yellow", yellow0="yellow", options=A)
    table.play(0, "swap_wild", wild="wild_red_yellow", face="red", to="yellow")
    assert table.faces("yellow", 0, 1) == "yellow wild_red_yellow" and table.public.plays_left == 2


@pytest.mark.parametrize(("cost", "left"), [("net", 3), ("free", 3), ("one", 2)])
def test_an_option_sets_the_cost_of_a_swap(cost, left):
    """Row 13, `swap_cost`."""
    table = at(hand0="red", red0="wild_red_yellow", options={**A, "swap_cost": cost})
    table.play(0, "swap_wild", wild="wild_red_yellow", face="red", to="hand")
    assert table.public.plays_left == left


def test_in_edition_a_a_swap_is_refused_after_the_first_play():
    """T41; A:156, "at the start of your turn"."""
    table = at(hand0="m1 red", red0="wild_red_yellow", options=A)
    table.play(0, "bank", face="m1")
    assert refusal(table, 0, "swap_wild", wild="wild_red_yellow", face="red", to="hand") == ("/verb", "not_a_verb_now")


def test_in_edition_a_only_cards_just_drawn_are_swapped():
    """E38: the red card was in hand before."""
    table = at(hand0="red m1", public={"held_before": 1}, red0="wild_red_yellow", options=A)
    assert "swap_wild" not in table.verbs(0)


def test_in_edition_a_only_properties_that_are_not_wilds_are_swapped():
    """E38."""
    table = at(hand0="wild_any", red0="wild_red_yellow", options=A)
    assert "swap_wild" not in table.verbs(0)


def test_in_edition_a_each_drawn_property_allows_one_swap():
    """Row 12."""
    table = at(hand0="red", red0="wild_red_yellow*2", options=A)
    table.play(0, "swap_wild", wild="wild_red_yellow", face="red", to="hand")
    assert "swap_wild" not in table.verbs(0)


def test_in_edition_a_wilds_do_not_move_without_a_swap():
    table = at(pink0="wild_pink_orange", hand0="m1", options=A)
    assert refusal(table, 0, "recolour", card="wild_pink_orange", colour="orange")[1] == "not_a_verb_now"


def test_a_wild_that_leaves_a_built_set_sends_the_house_to_the_bank():
    """T43, E23b, E39."""
    table = at(green0="green*2 wild_dark_blue_green house")
    table.play(0, "recolour", card="wild_dark_blue_green", colour="dark_blue")
    assert groups(table) == {"green_1": False, "dark_blue_1": False} and table.faces("bank", 0) == "house"


def test_an_option_forbids_a_wild_to_leave_a_built_set():
    """E39, `wild_may_leave_built_set`."""
    table = at(green0="green*2 wild_dark_blue_green house", options={"wild_may_leave_built_set": False})
    assert "recolour" not in table.verbs(0)


@pytest.mark.parametrize(("fate", "zone"), [("discard", "centre"), ("bank", "bank")])
def test_an_option_sets_where_the_buildings_of_a_broken_set_go(fate, zone):
    """E23b, `orphan_buildings`."""
    table = at(green0="green*2 wild_dark_blue_green house hotel", options={"orphan_buildings": fate})
    table.play(0, "recolour", card="wild_dark_blue_green", colour="dark_blue")
    assert table.faces(zone, 0 if zone == "bank" else None) == "house hotel"


def test_an_option_keeps_the_buildings_of_a_broken_set_inactive_until_it_is_complete_again():
    """E23b, `orphan_buildings: stay_inactive`."""
    table = at(green0="green*2 wild_dark_blue_green house", options={"orphan_buildings": "stay_inactive"})
    table.play(0, "recolour", card="wild_dark_blue_green", colour="dark_blue")
    (green,) = Board(table.state).of_colour(0, "green")
    assert (green.rent, green.house is not None) == (4, True)

    table.play(0, "recolour", card="wild_dark_blue_green", colour="green")
    assert Board(table.state).of_colour(0, "green")[0].rent == 10


def test_a_loose_card_replaces_a_wild_that_leaves_a_built_set():
    """E33: three reds with a house, and one loose; the wild leaves, the set stays."""
    table = at(red0="red*2 wild_red_yellow house", red0_2="red")
    table.play(0, "recolour", card="wild_red_yellow", colour="yellow")
    assert table.faces("red", 0, 1) == "red red red house" and groups(table) == {"red_1": True, "yellow_1": False}


@pytest.mark.parametrize("colour", BUILDABLE)
def test_a_house_and_then_a_hotel_are_built_on_a_complete_set(colour):
    """E41; A:145-148."""
    table = at(hand0="house hotel", **{f"{colour}0": f"{colour}*{STREETS[colour].size}"})
    table.play(0, "house", group=f"{colour}_1")
    table.play(0, "hotel", group=f"{colour}_1")
    (group,) = Board(table.state).groups[0]
    assert group.house is not None and group.hotel is not None and table.public.plays_left == 1


def test_a_house_on_an_incomplete_set_is_refused():
    """T97; A:145."""
    table = at(hand0="house", red0="red*2", brown0="brown*2")
    assert refusal(table, 0, "house", group="red_1") == ("/args/group", "not_an_option")


@pytest.mark.parametrize("colour", ["station", "utility"])
def test_a_building_on_stations_or_utilities_is_refused(colour):
    """Row 36; A:149."""
    table = at(hand0="house", brown0="brown*2", **{f"{colour}0": f"{colour}*{STREETS[colour].size}"})
    assert refusal(table, 0, "house", group=f"{colour}_1") == ("/args/group", "not_an_option")


def test_a_hotel_without_a_house_is_refused():
    """T99; A:148."""
    table = at(hand0="hotel", red0="red*3", brown0="brown*2 house")
    assert refusal(table, 0, "hotel", group="red_1") == ("/args/group", "not_an_option")


@pytest.mark.parametrize("building", ["house", "hotel"])
def test_a_second_house_or_hotel_is_refused(building):
    """E41; A:147."""
    table = at(hand0=building, red0="red*3 house hotel", brown0="brown*2 house" if building == "hotel" else "brown*2")
    assert refusal(table, 0, building, group="red_1") == ("/args/group", "not_an_option")


def test_a_set_with_wilds_can_be_built_on():
    """T101, E41."""
    table = at(hand0="house", red0="red wild_red_yellow*2")
    table.play(0, "house", group="red_1")
    assert Board(table.state).groups[0][0].rent == 9


def test_buildings_cannot_move():
    """T103, E40."""
    table = at(red0="red*3 house", brown0="brown*2")
    assert refusal(table, 0, "move_building", card="house", group="brown_1") == ("/verb", "not_a_verb_now")


def test_an_option_allows_buildings_to_move():
    """E40, `buildings_movable`: the hotel first."""
    table = at(red0="red*3 house hotel", brown0="brown*2 house", options={"buildings_movable": True})
    assert refusal(table, 0, "move_building", card="house", group="brown_1")[1] == "not_an_option"
    table.play(0, "move_building", card="hotel", group="brown_1")
    assert table.faces("brown", 0, 1) == "brown brown house hotel"


def test_a_player_cannot_move_wilds_on_anothers_turn():
    """E27, E37: nor while they answer a claim; on their own turn they may."""
    table = at(pink1="wild_pink_orange", hand0="debt_collector", bank1="m5")
    table.play(0, "debt_collector", target=1)
    assert table.verbs(1) == {"accept"}
    accept(table, 1)
    assert table.verbs(1) == {"pay"}
    table.play(1, "pay", cards="m5")
    assert table.to_act == (0,)
    table.play(0, "end_turn")
    assert "recolour" in table.verbs(1)
