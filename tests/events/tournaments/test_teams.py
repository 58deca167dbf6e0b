"""Teams: their members, the players at each board, and the points of all boards together."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import pytest

from events.accounts.services import account_close
from events.log.models import Match
from events.notifications.models import Notification
from events.tournaments import rules
from events.tournaments.audit import audit
from events.tournaments.pairing import seating
from events.tournaments.scoring import is_complete, places_due, points_of, winner
from events.users.models import Player, Token
from tests.events.calls import Caller, somebody
from tests.events.steps import tournaments_advance
from tests.events.tournaments.logs import draw_round, record, started
from tests.events.tournaments.test_tournaments import (
    PAIRS,
    code,
    events_of,
    exports,
    failed,
    head,
    matches,
    name_of,
    organised,
)

pytestmark = pytest.mark.django_db
TEAMS: dict[str, Any] = {**PAIRS, "team_size": 2, "start": "manual"}
LEVEL, FIRST, SECOND = [[0, 1]], [[0], [1]], [[1], [0]]


def team(path: str, name: str, captain: Caller, *others: Caller) -> int:
    """Enters a complete team; returns its number."""
    answer = captain.post(f"{path}/entries", {"team": name})
    assert answer.status_code == 201, answer.content
    number: int = answer.json()["entry"]
    for other in others:
        invited = captain.call("PUT", f"{path}/entries/{number}/members/{name_of(other)}", {})
        assert invited.status_code == 200, invited.content
        assert other.post(f"{path}/entries/{number}/members").status_code == 201
    return number


def test_two_teams_play_one_board_for_each_of_their_players():
    callers = [somebody() for _ in range(4)]
    path = organised(callers[0], TEAMS)
    for number, pair in enumerate((callers[:2], callers[2:])):
        assert team(path, f"Team {number}", *pair) == number
    assert callers[0].post(f"{path}/start").status_code == 200
    tournaments_advance()

    played = matches(callers[0], path)

    held = {caller.player: number for number, caller in enumerate(callers)}
    boards = [
        sorted(held[str(seat.player_id)] for seat in Match.objects.get(pk=match["match"]).seats.all())
        for match in played
    ]
    assert boards == [[0, 2], [1, 3]]
    assert [head(caller, path)["entry"] for caller in callers] == [0, 0, 1, 1]
    assert [Notification.objects.filter(player=caller.player, kind="round_drawn").count() for caller in callers] == [
        1
    ] * 4
    for match in played:
        seat = match["entries"].index(1)
        loser = Match.objects.get(pk=match["match"]).seats.get(number=seat).player_id
        next(caller for caller in callers if caller.player == str(loser)).post(f"/matches/{match['match']}/resign")
    tournaments_advance()
    end = head(callers[0], path)
    assert [(line["entry"], line["points"], line["tie_breaks"]["wins"]) for line in end["table"]] == [
        (0, 2000, 2),
        (1, 0, 0),
    ]
    assert "Team 0" not in json.dumps(events_of(path))
    assert end["entries"][0]["team"] == "Team 0"
    assert end["entries"][0]["members"] == [{"board": 2, "player": name_of(callers[1]), "joined": True}]
    assert failed(audit(*exports(Caller(), path))) == []


def test_a_player_joins_only_one_team_and_only_by_invitation():
    ada, bob, eve = (somebody() for _ in range(3))
    path = organised(ada, TEAMS, visibility="private")
    number = ada.post(f"{path}/entries", {"team": "Ones"}).json()["entry"]
    assert eve.post(f"{path}/entries/{number}/members").status_code == 404  # private
    invite = f"{path}/entries/{number}/members/{name_of(bob)}"

    assert ada.call("PUT", invite, {}).json()["members"] == [{"board": 2, "player": name_of(bob), "joined": False}]
    assert ada.call("PUT", invite, {}).status_code == 200
    assert code(ada.call("PUT", f"{path}/entries/{number}/members/{name_of(eve)}", {})) == "team_full"
    assert ada.call("PUT", f"{path}/entries/{number}/members/{name_of(ada)}", {}).status_code == 404
    assert bob.post(f"{path}/entries/{number}/members").status_code == 201
    assert code(bob.post(f"{path}/entries/{number}/members")) == "already_entered"
    assert code(bob.post(f"{path}/entries", {"team": "Twos"})) == "already_entered"
    assert code(bob.call("PUT", f"{path}/entries/{number}/members/{name_of(eve)}", {})) == "forbidden"
    assert [notice.data["news"] for notice in Notification.objects.filter(player=bob.player)] == ["team"]
    assert bob.get("/tournaments?entered=me").json()["items"][0]["entry"] == number
    assert bob.get("/me/export").json()["team_boards"][0]["joined"] is True
    assert bob.delete(f"{path}/entries/{number}/members/{name_of(bob)}").status_code == 204
    assert [core["type"] for core in events_of(path)][-2:] == ["entry.joined", "entry.left"]
    assert failed(audit(bob.get(f"{path}/export").json(), [])) == []


def test_a_player_without_an_invitation_cannot_join_a_team():
    ada, bob = somebody(), somebody()
    path = organised(ada, TEAMS)
    ada.post(f"{path}/entries", {"team": "Ones"})

    assert code(bob.post(f"{path}/entries/0/members")) == "forbidden"
    assert code(bob.delete(f"{path}/entries/0/members/{name_of(bob)}")) == "not_found"
    assert bob.post(f"{path}/entries/7/members").status_code == 404


def test_an_incomplete_team_does_not_take_part():
    callers = [somebody() for _ in range(5)]
    path = organised(callers[0], TEAMS)
    team(path, "Ones", *callers[:2])
    assert code(callers[0].post(f"{path}/start")) == "too_few_entries"
    assert head(callers[0], path)["entries"][0]["withdrawn"] is False
    callers[4].post(f"{path}/entries", {"team": "Alone"})
    team(path, "Twos", *callers[2:4])

    assert callers[0].post(f"{path}/start").json()["status"] == "running"

    assert [entry["withdrawn"] for entry in head(callers[0], path)["entries"]] == [False, True, False]
    assert failed(audit(Caller().get(f"{path}/export").json(), [])) == []
    with patch.object(rules, "may_change_team", lambda *_: False):
        assert failed(audit(Caller().get(f"{path}/export").json(), [])) == ["3 draws"]


def test_a_tournament_of_teams_starts_when_the_last_team_is_complete():
    callers = [somebody() for _ in range(4)]
    path = organised(callers[0], TEAMS, start="when_full", max_players=2)
    team(path, "Ones", *callers[:2])
    callers[2].post(f"{path}/entries", {"team": "Twos"})
    callers[2].call("PUT", f"{path}/entries/1/members/{name_of(callers[3])}", {})
    assert head(callers[0], path)["status"] == "open"

    callers[3].post(f"{path}/entries/1/members")

    assert head(callers[0], path)["status"] == "running"
    assert code(callers[3].delete(f"{path}/entries/1/members/{name_of(callers[3])}")) == "tournament_not_open"


def test_a_team_is_withdrawn_when_one_of_its_players_closes_the_account():
    callers = [somebody() for _ in range(4)]
    path = organised(callers[0], TEAMS)
    team(path, "Ones", *callers[:2])
    team(path, "Twos", *callers[2:])
    callers[0].post(f"{path}/start")
    gone = Player.objects.get(pk=callers[3].player)
    account_close(player=gone, token=Token.objects.get(player=gone))

    tournaments_advance()

    assert [entry["withdrawn"] for entry in head(callers[0], path)["entries"]] == [False, True]
    assert head(callers[0], path)["entries"][1]["members"][0]["player"] is None


def test_bots_form_their_own_team():
    ada = somebody()
    path = organised(ada, TEAMS)
    for _ in range(2):
        assert ada.post(f"{path}/entries", {"policy": "uniform"}).status_code == 201
    ada.post(f"{path}/start")
    tournaments_advance()

    assert len(matches(ada, path)) == 2


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"deals_per_round": 2}, "/deals_per_round"),
        ({"substitutes": True}, "/substitutes"),
        ({"format": "swiss", "rounds": 3, "late_entry": 2}, "/late_entry"),
        ({"format": "swiss", "rounds": 3, "seats": 3}, "/seats"),
        ({"team_size": 9}, "/team_size"),
        ({"duplicate": True, "format": "swiss", "rounds": 30, "team_size": 8}, "/deals_per_round"),
    ],
)
def test_invalid_settings_of_teams_are_refused(wrong: dict[str, Any], pointer: str):
    answer = somebody().post("/tournaments", {**TEAMS, **wrong})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)


def test_an_entry_has_a_team_name_only_in_a_tournament_of_teams():
    ada = somebody()
    teams, players = organised(ada, TEAMS), organised(ada, PAIRS)

    refused = [
        ada.post(f"{teams}/entries"),
        ada.post(f"{players}/entries", {"team": "Ones"}),
        ada.post(f"{teams}/entries", {"team": "\u202eseno"}),
    ]

    assert [answer.json()["errors"][0]["pointer"] for answer in refused] == ["/team"] * 3
    assert len(events_of(teams)) == len(events_of(players)) == 1


# Functions of the log


def test_the_seats_alternate_from_board_to_board():
    state = started(2, format="knock_out", rounds=None, team_size=3)
    draw_round(state)

    assert len({seating(state, state.rounds[0].tables[0], deal) for deal in (1, 2)}) == 2
    assert [state.board(deal) for deal in (1, 2, 3, 4)] == [1, 2, 3, 1]


def test_the_points_of_a_team_are_the_sum_of_its_boards():
    state = started(2, rounds=1, team_size=3)
    draw_round(state)
    for deal, winner_of_board in enumerate((0, 0, 1), start=1):
        seat = state.pairings[f"1/1/{deal}"].entries.index(winner_of_board)
        record(state, f"1/1/{deal}", FIRST if seat == 0 else SECOND)

    assert points_of(state) == {0: 2000, 1: 1000}


def test_a_bye_of_a_team_counts_for_all_boards():
    state = started(3, rounds=2, team_size=2)
    for _ in range(2):
        draw_round(state)
        for meeting in [each for each in state.pairings.values() if each.result is None]:
            record(state, meeting.match, LEVEL)

    byes = [entry for drawn in state.rounds for entry in drawn.byes]
    assert {points_of(state)[entry] for entry in byes} == {2000}


def test_level_teams_replay_all_boards():
    state = started(2, format="knock_out", rounds=None, team_size=2, replays=1)
    draw_round(state)
    record(state, "1/1/1", LEVEL)
    record(state, "1/1/2", LEVEL)

    assert places_due(state) == [(1, 1, 3), (1, 1, 4)]
    for deal, standings in ((3, FIRST), (4, LEVEL)):
        match = f"1/1/{deal}"
        state.apply(
            {
                "type": "match.opened",
                "match": match,
                "round": 1,
                "table": 1,
                "deal": deal,
                "entries": [0, 1],
            }
        )
        record(state, match, standings)
        assert is_complete(state) is (deal == 4)
    assert winner(state, 1, 1) == 0
