"""Links to replays: each is for one audience, shows the same to everybody who has it, and can be revoked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from events.base.texts import texts_of
from events.log.models import Match
from games.kernel.words.texts import LANGUAGES
from tests.events.calls import Caller, code, open_match, play_on, somebody

pytestmark = pytest.mark.django_db

SECRETS = ("server_seed", "salt_key")


def finished(**wish: Any) -> tuple[list[Caller], str]:
    """Plays a match with some moves and a message, resigns it, and returns it."""
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:], **wish)
    play_on(callers, match, lambda head: head["seq"] >= 12)
    callers[1].post(f"/matches/{match}/messages", {"text": "Bonjour à tous"})
    for caller in callers:
        caller.post(f"/matches/{match}/resign")
    return callers, match


def link(caller: Caller, match: str, audience: str = "spectator") -> Any:
    return caller.post(f"/matches/{match}/replay-links", {"as": audience})


def rows(caller: Caller, match: str, last: int, audience: str) -> list[dict[str, Any]]:
    """Returns the events that the API sends to this audience, in the form of a replay."""
    items = caller.get(f"/matches/{match}/events?limit=200&as={audience}").json()["items"]
    return [without_messages(row) for row in items if row["seq"] <= last]


def without_messages(row: dict[str, Any]) -> dict[str, Any]:
    silent = {name: value for name, value in row.items() if name != "text"}
    return {**silent, "cells": []} if "text" in row else silent


@pytest.mark.parametrize("audience", ["spectator", "me"])
def test_a_link_shows_every_caller_the_events_that_its_audience_saw(audience: str):
    callers, match = finished()

    made = link(callers[2], match, audience)

    assert made.status_code == 201
    token, seat = made.json()["token"], 2 if audience == "me" else None
    assert made.json()["url"] == f"http://testserver/r/{token}"
    assert (made.json()["as"], made.json()["seat"]) == (audience, seat)
    about = Caller().get(f"/replays/{token}").json()
    assert (about["match"], about["seat"], about["head"]["status"]) == (match, seat, "finished")
    assert [seat["player"]["name"] for seat in about["head"]["seats"]] != []
    body = Caller().get(f"/replays/{token}/events").json()
    assert body["items"] == rows(callers[2], match, about["seq"], audience)
    view = callers[2].get(f"/matches/{match}/view?at=0&as={audience}").json()
    for face in view["faces"].values():
        del face["name"]  # in the language of the caller
    assert body["view"] == view
    assert body["items"][-1]["type"] == "match.over"


def test_a_replay_shows_neither_the_seed_nor_messages_nor_the_cards_of_others():
    callers, match = finished()
    token = link(callers[2], match).json()["token"]

    text = Caller().get(f"/replays/{token}/events").content.decode()

    assert not any(secret in text for secret in SECRETS)
    assert "Bonjour" not in text
    started = next(row for row in json.loads(text)["items"] if row["type"] == "match.started")
    assert started["cells"] == []


def test_a_replay_may_be_cached_forever_but_not_the_names_of_its_players():
    callers, match = finished()
    token = link(callers[0], match).json()["token"]

    for part in ("events", "captions"):
        answer = Caller().get(f"/replays/{token}/{part}")
        assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Authorization" not in answer.get("Vary", "") and "Cookie" not in answer.get("Vary", "")
        again = callers[1].get(f"/replays/{token}/{part}", If_None_Match=answer["ETag"])
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
        assert again["Cache-Control"] == answer["Cache-Control"]
    about = Caller().get(f"/replays/{token}")
    assert about["Cache-Control"] == "private, no-cache"
    assert Caller().get(f"/replays/{token}", If_None_Match=about["ETag"]).status_code == 304


def test_events_after_the_end_do_not_change_a_replay():
    callers, match = finished()
    token = link(callers[0], match).json()["token"]
    before = Caller().get(f"/replays/{token}/events").content

    callers[1].post(f"/matches/{match}/messages", {"text": "Merci"})
    callers[2].call("DELETE", "/me", {"password": None})

    assert Caller().get(f"/replays/{token}/events").content == before


def test_each_player_has_one_link_for_each_audience():
    callers, match = finished()

    one, again = link(callers[0], match), link(callers[0], match)
    own, other = link(callers[0], match, "me"), link(callers[1], match)

    assert (one.status_code, again.status_code) == (201, 200)
    assert one.json() == again.json()
    assert len({answer.json()["token"] for answer in (one, own, other)}) == 3
    listed = callers[0].get(f"/matches/{match}/replay-links").json()["items"]
    assert listed == [one.json(), own.json()]
    assert [line["match"] for line in callers[0].get("/me/export").json()["replay_links"]] == [match, match]


def test_only_the_creator_of_a_link_revokes_it():
    callers, match = finished()
    made = link(callers[0], match).json()
    path = f"/matches/{match}/replay-links/{made['id']}"

    assert code(callers[1].delete(path)) == (404, "not_found")
    assert code(Caller().delete(path)) == (401, "unauthenticated")
    assert Caller().get(f"/replays/{made['token']}").status_code == 200
    assert callers[0].delete(path).status_code == 204
    for part in ("", "/events", "/captions"):
        assert code(Caller().get(f"/replays/{made['token']}{part}")) == (404, "not_found")
    assert callers[0].delete(path).status_code == 404
    assert link(callers[0], match).json()["token"] != made["token"]


def test_a_running_match_has_no_replay():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])

    assert code(link(callers[0], match)) == (409, "match_not_finished")
    assert callers[0].get(f"/matches/{match}/replay-links").json()["items"] == []


def test_a_stranger_may_share_the_view_of_spectators_but_no_private_match():
    _, public = finished()
    callers, private = finished(visibility="unlisted")
    stranger = somebody()

    assert link(stranger, public).status_code == 201
    assert code(link(stranger, public, "me")) == (403, "not_seated")
    assert code(link(Caller(), public)) == (401, "unauthenticated")
    assert link(callers[0], private).status_code == 201
    Match.objects.filter(pk=private).update(visibility="private")
    assert code(link(stranger, private)) == (404, "not_found")
    token = link(callers[0], private, "me").json()["token"]
    assert Caller().get(f"/replays/{token}/events").status_code == 200


@pytest.mark.parametrize("wish", [{}, {"as": "omniscient"}, {"as": 1}, {"as": "me", "seat": 2}])
def test_an_invalid_request_for_a_link_is_refused(wish: dict[str, Any]):
    callers, match = finished()

    assert code(callers[0].post(f"/matches/{match}/replay-links", wish)) == (400, "malformed")


def test_captions_describe_every_move_in_each_language():
    callers, match = finished()
    token = link(callers[0], match).json()["token"]

    said = Caller().get(f"/replays/{token}/captions").json()["items"]

    events = Caller().get(f"/replays/{token}/events").json()["items"]
    captioned = {caption["seq"] for caption in said}
    silent = {event["type"] for event in events if event["seq"] not in captioned}
    assert silent <= {"match.created", "seat.joined", "match.over"}
    assert all(len({caption[language] for language in LANGUAGES}) == len(LANGUAGES) for caption in said)
    sentences = [caption[language] for caption in said for language in LANGUAGES]
    assert all(sentence[0].isupper() and sentence[-1] in ".!?…" for sentence in sentences)
    assert not any("others do not see" in caption["en"] for caption in said)
    [talk] = [caption for caption in said if "table" in caption["en"]]
    assert talk["en"] == "Player 2 says something to the table."
    assert all(set(texts) == set(texts_of("captions")["en"]) for texts in texts_of("captions").values())


def test_captions_for_a_seat_do_not_address_the_reader_as_you():
    callers, match = finished()
    own = Caller().get(f"/replays/{link(callers[0], match, 'me').json()['token']}/captions").json()["items"]

    assert not any(" you" in caption["en"].lower() or "vous" in caption["fr"].lower() for caption in own)


def test_the_page_of_a_replay_needs_no_script():
    callers, match = finished()
    token = link(callers[0], match).json()["token"]
    name = callers[1].get("/me").json()["name"]

    page = Client().get(f"/r/{token}/text?language=fr")
    english = Client().get(f"/r/{token}/text", headers={"Accept-Language": "en"})

    text = page.content.decode()
    assert (page.status_code, page["Cache-Control"], page["Referrer-Policy"]) == (200, "no-cache", "no-referrer")
    assert "<script" not in text and '<html lang="fr">' in text
    assert f"{name} parle à la table." in text
    assert f"{name} says something to the table." in english.content.decode()
    assert Client().get("/r/unknown/text").status_code == 404
