"""A delay for spectators: people without a seat see a match as it stood some time ago, in all responses.

The paired worlds are the same match, in the same circumstances, up to the last event that is old enough; then they
differ. Callers without a seat send requests to every route, and the responses must be the same byte for byte. A new
route fails the test until it has a request, or a reason why a delay does not concern it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import UTC, datetime
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from events.base import clock
from events.log import states
from events.log.models import Match
from events.matches.lobby.seats import message_post, seat_resign
from events.matches.lobby.services import match_abort
from events.matches.lobby.substitutes import seat_abandon, seat_replace
from events.matches.models import Invitation
from events.matches.record import statements
from events.matches.record.agreements import agreements
from events.projections.registry import Projection
from events.replays.models import ReplayLink
from events.streams import selectors as streams
from events.users.models import Player
from events.users.services import digest
from events.verifier.verify import verify
from games import registry
from tests.events.calls import Caller, first_move, open_match, somebody
from tests.events.http.openapi.conformance import Conformance
from tests.events.http.test_roles import BODIES, MATCH, routes
from tests.events.steps import follow, ratings_update
from tests.events.tables import START_MS
from tests.worlds.leaks import tagged_by
from tests.worlds.sights import UNCOMPARED_HEADERS
from tests.worlds.worlds import MATCH_ID, Leak, same_circumstances

pytestmark = pytest.mark.django_db

DELAY = 300
TOKEN = "a" * 43
GAME = "monopoly_deal"

ELSEWHERE = {
    "players": "makes an account",
    "tokens": "are the caller's own",
    "calendars": "are of players, who see their own matches as they are",
    "me/": "is the caller's own",
    "passkey-": "is the caller's own",
    "me": "is the caller's own",
    "apps": "are programs",
    "authorizations": "are about programs",
    "devices": "are about programs",
    "bots": "are accounts; a program leases decisions of its own seats",
    "stream-tickets": "open a stream, which is asked here itself",
    "email-confirmations": "are of e-mails",
    "password-resets": "are of accounts",
    "games": "are rules",
    "club": "is about members, links and settings; its ratings count a late match once all may know its end",
    "league": "are about members and seasons, whose divisions are tournaments",
    "tournaments": "have no delay: the matches of one are not created by `POST /matches`",
    "global-log": "names no match; docs/integrity.md says what its growth tells",
}
"""Prefixes of routes without a match that the test does not request, with the reason."""


CONCERNING = {
    "anybody": re.compile("^GET"),
    "stranger": re.compile(""),
    "creator": re.compile(f"^(GET|POST|PUT|DELETE) {MATCH}(/seats.*|/start|/agreements/abort|/invitations.*|/forks)?$"),
}
"""The routes that each caller requests: the stranger all, the others those that may differ for them."""


# The worlds


class Worlds(NamedTuple):
    """The people of all worlds. seated: by seat; others: people who see the match late; names: values for addresses."""

    seated: list[Caller]
    others: dict[str, Caller]
    substitute: Caller

    @property
    def names(self) -> list[str]:
        """Returns the names of the players who have seat 1."""
        return [quote(player(person).name) for person in (self.seated[1], self.substitute)]


@pytest.fixture
def people() -> Worlds:
    creator = somebody("Creator")
    others = {"anybody": Caller(), "stranger": somebody("Stranger"), "creator": creator}
    return Worlds([somebody("Seated") for _ in range(3)], others, somebody("Substitute"))


def player(caller: Caller) -> Player:
    return Player.objects.get(pk=caller.player)


def nothing(people: Worlds) -> None:
    """Adds nothing."""


def moves(people: Worlds) -> None:
    """Plays some moves, and writes a message."""
    message_post(match_id=MATCH_ID, player=player(people.seated[1]), text="Well played")
    play(people.seated, 3)


def result(people: Worlds) -> None:
    """Ends the match by its rules, shares its replay, and counts the match."""
    for caller in people.seated[:2]:
        seat_resign(match_id=MATCH_ID, player=player(caller))
    match = Match.objects.get(pk=MATCH_ID)
    assert match.status == "finished"
    maker = player(people.seated[2])
    ReplayLink.objects.create(match=match, player=maker, seat=None, seq=match.head_seq - 1, token=TOKEN)
    ratings_update()


def abort(people: Worlds) -> None:
    """Ends the match without a result."""
    for caller in people.seated:
        match_abort(match_id=MATCH_ID, player=player(caller))
    assert Match.objects.get(pk=MATCH_ID).status == "aborted"


def consent(people: Worlds) -> None:
    """Lets one player agree to end the match, and another agree to a pause."""
    people.seated[0].post(f"/matches/{MATCH_ID}/agreements/abort")
    people.seated[1].post(f"/matches/{MATCH_ID}/agreements/pause")


def leaving(people: Worlds) -> None:
    """Lets a player leave, and another one take the seat."""
    seat_abandon(match_id=MATCH_ID, player=player(people.seated[1]), number=1)
    seat_replace(match_id=MATCH_ID, player=player(people.substitute), number=1)


HAPPENING = (moves, result, abort, consent, leaving)


def play(callers: list[Caller], rounds: int) -> None:
    """Plays a first legal move of each seat that the match waits for, several times."""
    for _ in range(rounds):
        for seat in callers[0].get(f"/matches/{MATCH_ID}").json()["to_act"]:
            answer = callers[seat].post(f"/matches/{MATCH_ID}/moves", first_move(callers[seat], str(MATCH_ID)))
            assert answer.status_code == 201, answer.content


def responses_after(people: Worlds, happens: Callable[[Worlds], None], only: str) -> list[Sent]:
    """Returns the responses to callers without a seat, at the last moment before they may see the changes."""
    with same_circumstances(registry.get(GAME)) as set_clock, transaction.atomic():
        seats = [{"kind": "player", "name": player(person).name} for person in people.seated]
        wish = {"game": GAME, "seats": seats, "rated": True, "substitutes": True, "spectator_delay": DELAY}
        assert people.others["creator"].post("/matches", wish).status_code == 201
        for caller in people.seated:
            assert caller.post(f"/matches/{MATCH_ID}/seats").status_code == 201
        set_clock(START_MS + 10_000)
        play(people.seated, 2)
        message_post(match_id=MATCH_ID, player=player(people.seated[0]), text="Hello")
        last = Match.objects.get(pk=MATCH_ID).head_seq
        expires_at = datetime.fromtimestamp(START_MS / 1000 + 3600, UTC)
        Invitation.objects.create(id=UUID(int=9), match_id=MATCH_ID, digest=digest(TOKEN), expires_at=expires_at)
        set_clock(START_MS + 200_000)
        happens(people)
        set_clock(START_MS + 200_000 + 1000 * DELAY - 1)
        follow("global_log")
        with nullcontext() if happens is nothing else patch.object(Conformance, "check"):  # checked once
            sent = [each for name in people.others for each in responses_to(people, name, last, only)]
        transaction.set_rollback(True)
    states.forget()
    streams._rendered.clear()
    return sent


class Sent(NamedTuple):
    """The response to one request."""

    request: str
    status: int
    headers: dict[str, str]
    body: bytes


def responses_to(people: Worlds, name: str, last: int, only: str) -> Iterator[Sent]:
    """Sends every request of one caller. last: the last event that they may see; only: a pattern of routes."""
    caller = people.others[name]
    for route in filter(re.compile(only).search, filter(CONCERNING[name].search, routes())):
        for method, path, body, headers in requests_to(route, people, last):
            answer = caller.call(method, path, body, **headers)
            shown = {name: value for name, value in answer.headers.items() if name not in UNCOMPARED_HEADERS}
            assert answer.status_code < 500, (method, path)
            yield Sent(f"{name}: {method} {path} {headers}", answer.status_code, shown, answer.content)
            if name == "stranger" and method == "GET" and "ETag" in answer:
                again = caller.call("HEAD", path, None, If_None_Match=answer["ETag"], **headers)
                yield Sent(f"{name}: HEAD {path}", again.status_code, {"ETag": again["ETag"]}, again.content)


def requests_to(route: str, people: Worlds, last: int) -> Iterator[tuple[str, str, Any, dict[str, str]]]:
    """Yields the requests to a route; none if a delay does not concern it."""
    method, _, path = route.partition(" ")
    names = people.names
    if path.startswith(MATCH):
        path = path.replace("<uuid:match_id>", str(MATCH_ID)).replace("<seat:number>", "1")
        path = re.sub("<uuid:[a-z_]+>", str(UUID(int=7)), path)
        variants = {
            f"GET {MATCH}/view": ("", f"?at={last}", f"?at={last + 1}", "?as=omniscient", "?as=seat:1", "?faces=ids"),
            f"GET {MATCH}/events": ("", f"?after={last - 1}&core=1", f"?after={last}", "?after=99", "?limit=3"),
            f"GET {MATCH}/stream": ("", f"?after={last}", "?after=9999&as=spectator"),
            f"GET {MATCH}/text": ("", f"?since={last}", "?since=99999"),
            f"GET {MATCH}/messages": ("", f"?after={last - 1}", "?limit=1"),
        }
        body = None if method in ("GET", "DELETE") else BODIES.get(route, {})
        for variant in variants.get(route, ("",)):
            yield method, f"/{path}{variant}", body, {}
        if route == f"GET {MATCH}/events":
            yield method, f"/{path}", None, {"Accept": "application/x-ndjson"}
        if route == f"POST {MATCH}/forks":
            yield method, f"/{path}", {"at": last + 1, "mode": "exact"}, {}
    elif route == "GET matches":
        yield from (("GET", f"/matches?status={status}", None, {}) for status in ("running", "finished", "aborted"))
        yield from (("GET", f"/matches?player={name}&rated=true", None, {}) for name in names)
        yield "GET", "/matches", None, {}
    elif path.startswith(("ratings", "replays", "players/<", "invitations")):
        for name in names if "<str:name>" in path else [""]:
            filled = path.replace("<str:game>", GAME).replace("<str:token>", TOKEN).replace("<str:name>", name)
            yield method, f"/{filled}", None if method == "GET" else {}, {}
    elif route == "POST me/reports":
        yield "POST", "/me/reports", {"match": str(MATCH_ID), "seq": last + 1, "reason": "abuse"}, {}
    elif route == "POST matches":
        return  # creates another match
    else:
        assert path.startswith(tuple(ELSEWHERE)), f"{route}: ask it here, or say why a delay does not concern it"


def compare(people: Worlds, *happening: Callable[[Worlds], None], only: str = "") -> int:
    """Compares worlds with changes to a world without changes. only: a pattern of routes.

    Raises Leak.
    """
    usual = responses_after(people, nothing, only)
    for happens in happening:
        for one, again in zip(usual, responses_after(people, happens, only), strict=True):
            if one != again:
                odd = {name: pair for name, pair in zip(Sent._fields, zip(one, again)) if pair[0] != pair[1]}
                raise Leak(f"{happens.__name__}, {one.request}: {odd}")
    return len(usual)


def test_responses_to_others_do_not_depend_on_events_within_the_delay(people):
    assert compare(people, *HAPPENING) > 150


# Planted faults


def _read_to_the_end(log: Any) -> Any:
    """Returns a log for one reader whose `read` ignores the end; folds still read the correct log."""

    def leaking(match_id: UUID, after: int = -1, upto: Any = None, *rest: Any, **named: Any) -> Any:
        return log.read(match_id, after, None, *rest, **named)

    return SimpleNamespace(**{**vars(log), "read": leaking})


def _showing_consents(match_detail: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        return {
            **match_detail(match, *rest),
            "agreements": {**agreements(match, statements.seats(match.pk)), "rematch": []},
        }

    return leaking


def _now(_: Any) -> Any:
    return lambda match, *_: match


def _unchanged(_: Any) -> Any:
    return lambda _, seats: list(seats)


def _none_behind(_: Any) -> Any:
    return lambda _: Match.objects.none()


def _nobody_unseen(_: Any) -> Any:
    return lambda *_: Q(pk__in=())


def _followed_at_once(_: Any) -> Any:
    def apply(projection: Projection, match: UUID) -> None:
        with patch("events.ratings.services.ends_unseen", _nobody_unseen(None)):
            projection.handler(Match.objects.get(pk=match))

    return apply


FAULTS: dict[str, tuple[str, Callable[[Any], Any], Callable[[Worlds], None], str]] = {
    "a match as it is now": ("events.log.access.match_known", _now, moves, "/view"),
    "the entity tag of the present head": (
        "events.matches.views.lobby.conditional",
        tagged_by(lambda match: str(match.head_seq)),
        moves,
        f"GET {MATCH}$",
    ),
    "a list by the present stage": (
        "events.matches.lobby.match_lists.ends_unseen",
        _nobody_unseen,
        result,
        "GET matches$",
    ),
    "a stream that sends at once": ("events.streams.selectors.is_live", lambda _: lambda *_: True, moves, "/stream"),
    "words up to the present": ("events.matches.record.visible_events.log", _read_to_the_end, moves, "/messages"),
    "the occupants of now": ("events.matches.lobby.match_detail.occupied", _unchanged, leaving, f"GET {MATCH}$"),
    "players by the seats of now": ("events.log.delays._behind", _none_behind, leaving, "GET matches$"),
    "consents": ("events.matches.views.lobby.match_detail", _showing_consents, consent, f"GET {MATCH}$"),
    "refusals by the present stage": (
        "events.matches.lobby.seats.match_known_to",
        _now,
        result,
        f"POST {MATCH}/seats$",
    ),
    "acts that need no seat": (
        "events.http.resource.Resource.for_spectators",
        lambda _: EVERY_METHOD,
        result,
        f"{MATCH}/agreements/undo",
    ),
    "ratings that change at once": (
        "events.projections.registry.Projection.apply",
        _followed_at_once,
        result,
        "GET ratings",
    ),
    "a replay that is open at once": ("events.replays.selectors.match_known", _now, result, "GET replays"),
}
EVERY_METHOD = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_leak_is_found(people, name):
    target, make, happens, route = FAULTS[name]

    with patch(target, make(resolve_name(target))), patch.object(Conformance, "check"), pytest.raises(Leak):
        compare(people, happens, only=route)


# Views of delayed spectators


@pytest.fixture
def now() -> Iterator[list[int]]:
    at_ms = [START_MS]
    with clock.clock(lambda: at_ms[0]):
        yield at_ms


def table(now: list[int], **wish: Any) -> tuple[list[Caller], str]:
    """Returns a match of two players with a delay, which started a minute ago, with a move thirty seconds ago."""
    callers = [somebody("Table") for _ in range(2)]
    match = open_match(callers[0], callers[1:], GAME, **{"spectator_delay": DELAY, **wish})
    now[0] += 30_000
    move(callers, match)
    now[0] += 30_000
    return callers, match


def move(callers: list[Caller], match: str) -> int:
    """Plays a first legal move; returns the head after it."""
    [seat] = callers[0].get(f"/matches/{match}").json()["to_act"]
    answer = callers[seat].post(f"/matches/{match}/moves", first_move(callers[seat], match))
    assert answer.status_code == 201, answer.content
    return int(callers[0].get(f"/matches/{match}").json()["seq"])


def seq(caller: Caller, match: str) -> int:
    return int(caller.get(f"/matches/{match}/view").json()["seq"])


def test_a_spectator_sees_each_event_when_it_is_old_enough(now):
    callers, match = table(now)
    head, watcher = seq(callers[0], match), somebody()

    before = seq(watcher, match)
    now[0] += 1000 * DELAY - 60_000
    dealt = seq(watcher, match)
    now[0] += 29_999
    almost = seq(watcher, match)
    now[0] += 1

    assert (before, dealt, almost, seq(watcher, match)) == (head - 2, head - 1, head - 1, head)


def test_a_late_view_equals_the_view_of_spectators_at_the_earlier_time(now):
    callers, match = table(now)
    then = callers[0].get(f"/matches/{match}/view?as=spectator").content
    now[0] += 1000
    move(callers, match)
    now[0] += 1000 * DELAY - 2000

    assert somebody().get(f"/matches/{match}/view").content == then


def test_the_start_of_a_match_is_known_at_once_but_its_deal_is_not(now):
    _, match = table(now)

    head, view = Caller().get(f"/matches/{match}").json(), Caller().get(f"/matches/{match}/view").json()

    assert (head["status"], head["to_act"], head["deadlines"], head["spectator_delay"]) == ("running", [], [], DELAY)
    assert (view["prompts"], view["seq"]) == ([], 2)
    assert view["zones"] == Caller().get(f"/matches/{match}/view?at=0").json()["zones"]


def test_a_match_is_shown_without_delay_before_its_start(now):
    ada, bob, watcher = somebody(), somebody(), somebody()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": GAME, "seats": seats, "spectator_delay": DELAY}).json()["id"]

    bob.post(f"/matches/{match}/seats")

    assert watcher.get(f"/matches/{match}").content == ada.get(f"/matches/{match}").content
    assert [line["id"] for line in watcher.get("/matches?open_seats=true").json()["items"]] == [match]


@pytest.mark.parametrize("role", ["is_staff", "is_auditor"])
def test_operators_and_auditors_see_a_match_without_delay(now, role):
    callers, match = table(now)
    official = somebody()
    Player.objects.filter(pk=official.player).update(**{role: True})

    assert seq(official, match) == seq(callers[0], match)


def test_a_player_who_leaves_their_seat_then_sees_the_match_with_the_delay(now):
    callers, match = table(now, substitutes=True)
    live = seq(callers[1], match)

    callers[1].delete(f"/matches/{match}/seats/1")

    assert seq(callers[1], match) < live


def test_an_event_within_the_delay_is_refused_like_a_missing_event(now):
    callers, match = table(now)
    watcher, head = somebody(), seq(callers[0], match)

    hidden, missing = (watcher.get(f"/matches/{match}/view?at={at}").json() for at in (head, head + 50))

    assert {**hidden, "request_id": ""} == {**missing, "request_id": ""}
    assert hidden["errors"][0]["pointer"] == "/query/at"


def test_a_late_export_verifies_and_the_whole_export_follows_after_the_delay(now):
    callers, match = table(now)
    now[0] += 1000 * DELAY - 40_000
    callers[0].post(f"/matches/{match}/resign")

    late = Caller().get(f"/matches/{match}/export").json()
    now[0] += 1000 * DELAY
    whole = Caller().get(f"/matches/{match}/export").json()

    for bundle in (late, whole):
        assert {status for status, _, _ in verify(bundle)} <= {"OK", "SKIPPED"}, verify(bundle)
    assert late["head"]["size"] == len(late["events"]) < len(whole["events"])
    assert (late["match_seed"], late["viewer"], whole["viewer"]) == (None, None, "all")


def test_a_match_is_shown_without_delay_once_its_end_is_old_enough(now):
    callers, match = table(now, rated=True)
    callers[0].post(f"/matches/{match}/resign")
    link = callers[0].post(f"/matches/{match}/replay-links", {"as": "spectator"}).json()["token"]
    rematch = callers[1].post(f"/matches/{match}/agreements/rematch").json()["rematch"]
    watcher = somebody()
    early = (watcher.get(f"/matches/{match}").json(), Caller().get(f"/replays/{link}").status_code, ratings_update())
    shown = [early[0][name] for name in ("status", "standings", "rematch")]
    assert (*shown, *early[1:]) == ("running", None, None, 404, 0)
    assert [line["id"] for line in watcher.get("/matches?status=running").json()["items"]] == [match]

    now[0] += 1000 * DELAY

    head = watcher.get(f"/matches/{match}").json()
    assert head == callers[0].get(f"/matches/{match}").json()
    assert (head["status"], head["rematch"]) == ("finished", rematch)
    assert watcher.get(f"/matches/{rematch}").json()["spectator_delay"] == DELAY
    assert (Caller().get(f"/replays/{link}").status_code, ratings_update()) == (200, 1)


def test_the_creator_of_a_match_of_bots_sees_it_late_and_can_end_it(now):
    ada = somebody()
    seats = [{"kind": "bot"}, {"kind": "bot"}]

    made = ada.post("/matches", {"game": GAME, "seats": seats, "spectator_delay": DELAY}).json()
    assert (made["status"], made["to_act"]) == ("running", [])
    ended = ada.post(f"/matches/{made['id']}/agreements/abort")

    assert (ended.status_code, ended.json()["status"]) == (200, "running")
    now[0] += 1000 * DELAY
    assert ada.get(f"/matches/{made['id']}").json()["status"] == "aborted"


@pytest.mark.parametrize("delay", [-1, 86_401, 1.5, "60", True, None])
def test_a_delay_is_a_whole_number_of_seconds_up_to_a_day(delay):
    body = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}], "spectator_delay": delay}

    answer = somebody().post("/matches", body)

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/spectator_delay")


def test_only_a_late_view_costs_a_statement_more(now):
    callers, match = table(now)
    _, usual = table(now, spectator_delay=0)
    watcher = somebody()

    def cost(caller: Caller, id: str) -> int:
        caller.get(f"/matches/{id}/view")
        with CaptureQueriesContext(connection) as sent:
            caller.get(f"/matches/{id}/view")
        return len(sent)

    assert cost(callers[0], match) == cost(watcher, usual) == cost(watcher, match) - 1
