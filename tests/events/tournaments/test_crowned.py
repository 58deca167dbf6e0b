"""The winner of a tournament is not a player who had a bye, lost narrowly, or let a bot play.

Between tables of two seats, without ties, the second rules put players in the order of the share of their matches that
they won themselves. That is computed here from the results alone, and compared over random tournaments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest

from events.tournaments import scoring
from events.tournaments.absence import forfeits
from events.tournaments.scoring import BYES, match_points, points_of, table_of
from events.tournaments.state import TournamentState
from tests.events.tournaments.logs import draw_round, play_round, record, started
from tests.games.harness.time_budget import SEED

TOURNAMENTS = 40

Core = dict[str, Any]


def core(type: str, actor: int | None = None, by: str = "player", **members: Any) -> Core:
    return {"type": type, "actor": actor, "by": by, **members}


JOINED = [core("seat.joined", 0, "setup", policy=None), core("seat.joined", 1, "setup", policy=None)]
MOVED, BOT_MOVED, EXPIRED = core("move", 0), core("move", 0, "bot"), core("clock", 0, "clock")
STOOD_IN, RETURNED = core("seat.replaced", 0, "clock", policy="greedy"), core("seat.replaced", 0, policy=None)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        pytest.param([MOVED], [], id="who plays forfeits nothing"),
        pytest.param([MOVED, EXPIRED], [], id="nor who is late once"),
        pytest.param([EXPIRED, EXPIRED, MOVED], [0], id="for whom the clock decided more often"),
        pytest.param([MOVED, MOVED, STOOD_IN, BOT_MOVED], [0], id="in whose place a bot ends the match"),
        pytest.param([MOVED, MOVED, STOOD_IN, BOT_MOVED, RETURNED], [], id="not who came back in time"),
        pytest.param([STOOD_IN, BOT_MOVED, BOT_MOVED, RETURNED, MOVED], [0], id="but who came back for the end"),
        pytest.param([core("seat.resigned", 0)], [], id="who resigns has lost, and forfeits nothing"),
        pytest.param([MOVED, core("seat.resigned", 0, "clock")], [0], id="whom the clock resigned"),
        pytest.param([core("clock", None, "clock")], [], id="sealed answers count for nobody"),
    ],
)
def test_the_log_of_a_match_decides_which_seats_are_forfeited(rows: list[Core], found: list[int]):
    assert forfeits([*JOINED, *rows]) == found


def test_a_bot_that_was_entered_forfeits_nothing():
    assert forfeits([core("seat.joined", 0, "bot", policy="uniform"), EXPIRED, EXPIRED]) == []


def test_a_win_by_the_stand_in_bot_of_an_absent_player_counts_for_no_entry():
    state = started(2, rounds=1)
    draw_round(state)
    record(state, "1/1/1", [[0], [1]], [7, 3], forfeits=[0])

    assert match_points(state, state.pairings["1/1/1"]) == [0, 0]
    assert [line.tie_breaks[2:] for line in table_of(state)] == [(0, 3), (0, 0)]


def test_a_present_player_advances_in_a_knock_out_although_the_stand_in_bot_won():
    state = started(2, format="knock_out", rounds=None)
    draw_round(state)
    absent = state.pairings["1/1/1"].entries[0]
    record(state, "1/1/1", [[0], [1]], [9, 1], forfeits=[0])

    assert points_of(state) == {absent: 0, 1 - absent: 1000}


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("matchpoints", [[0, 250], [0, 250], [1000, 1000]]),
        ("differences", [[-15000, -10000], [-10000, -10000], [10000, 20000]]),
    ],
)
def test_a_forfeited_seat_is_not_compared_with_other_tables(kind: str, points: list[list[int]]):
    state = started(6, duplicate=True, scoring=kind)
    draw_round(state)
    record(state, "1/1/1", [[0], [1]], [90, 20], forfeits=[0])
    record(state, "1/2/1", [[0], [1]], [30, 20])
    record(state, "1/3/1", [[1], [0]], [40, 40])

    assert [match_points(state, state.pairings[f"1/{table}/1"]) for table in (1, 2, 3)] == points


def test_a_bye_counts_at_most_the_mean_of_the_entrys_matches():
    state = started(3, rounds=3)
    for _ in range(3):
        play_round(state)  # the lower entry number wins; each entry has a bye

    assert points_of(state) == {0: 3000, 1: 1500, 2: 0}


def test_a_bye_without_any_match_counts_nothing():
    state = started(3, rounds=1)
    draw_round(state)

    assert [points_of(state)[entry] for entry in state.rounds[0].byes] == [0]


def test_a_running_tournament_keeps_the_rules_with_which_it_started():
    state = started(3, rounds=3, rules=1)
    for _ in range(3):
        play_round(state)

    assert points_of(state) == {0: 3000, 1: 2000, 2: 1000}


def test_three_wins_come_before_two_losses_and_a_bye():
    state = started(5, rounds=3, duplicate=True, tie_breaks=["matchpoints"])
    for _ in range(3):
        play_round(state)

    table = table_of(state)

    assert table[0].entry == 0
    byes = {entry for drawn in state.rounds for entry in drawn.byes} - {0}
    lost = [entry for entry in byes if not share_won(state)[entry]]
    assert lost
    assert all(next(line for line in table if line.entry == entry).points == 0 for entry in lost)


def share_won(state: TournamentState) -> dict[int, Fraction]:
    """Returns the share of won matches of each player who started, computed only from the results."""
    won, played = dict.fromkeys(state.starters, 0), dict.fromkeys(state.starters, 0)
    for pairing in state.pairings.values():
        assert pairing.result is not None
        assert pairing.result.standings is not None
        for seat, entry in enumerate(pairing.entries):
            played[entry] += 1
            won[entry] += pairing.result.standings[0] == [seat] and seat not in pairing.result.forfeits
    return {entry: Fraction(won[entry], played[entry]) for entry in state.starters if played[entry]}


def wrongly_crowned(tournaments: Iterable[TournamentState], **changed: Any) -> int:
    """Returns the number of pairs of players whose order differs from the order of their shares."""
    wrong = 0
    for state in tournaments:
        state.settings = {**state.settings, **changed}
        share, points = share_won(state), points_of(state)
        pairs = permutations(share, 2)
        wrong += sum(share[one] > share[other] and points[one] <= points[other] for one, other in pairs)
    return wrong


def random_tournaments() -> Iterable[TournamentState]:
    """Plays Swiss tournaments with shared deals between five to nine players, some of whom miss rounds."""
    for seed in range(SEED, SEED + TOURNAMENTS):
        chance = Random(seed)
        state = started(chance.choice([5, 6, 7, 9]), rounds=chance.choice([3, 4, 5]), duplicate=True)
        while len(state.rounds) < state.last_round:
            draw_round(state)
            for pairing in [each for each in state.pairings.values() if each.result is None]:
                scores = chance.sample(range(40), 2)
                standings = sorted(([seat] for seat in (0, 1)), key=lambda place: -scores[place[0]])
                away = [seat for seat in (0, 1) if chance.random() < 0.15]
                record(state, pairing.match, standings, scores, forfeits=away)
        yield state


def test_random_tournaments_have_the_expected_winner():
    assert wrongly_crowned(random_tournaments()) == 0, f"seed {SEED}"


def full_byes(patch: pytest.MonkeyPatch) -> dict[str, Any]:
    patch.setattr(scoring, "_bye", lambda state, own: BYES["places"])
    return {}


def wins_of_bots(patch: pytest.MonkeyPatch) -> dict[str, Any]:
    counted = scoring._counted
    patch.setattr(
        scoring,
        "_counted",
        lambda state, pairing, result, kind: counted(state, pairing, result._replace(forfeits=frozenset()), kind),
    )
    return {}


def comparison_first(patch: pytest.MonkeyPatch) -> dict[str, Any]:
    return {"scoring": "matchpoints"}


@pytest.mark.parametrize("plant", [full_byes, wins_of_bots, comparison_first])
def test_each_planted_fault_of_scoring_changes_a_winner(
    plant: Callable[[pytest.MonkeyPatch], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
):
    changed = plant(monkeypatch)

    assert wrongly_crowned(random_tournaments(), **changed) > 0
