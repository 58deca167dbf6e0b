"""Draws, points and standings, as functions of a log alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from events.tournaments.pairing import draw
from events.tournaments.scoring import match_points, points_of, table_of
from events.tournaments.state import TournamentState
from tests.events.tournaments.logs import draw_round, play_all, play_round, record, started


def meetings(state: TournamentState) -> Counter[tuple[int, int]]:
    """Returns how often each pair met."""
    return Counter(pair for drawn in state.rounds for table in drawn.tables for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize("entries", [2, 3, 6, 7, 16])
def test_in_a_round_robin_each_pair_of_players_meets_once(entries: int):
    state = play_all(started(entries, format="round_robin", rounds=None))

    assert meetings(state) == Counter(combinations(range(entries), 2))
    assert all(sum(entry in drawn.byes for drawn in state.rounds) == entries % 2 for entry in range(entries))
    assert [line.entry for line in table_of(state)] == list(range(entries))


@pytest.mark.parametrize("entries", [4, 9, 16, 33])
def test_in_a_swiss_no_pair_meets_twice_while_that_is_possible(entries: int):
    state = play_all(started(entries, rounds=3))

    assert max(meetings(state).values()) == 1
    assert max(Counter(entry for drawn in state.rounds for entry in drawn.byes).values(), default=1) == 1


def test_a_swiss_pairs_players_with_equal_points():
    state = started(16, rounds=4)
    for _ in range(4):
        before = points_of(state)
        draw_round(state)
        assert all(before[one] == before[other] for one, other in state.rounds[-1].tables)
        for meeting in list(state.pairings.values()):
            if meeting.result is None:
                record(state, meeting.match, [[0], [1]])


def test_a_second_round_with_two_players_repeats_the_only_meeting():
    assert meetings(play_all(started(2, rounds=2))) == {(0, 1): 2}


def test_larger_tables_gather_the_players_who_have_met_least_often():
    state = play_all(started(16, seats=4, rounds=3))

    assert all(len(table) == 4 for drawn in state.rounds for table in drawn.tables)
    assert max(meetings(state).values()) <= 2


def test_players_without_a_table_have_a_bye_and_no_second_one_before_all_had_one():
    state = play_all(started(6, seats=4, rounds=3))

    assert sorted(entry for drawn in state.rounds for entry in drawn.byes) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("entries", "rounds"), [(2, 1), (5, 3), (8, 3), (13, 4), (16, 4)])
def test_a_knock_out_leaves_one_player(entries: int, rounds: int):
    state = play_all(started(entries, format="knock_out", rounds=None))

    assert len(state.rounds) == rounds
    assert sum(len(drawn.tables) for drawn in state.rounds) == entries - 1
    assert table_of(state)[0][:3] == (1, 0, 1000 * rounds)


def test_the_opponent_of_a_withdrawn_entry_advances_in_a_knock_out():
    state = started(4, format="knock_out", rounds=None)
    play_round(state)
    (first,), (second,) = [[entry for entry in table if points_of(state)[entry]] for table in state.rounds[0].tables]

    state.apply({"type": "entry.withdrawn", "entry": first})

    assert draw(state) == ((), (second,))


def test_a_withdrawn_entry_is_not_drawn_again():
    state = started(8, rounds=3)
    play_round(state)
    state.apply({"type": "entry.withdrawn", "entry": 5})

    for _ in range(2):
        drawn = draw(state)
        assert 5 not in {entry for table in drawn.tables for entry in table} | set(drawn.byes)
        assert len(drawn.byes) == 1
        play_round(state)


def test_players_sit_equally_often_in_each_seat():
    state = play_all(started(8, format="round_robin", rounds=None))
    first = Counter(meeting.entries[0] for meeting in state.pairings.values())

    assert all(2 <= first[entry] <= 5 for entry in range(8))


def test_the_seats_rotate_from_deal_to_deal():
    state = started(8, seats=4, deals_per_round=4, duplicate=True, scoring="matchpoints")
    draw_round(state)
    table = [state.pairings[f"1/1/{deal}"].entries for deal in (1, 2, 3, 4)]

    assert all(sorted(seat) == sorted(table[0]) for seat in zip(*table, strict=True))


def test_the_draw_depends_only_on_the_nonces_of_the_players():
    one, other = started(8), started(8)
    other.nonces[3] = "ff" * 32

    assert draw(one) == draw(started(8))
    assert draw(one) != draw(other)


@pytest.mark.parametrize(
    ("seats", "standings", "points"),
    [
        (2, [[1], [0]], [0, 1000]),
        (2, [[0, 1]], [500, 500]),
        (4, [[2], [0, 3], [1]], [500, 0, 1000, 500]),
        (4, [[1]], [333, 1000, 333, 333]),
        (3, None, [0, 0, 0]),
    ],
)
def test_points_fall_evenly_by_place_and_tied_players_share_them(
    seats: int, standings: list[list[int]] | None, points: list[int]
):
    state = started(seats, seats=seats)
    draw_round(state)
    record(state, "1/1/1", standings)

    assert match_points(state, state.pairings["1/1/1"]) == points


def duplicate(scoring: str, *results: tuple[list[list[int]] | None, list[int] | None]) -> list[list[int] | None]:
    """Returns the points of each table of one deal."""
    state = started(2 * len(results), duplicate=True, scoring=scoring)
    draw_round(state)
    for table, (standings, scores) in enumerate(results, start=1):
        record(state, f"1/{table}/1", standings, scores)
    return [match_points(state, state.pairings[f"1/{table}/1"]) for table in range(1, len(results) + 1)]


def test_matchpoints_compare_the_same_seat_of_the_other_tables():
    results = [([[0], [1]], [30, 10]), ([[0], [1]], [20, 10]), ([[1], [0]], [20, 40])]

    assert duplicate("matchpoints", *results) == [[1000, 250], [250, 250], [250, 1000]]


def test_matchpoints_compare_places_in_a_game_without_scores():
    assert duplicate("matchpoints", ([[0], [1]], None), ([[1], [0]], None)) == [[1000, 0], [0, 1000]]


def test_differences_are_means_over_the_other_tables():
    results = [([[0], [1]], [30, 10]), ([[0], [1]], [20, 10]), ([[1], [0]], [20, 40])]

    assert duplicate("differences", *results) == [[10000, -15000], [-5000, -15000], [-5000, 30000]]


def test_a_table_without_a_result_is_not_compared():
    results = [([[0], [1]], [30, 10]), (None, None), ([[1], [0]], [20, 40])]

    assert duplicate("matchpoints", *results) == [[1000, 0], [0, 0], [0, 1000]]
    assert duplicate("matchpoints", ([[0], [1]], None), (None, None)) == [[500, 500], [0, 0]]


def test_a_seat_without_a_place_counts_as_the_lowest_score():
    assert duplicate("matchpoints", ([[1]], [90, 10]), ([[1], [0]], [20, 30])) == [[0, 0], [1000, 1000]]


def test_tie_breaks_decide_in_their_order():
    state = started(4, format="round_robin", rounds=None, tie_breaks=["wins", "score"])
    draw_round(state)
    record(state, "1/1/1", [[0], [1]], [9, 1])
    record(state, "1/2/1", [[0], [1]], [5, 1])
    winners = [state.pairings[f"1/{table}/1"].entries[0] for table in (1, 2)]

    lines = table_of(state)

    assert [line.entry for line in lines[:2]] == winners
    assert [line.place for line in lines] == [1, 2, 3, 3]
    assert [line.tie_breaks for line in lines] == [(1, 9), (1, 5), (0, 1), (0, 1)]


def test_buchholz_and_sonneborn_berger_have_their_published_values():
    state = started(4, format="round_robin", rounds=None, tie_breaks=["buchholz", "sonneborn_berger"])
    play_all(state)  # 0 has 3 points, 1 has 2, 2 has 1, 3 has none

    assert [line.tie_breaks for line in table_of(state)] == [(3000, 3000), (4000, 1000), (5000, 0), (6000, 0)]


def test_the_largest_swiss_is_drawn():
    state = started(64, rounds=2)

    play_all(state)

    assert max(meetings(state).values()) == 1
