"""A level knock-out table is replayed as its organiser has set; then the tie-breaks decide."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from events.tournaments import scoring
from events.tournaments.audit import audit
from events.tournaments.models import TournamentEvent
from events.tournaments.pairing import draw
from events.tournaments.scoring import is_complete, matches_due, places_due, points_of, winner
from events.tournaments.state import TournamentState
from tests.events.calls import Caller, somebody
from tests.events.steps import tournaments_advance
from tests.events.tournaments.logs import draw_round, record, started
from tests.events.tournaments.test_tournaments import PAIRS, events_of, exports, failed, head, matches, organised

pytestmark = pytest.mark.django_db
LEVEL, FIRST, SECOND = [[0, 1]], [[0], [1]], [[1], [0]]


def knock_out(entries: int = 2, **settings: Any) -> TournamentState:
    state = started(entries, format="knock_out", rounds=None, replays=2, **settings)
    draw_round(state)
    return state


def play_replay(state: TournamentState, standings: list[list[int]], **more: Any) -> None:
    """Opens the next match, and records its result."""
    [(round, table, deal)] = places_due(state)
    entries = list(state.rounds[-1].tables[table - 1])
    match = f"{round}/{table}/{deal}"
    state.apply(
        {
            "type": "match.opened",
            "match": match,
            "round": round,
            "table": table,
            "deal": deal,
            "entries": entries,
        }
    )
    record(state, match, standings, **more)


def test_a_level_table_is_replayed_until_a_player_wins():
    state = knock_out()
    record(state, "1/1/1", LEVEL)
    assert (is_complete(state), places_due(state), points_of(state)) == (False, [(1, 1, 2)], {0: 0, 1: 0})

    play_replay(state, LEVEL)
    play_replay(state, SECOND)

    ahead = state.pairings["1/1/3"].entries[1]
    assert is_complete(state)
    assert (winner(state, 1, 1), points_of(state)[ahead]) == (ahead, 1000)


def test_after_the_last_replay_the_tie_breaks_decide():
    state = knock_out()
    record(state, "1/1/1", LEVEL, [5, 4])
    play_replay(state, LEVEL, scores=[1, 1])
    play_replay(state, LEVEL, scores=[1, 1])

    assert is_complete(state)
    assert winner(state, 1, 1) == state.pairings["1/1/1"].entries[0]


def test_several_matches_with_a_level_total_are_followed_by_one_more_match():
    state = knock_out(deals_per_round=2)
    record(state, "1/1/1", FIRST)
    assert is_complete(state) is False and places_due(state) == []
    record(state, "1/1/2", FIRST)  # the seats are rotated, so the other player has won

    assert places_due(state) == [(1, 1, 3)]


@pytest.mark.parametrize("forfeits", [[0], [0, 1]])
def test_a_forfeited_match_is_not_replayed(forfeits: list[int]):
    state = knock_out()
    record(state, "1/1/1", LEVEL, forfeits=forfeits)

    assert is_complete(state)


def test_a_match_against_a_withdrawn_entry_is_not_replayed():
    state = knock_out()
    state.apply({"type": "entry.withdrawn", "entry": 0})
    record(state, "1/1/1", LEVEL)

    assert is_complete(state)


def test_a_level_table_is_complete_in_a_tournament_without_replays():
    state = started(2, format="knock_out", rounds=None)
    draw_round(state)
    record(state, "1/1/1", LEVEL)

    assert (is_complete(state), matches_due(state, 1, 1)) == (True, 1)


def test_the_next_round_waits_for_the_replay():
    state = knock_out(4)
    record(state, "1/1/1", FIRST)
    record(state, "1/2/1", LEVEL)
    assert not is_complete(state)

    play_replay(state, FIRST)

    assert is_complete(state)
    assert len(draw(state).tables) == 1


@pytest.mark.parametrize(
    "wrong", [{"format": "swiss", "rounds": 2}, {"duplicate": True, "max_players": 8}, {"replays": 6}]
)
def test_replays_in_a_tournament_that_cannot_have_them_are_refused(wrong: dict[str, Any]):
    answer = somebody().post("/tournaments", {**PAIRS, "format": "knock_out", "replays": 2, **wrong})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/replays")


def levelled(state: TournamentState, played: Any) -> bool:
    """Returns whether a table has had one match, with a result: a faulty rule that treats any result as level."""
    return len(played) == 1 and played[0].result is not None


def test_a_replay_is_a_match_of_the_table_and_the_audit_checks_that_it_was_due():
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS, format="knock_out", replays=1)
    for caller in (ada, bob):
        caller.post(f"{path}/entries")
    ada.post(f"{path}/start")
    with patch.object(scoring, "_is_level", levelled):
        for _ in range(2):
            tournaments_advance()
            [match] = [each for each in matches(ada, path) if each["status"] == "running"]
            (ada, bob)[match["entries"][0]].post(f"/matches/{match['match']}/resign")
        tournaments_advance()
        assert [match["is_replay"] for match in matches(ada, path)] == [False, True]
        assert (head(ada, path)["status"], head(ada, path)["replays"]) == ("finished", 1)
        assert failed(audit(*exports(Caller(), path))) == []

    assert "3 draws" in failed(audit(*exports(Caller(), path)))
    assert [core["deal"] for core in events_of(path) if core["type"] == "match.opened"] == [1, 2]
    assert TournamentEvent.objects.filter(type="match.recorded").count() == 2
