"""The end of a hand, points, the end of a match (rules, 'Le jeu', 'Variantes'; scenarios 69 to 75)."""

from __future__ import annotations

from typing import Any

import pytest

from games.great_dalmuti import GAME
from games.great_dalmuti.game import GreatDalmuti
from games.great_dalmuti.options import DalmutiOptions
from games.great_dalmuti.scoring import bonus, points
from games.great_dalmuti.version_1 import GreatDalmutiVersion1
from tests.games.great_dalmuti.table import plays, tricks
from tests.games.laid import Laid

A, B, C, D, E = range(5)
ORDER = (A, B, C, D, E)


def out_in_order(*order: int, **public: Any) -> Laid:
    """A last hand of four in which the seats go out in this order; all hold one card."""
    rank = {seat: str(4 - place) for place, seat in enumerate(order)}
    options = public.pop("options", None)
    hands = [f"{rank[seat]}" if seat != order[0] else "12" for seat in range(4)]
    laid = tricks(*hands, leader=order[0], options=options, **public)
    for seat in order[:3]:
        while laid.to_act != (seat,):
            laid.play(laid.to_act[0], "pass")
        laid.play(seat, "play", cards=hands[seat])
    return laid


def ended(laid: Laid) -> dict[str, Any]:
    """What was announced of the hand that is over."""
    return next(e["details"] for e in laid.told(None) if e["kind"] == "announced" and e["what"] == "hand_over")


def test_r23_s69_the_first_out_is_the_next_greater_dalmuti_and_so_on() -> None:
    laid = out_in_order(2, 0, 3, 1)

    assert laid.public.order == (2, 0, 3, 1)
    assert laid.public.roles == ("lesser_dalmuti", "greater_peon", "greater_dalmuti", "lesser_peon")


def test_r25_each_scores_the_number_of_players_still_holding_cards() -> None:
    laid = out_in_order(2, 0, 3, 1)

    assert laid.public.points == (2, 0, 3, 1)


def test_r25_s69_five_players_score_four_to_nothing() -> None:
    assert points(ORDER, (C, A, E, B, D), DalmutiOptions()) == (3, 1, 4, 0, 2)


def test_option_score_self_counts_oneself() -> None:
    assert points(ORDER, (C, A, E, B, D), DalmutiOptions(score_self=True)) == (4, 2, 5, 1, 3)


def test_a_hand_ends_when_one_player_holds_cards_and_he_lays_them_down() -> None:
    laid = tricks("12", "11", "10", "9 9 9 8")
    plays(laid, "0: 12", "1: 11", "2: 10")

    moved = [
        e for e in laid.told(None) if e["kind"] == "moved" and e["src"] == {"name": "hand", "seat": 3, "number": None}
    ]
    assert [sorted(e["faces"]) for e in moved] == [["8", "9", "9", "9"]]
    assert ended(laid) == {"hand_number": 1, "places": [0, 1, 2, 3], "points": [3, 2, 1, 0]}


def test_points_add_up_over_hands() -> None:
    laid = out_in_order(2, 0, 3, 1, points=(5, 5, 5, 5))

    assert laid.public.points == (7, 5, 8, 6)


def test_r7_s69_the_next_hand_is_dealt_and_taxed_at_once() -> None:
    laid = out_in_order(2, 0, 3, 1)

    assert laid.public.hand_number == 2
    assert [laid.size("hand", seat) for seat in range(4)] == [20, 20, 20, 20]
    assert laid.asked(0).phase == "taxation"
    assert laid.verbs(2) - {"revolution"} == {"give"}


def test_what_was_said_of_the_last_hand_is_wiped_off() -> None:
    laid = out_in_order(2, 0, 3, 1, revolution={"seat": 1, "greater": False})

    public = laid.public
    assert (public.finished, public.trick, public.passed, public.revolution) == ((), (), (), None)


def test_the_extra_cards_go_to_the_new_highest_ranks() -> None:
    laid = tricks("12", "11", "10", "9", "8", "7", order=(5, 4, 3, 2, 1, 0), leader=0)
    plays(laid, "0: 12", "5: 7")
    while laid.public.hand_number == 1:
        seat = laid.to_act[0]
        laid.play(seat, "play" if "play" in laid.verbs(seat) else "pass", **_first_cards(laid, seat))

    assert [laid.size("hand", seat) for seat in laid.public.order] == [14, 14, 13, 13, 13, 13]
    assert laid.public.order[:2] == (0, 5)


def _first_cards(laid: Laid, seat: int) -> dict[str, Any]:
    move = next((move for move in laid.legal(seat) if move.verb == "play"), None)
    return {} if move is None else dict(move.args)


# R26: the end of a match


def test_r26_s71_a_match_ends_after_the_agreed_number_of_hands() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"hands": 3}}, hand_number=3, points=(1, 1, 1, 1))

    assert laid.state.standings == ((2,), (0,), (3,), (1,))
    assert laid.state.scores == (3, 1, 4, 2)


def test_r26_it_does_not_end_before() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"hands": 3}}, hand_number=2)

    assert not laid.state.is_over


def test_r26_a_total_ends_the_match_with_its_hand_and_the_highest_wins() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"total": 10}}, points=(9, 10, 6, 0))

    assert laid.state.standings == ((0,), (1,), (2,), (3,))
    assert laid.state.scores == (11, 10, 9, 1)


def test_r26_a_total_is_reached_by_exactly_as_many_points() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"total": 10}}, points=(8, 9, 6, 0))

    assert laid.state.is_over
    assert max(laid.public.points) == 10


def test_r26_below_the_total_the_match_goes_on() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"total": 10}}, points=(7, 9, 6, 0))

    assert not laid.state.is_over


def test_s73_equal_totals_share_a_place() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"hands": 1}}, points=(7, 9, 3, 0))

    assert laid.state.standings == ((0, 1), (2,), (3,))


def test_s73_option_extra_hand_plays_on_while_the_first_are_tied() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"hands": 1}, "final_tie": "extra_hand"}, points=(7, 9, 3, 0))

    assert not laid.state.is_over
    assert (laid.public.extra_hands, laid.public.hand_number) == (1, 2)


def test_s73_option_extra_hand_stops_when_one_is_first() -> None:
    options = {"end": {"hands": 1}, "final_tie": "extra_hand"}
    laid = out_in_order(2, 0, 3, 1, options=options, points=(8, 9, 3, 0), hand_number=2, extra_hands=1)

    assert laid.state.standings == ((0,), (1,), (2,), (3,))


def test_option_extra_hand_shares_the_place_after_so_many() -> None:
    options = {"end": {"hands": 1}, "final_tie": "extra_hand", "max_extra_hands": 2}
    laid = out_in_order(2, 0, 3, 1, options=options, points=(7, 9, 3, 0), hand_number=3, extra_hands=2)

    assert laid.state.standings == ((0, 1), (2,), (3,))


def test_option_extra_hand_does_not_care_for_ties_below_the_first() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"hands": 1}, "final_tie": "extra_hand"}, points=(9, 9, 6, 0))

    assert laid.state.standings == ((0,), (1, 2), (3,))


def test_option_last_hand_order_parts_equal_totals() -> None:
    laid = out_in_order(2, 0, 3, 1, options={"end": {"hands": 1}, "final_tie": "last_hand_order"}, points=(7, 9, 6, 8))

    assert laid.state.standings == ((2,), (0,), (3,), (1,))


# R43: the bonus for a rising peon


@pytest.mark.parametrize(
    ("reading", "places", "gains"),
    [
        ("off", (A, B, D, E, C), ()),
        ("literal", (A, B, C, D, E), ()),
        ("literal", (A, D, B, C, E), ()),
        ("literal", (A, B, C, E, D), (A, D)),
        ("literal", (A, B, D, E, C), (A, D)),
        ("both_to_gd", (A, D, B, C, E), (A,)),
        ("both_to_gd", (A, B, D, E, C), (A, A)),
        ("both_to_gd", (A, B, C, E, D), (A,)),
        ("by_pair", (A, D, B, C, E), (B,)),
        ("by_pair", (A, B, C, E, D), (A,)),
        ("by_pair", (A, B, D, E, C), (A, B)),
        ("by_pair", (A, B, C, D, E), ()),
    ],
)
def test_r43_s75_readings_of_the_bonus(reading: str, places: tuple[int, ...], gains: tuple[int, ...]) -> None:
    assert bonus(ORDER, places, reading) == gains


def test_r43_the_bonus_goes_to_who_held_the_rank_during_the_hand() -> None:
    options = {"peon_rise_bonus": "literal"}
    laid = out_in_order(0, 3, 1, 2, options=options, order=(2, 1, 0, 3))

    assert laid.public.points == (3 + 1, 1, 0 + 1, 2)


def test_the_next_hand_forgets_the_cards_drawn_for_rank() -> None:
    laid = out_in_order(0, 1, 2, 3, options={"end": {"hands": 2}}, drawn=(("1",), ("2",), ("3",), ("4",)))

    assert laid.public.hand_number == 2 and laid.public.drawn == ()


# Leaving


def test_who_leaves_is_played_on_for_and_placed_last() -> None:
    laid = tricks("12", "11", "10", "9", options={"end": {"hands": 1}})
    laid.leave(0)
    assert laid.to_act == (0,)

    laid.default(0)
    plays(laid, "1: 11", "2: 10")

    assert laid.state.standings == ((1,), (2,), (3,), (0,))


def test_the_last_one_to_stay_wins() -> None:
    laid = tricks("12", "11", "10", "9")
    for seat in (0, 2, 3):
        laid.leave(seat)

    assert laid.state.standings == ((1,), (3,), (2,), (0,))


@pytest.mark.parametrize(("game", "scores"), [(GAME, (4, 9, 0, 2)), (GreatDalmutiVersion1(), None)])
def test_the_points_of_the_hands_played_stay_when_all_but_one_have_resigned(
    game: GreatDalmuti, scores: tuple[int, ...] | None
) -> None:
    """Ruling 24; version 1 forgot them."""
    laid = tricks("12", "11", "10", "9", points=(4, 9, 0, 2))
    laid.game = game
    for seat in (0, 2, 3):
        laid.leave(seat)

    assert laid.state.scores == scores


def test_who_left_is_not_waited_for_in_a_tie() -> None:
    options = {"end": {"hands": 1}, "final_tie": "extra_hand"}
    laid = out_in_order(2, 0, 3, 1, options=options, points=(7, 9, 3, 0), left=(1,))

    assert laid.state.is_over


# Bounds


@pytest.mark.parametrize(
    ("seats", "options", "hands"),
    [
        (4, {"end": {"hands": 7}}, 7),
        (4, {"end": {"hands": 7}, "final_tie": "extra_hand", "max_extra_hands": 3}, 10),
        (4, {"end": {"total": 1}}, 1),
        (4, {"end": {"total": 3}}, 2),
        (5, {"end": {"total": 9}}, 5),
    ],
)
def test_most_hands_of_a_match(seats: int, options: dict[str, Any], hands: int) -> None:
    assert GAME.options.from_json(options, seats).most_hands(seats) == hands
