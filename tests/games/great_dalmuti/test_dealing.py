"""Deck, first ranking and deal (rules, 'Contenu', 'Préparation', 'Distribution des cartes'; scenarios 1 to 17, 79)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.great_dalmuti import GAME
from games.great_dalmuti.board import DECK
from games.great_dalmuti.dealing import deal, expose, rank_by_draw
from games.great_dalmuti.version_1 import GreatDalmutiVersion1
from games.kernel.effect import Moved
from games.kernel.errors import BadOptions
from tests.games.great_dalmuti.table import stacked
from tests.games.harness.scenario import Scenario, dealt, lay


def order_of_rank(top_first: str, seats: int, **options: Any) -> tuple[int, ...]:
    """Returns the order of rank when cards are drawn from a deck in this order."""
    scenario = lay(GAME, seats, options, {DECK: " ".join(reversed(top_first.split()))})
    orders: list[tuple[int, ...]] = []
    scenario.run(lambda dealer: orders.append(rank_by_draw(dealer, range(seats))))
    return orders[0]


def hands(scenario: Scenario) -> list[int]:
    return [scenario.size("hand", seat) for seat in scenario.public.order]


def test_r2_s1_the_deck_has_eighty_cards_and_each_rank_as_often_as_its_number() -> None:
    faces = Counter(GAME.box(6, GAME.options()))

    assert sum(faces.values()) == 80
    assert faces == {**{str(rank): rank for rank in range(1, 13)}, "jester": 2}
    assert sum(int(face) * number for face, number in faces.items() if face != "jester") == 650


@pytest.mark.parametrize(
    ("seats", "deck", "sizes"),
    [
        (4, "full", [20] * 4),
        (4, "minus11_12", [15, 14, 14, 14]),
        (5, "full", [16] * 5),
        (5, "minus12", [14, 14, 14, 13, 13]),
        (6, "full", [14, 14, 13, 13, 13, 13]),
        (7, "full", [12, 12, 12, 11, 11, 11, 11]),
        (8, "full", [10] * 8),
        (9, "full", [9] * 8 + [8]),
        (10, "full", [8] * 10),
    ],
)
def test_r7_r40_r41_s3_to_s9_the_whole_deck_is_dealt_the_highest_ranks_getting_one_more(
    seats: int, deck: str, sizes: list[int]
) -> None:
    assert hands(dealt(GAME, seats, {"deck": deck})) == sizes


def test_r1_the_game_has_four_to_ten_seats() -> None:
    assert list(GAME.seats) == [4, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize(("deck", "seats"), [("minus12", 4), ("minus12", 6), ("minus11_12", 5)])
def test_r40_r41_a_reduced_deck_is_refused_at_another_number_of_seats(deck: str, seats: int) -> None:
    with pytest.raises(BadOptions):
        GAME.options.from_json({"deck": deck}, seats)


def test_r7_s11_the_deck_is_dealt_card_by_card_from_the_top() -> None:
    deck = "1 2 3 4 5 6 2 3 4 5 6 7 3 4"
    scenario = stacked(deck, 6)

    scenario.run(lambda dealer: deal(dealer), inside=0)

    assert [scenario.faces("hand", seat) for seat in range(6)] == ["1 2 3", "2 3 4", "3 4", "4 5", "5 6", "6 7"]


def test_r7_the_effects_of_the_deal_name_places_of_the_deck_and_no_faces() -> None:
    scenario = stacked("1 2 3 4 5 6 7 8", 4)

    scenario.run(lambda dealer: deal(dealer), inside=0)

    moved = [effect for effect in scenario.acts[-1].effects if isinstance(effect, Moved)]
    assert [effect.at for effect in moved] == [(7, 3), (5, 2), (3, 1), (1, 0)]
    assert scenario.effects_for(1)[0]["faces"] == [None, None]


def test_r6_s13_lower_cards_rank_higher_and_seats_with_equal_cards_draw_again() -> None:
    assert order_of_rank("7 3 7 12 jester 9 2", 5) == (1, 2, 0, 3, 4)


def test_r6_s13_a_second_card_never_moves_a_seat_past_seats_that_did_not_tie() -> None:
    assert order_of_rank("7 3 7 12 jester 12 1", 5) == (1, 2, 0, 3, 4)


def test_s15_seats_that_tie_again_draw_again() -> None:
    assert order_of_rank("7 3 7 12 jester 9 9 4 5", 5) == (1, 0, 2, 3, 4)


def test_two_separate_ties_are_resolved_separately() -> None:
    assert order_of_rank("7 7 12 12 2 1 3 4", 4) == (1, 0, 2, 3)


def test_option_lot_parts_equal_cards_without_drawing() -> None:
    orders = {ranked_by_lot(seed) for seed in range(20)}

    assert orders == {(1, 0, 2, 3), (1, 2, 0, 3)}


def ranked_by_lot(seed: int) -> tuple[int, ...]:
    scenario = lay(GAME, 4, {"seat_draw_ties": "lot"}, {DECK: "12 7 3 7"}, seed=seed)
    orders: list[tuple[int, ...]] = []
    scenario.run(lambda dealer: orders.append(rank_by_draw(dealer, range(4))))
    return orders[0]


def test_ties_are_parted_by_lot_when_the_cards_run_out() -> None:
    assert sorted(order_of_rank("7 7 7 7", 4)) == [0, 1, 2, 3]


def test_the_cards_drawn_for_rank_are_seen_by_all() -> None:
    scenario = lay(GAME, 4, None, {DECK: "12 9 3 7"})
    scenario.run(lambda dealer: rank_by_draw(dealer, range(4)))

    assert [scenario.view(None).face(scenario.state.cards("drawn", seat)[0]) for seat in range(4)] == [
        "7",
        "3",
        "9",
        "12",
    ]


def drawn_faces(scenario: Scenario) -> list[list[str]]:
    """Returns the faces that each seat drew, by the cards that moved."""
    moves = [effect for effect in scenario.acts[0].effects if isinstance(effect, Moved) and effect.dst.name == "drawn"]
    return [[str(face) for move in moves if move.dst.seat == seat for face in move.faces] for seat in range(5)]


@pytest.mark.parametrize("seed", range(4))
def test_the_cards_drawn_for_rank_stay_in_every_view_of_the_first_hand(seed: int) -> None:
    """Ruling 1: the cards themselves are back in the deck before anybody acts."""
    scenario = dealt(GAME, 5, seed=seed)

    assert [list(faces) for faces in scenario.view(None).public.drawn] == drawn_faces(scenario)
    assert all(scenario.size("drawn", seat) == 0 for seat in range(5))


def test_version_1_shows_the_cards_drawn_in_its_first_row_only() -> None:
    assert dealt(GreatDalmutiVersion1(), 5).public.drawn == ()


@pytest.mark.parametrize("seats", range(4, 11))
def test_r6_s17_the_titles_go_clockwise_from_the_greater_dalmuti(seats: int) -> None:
    scenario = dealt(GAME, seats, seed=seats)
    titles = [scenario.public.roles[seat] for seat in scenario.public.order]

    assert titles[:2] == ["greater_dalmuti", "lesser_dalmuti"]
    assert titles[-2:] == ["lesser_peon", "greater_peon"]
    assert titles[2:-2] == ["commoner"] * (seats - 4)


def test_r8_a_seat_sees_its_own_cards_only() -> None:
    scenario = dealt(GAME, 6)
    view = scenario.view(2)

    assert len(view.faces) == scenario.size("hand", 2)
    assert not scenario.view(None).faces


# R45: cards shown by mistake

TWELVE = "2 3 4 5 6 7 8 9 10 11 12 12"
EXPOSED = {"exposed_card": {"random": 200}}


def deal_with_shown_cards(seed: int, deck: str = TWELVE, seats: int = 4) -> Scenario:
    scenario = stacked(deck, seats, EXPOSED, seed)
    scenario.run(lambda dealer: deal(dealer), inside=0)
    return scenario


def deal_with_card_shown_to(owner: int) -> Scenario:
    """Returns a deal that shows one card, which is meant for `owner`."""
    for seed in range(3000):
        scenario = deal_with_shown_cards(seed)
        if scenario.public.exposed and scenario.public.exposed[0]["seat"] == owner:
            if owner != 3:
                scenario.play(0, "give_to_greater_peon")
            if len(scenario.public.exposed) == 1:
                return deal_with_shown_cards(seed)
    raise AssertionError("no seed shows such a card")


def test_r45_s79_a_card_shown_is_known_to_all_before_anybody_sees_a_hand() -> None:
    scenario = deal_with_card_shown_to(2)
    place = scenario.public.exposed[0]["place"]

    assert scenario.to_act == (0,)
    assert [known.position for known in scenario.view(1).known] == [11 - place]
    assert hands(scenario) == [0, 0, 0, 0]


def test_r45_a_shown_card_that_is_left_goes_to_its_intended_seat() -> None:
    scenario = deal_with_card_shown_to(2)
    face = scenario.view(1).known[0].face

    scenario.play(0, "leave_it")

    assert face in scenario.faces("hand", 2).split()
    assert scenario.public.exposed[0]["to"] == 2
    assert hands(scenario) == [3, 3, 3, 3]


def test_r45_s79_the_greater_peon_gives_another_card_for_the_shown_one() -> None:
    scenario = deal_with_card_shown_to(2)
    place, face = scenario.public.exposed[0]["place"], scenario.view(1).known[0].face
    top_first = TWELVE.split()
    dealt_to_peon = {top_first[at] for at in range(3, 12, 4)}

    scenario.play(0, "give_to_greater_peon")

    dealt_before = {top_first[at] for at in range(2, 12, 4) if at != place}
    received = set(scenario.faces("hand", 2).split()) - dealt_before
    assert face in scenario.faces("hand", 3).split()
    assert received <= dealt_to_peon
    assert hands(scenario) == [3, 3, 3, 3]


@pytest.mark.parametrize("seed", range(12))
def test_r45_s79_the_card_given_in_exchange_is_never_the_shown_card(seed: int) -> None:
    scenario = stacked("9 3 8 10", 4, {"exposed_card": {"random": 1}}, seed)
    scenario.run(lambda dealer: expose(dealer, 1), inside=0)

    scenario.play(0, "give_to_greater_peon")

    assert (scenario.faces("hand", 1), scenario.faces("hand", 3)) == ("10", "3")


def test_r45_only_giver_and_receiver_see_the_card_given_in_exchange() -> None:
    scenario = deal_with_card_shown_to(2)

    scenario.play(0, "give_to_greater_peon")

    picked = next(n for n, effect in enumerate(scenario.effects_for(1)) if effect["kind"] == "moved" and effect["draw"])
    assert scenario.effects_for(1)[picked]["faces"] == [None]
    assert scenario.effects_for(2)[picked]["faces"] != [None]
    assert scenario.effects_for(3)[picked]["faces"] != [None]


def test_r45_s79_a_shown_card_of_the_greater_peon_opens_no_prompt() -> None:
    scenario = deal_with_card_shown_to(3)

    assert scenario.public.exposed[0]["to"] == 3
    assert scenario.open_prompt(0).phase == "taxation"


@pytest.mark.parametrize("seed", range(2))
def test_r45_hands_keep_their_sizes_for_any_number_of_shown_cards(seed: int) -> None:
    scenario = dealt(GAME, 6, {"exposed_card": {"random": 1000}}, seed)
    greater_dalmuti = scenario.public.order[0]
    prompts = 0
    while scenario.open_prompt(greater_dalmuti).phase == "exposure":
        scenario.play(greater_dalmuti, "give_to_greater_peon")
        prompts += 1

    assert prompts == 80 - 13
    assert hands(scenario) == [14, 14, 13, 13, 13, 13]


def test_r45_by_default_no_card_is_shown() -> None:
    assert dealt(GAME, 6).public.exposed == ()
