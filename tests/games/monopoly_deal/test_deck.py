"""The cards against the lists of the leaflets (A:181-186, B:210), and the deal."""

from __future__ import annotations

import pytest

from games.kernel.state import Zone
from games.monopoly_deal import GAME
from games.monopoly_deal.actions import ACTIONS_AND_RENTS
from games.monopoly_deal.cards import DECK
from games.monopoly_deal.deck import MONEY, PROPERTIES, RENTS, STREETS, VALUES, WILDS
from games.monopoly_deal.turn import begin_turn
from tests.games.harness.scenario import dealt, lay
from tests.games.monopoly_deal.table import at

ACTIONS = tuple(card for card in ACTIONS_AND_RENTS if card not in RENTS)

LEAFLET = {
    "brown": 2,
    "light_blue": 3,
    "pink": 3,
    "orange": 3,
    "red": 3,
    "yellow": 3,
    "green": 3,
    "dark_blue": 2,
    "station": 4,
    "utility": 2,
    "wild_light_blue_brown": 1,
    "wild_light_blue_station": 1,
    "wild_pink_orange": 2,
    "wild_red_yellow": 2,
    "wild_dark_blue_green": 1,
    "wild_green_station": 1,
    "wild_station_utility": 1,
    "wild_any": 2,
    "deal_breaker": 2,
    "forced_deal": 3,
    "sly_deal": 3,
    "just_say_no": 3,
    "debt_collector": 3,
    "its_my_birthday": 3,
    "double_the_rent": 2,
    "house": 3,
    "hotel": 2,
    "pass_go": 10,
    "rent_brown_light_blue": 2,
    "rent_pink_orange": 2,
    "rent_red_yellow": 2,
    "rent_green_dark_blue": 2,
    "rent_station_utility": 2,
    "rent_any": 3,
    "m1": 6,
    "m2": 5,
    "m3": 3,
    "m4": 3,
    "m5": 2,
    "m10": 1,
}


def test_the_deck_is_the_list_of_the_leaflet():
    """T1, row 1; A:181-186 with the misprint corrected: the four rule cards are not played."""
    faces = list(DECK.faces())
    assert {face: faces.count(face) for face in LEAFLET} == LEAFLET and len(faces) == sum(LEAFLET.values()) == 106


@pytest.mark.parametrize(
    ("kind", "number", "worth"),
    [(PROPERTIES, 28, 67), (WILDS, 11, 25), (ACTIONS, 34, 84), (RENTS, 13, 19), (MONEY, 20, 57)],
    ids=["properties", "wilds", "actions", "rents", "money"],
)
def test_each_kind_of_card_has_its_number_and_total_value(kind, number, worth):
    """T1: 28 + 11 + 34 + 13 + 20 cards; 67 + 25 + 84 + 19 + 57 = 252M."""
    assert sum(line.count for line in kind) == number
    assert sum(line.count * line.attributes["value"] for line in kind) == worth


@pytest.mark.parametrize("colour", STREETS)
def test_a_colour_has_as_many_properties_and_rents_as_the_size_of_its_group(colour):
    assert LEAFLET[colour] == STREETS[colour].size == len(STREETS[colour].rents)


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (5, 1), (6, 2), (10, 2)])
def test_six_players_and_more_mix_two_decks(seats, decks):
    """T3; A:175-177 (row 38)."""
    table = dealt(GAME, seats)
    assert len(table.state.faces) == 106 * decks
    assert sum(VALUES[face] for face in table.state.faces.values()) == 252 * decks


def test_the_number_of_decks_can_be_chosen():
    assert len(dealt(GAME, 4, {"decks": 2}).state.faces) == 212


def test_the_misprinted_wilds_are_an_option():
    """A:183 read literally: pink/yellow in place of red/yellow."""
    faces = list(GAME.box(3, GAME.options.from_json({"leaflet_literal_wilds": True}, 3)))
    assert (faces.count("wild_pink_yellow"), faces.count("wild_red_yellow"), len(faces)) == (2, 0, 106)


def test_everybody_is_dealt_five_cards_and_the_first_draws_two():
    """T5, rows 2, 3; A:42-51, B:230-231, 268."""
    table = dealt(GAME, 4)
    sizes = [table.size("hand", seat) for seat in range(4)]
    assert sorted(sizes) == [5, 5, 5, 7] and sizes[table.public.turn] == 7
    assert table.size("draw_pile") == 106 - 22


def test_the_number_of_cards_dealt_is_an_option():
    """Row 2, `deal`."""
    table = dealt(GAME, 2, {"deal": 3, "first_player": {"seat": 0}})
    assert (table.size("hand", 0), table.size("hand", 1)) == (3 + 2, 3)


def test_a_designated_player_begins_and_the_turn_goes_clockwise():
    """T7; B:233 (rows 4, 5)."""
    table = dealt(GAME, 4, {"first_player": {"seat": 2}})
    turns = []
    for _ in range(4):
        turns.append(table.public.turn)
        table.play(table.public.turn, "end_turn")
    assert turns == [2, 3, 0, 1]


def test_chance_chooses_the_first_player_by_default():
    """Row 4."""
    assert {dealt(GAME, 3, seed=seed).public.turn for seed in range(12)} == {0, 1, 2}


def test_a_first_player_who_does_not_sit_at_the_table_is_refused():
    assert GAME.options(first_player={"seat": 3}).refusals(3)[0].pointer == "/options/first_player"


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"edition": "a", "win_latched": True}, "/options/win_latched"),
        ({"win": "any_turn", "win_declaration": "declare"}, "/options/win"),
        ({"reaction_window": 30, "answer_seconds": 20}, "/options/answer_seconds"),
    ],
)
def test_options_that_do_not_fit_together_are_refused(wrong, pointer):
    options = GAME.options(**wrong)
    assert [refusal.pointer for refusal in options.refusals(3)] == [pointer]


def test_edition_a_differs_from_b_in_its_defaults():
    """Rows 7 and 12; explicit options override the edition."""
    read = GAME.options.from_json
    assert (read({}, 2).redraw, read({}, 2).wild_move) == ("empty_at_turn_start", "free_on_own_turn")
    assert (read({"edition": "a"}, 2).redraw, read({"edition": "a"}, 2).wild_move) == ("flagged_at_end", "swap_on_draw")
    assert read({"edition": "a", "redraw": "never"}, 2).redraw == "never"


def test_the_game_has_two_to_ten_seats():
    assert 1 not in GAME.seats and 11 not in GAME.seats and {2, 10} <= set(GAME.seats)


def test_an_empty_hand_draws_five_cards_and_any_other_hand_draws_two():
    table = lay(GAME, 2, zones={Zone("draw_pile"): "m1*6", Zone("hand", 1): "m5"})
    table.run(lambda dealer: begin_turn(dealer, 1))
    assert table.size("hand", 1) == 3


def test_a_table_laid_out_for_tests_prompts_the_active_player():
    assert at(hand0="m1").verbs(0) == {"bank", "end_turn"}
