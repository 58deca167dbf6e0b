"""Paired worlds over clubs: outsiders receive the same responses whether or not a private club exists.

The worlds have the same public matches, ratings and clubs. They differ in private facts: whether a club exists, its
members, its matches and its standings. Clock, ids and randomness are those of the worlds of one match. The requests
use the ids of the fullest world. The comparison covers the response, its headers and its number of SQL statements.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from django.db import transaction

from events.clubs.models import Club
from events.dumps import Month, dump, matches_of
from events.leagues.models import League
from events.log import states
from events.log.models import Match
from events.tournaments.models import Tournament
from events.users.models import Player
from games import registry
from tests.events.calls import Caller, open_match
from tests.events.steps import club_ratings_update, participations_store, ratings_update, tournaments_advance
from tests.worlds.sights import Eyes, Sent
from tests.worlds.worlds import Leak, parting, same_circumstances

GAME, NAME, NOBODY = "monopoly_deal", "Quiet Club", "01a1fc63-81d9-71e5-8e58-f3c006995afd"
MONTHS = (Month(2025, 12), Month(2026, 1), Month(2026, 2))


class People(NamedTuple):
    """People of clubs. ada, bob, cem: possible members of the private club; dan: removed; zoe: in a public club."""

    ada: Caller
    bob: Caller
    cem: Caller
    dan: Caller
    zoe: Caller
    eve: Caller


Happening = Callable[[People], None]
"""Acts that only one of the worlds has, after all public acts."""


def done(answer: Any) -> Any:
    assert answer.status_code < 300, answer.content
    return answer.json() if answer.content else None


# Public acts


def public_part(people: People) -> None:
    """Creates two matches of Ada and Bob (one rated and finished), an open table, and a public club."""
    club = done(people.zoe.post("/clubs", {"name": "Open Club", "visibility": "public"}))["id"]
    done(people.cem.post(f"/clubs/{club}/members"))
    open_match(people.ada, [people.bob], GAME)
    over = open_match(people.ada, [people.bob], GAME, rated=True, club=None)
    done(people.bob.post(f"/matches/{over}/resign"))
    seats = [{"kind": "me"}, {"kind": "open"}]
    done(people.zoe.post("/matches", {"game": GAME, "seats": seats, "club": club}))
    done(people.eve.post("/matches", {"game": GAME, "seats": seats}))


# Private acts


def nothing(people: People) -> None:
    """Adds nothing."""


def founded(people: People) -> None:
    """Lets Ada found a private club, of which Dan is a former member."""
    path = f"/clubs/{done(people.ada.post('/clubs', {'name': NAME, 'visibility': 'private'}))['id']}"
    token = done(people.ada.post(f"{path}/invitations"))["token"]
    done(people.dan.post(f"/club-invitations/{token}"))
    dan = Player.objects.get(pk=people.dan.player).name
    done(people.ada.delete(f"{path}/members/{quote(dan)}"))


def peopled(people: People) -> None:
    """Adds members."""
    founded(people)
    path = f"/clubs/{Club.objects.get(is_private=True).pk}"
    token = done(people.ada.post(f"{path}/invitations"))["token"]
    for caller in (people.bob, people.cem):
        done(caller.post(f"/club-invitations/{token}"))
    cem = Player.objects.get(pk=people.cem.player).name
    done(people.ada.call("PATCH", f"{path}/members/{quote(cem)}", {"role": "organiser"}))


def playing(people: People) -> None:
    """Adds tables, a tournament, a running league, house defaults, and club ratings that are the reverse of the
    public ratings.
    """
    peopled(people)
    club = str(Club.objects.get(is_private=True).pk)
    done(people.ada.call("PUT", f"/clubs/{club}/defaults/{GAME}", {"clock": {"per_move": 7200}}))
    seats = [{"kind": "me"}, {"kind": "open"}]
    done(people.cem.post("/matches", {"game": GAME, "seats": seats, "club": club}))
    open_match(people.bob, [people.cem], GAME, club=club)
    for _ in range(2):
        over = open_match(people.bob, [people.ada], GAME, club=club, rated=True)
        done(people.ada.post(f"/matches/{over}/resign"))
    shape = {"title": "Ladder", "game": GAME, "seats": 2, "format": "round_robin", "sizes": [2, 2], "moving": 1}
    ladder = done(people.ada.post("/leagues", {**shape, "club": club}))["id"]
    for caller in (people.ada, people.bob, people.cem):
        done(caller.post(f"/leagues/{ladder}/members"))
    done(people.cem.post(f"/leagues/{ladder}/start"))
    wish = {"title": "Cup", "game": GAME, "seats": 2, "format": "knock_out", "max_players": 2, "start": "when_full"}
    cup = done(people.ada.post("/tournaments", {**wish, "club": club, "rated": True}))["id"]
    for caller in (people.bob, people.cem):
        done(caller.post(f"/tournaments/{cup}/entries"))


# Responses that others receive

SIGHTS = """
GET /clubs
GET /clubs/$club
GET /clubs/$quiet
GET /clubs/$club/members
GET /clubs/$club/members?asking=true
GET /clubs/$club/invitations
GET /clubs/$club/defaults
GET /clubs/$club/ratings/$game
GET /clubs/Open%20Club
GET /clubs/Open%20Club/members
GET /clubs/Open%20Club/ratings/$game
GET /club-invitations/$link
GET /matches
GET /matches?limit=2
GET /matches?club=$club
GET /matches?open_seats=true
GET /matches?open_seats=true&club=$club
GET /matches?status=running
GET /matches?status=finished&rated=true
GET /matches?player=$ada
GET /matches?player=$cem&reliable=true
GET /tournaments
GET /tournaments?club=$club
GET /tournaments?status=running
GET $tournament
GET $tournament/rounds
GET $tournament/export
GET /leagues
GET /leagues?club=$club
GET /leagues?game=$game&status=open
GET $league
GET $league/seasons
GET $league/seasons/1
GET $division
GET $division/rounds
GET /ratings
GET /ratings/$game
GET /ratings/$game/$ada
GET /ratings/$game/$bob
GET /ratings/$game/$cem
GET /players/$ada
GET /players/$bob
GET /players/$cem
GET /players/$ada/results/$game
GET /players/$ada/luck/$game
GET /players/$cem/results/$game
GET /players/$cem/luck/$game
GET /bots
GET /me
GET /me/decisions
GET /me/export
GET /me/export/matches
GET /me/stream?after=0
GET /matches?seat=me
GET /matches?invited=me
GET /leagues?joined=me
GET /leagues?organiser=me
POST /clubs/$club/members {}
PATCH /clubs/$club {"about": "Mine"}
DELETE /clubs/$club
DELETE /clubs/$club/members/$ada
POST /clubs/$club/invitations {}
PUT /clubs/$club/defaults/$game {}
POST /club-invitations/$link {}
POST /matches {"game": "$game", "club": "$club", "seats": [{"kind": "me"}, {"kind": "open"}]}
POST /tournaments {"title": "T", "game": "$game", "club": "$club", "seats": 2, "format": "knock_out", "max_players": 2}
POST $tournament/entries {}
POST /leagues {"title": "L2", "game": "$game", "club": "$club", "seats": 2, "format": "knock_out", "sizes": [2]}
PATCH $league {"title": "Mine"}
POST $league/members {}
DELETE $league/members/$ada
PUT $league/organisers/$ada {}
DELETE $league/organisers/$ada
POST $league/start {}
POST $league/cancel {}
"""
TABLE = """
GET $match
GET $match/view
GET $match/legal-moves
GET $match/text
GET $match/events
GET $match/events | Accept: application/x-ndjson
GET $match/stream
GET $match/messages
GET $match/standing-orders
GET $match/presence
GET $match/seen
GET $match/note
GET $match/waiting-list
GET $match/invitations
GET $match/replay-links
GET $match/analysis
GET $match/proof
GET $match/export
POST $match/seats {}
POST $match/messages {"text": "Hello"}
POST $match/waiting-list {}
POST $match/agreements/rematch {}
POST $match/forks {"at": 5, "mode": "resampled"}
POST $match/replay-links {"as": "spectator"}
PUT $match/seats/1 {}
POST /stream-tickets {"match": "$id"}
POST /me/reports {"match": "$id", "seq": 3, "reason": "abuse"}
"""


NAMING, DUMPS = "POST /clubs with its name", "the open data"


class Secrets(NamedTuple):
    """The ids in the fullest world. tables: an open table, a running table and a finished table."""

    club: str
    tables: Sequence[str]
    tournament: str
    league: str
    division: str

    @classmethod
    def here(cls) -> Secrets:
        """Returns the ids of the current world."""
        club = Club.objects.get(is_private=True).pk
        tables = Match.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)
        cup = Tournament.objects.get(club=club, division=None).pk
        league = League.objects.get(club=club).pk
        division = Tournament.objects.get(division__season__league=league).pk
        return cls(str(club), [str(table) for table in tables[:3]], str(cup), str(league), str(division))


class Seen(NamedTuple):
    """The responses to a viewer in one world, in the order of the requests, and the ids of that world."""

    sent: list[list[Sent]]
    secrets: Secrets | None


class Look(NamedTuple):
    """A set of requests of a viewer: the lines that contain `only`, sent while `leaking` plants a fault."""

    only: str = ""
    leaking: Callable[[], AbstractContextManager[Any]] = nullcontext


def seen(people: People, viewer: Caller, happening: Happening, secrets: Secrets | None, *looks: Look) -> Seen:
    """Builds a world and sends the requests of each look. secrets: the ids to request; None: those of this world."""
    with same_circumstances(registry.get(GAME)), transaction.atomic():
        public_part(people)
        happening(people)
        for step in (tournaments_advance, ratings_update, club_ratings_update, participations_store):
            step()
        there = secrets or Secrets.here()
        if viewer.token:
            viewer.get("/me")
        sent = []
        for look in looks:
            with look.leaking():
                sent.append(list(_looked(people, viewer, there, look.only)))
        transaction.set_rollback(True)
    states.forget()
    return Seen(sent, there)


def _looked(people: People, viewer: Caller, secrets: Secrets, only: str) -> Iterator[Sent]:
    names = {name: quote(Player.objects.get(pk=caller.player).name) for name, caller in people._asdict().items()}
    for table in secrets.tables:
        eyes = Eyes(viewer, table, None, [])
        eyes.known |= {
            "club": secrets.club,
            "quiet": quote(NAME),
            "game": GAME,
            "link": "c0ffee",
            "tournament": f"/tournaments/{secrets.tournament}",
            "league": f"/leagues/{secrets.league}",
            "division": f"/tournaments/{secrets.division}",
            **names,
        }
        lines = (TABLE if table != secrets.tables[0] else SIGHTS + TABLE).split("\n")
        yield from (eyes.sent(line) for line in lines if line and only in line)
    if viewer.token and only in NAMING:
        yield _name_taken(viewer)
    if only in DUMPS:
        yield from _dumped()


def _name_taken(viewer: Caller) -> Sent:
    """Returns whether the private club's name is available; the id of the new club is left out."""
    with transaction.atomic():
        answer = viewer.post("/clubs", {"name": NAME, "visibility": "public"})
        transaction.set_rollback(True)
    return Sent(NAMING, answer.status_code, {}, json.dumps(answer.json().get("errors")).encode())


def _dumped() -> Iterator[Sent]:
    """Yields the open data of the current month and its neighbours."""
    with tempfile.TemporaryDirectory() as folder:
        for month in MONTHS:
            path = dump(month, Path(folder), matches_of(month))
            yield Sent(f"{DUMPS} of {month}", 0, {}, path.read_bytes())


def compared(people: People, viewer: Caller, usual: Happening, *others: Happening, only: str = "") -> int:
    """Compares worlds for one viewer and returns the number of responses. The last world must be the fullest.

    Raises Leak.
    """
    full = seen(people, viewer, others[-1], None, Look(only))
    for happening in (usual, *others[:-1]):
        if parted := different(seen(people, viewer, happening, full.secrets, Look(only)).sent[0], full.sent[0]):
            raise Leak(f"{happening.__name__} and {others[-1].__name__}: {parted}")
    return len(full.sent[0])


def leaks_found(
    people: People, viewer: Caller, usual: Happening, other: Happening, looks: Sequence[Look]
) -> list[bool]:
    """Returns, for each look, whether two worlds differ while its fault is planted. Builds each world once."""
    full = seen(people, viewer, other, None, *looks)
    pairs = zip(seen(people, viewer, usual, full.secrets, *looks).sent, full.sent, strict=True)
    return [different(one, another) != "" for one, another in pairs]


def different(one: list[Sent], other: list[Sent]) -> str:
    """Returns the first difference between the responses of two worlds."""
    for a, b in zip(one, other, strict=True):
        if a != b:
            return parting(a, b)
        assert a.status < 500, a
    return ""
