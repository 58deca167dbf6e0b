"""Rents, doubles and their payers (rows 32-34; E11-E17)."""

from __future__ import annotations

import pytest

from games.monopoly_deal.deck import RENTS, STREETS
from tests.games.monopoly_deal.table import at, refusal

TWO_COLOURS = [line.face for line in RENTS if line.face != "rent_any"]
CARD = {
    "brown": "rent_brown_light_blue",
    "light_blue": "rent_brown_light_blue",
    "pink": "rent_pink_orange",
    "orange": "rent_pink_orange",
    "red": "rent_red_yellow",
    "yellow": "rent_red_yellow",
    "green": "rent_green_dark_blue",
    "dark_blue": "rent_green_dark_blue",
    "station": "rent_station_utility",
    "utility": "rent_station_utility",
}
LADDERS = {
    "brown": (1, 2),
    "light_blue": (1, 2, 3),
    "pink": (1, 2, 4),
    "orange": (1, 3, 5),
    "red": (2, 3, 6),
    "yellow": (2, 4, 6),
    "green": (2, 4, 7),
    "dark_blue": (3, 8),
    "station": (1, 2, 3, 4),
    "utility": (1, 2),
}


def owed(table):
    """Returns the amount of the current debt."""
    return next(prompt.data["owed"] for prompt in table.state.prompts.values() if prompt.phase == "debt")


@pytest.mark.parametrize(
    ("colour", "cards"), [(colour, n + 1) for colour in LADDERS for n in range(len(LADDERS[colour]))]
)
def test_the_rent_follows_the_number_of_properties(colour, cards):
    """E11; the values printed on the cards."""
    table = at(hand0=CARD[colour], **{f"{colour}0": f"{colour}*{cards}"})
    table.play(0, "rent", face=CARD[colour], group=f"{colour}_1", doubles=0)
    assert owed(table) == LADDERS[colour][cards - 1]


@pytest.mark.parametrize("face", TWO_COLOURS)
def test_a_rent_card_charges_its_two_colours_only(face):
    """T47, E16; A:185."""
    table = at(seats=3, hand0=face, **{f"{colour}0": colour for colour in STREETS})
    served = {
        colour for colour in STREETS if table.refusal(0, "rent", face=face, group=f"{colour}_1", doubles=0) is None
    }
    assert served == {colour for colour, card in CARD.items() if card == face}


def test_a_rent_card_charges_one_of_its_two_colours():
    """T45, E11, E16."""
    table = at(seats=3, hand0="rent_red_yellow", red0="red*2", yellow0="yellow*3")
    table.play(0, "rent", face="rent_red_yellow", group="yellow_1", doubles=0)
    assert owed(table) == 6 and table.to_act == (1, 2)


@pytest.mark.parametrize("group", ["green_1", "red_1"])
def test_rent_without_a_property_of_the_colour_is_refused(group):
    """E12: the greens do not match the card, and there is no red."""
    table = at(hand0="rent_red_yellow rent_any", green0="green", yellow0="yellow")
    assert refusal(table, 0, "rent", face="rent_red_yellow", group=group, doubles=0) == ("/args/group", "not_an_option")


def test_a_two_colour_rent_is_charged_to_all_others():
    """Row 32, E16."""
    table = at(seats=4, hand0="rent_red_yellow", red0="red")
    table.play(0, "rent", face="rent_red_yellow", group="red_1", doubles=0)
    assert table.to_act == (1, 2, 3)


def test_an_option_charges_a_two_colour_rent_to_one_player():
    """Row 32, `rent_targets: one`."""
    table = at(seats=4, hand0="rent_red_yellow", red0="red", options={"rent_targets": "one"})
    table.play(0, "rent", face="rent_red_yellow", group="red_1", doubles=0, target=2)
    assert table.to_act == (2,)


def test_a_multicolour_rent_is_charged_to_one_player():
    """Row 33, E16; A:129."""
    table = at(seats=4, hand0="rent_any", station0="station*2")
    table.play(0, "rent", face="rent_any", group="station_1", doubles=0, target=3)
    assert owed(table) == 2 and table.to_act == (3,)


def test_a_player_cannot_charge_themselves():
    """T49; A:129."""
    table = at(hand0="rent_any", red0="red")
    assert refusal(table, 0, "rent", face="rent_any", group="red_1", doubles=0, target=0) == (
        "/args/target",
        "not_an_option",
    )


def test_house_and_hotel_add_up():
    """T51, E15: 8 + 3 + 4."""
    table = at(hand0="rent_green_dark_blue", dark_blue0="dark_blue*2 house hotel")
    table.play(0, "rent", face="rent_green_dark_blue", group="dark_blue_1", doubles=0)
    assert owed(table) == 15


@pytest.mark.parametrize(("stack", "sum_"), [("multiply", 60), ("add", 45)])
def test_an_option_multiplies_or_adds_two_doubles_on_one_rent(stack, sum_):
    """T53, row 34, E13, E14: buildings are doubled too, and all three plays are used."""
    table = at(
        hand0="rent_any double_the_rent*2", dark_blue0="dark_blue*2 house hotel", options={"double_stack": stack}
    )
    table.play(0, "rent", face="rent_any", group="dark_blue_1", doubles=2, target=1)
    assert owed(table) == sum_ and table.public.plays_left == 0
    assert table.faces("centre") == "double_the_rent double_the_rent rent_any"


def test_an_option_refuses_a_second_double():
    """E13, `double_stack: no`."""
    table = at(hand0="rent_any double_the_rent*2", red0="red", options={"double_stack": "no"})
    assert refusal(table, 0, "rent", face="rent_any", group="red_1", doubles=2, target=1) == (
        "/args/doubles",
        "out_of_range",
    )


def test_a_double_needs_a_play_of_its_own():
    """T55, E13."""
    table = at(hand0="rent_any double_the_rent", red0="red", plays=1)
    assert refusal(table, 0, "rent", face="rent_any", group="red_1", doubles=1, target=1) == (
        "/args/doubles",
        "out_of_range",
    )


def test_a_double_cannot_be_played_without_a_rent():
    """Row 34, E13."""
    assert at(hand0="double_the_rent", red0="red").verbs(0) == {"bank", "end_turn"}


@pytest.mark.parametrize(("group", "rent"), [("red_1", 6), ("red_2", 2)])
def test_each_group_of_a_colour_has_its_own_rent(group, rent):
    """T57, E32."""
    table = at(hand0="rent_any", red0="red*3", red0_2="wild_red_yellow")
    table.play(0, "rent", face="rent_any", group=group, doubles=0, target=1)
    assert owed(table) == rent


def test_the_groups_of_a_colour_can_be_charged_together():
    """B:348 read literally, `rent_groups: sum_same_colour`."""
    table = at(hand0="rent_any", red0="red*3", red0_2="wild_red_yellow", options={"rent_groups": "sum_same_colour"})
    assert table.refusal(0, "rent", face="rent_any", group="red_2", doubles=0, target=1) == "not_an_option"
    table.play(0, "rent", face="rent_any", group="red_1", doubles=0, target=1)
    assert owed(table) == 8


def test_a_wild_counts_for_the_colour_it_lies_in_only():
    """E11."""
    table = at(hand0="rent_any", red0="red wild_red_yellow", yellow0="yellow")
    table.play(0, "rent", face="rent_any", group="yellow_1", doubles=0, target=1)
    assert owed(table) == 2


def test_every_debtor_owes_the_full_rent():
    """E17."""
    table = at(seats=3, hand0="rent_red_yellow", red0="red*3", bank1="m5 m1", bank2="m10")
    table.play(0, "rent", face="rent_red_yellow", group="red_1", doubles=0)
    for seat in (1, 2):
        table.play(seat, "accept")
    for seat in (1, 2):
        table.play(seat, "pay", cards="m5 m1" if seat == 1 else "m10")
    assert table.faces("bank", 0) == "m1 m5 m10"
