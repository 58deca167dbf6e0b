"""A player's calendar: deadlines and tournament starts, at a revocable address."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from icalendar import Calendar

from events.http.request_log import masked
from events.tournaments.models import Entry, Tournament
from tests.events.calls import Caller, client, code, open_match, somebody

pytestmark = pytest.mark.django_db


def path_of(caller: Caller) -> str:
    return urlsplit(caller.get("/me/calendar").json()["url"]).path


def lines_of(path: str) -> list[dict[str, str]]:
    """Returns the entries that a calendar program reads there, without signing in."""
    answer = client().get(path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"].startswith("text/calendar")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    return [
        {name.lower(): str(event.decoded(name)) for name in ("SUMMARY", "DESCRIPTION", "DTSTART", "URL")}
        for event in events
    ]


def test_the_calendar_of_the_player_to_move_has_the_deadline():
    ada, bob = somebody(), somebody()
    match = open_match(ada, [bob], "monopoly_deal", clock={"per_move": 86_400})
    open_match(ada, [bob], "monopoly_deal")
    [line] = [
        line
        for line in ada.get("/me/decisions").json()["items"] + bob.get("/me/decisions").json()["items"]
        if line["match"] == match
    ]
    mover, other = (ada, bob) if ada.get(f"/matches/{match}").json()["to_act"] == [0] else (bob, ada)

    [event] = lines_of(path_of(mover))

    ends = datetime.fromisoformat(line["deadline"].replace("Z", "+00:00")).replace(microsecond=0)
    assert datetime.fromisoformat(event["dtstart"]) == ends
    assert "Your move: Monopoly Deal" in event["summary"]
    assert event["url"].endswith(f"/m/{match}")
    assert lines_of(path_of(other)) == []


def test_a_calendar_is_in_the_language_of_its_player():
    ada, bob = somebody(), somebody()
    for caller in (ada, bob):
        caller.call("PATCH", "/me", {"language": "fr"})
    open_match(ada, [bob], "dale_of_merchants", clock={"per_move": 86_400})

    [event] = lines_of(path_of(ada)) + lines_of(path_of(bob))

    assert "Votre coup\u00a0: La Vallée des Marchands" in event["summary"]


def test_a_calendar_has_the_tournaments_that_its_player_has_entered():
    ada, bob = somebody(), somebody()
    starts = datetime(2031, 5, 1, 19, 0).isoformat() + "Z"
    wish = {
        "title": "Evening",
        "game": "monopoly_deal",
        "format": "swiss",
        "rounds": 2,
        "seats": 2,
        "max_players": 8,
        "starts_at": starts,
    }
    answer = ada.post("/tournaments", wish)
    assert answer.status_code == 201, answer.content
    entries = f"/tournaments/{answer.json()['id']}/entries"
    assert bob.post(entries, {}).status_code == 201

    [event] = lines_of(path_of(bob))

    assert event["dtstart"].startswith("2031-05-01 19:00:00")
    assert "Tournament: Evening" in event["summary"]
    assert lines_of(path_of(somebody())) == []


def test_the_order_of_tournaments_with_one_start_time_does_not_depend_on_storage():
    ada = somebody()
    shape = {"game": "monopoly_deal", "format": "round_robin", "seats": 2, "max_players": 8}
    wish = {**shape, "starts_at": "2031-05-01T19:00:00Z"}
    idents = [ada.post("/tournaments", {**wish, "title": title}).json()["id"] for title in ("First", "Second")]
    for ident in idents:
        assert ada.post(f"/tournaments/{ident}/entries", {}).status_code == 201

    Tournament.objects.filter(pk=idents[0]).update(title="First of all")  # now stored after the others
    Entry.objects.filter(tournament=idents[0]).update(withdrawn=False)

    assert [event["url"].rpartition("/")[2] for event in lines_of(path_of(ada))] == idents


def test_a_calendar_has_seasons_of_leagues_and_tournaments_with_a_check_in():
    ada = somebody()
    starts = datetime(2031, 5, 1, 19, 0).isoformat() + "Z"
    shape = {"game": "monopoly_deal", "seats": 2, "format": "round_robin", "starts_at": starts}
    league = ada.post("/leagues", {**shape, "title": "Ladder", "sizes": [4], "moving": 1}).json()["id"]
    evening = ada.post("/tournaments", {**shape, "title": "Evening", "max_players": 8, "check_in": 30}).json()["id"]
    assert ada.post(f"/leagues/{league}/members").status_code == 200
    assert ada.post(f"/tournaments/{evening}/entries").status_code == 201

    of_evening, of_season = lines_of(path_of(ada))

    assert "not checked in" in of_evening["description"]
    assert (of_season["summary"], of_season["url"].rpartition("/")[2]) == ("League: Ladder, season 1", league)


def test_a_new_address_and_closing_the_account_invalidate_the_former_address():
    ada = somebody()
    before = path_of(ada)

    after = urlsplit(ada.post("/me/calendar", {}).json()["url"]).path

    assert code(client().get(before)) == (404, "not_found")
    assert lines_of(after) == []
    assert ada.delete("/me").status_code == 204
    assert code(client().get(after)) == (404, "not_found")


@pytest.mark.parametrize("change", ["cut", "other player", "nonsense", "signature"])
def test_a_forged_address_is_not_found(change: str):
    ada = somebody()
    token = path_of(ada).rpartition("/")[2]
    body, signature = token.rsplit(":", 1)
    forged = {
        "cut": token[:-1],
        "nonsense": "%00",
        "signature": f"{body}:{signature[::-1]}",
        "other player": f"{path_of(somebody()).rpartition('/')[2].rsplit(':', 1)[0]}:{signature}",
    }[change]

    assert client().get(f"/api/v1/calendars/{forged}").status_code == 404


def test_the_log_does_not_contain_the_address_of_a_calendar():
    path = path_of(somebody())

    assert masked(path) == "/api/v1/calendars/…"
    assert json.dumps(path) not in masked(json.dumps(path))


def test_an_unchanged_calendar_keeps_the_time_at_which_the_turn_began():
    """An unchanged calendar has the same text at every read."""
    ada, bob = somebody(), somebody()
    open_match(ada, [bob], "monopoly_deal", clock={"per_move": 86_400})
    paths = [path_of(ada), path_of(bob)]

    first = [client().get(path).content for path in paths]

    assert [client().get(path).content for path in paths] == first
    [stamp] = [event.decoded("DTSTAMP") for each in first for event in Calendar.from_ical(each).walk("VEVENT")]
    [start] = [event.decoded("DTSTART") for each in first for event in Calendar.from_ical(each).walk("VEVENT")]
    assert start - stamp == timedelta(days=1)
