"""Players who join after the start: late entries, whose missed rounds score nothing, and substitutes."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from events.notifications.models import Notification
from events.tournaments import rules
from events.tournaments.audit import audit
from events.tournaments.rules import may_enter
from events.tournaments.scoring import points_of
from events.tournaments.state import TournamentState
from events.users.models import Player
from tests.events.calls import Caller, somebody
from tests.events.steps import tournaments_advance
from tests.events.tournaments.logs import draw_round, lower_wins, play_round, started
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
SWISS: dict[str, Any] = {**PAIRS, "format": "swiss", "rounds": 3}


def start_first_round(path: str, ada: Caller, *players: Caller) -> None:
    """Starts a tournament and draws its first round."""
    for caller in players:
        assert caller.post(f"{path}/entries").status_code == 201
    assert ada.post(f"{path}/start").status_code == 200
    tournaments_advance()


def resign_round(path: str, callers: dict[int, Caller], round: int) -> None:
    """Ends the matches of a round by resignations of the higher entries; the next round is then drawn."""
    for match in [each for each in matches(Caller(), path) if each["status"] == "running"]:
        loser = max(match["entries"])
        assert callers[loser].post(f"/matches/{match['match']}/resign").status_code == 200
    tournaments_advance()
    tournaments_advance()
    assert head(Caller(), path)["round"] >= round


# Late entries


def late(state: TournamentState, entry: int) -> None:
    state.apply({"type": "entry.registered", "entry": entry, "kind": "player", "nonce": f"{entry:064x}"})


def test_missed_rounds_of_a_late_entry_count_nothing():
    """One win in one match counts less than three wins in three, although their means are equal."""
    state = started(4, rounds=3, late_entry=3)
    play_round(state)
    play_round(state)
    late(state, 4)
    late(state, 5)

    play_round(state, lambda meeting: sorted(lower_wins(meeting), reverse=max(meeting.entries) > 3))

    assert points_of(state)[0] >= 2000
    assert max(points_of(state)[4], points_of(state)[5]) == 1000


def test_a_missed_round_of_a_late_entry_counts_as_its_bye():
    state = started(4, rounds=3, late_entry=3)
    play_round(state)
    late(state, 4)
    draw_round(state)
    assert state.rounds[-1].byes and 4 not in state.rounds[-1].byes

    state = started(4, rounds=3, late_entry=3)
    play_round(state)
    late(state, 4)
    state.missed.clear()
    draw_round(state)
    assert state.rounds[-1].byes == (4,)  # a planted fault changes this


def test_a_late_entry_changes_neither_lots_nor_deals():
    state = started(4, rounds=3, late_entry=3, duplicate=True)
    before = (state.lot("a"), state.deal_of(1, 1), state.deal_of(2, 1))
    play_round(state)

    late(state, 4)

    assert (state.lot("a"), state.deal_of(1, 1), state.deal_of(2, 1)) == before


def test_players_may_enter_a_swiss_until_its_last_round_for_late_entries():
    ada, bob, eve, joe = (somebody() for _ in range(4))
    path = organised(ada, SWISS, late_entry=2)
    start_first_round(path, ada, ada, bob)
    assert head(eve, path)["is_entry_open"]

    entered = eve.post(f"{path}/entries")

    assert (entered.status_code, entered.json()["entry"], entered.json()["missed"]) == (201, 2, 1)
    resign_round(path, {0: ada, 1: bob}, 2)
    assert head(joe, path)["is_entry_open"] is False
    assert code(joe.post(f"{path}/entries")) == "tournament_not_open"
    resign_round(path, {0: ada, 1: bob, 2: eve}, 3)
    resign_round(path, {0: ada, 1: bob, 2: eve}, 3)
    end = head(eve, path)
    assert (end["status"], [line["entry"] for line in end["table"]][-1]) == ("finished", 2)
    assert failed(audit(*exports(Caller(), path))) == []
    with patch.object(rules, "may_enter", lambda state: state.status == "open"):
        assert failed(audit(*exports(Caller(), path))) == ["3 draws"]


def test_a_late_entry_to_a_full_tournament_is_refused():
    ada, bob, eve, joe = (somebody() for _ in range(4))
    path = organised(ada, SWISS, late_entry=2, max_players=3)
    start_first_round(path, ada, ada, bob)

    assert eve.post(f"{path}/entries").status_code == 201
    assert code(joe.post(f"{path}/entries")) == "tournament_full"
    assert code(bob.post(f"{path}/entries")) == "already_entered"


def test_players_cannot_enter_after_the_start_without_a_round_for_late_entries():
    assert not may_enter(started(4))


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"late_entry": 4}, "/late_entry"),
        ({"late_entry": 1}, "/late_entry"),
        ({"format": "round_robin", "rounds": None, "late_entry": 2}, "/late_entry"),
        ({"format": "knock_out", "rounds": None, "late_entry": 2}, "/late_entry"),
    ],
)
def test_an_invalid_round_for_late_entries_is_refused(wrong: dict[str, Any], pointer: str):
    answer = somebody().post("/tournaments", {**SWISS, **wrong})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)


# Substitutes


def test_a_substitute_takes_over_an_entry_and_its_points():
    ada, bob, eve, joe = (somebody() for _ in range(4))
    path = organised(ada, SWISS, substitutes=True, visibility="unlisted")
    start_first_round(path, ada, ada, bob)
    assert code(eve.post(f"{path}/entries/0/substitute")) == "not_to_be_taken"
    ada.delete(f"{path}/entries/0")
    assert head(eve, path)["entries"][0]["may_be_taken"]

    taken = eve.post(f"{path}/entries/0/substitute")

    assert (taken.status_code, taken.json()["player"], taken.json()["withdrawn"]) == (201, name_of(eve), False)
    assert taken.json()["former"] == [{"player": name_of(ada), "until_round": 1}]
    assert code(joe.post(f"{path}/entries/0/substitute")) == "not_to_be_taken"
    assert code(bob.post(f"{path}/entries/0/substitute")) == "already_entered"
    resign_round(path, {0: ada, 1: bob}, 2)  # the first match still belongs to the former player
    for number in (2, 3):
        resign_round(path, {0: eve, 1: bob}, number)
    end = head(eve, path)
    assert (end["status"], end["table"][0]["entry"], end["table"][0]["points"]) == ("finished", 0, 3000)
    assert [core["round"] for core in events_of(path) if core["type"] == "entry.taken"] == [2]
    assert failed(audit(*exports(Caller(), path))) == []
    assert Notification.objects.filter(player=eve.player, kind="round_drawn").count() == 2
    assert ada.get("/me/export").json()["former_entries"][0]["entry"] == 0
    with patch.object(rules, "may_be_taken", lambda state, entry: False):
        assert failed(audit(*exports(Caller(), path))) == ["3 draws"]


def test_a_withdrawn_player_may_return_while_no_substitute_has_the_entry():
    ada, bob = somebody(), somebody()
    path = organised(ada, SWISS, substitutes=True)
    start_first_round(path, ada, ada, bob)
    bob.delete(f"{path}/entries/1")

    back = bob.post(f"{path}/entries/1/substitute")

    assert (back.status_code, back.json()["former"], back.json()["withdrawn"]) == (201, [], False)


def test_a_substitute_is_refused_for_a_bots_entry_and_where_none_are_permitted():
    ada, bob, eve = (somebody() for _ in range(3))
    path, other = organised(ada, SWISS), organised(ada, SWISS, substitutes=True)
    for each in (path, other):
        ada.post(f"{each}/entries", {"policy": "uniform"})
        start_first_round(each, ada, ada, bob)
        ada.delete(f"{each}/entries/0")
        ada.delete(f"{each}/entries/1")

    answers = [code(eve.post(f"{path}/entries/1/substitute")), code(eve.post(f"{other}/entries/0/substitute"))]

    assert answers == ["not_to_be_taken", "not_to_be_taken"]
    assert eve.post(f"{other}/entries/9/substitute").status_code == 404
    Player.objects.filter(pk=(bot := somebody()).player).update(is_bot=True)
    assert code(bot.post(f"{other}/entries/1/substitute")) == "forbidden"


def test_in_a_knock_out_the_entry_of_a_winner_accepts_no_substitute():
    ada, bob, eve, joe = (somebody() for _ in range(4))
    path = organised(ada, PAIRS, format="knock_out", substitutes=True)
    for caller in (ada, bob, eve):
        caller.post(f"{path}/entries")
    ada.post(f"{path}/start")
    ada.delete(f"{path}/entries/0")

    assert joe.post(f"{path}/entries/0/substitute").status_code == 201
    tournaments_advance()
    bob.delete(f"{path}/entries/1")
    assert code(somebody().post(f"{path}/entries/1/substitute")) == "not_to_be_taken"
