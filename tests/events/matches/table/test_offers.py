"""Offers over HTTP: a move for an outdated offer receives the current one."""

from __future__ import annotations

import pytest

from tests.events.calls import open_match, play_on, somebody

pytestmark = pytest.mark.django_db


def test_a_move_for_an_outdated_offer_receives_the_current_one():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:], game="negoces2")
    play_on(callers, match, lambda head: bool(head["may_act"]))
    head = callers[0].get(f"/matches/{match}").json()
    (seller,) = head["to_act"]
    buyer = next(seat for seat in head["may_act"] if seat != seller)
    view = callers[buyer].get(f"/matches/{match}/view").json()
    prompt = next(p["id"] for p in view["prompts"] if p["phase"] == "negotiate")
    offered = callers[buyer].get(f"/matches/{match}/legal-moves?prompt={prompt}&limit=1000").json()["moves"]
    offer = next(move for move in offered if move["verb"] == "offer")
    response = callers[buyer].post(f"/matches/{match}/moves", {"prompt": prompt, **offer})
    assert response.status_code == 201, response.content
    accepting = callers[seller].get(f"/matches/{match}/legal-moves?prompt={prompt}&limit=1000").json()["moves"]
    accept = next(move for move in accepting if move["verb"] == "accept")
    taken_back = callers[buyer].get(f"/matches/{match}/legal-moves?prompt={prompt}&limit=1000").json()["moves"]
    retract = {"prompt": prompt, **next(move for move in taken_back if move["verb"] == "retract")}
    assert callers[buyer].post(f"/matches/{match}/moves", retract).status_code == 201

    answer = callers[seller].post(f"/matches/{match}/moves", {"prompt": prompt, **accept})

    assert (answer.status_code, answer.json()["code"]) == (409, "stale_offer")
    assert answer.json()["offer"]["open"] is False


def test_the_options_of_slots_have_names_in_the_callers_language():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:], game="negoces2")
    play_on(callers, match, lambda head: any(_verbs(callers[seat], match) == {"place"} for seat in head["to_act"]))
    (seller,) = callers[0].get(f"/matches/{match}").json()["to_act"]

    legal = callers[seller].get(f"/matches/{match}/legal-moves", Accept_Language="fr").json()
    tried = callers[seller].post(f"/matches/{match}/legal-moves", {"verb": "place"}, Accept_Language="en").json()

    assert legal["words"].items() >= {"up": "Face visible", "down": "Face cachée"}.items()
    assert set(legal["words"]) == {word for slot in legal["templates"][0]["slots"].values() for word in slot["options"]}
    assert tried["words"].items() >= {"up": "Face up", "down": "Face down"}.items()


def _verbs(caller, match):
    return {template["verb"] for template in caller.get(f"/matches/{match}/legal-moves").json()["templates"]}
