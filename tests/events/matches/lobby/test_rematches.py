"""Rematches: once all agree, the players of a finished match play again, with the seating from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from events.matches.lobby import rematch_of
from tests.events.calls import Caller, code, first_move, open_match, play_on, somebody

pytestmark = pytest.mark.django_db


def finished(players: int = 2, game: str = "monopoly_deal", **wish: Any) -> tuple[list[Caller], str]:
    """Creates a match in which all players but the first have resigned."""
    callers = [somebody() for _ in range(players)]
    match = open_match(callers[0], callers[1:], game, **wish)
    for caller in callers[1:]:
        assert caller.post(f"/matches/{match}/resign").status_code == 200
    return callers, match


def head(caller: Caller, match: str) -> dict[str, Any]:
    answer: dict[str, Any] = caller.get(f"/matches/{match}").json()
    return answer


def names(caller: Caller, match: str) -> list[str | None]:
    """Returns the name of each seat's player, or of the player for whom it is reserved."""
    seats = head(caller, match)["seats"]
    return [seat["player"]["name"] if seat["player"] else seat["invited"] for seat in seats]


def test_a_rematch_starts_once_every_player_has_agreed():
    (ada, bob), match = finished()

    first = ada.post(f"/matches/{match}/agreements/rematch").json()
    assert first["agreements"] == {"abort": [], "pause": [], "undo": [], "rematch": [0]}
    assert head(bob, first["rematch"])["status"] == "open"
    second = bob.post(f"/matches/{match}/agreements/rematch").json()

    assert second["rematch"] == first["rematch"]
    assert second["agreements"]["rematch"] == []
    assert head(ada, first["rematch"])["status"] == "running"
    assert names(ada, first["rematch"]) == names(ada, match)


def test_every_caller_sees_the_seats_that_agree():
    (ada, bob, eve), match = finished(3)

    eve.post(f"/matches/{match}/agreements/rematch")
    bob.post(f"/matches/{match}/agreements/rematch")

    assert [head(caller, match)["agreements"]["rematch"] for caller in (ada, somebody(), Caller())] == [[1, 2]] * 3


def test_agreeing_twice_counts_once():
    (ada, bob), match = finished()

    rematches = {ada.post(f"/matches/{match}/agreements/rematch").json()["rematch"] for _ in range(3)}

    assert len(rematches) == 1
    assert head(bob, match)["agreements"]["rematch"] == [0]


def test_an_agreement_can_be_withdrawn_and_given_again():
    (ada, bob), match = finished()
    rematch = ada.post(f"/matches/{match}/agreements/rematch").json()["rematch"]
    other = [somebody(), somebody()]
    assert code(other[0].post(f"/matches/{rematch}/seats", {"seat": 1})) == (409, "seat_taken")

    assert bob.delete(f"/matches/{match}/agreements/rematch").status_code == 204
    assert ada.delete(f"/matches/{match}/agreements/rematch").status_code == 204
    assert head(ada, rematch)["status"] == "aborted"
    assert (head(ada, match)["rematch"], head(ada, match)["agreements"]["rematch"]) == (None, [])

    again = bob.post(f"/matches/{match}/agreements/rematch").json()["rematch"]
    assert again != rematch
    assert ada.post(f"/matches/{match}/agreements/rematch").json()["rematch"] == again
    assert head(bob, again)["status"] == "running"


def test_a_player_of_three_who_withdraws_keeps_their_reserved_seat():
    (ada, bob, eve), match = finished(3)
    rematch = ada.post(f"/matches/{match}/agreements/rematch").json()["rematch"]
    bob.post(f"/matches/{match}/agreements/rematch")

    assert bob.delete(f"/matches/{match}/agreements/rematch").status_code == 204

    assert head(eve, match)["agreements"]["rematch"] == [0]
    assert names(eve, rematch) == names(eve, match)
    assert head(eve, rematch)["seats"][1]["kind"] == "open"


def test_there_is_no_rematch_before_the_end():
    ada, bob = somebody(), somebody()
    match = open_match(ada, [bob], "monopoly_deal")

    assert code(ada.post(f"/matches/{match}/agreements/rematch")) == (409, "match_not_finished")
    for caller in (ada, bob):
        caller.post(f"/matches/{match}/agreements/abort")
    assert code(ada.post(f"/matches/{match}/agreements/rematch")) == (409, "match_not_finished")
    assert code(ada.delete(f"/matches/{match}/agreements/rematch")) == (409, "match_not_finished")


def test_only_the_players_of_a_match_agree_to_its_rematch():
    (ada, _), match = finished()

    assert code(somebody().post(f"/matches/{match}/agreements/rematch")) == (403, "not_seated")
    assert code(somebody().delete(f"/matches/{match}/agreements/rematch")) == (403, "not_seated")
    assert head(ada, match)["rematch"] is None


def test_the_server_commits_before_any_player_sends_a_nonce():
    (ada, bob), match = finished()
    nonces = ["a1" * 32, "b2" * 32]

    rematch = ada.post(f"/matches/{match}/agreements/rematch", {"nonce": nonces[0]}).json()["rematch"]
    bob.post(f"/matches/{match}/agreements/rematch", {"nonce": nonces[1]})

    rows = ada.get(f"/matches/{rematch}/events").json()["items"]
    assert [row["type"] for row in rows[:3]] == ["match.created", "seat.joined", "seat.joined"]
    assert [(row["nonce"], row["source"]) for row in rows[1:3]] == [(nonce, "player") for nonce in nonces]


def test_a_rematch_has_the_same_bots_and_settings():
    ada = somebody()
    wish = {
        "game": "monopoly_deal",
        "seats": [{"kind": "me"}, {"kind": "bot", "policy": "uniform"}],
        "options": {"max_turns": 9},
        "visibility": "unlisted",
        "reveal": "seats",
    }
    match = ada.post("/matches", wish).json()["id"]
    ada.post(f"/matches/{match}/resign")

    rematch = ada.post(f"/matches/{match}/agreements/rematch").json()["rematch"]

    before, after = head(ada, match), head(ada, rematch)
    assert after["status"] == "running"
    assert after["seats"][1]["policy"] == "uniform"
    same = ("game", "options", "clock", "visibility", "reveal", "rated")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}


def test_the_last_hand_of_dalmuti_decides_the_seats_and_first_ranks():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    play_on(callers, match, lambda now: now["status"] == "finished")
    places = callers[0].get(f"/matches/{match}/view").json()["public"]["finished"]

    for caller in callers:
        rematch = caller.post(f"/matches/{match}/agreements/rematch").json()["rematch"]

    assert names(callers[0], rematch) == [names(callers[0], match)[seat] for seat in places]
    view = callers[0].get(f"/matches/{rematch}/view").json()
    assert view["public"]["order"] == [0, 1, 2, 3]
    assert first_move(callers[places[0]], rematch) is not None


def test_changes_of_a_rematch_wake_the_subscribers_of_the_finished_match(monkeypatch: pytest.MonkeyPatch):
    woken: list[str] = []
    (ada, bob, _), match = finished(3)
    monkeypatch.setattr(rematch_of, "publish", lambda topic: woken.append(str(topic)))

    rematch = ada.post(f"/matches/{match}/agreements/rematch").json()["rematch"]
    assert woken == [match]
    assert bob.post(f"/matches/{rematch}/seats").status_code == 201
    assert woken == [match] * 2
    assert bob.delete(f"/matches/{rematch}/seats/1").status_code == 204
    assert woken == [match] * 3
    assert ada.delete(f"/matches/{match}/agreements/rematch").status_code == 204
    assert woken == [match] * 4
