"""The end of a hand, points, the end of a match (rules, 'Le jeu', 'Variantes'; scenarios 69 to 75)."""

from __future__ import annotations

from typing import Any

import pytest

from games.great_dalmuti import GAME, VERSIONS
from games.great_dalmuti.game import GreatDalmuti
from games.great_dalmuti.options import DalmutiOptions
from games.great_dalmuti.scoring import bonus, points
from games.great_dalmuti.version_1 import GreatDalmutiVersion1
from tests.games.great_dalmuti.table import plays, tricks
from tests.games.harness.scenario import Scenario, dealt
from tests.games.harness.simulate import played

A, B, C, D, E = range(5)
ORDER = (A, B, C, D, E)


def out_in_order(*order: int, **public: Any) -> Scenario:
    """Plays a last hand of four in which each seat holds one card and goes out in this order."""
    rank = {seat: str(4 - place) for place, seat in enumerate(order)}
    options, game = public.pop("options", None), public.pop("game", GAME)
    hands = [f"{rank[seat]}" if seat != order[0] else "12" for seat in range(4)]
    scenario = tricks(*hands, leader=order[0], options=options, game=game, **public)
    for seat in order[:3]:
        while scenario.to_act != (seat,):
            scenario.play(scenario.to_act[0], "pass")
        scenario.play(seat, "play", cards=hands[seat])
    return scenario


def announcement_of_end(scenario: Scenario) -> dict[str, Any]:
    """Returns the announcement of the hand that ended."""
    return next(
        e["details"] for e in scenario.effects_for(None) if e["kind"] == "announced" and e["what"] == "hand_over"
    )


def test_r23_s69_the_next_ranks_follow_the_order_in_which_players_go_out() -> None:
    scenario = out_in_order(2, 0, 3, 1)

    assert scenario.public.order == (2, 0, 3, 1)
    assert scenario.public.roles == ("lesser_dalmuti", "greater_peon", "greater_dalmuti", "lesser_peon")


def test_r25_each_player_scores_the_number_of_players_still_holding_cards() -> None:
    scenario = out_in_order(2, 0, 3, 1)

    assert scenario.public.points == (2, 0, 3, 1)


def test_r25_s69_five_players_score_four_to_nothing() -> None:
    assert points(ORDER, (C, A, E, B, D), DalmutiOptions()) == (3, 1, 4, 0, 2)


def test_option_score_self_counts_oneself() -> None:
    assert points(ORDER, (C, A, E, B, D), DalmutiOptions(score_self=True)) == (4, 2, 5, 1, 3)


def test_a_hand_ends_when_one_player_holds_cards_and_shows_them() -> None:
    scenario = tricks("12", "11", "10", "9 9 9 8")
    plays(scenario, "0: 12", "1: 11", "2: 10")

    moved = [
        e
        for e in scenario.effects_for(None)
        if e["kind"] == "moved" and e["src"] == {"name": "hand", "seat": 3, "number": None}
    ]
    assert [sorted(e["faces"]) for e in moved] == [["8", "9", "9", "9"]]
    assert announcement_of_end(scenario) == {"hand_number": 1, "places": [0, 1, 2, 3], "points": [3, 2, 1, 0]}


def test_points_add_up_over_hands() -> None:
    scenario = out_in_order(2, 0, 3, 1, points=(5, 5, 5, 5))

    assert scenario.public.points == (7, 5, 8, 6)


def test_r7_s69_the_next_hand_is_dealt_and_taxed_at_once() -> None:
    scenario = out_in_order(2, 0, 3, 1)

    assert scenario.public.hand_number == 2
    assert [scenario.size("hand", seat) for seat in range(4)] == [20, 20, 20, 20]
    assert scenario.open_prompt(0).phase == "taxation"
    assert scenario.verbs(2) - {"revolution"} == {"give"}


def test_the_announcements_of_the_last_hand_are_cleared() -> None:
    scenario = out_in_order(2, 0, 3, 1, revolution={"seat": 1, "greater": False})

    public = scenario.public
    assert (public.finished, public.trick, public.passed, public.revolution) == ((), (), (), None)


def test_the_extra_cards_are_dealt_to_the_new_highest_ranks() -> None:
    scenario = tricks("12", "11", "10", "9", "8", "7", order=(5, 4, 3, 2, 1, 0), leader=0)
    plays(scenario, "0: 12", "5: 7")
    while scenario.public.hand_number == 1:
        seat = scenario.to_act[0]
        scenario.play(seat, "play" if "play" in scenario.verbs(seat) else "pass", **_first_cards(scenario, seat))

    assert [scenario.size("hand", seat) for seat in scenario.public.order] == [14, 14, 13, 13, 13, 13]
    assert scenario.public.order[:2] == (0, 5)


def _first_cards(scenario: Scenario, seat: int) -> dict[str, Any]:
    move = next((move for move in scenario.legal(seat) if move.verb == "play"), None)
    return {} if move is None else dict(move.args)


# R26: the end of a match


def test_r26_s71_a_match_ends_after_the_agreed_number_of_hands() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"hands": 3}}, hand_number=3, points=(1, 1, 1, 1))

    assert scenario.state.standings == ((2,), (0,), (3,), (1,))
    assert scenario.state.scores == (3, 1, 4, 2)


def test_r26_a_match_does_not_end_before_the_agreed_number_of_hands() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"hands": 3}}, hand_number=2)

    assert not scenario.state.is_over


def test_r26_a_total_ends_the_match_with_its_hand_and_the_highest_wins() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"total": 10}}, points=(9, 10, 6, 0))

    assert scenario.state.standings == ((0,), (1,), (2,), (3,))
    assert scenario.state.scores == (11, 10, 9, 1)


def test_r26_a_total_is_reached_by_exactly_as_many_points() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"total": 10}}, points=(8, 9, 6, 0))

    assert scenario.state.is_over
    assert max(scenario.public.points) == 10


def test_r26_a_match_below_the_total_goes_on() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"total": 10}}, points=(7, 9, 6, 0))

    assert not scenario.state.is_over


def test_r26_a_total_that_a_player_who_resigned_has_reached_ends_nothing() -> None:
    """Ruling 18."""
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"total": 10}}, points=(9, 0, 0, 0), left=(0,))

    assert scenario.public.points[0] >= 10
    assert not scenario.state.is_over


def test_r26_version_2_ends_the_match_when_a_player_who_resigned_has_reached_the_total() -> None:
    scenario = out_in_order(
        2, 0, 3, 1, options={"end": {"total": 10}}, points=(9, 0, 0, 0), left=(0,), game=VERSIONS[2]
    )

    assert scenario.state.standings == ((2,), (3,), (1,), (0,))


def test_s73_equal_totals_share_a_place() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"hands": 1}}, points=(7, 9, 3, 0))

    assert scenario.state.standings == ((0, 1), (2,), (3,))


def test_s73_option_extra_hand_plays_on_while_the_first_are_tied() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"hands": 1}, "final_tie": "extra_hand"}, points=(7, 9, 3, 0))

    assert not scenario.state.is_over
    assert (scenario.public.extra_hands, scenario.public.hand_number) == (1, 2)


def test_s73_option_extra_hand_stops_when_one_is_first() -> None:
    options = {"end": {"hands": 1}, "final_tie": "extra_hand"}
    scenario = out_in_order(2, 0, 3, 1, options=options, points=(8, 9, 3, 0), hand_number=2, extra_hands=1)

    assert scenario.state.standings == ((0,), (1,), (2,), (3,))


def test_option_extra_hand_shares_the_place_after_a_limit() -> None:
    options = {"end": {"hands": 1}, "final_tie": "extra_hand", "max_extra_hands": 2}
    scenario = out_in_order(2, 0, 3, 1, options=options, points=(7, 9, 3, 0), hand_number=3, extra_hands=2)

    assert scenario.state.standings == ((0, 1), (2,), (3,))


def test_option_extra_hand_ignores_ties_below_the_first_place() -> None:
    scenario = out_in_order(2, 0, 3, 1, options={"end": {"hands": 1}, "final_tie": "extra_hand"}, points=(9, 9, 6, 0))

    assert scenario.state.standings == ((0,), (1, 2), (3,))


def test_option_last_hand_order_breaks_ties_of_totals() -> None:
    scenario = out_in_order(
        2, 0, 3, 1, options={"end": {"hands": 1}, "final_tie": "last_hand_order"}, points=(7, 9, 6, 8)
    )

    assert scenario.state.standings == ((2,), (0,), (3,), (1,))


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
def test_r43_s75_the_bonus_is_computed_by_the_reading_that_the_option_names(
    reading: str, places: tuple[int, ...], gains: tuple[int, ...]
) -> None:
    assert bonus(ORDER, places, reading) == gains


def test_r43_the_bonus_goes_to_the_seat_that_held_the_rank_during_the_hand() -> None:
    options = {"peon_rise_bonus": "literal"}
    scenario = out_in_order(0, 3, 1, 2, options=options, order=(2, 1, 0, 3))

    assert scenario.public.points == (3 + 1, 1, 0 + 1, 2)


def test_the_next_hand_clears_the_cards_drawn_for_rank() -> None:
    scenario = out_in_order(0, 1, 2, 3, options={"end": {"hands": 2}}, drawn=(("1",), ("2",), ("3",), ("4",)))

    assert scenario.public.hand_number == 2 and scenario.public.drawn == ()


# Leaving


def test_a_seat_that_resigns_is_played_automatically_and_placed_last() -> None:
    scenario = tricks("12", "11", "10", "9", options={"end": {"hands": 1}})
    scenario.resign(0)
    assert scenario.to_act == (0,)

    scenario.default(0)
    plays(scenario, "1: 11", "2: 10")

    assert scenario.state.standings == ((1,), (2,), (3,), (0,))


def test_the_last_player_wins_when_all_others_resign() -> None:
    scenario = tricks("12", "11", "10", "9")
    for seat in (0, 2, 3):
        scenario.resign(seat)

    assert scenario.state.standings == ((1,), (3,), (2,), (0,))


@pytest.mark.parametrize(("game", "scores"), [(GAME, (4, 9, 0, 2)), (GreatDalmutiVersion1(), None)])
def test_the_points_of_earlier_hands_remain_when_all_players_but_one_have_resigned(
    game: GreatDalmuti, scores: tuple[int, ...] | None
) -> None:
    """Ruling 24; version 1 ignored seats that had left."""
    scenario = tricks("12", "11", "10", "9", points=(4, 9, 0, 2))
    scenario.game = game
    for seat in (0, 2, 3):
        scenario.resign(seat)

    assert scenario.state.scores == scores


def test_an_extra_hand_is_not_played_for_a_tie_with_a_seat_that_resigned() -> None:
    options = {"end": {"hands": 1}, "final_tie": "extra_hand"}
    scenario = out_in_order(2, 0, 3, 1, options=options, points=(7, 9, 3, 0), left=(1,))

    assert scenario.state.is_over


# Bounds


@pytest.mark.parametrize(
    ("seats", "options", "hands"),
    [
        (4, {"end": {"hands": 7}}, 7),
        (4, {"end": {"hands": 7}, "final_tie": "extra_hand", "max_extra_hands": 3}, 10),
        (4, {"end": {"total": 1}}, 1),
        (4, {"end": {"total": 3}}, 5),
        (5, {"end": {"total": 9}}, 17),
    ],
)
def test_the_options_limit_the_number_of_hands_of_a_match(seats: int, options: dict[str, Any], hands: int) -> None:
    assert GAME.options.from_json(options, seats).most_hands(seats) == hands


def test_in_a_rematch_the_first_player_out_becomes_the_greater_dalmuti() -> None:
    end = played(GAME, 5, GAME.options.from_json({"end": {"hands": 1}}, 5), seed=3).state

    rematch = GAME.rematch(end)
    again = dealt(GAME, 5, rematch.options, seed=8)

    assert rematch.order == end.public.finished
    assert again.public.order == (0, 1, 2, 3, 4)
    assert again.public.roles[0] == "greater_dalmuti"


def test_the_rematch_of_a_match_that_ended_by_resignations_keeps_the_ranks() -> None:
    table = dealt(GAME, 5, seed=3)
    before = table.public.order

    assert GAME.rematch(table.state).order == before
