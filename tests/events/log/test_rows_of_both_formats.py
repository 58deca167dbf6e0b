"""Events of format 2 name the seats that the match waits for; the server adds these members to events of format 1."""

from __future__ import annotations

import json

import pgtrigger
import pytest

from events.base.canonical_json import canonical_json
from events.base.fairness import Frontier, event_hash, genesis
from events.log import log, states
from events.log.models import ActionEvent, Match
from events.proofs.audits import findings
from games.kernel.codec import state_json
from tests.events.calls import Caller, open_match, play_on, somebody

pytestmark = pytest.mark.django_db
MEMBERS = ("to_act", "may_act", "deadlines")


@pytest.fixture
def callers() -> list[Caller]:
    return [somebody() for _ in range(4)]


@pytest.fixture
def number(callers: list[Caller]) -> str:
    """A match of Great Dalmuti after some events, with a time for each move and a message."""
    number = open_match(callers[0], callers[1:], clock={"per_move": 600, "on_timeout": "default_move"})
    callers[2].post(f"/matches/{number}/messages", {"text": "bonsoir"})
    play_on(callers, number, lambda head: head["seq"] >= 16)
    return number


def rows(caller: Caller, number: str) -> list[dict]:
    return caller.get(f"/matches/{number}/events").json()["items"]


def stated(event: dict) -> dict:
    return {name: event[name] for name in MEMBERS}


def viewed(view: dict) -> dict:
    """Returns the same members of a view."""
    deadlines = [
        {"prompt": prompt["id"], "seats": prompt["seats"], "at": prompt["deadline"]}
        for prompt in view["prompts"]
        if prompt["deadline"] is not None
    ]
    return {"to_act": view["to_act"], "may_act": view["may_act"], "deadlines": deadlines}


def make_old(match: Match, upto: int) -> None:
    """Rewrites the events up to the given one in format 1, without the seats that the match waits for."""
    last, frontier = genesis(match.id.bytes), Frontier()
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        for event in list(ActionEvent.objects.filter(match=match).order_by("seq")):
            core = json.loads(bytes(event.core))
            if event.seq <= upto:
                core = {name: core[name] for name in core if name not in MEMBERS} | {"format": 1}
            last = event_hash(last, text := canonical_json(core))
            frontier = frontier.grown(last)
            ActionEvent.objects.filter(pk=event.pk).update(core=text, hash=last)
    Match.objects.filter(pk=match.pk).update(head_hash=last, frontier=frontier.to_bytes())
    states.forget()


def test_the_view_after_each_event_waits_for_the_seats_that_the_event_states(callers, number):
    for event in rows(callers[1], number):
        view = callers[1].get(f"/matches/{number}/view?at={event['seq']}").json()
        assert stated(event) == viewed(view), event["seq"]
    assert stated(event) == {name: callers[0].get(f"/matches/{number}").json()[name] for name in MEMBERS}
    assert event["to_act"] and event["deadlines"]


def test_events_of_the_older_format_are_served_with_the_members_they_lack(callers, number):
    match, before = Match.objects.get(pk=number), rows(callers[1], number)
    for upto in (match.head_seq, 9):
        make_old(match, upto)

        assert [stated(event) for event in rows(callers[1], number)] == [stated(event) for event in before]
        later = callers[1].get(f"/matches/{number}/events?after=7&limit=2").json()["items"]
        assert [stated(event) for event in later] == [stated(event) for event in before[8:10]]
        match = Match.objects.get(pk=number)
        assert not findings(match)


def test_a_match_of_the_older_format_continues_in_the_current_format(callers, number):
    make_old(match := Match.objects.get(pk=number), Match.objects.get(pk=number).head_seq)
    play_on(callers, number, lambda head: head["seq"] > match.head_seq + 3)

    formats = [
        json.loads(bytes(event.core))["format"] for event in ActionEvent.objects.filter(match=match).order_by("seq")
    ]
    assert formats == sorted(formats) and set(formats) == {1, 2}
    assert not findings(Match.objects.get(pk=number))


def test_a_log_of_the_older_format_folds_to_the_same_states(callers, number):
    match = Match.objects.get(pk=number)
    last = match.head_seq
    before = [state_json(states.at(match, seq).state) for seq in range(last + 1)]
    make_old(match, last)
    match = Match.objects.get(pk=number)

    assert [state_json(states.at(match, seq).state) for seq in range(last + 1)] == before
    assert next(log.read(match.pk)).core | dict.fromkeys(MEMBERS) == next(log.read(match.pk)).core


def test_an_aborted_match_waits_for_no_seat(callers, number):
    for caller in callers:
        caller.post(f"/matches/{number}/agreements/abort", {})

    nobody = {"to_act": [], "may_act": [], "deadlines": []}
    before, void, opened = rows(callers[1], number)[-3:]
    assert before["to_act"] and (void["type"], opened["type"]) == ("match.void", "seed.opened")
    for event in (void, opened):
        assert stated(event) == nobody
        assert viewed(callers[1].get(f"/matches/{number}/view?at={event['seq']}").json()) == nobody
    states.forget()
    assert viewed(callers[1].get(f"/matches/{number}/view").json()) == nobody
    assert not findings(Match.objects.get(pk=number))


def test_the_operators_audit_finds_a_row_that_waits_for_another_seat(callers, number):
    match = Match.objects.get(pk=number)
    event = ActionEvent.objects.filter(match=match, type="move").last()
    core = json.loads(bytes(event.core))
    core["to_act"] = [seat for seat in range(4) if seat not in core["to_act"]][:1]
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        ActionEvent.objects.filter(pk=event.pk).update(core=canonical_json(core))
    make_old(match, -1)

    found = [
        finding.words.partition(":")[0]
        for finding in findings(Match.objects.get(pk=number))
        if finding.seq == event.seq
    ]
    assert found == ["step 8 clock", "step 6 rules"]
