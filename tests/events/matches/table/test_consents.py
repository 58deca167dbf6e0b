"""Consent to end a running match: everybody sees it, players can withdraw it, and the next move cancels it."""

from __future__ import annotations

import uuid

import pytest

from events.base.fairness import client_commit
from tests.events.calls import Caller, code, first_move, open_match, somebody

pytestmark = pytest.mark.django_db


def running(players: int = 4) -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(players)]
    return callers, open_match(callers[0], callers[1:])


def agreeing_seats(caller: Caller, match: str) -> list[int]:
    seats: list[int] = caller.get(f"/matches/{match}").json()["agreements"]["abort"]
    return seats


def move(callers: list[Caller], match: str) -> None:
    """Plays one move: the first of any prompted seat."""
    before = callers[0].get(f"/matches/{match}").json()["seq"]
    for caller in callers:
        move = first_move(caller, match)
        if move is not None:
            assert caller.post(f"/matches/{match}/moves", move).status_code == 201
        if callers[0].get(f"/matches/{match}").json()["seq"] > before:
            return
    raise AssertionError("expected a move that makes a row")


def test_every_caller_sees_the_seats_that_agree():
    callers, match = running()

    answer = callers[2].post(f"/matches/{match}/agreements/abort").json()
    callers[1].post(f"/matches/{match}/agreements/abort")

    assert answer["agreements"] == {"abort": [2], "pause": [], "undo": [], "rematch": []}
    assert [agreeing_seats(caller, match) for caller in (*callers, somebody(), Caller())] == [[1, 2]] * 6


def test_agreeing_twice_counts_once():
    callers, match = running()

    for _ in range(4):
        assert callers[0].post(f"/matches/{match}/agreements/abort").json()["status"] == "running"

    assert agreeing_seats(callers[1], match) == [0]


def test_consent_can_be_withdrawn():
    callers, match = running()
    for caller in callers[:3]:
        caller.post(f"/matches/{match}/agreements/abort")

    assert callers[1].delete(f"/matches/{match}/agreements/abort").status_code == 204
    assert callers[1].delete(f"/matches/{match}/agreements/abort").status_code == 204
    assert agreeing_seats(callers[0], match) == [0, 2]
    assert callers[3].post(f"/matches/{match}/agreements/abort").json()["status"] == "running"
    assert callers[1].post(f"/matches/{match}/agreements/abort").json()["status"] == "aborted"
    assert code(callers[1].delete(f"/matches/{match}/agreements/abort")) == (409, "match_over")


def test_consent_lapses_with_the_next_move():
    callers, match = running()
    for caller in callers[:3]:
        caller.post(f"/matches/{match}/agreements/abort")

    move(callers, match)

    assert agreeing_seats(callers[0], match) == []
    assert callers[3].post(f"/matches/{match}/agreements/abort").json()["status"] == "running"
    assert agreeing_seats(callers[0], match) == [3]
    for caller in callers[:3]:
        answer = caller.post(f"/matches/{match}/agreements/abort")
    assert answer.json()["status"] == "aborted"


def test_a_message_does_not_end_consent():
    callers, match = running()
    callers[0].post(f"/matches/{match}/agreements/abort")

    callers[1].post(f"/matches/{match}/messages", {"text": "Shall we stop?"})

    assert agreeing_seats(callers[1], match) == [0]


def test_consent_lapses_with_a_resignation():
    callers, match = running()
    callers[0].post(f"/matches/{match}/agreements/abort")

    callers[1].post(f"/matches/{match}/resign")

    assert agreeing_seats(callers[0], match) == []


def test_only_active_players_need_to_agree():
    callers, match = running()
    callers[3].post(f"/matches/{match}/resign")

    assert code(callers[3].post(f"/matches/{match}/agreements/abort")) == (403, "not_seated")
    assert code(somebody().delete(f"/matches/{match}/agreements/abort")) == (403, "not_seated")
    statuses = [caller.post(f"/matches/{match}/agreements/abort").json()["status"] for caller in callers[:3]]
    assert statuses == ["running", "running", "aborted"]


@pytest.mark.parametrize("kind", ["abort", "pause", "rematch", "undo"])
def test_a_stranger_cannot_agree_or_withdraw(kind):
    callers, match = running()
    if kind == "rematch":
        for caller in callers[1:]:
            caller.post(f"/matches/{match}/resign")

    assert code(somebody().post(f"/matches/{match}/agreements/{kind}")) == (403, "not_seated")
    assert code(somebody().delete(f"/matches/{match}/agreements/{kind}")) == (403, "not_seated")


def test_a_refused_undo_stores_no_consent():
    callers, match = running()

    assert code(callers[0].post(f"/matches/{match}/agreements/undo")) == (409, "nothing_to_undo")

    assert callers[0].get(f"/matches/{match}").json()["agreements"]["undo"] == []


def test_consent_cannot_be_withdrawn_before_the_start():
    ada = somebody()
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["id"]

    assert code(ada.delete(f"/matches/{match}/agreements/abort")) == (409, "match_not_running")
    agreements = ada.post(f"/matches/{match}/agreements/abort").json()["agreements"]
    assert agreements == {"abort": [], "pause": [], "undo": [], "rematch": []}


def test_the_agreements_of_a_match_that_is_over_are_empty():
    callers, match = running()
    for caller in callers:
        caller.post(f"/matches/{match}/agreements/abort")

    assert agreeing_seats(callers[0], match) == []


def test_consent_while_seeds_are_settled_ends_with_the_deal():
    ada, bob = somebody(), somebody()
    match = open_match(ada, [bob], "monopoly_deal", fairness="commit_reveal")
    seeds = {0: b"\x01" * 32, 1: b"\x02" * 32}
    assert ada.post(f"/matches/{match}/agreements/abort").json()["status"] == "sealing"
    assert agreeing_seats(bob, match) == [0]

    for seat, caller in enumerate((ada, bob)):
        commit = client_commit(uuid.UUID(match).bytes, seat, seeds[seat]).hex()
        assert caller.post(f"/matches/{match}/seats/{seat}/commit", {"commit": commit}).status_code == 201
    assert agreeing_seats(bob, match) == [0]
    for seat, caller in enumerate((ada, bob)):
        assert caller.post(f"/matches/{match}/seats/{seat}/reveal", {"seed": seeds[seat].hex()}).status_code == 201

    assert ada.get(f"/matches/{match}").json()["status"] == "running"
    assert agreeing_seats(bob, match) == []
