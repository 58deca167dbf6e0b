"""The complete list of what a viewer can look at. Most of these sights are requests; each is a line.

A line is `METHOD path {body} | Header: value`. `$name` stands for a value in `Eyes.known`. A new API route fails a test
until it has a line here, or `ELSEWHERE` gives the reason why the route reveals nothing of a match.
"""

from __future__ import annotations

import gzip
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from string import Template
from typing import Any, NamedTuple
from unittest.mock import Mock, patch
from uuid import UUID

import http_ece
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest

from bots.coach import analyse
from bots.search.plan import Effort
from events.matches.table.prompts import Legal
from events.notifications.models import Delivery
from events.notifications.needs import reason_to_skip
from events.notifications.pushes import push_post
from events.streams.feeds import MOST_BYTES, MOST_FRAMES, FeedChannel
from events.streams.frames import EVENTS
from events.streams.selectors import MatchSource, PlayerSource, Source, StreamListener
from events.users.mail import EMAILED, write_mail
from events.users.models import Player, Token
from project.observability.gauges import DatabaseCollector
from tests.events.calls import Caller, client, joined
from tests.events.http.openapi.conformance import conformance
from tests.events.notifications.receivers import key_and_secret

UNCOMPARED_HEADERS = ("Date", "Expires", "Last-Modified", "X-Request-Id")
MOMENT, WIDELY, ENDED, TOURNAMENT = "at each moment", "now and then", "once the match is over", "of a tournament"
LINE = re.compile(r"(?P<method>[A-Z]+) (?P<path>\S+)(?: (?P<body>\{.*\}))?(?: \| (?P<header>[\w-]+): (?P<value>.+))?")
DRAWN = re.compile(rb'(?m)^(?:Date|Reply-To|Content-.*): .*$|(?<=csrfmiddlewaretoken" value=")[^"]+|(?<=nonce=")[^"]+')
"""Matches headers that are drawn at random or contain the time of a mail."""
TIMED = re.compile(r"_(seconds|created|bytes|age)\b|_seconds_|^(process|python|comptoir_(append|stream_lag))_")
"""Matches the metrics of a process that depend on time or on earlier work."""


class Sent(NamedTuple):
    """A response, or other data that leaves the server. queries: the number of SQL statements."""

    request: str
    status: int
    headers: Mapping[str, Any]
    body: bytes
    queries: int = 0


class Stream:
    """A stream that stays open, with the contents of its channel and the number of times it wakes its client."""

    def __init__(self, source: Source, listener: StreamListener) -> None:
        self._source, self._listener, self._channel = source, listener, FeedChannel(MOST_FRAMES, MOST_BYTES)
        self._client, self._sent = Mock(), 0
        self._channel.begin(-1, b"")
        self._channel.streams.add(self._client)

    def look(self) -> Sent:
        """Returns the news that its client receives."""
        new, frames = None, []
        while new is None or new.has_more:
            assert self._channel.head is not None
            new = self._source.read({self._listener: self._channel.head})[self._listener]
            if new is None:
                return Sent("a stream", 410, {}, b"")
            frames += [EVENTS.frame(frame) for frame in new.frames]
            self._channel.add(new)
        wakes, self._sent = self._client.set.call_count - self._sent, self._client.set.call_count
        waits = {"wakes": wakes, "newest": new.newest_ms, "next": new.next_ms}
        return Sent("a stream", 200, waits, b"".join(frames) + self._channel.prompts)


class Eyes:
    """A viewer of a match, the values for placeholders in lines, and the state kept between two looks.

    operator: the reader of the operator's pages, metrics and logs (None: nobody). lines: the lines of the log. only: a
    pattern of the sights. known: the values of `$name`, which may be drawn. others_have_more: whether another player
    has more devices and webhooks in world B. is_late: whether the viewer will see the last events later. In that case
    the server may know when it looks again, which viewers do not learn, and the number of SQL statements may differ by
    one (docs/integrity.md).
    """

    others_have_more = is_late = False

    def __init__(self, caller: Caller, match: str, operator: Client | None, lines: list[str], only: str = "") -> None:
        self.caller, self.operator, self.lines, self.only = caller, operator, lines, only
        self.known: dict[str, Any] = {"id": match, "match": f"/matches/{match}", "far": 99_999, "zeros": "00" * 32}
        self.tags: dict[str, str] = {}
        self.before = self.figures() if re.search(only, "/metrics") else {}
        player = UUID(caller.player) if caller.player else None
        token = Token.objects.filter(player=player).first() if player else None
        me = StreamListener(player, token.pk) if token else StreamListener()
        self.streams = [Stream(MatchSource(UUID(match)), me._replace(core=True, legal=Legal(9, "en")))]
        if player is not None:
            self.streams.append(Stream(PlayerSource(player), me))

    def look(self, *when: str) -> list[Sent]:
        """Returns everything that can be seen on such an occasion."""
        sights = [sight for sight in SIGHTS if sight.when in when and re.search(self.only, sight.name)]
        if self.operator is None or self.is_late:  # operators see events without delay
            sights = [sight for sight in sights if not re.search("/admin|/metrics|the log", sight.name)]
        return [sent for sight in sights for sent in sight.look(self)]

    def sent(self, line: str, **headers: str) -> Sent:
        """Sends the request of a line."""
        found = LINE.fullmatch(Template(line).substitute(self.known))
        assert found is not None, line
        method, path, body, header, value = found.groups()
        headers |= {header: value} if header else {}
        content = {} if body is None else {"data": body, "content_type": "application/json"}
        is_page = path.startswith(("/admin", "/metrics", "/r/"))
        if self.caller.token and not is_page:
            headers["Authorization"] = f"Bearer {self.caller.token}"
        reader = self.operator if self.operator and path.startswith("/admin") else client()
        path = path if is_page else f"/api/v1{path}"
        with CaptureQueriesContext(connection) as queries:
            response = joined(reader.generic(method, path, headers=headers, **content))
        conformance().check(method, path, response)
        shown = {name: each for name, each in response.headers.items() if name not in UNCOMPARED_HEADERS}
        request = f"{found[0]} {headers.get('If-None-Match', '')}"
        content = response.content
        if "Accept-Encoding" in headers:  # Django adds a random number of bytes, and may then send the plain body
            content = gzip.decompress(content) if shown.pop("Content-Encoding", "") == "gzip" else content
            shown.pop("Content-Length", None)
        content = DRAWN.sub(b"", content)
        return Sent(request, response.status_code, shown, content, 0 if self.is_late else len(queries))

    @staticmethod
    def figures() -> dict[str, float]:
        """Returns the metrics of this process that do not depend on time."""
        lines = (line.rpartition(" ") for line in generate_latest(REGISTRY).decode().splitlines() if line[0] != "#")
        return {name: float(value) for name, _, value in lines if not TIMED.search(name)}


class Sight(NamedTuple):
    """Something that a viewer can look at. when: the occasions."""

    name: str
    look: Callable[[Eyes], Iterable[Sent]]
    when: str = MOMENT


def lines(when: str, text: str) -> Iterator[Sight]:
    """Yields a sight for each line. An indented line uses values from the response to the line above it."""
    for block in re.split(r"\n(?! )", text.strip()):
        yield Sight(block, lambda eyes, block=block: asked(eyes, *block.splitlines()), when)


def asked(eyes: Eyes, line: str, *further: str) -> Iterator[Sent]:
    """Yields the response to a request, and the responses to requests about the object that it created."""
    yield (first := eyes.sent(line))
    if further and first.status in (200, 201):
        made = {f"made_{name}": value for name, value in json.loads(first.body).items()}
        eyes.known |= made
        for each in further:
            yield eyes.sent(each.strip())


TAGGED = ("$match", "$match/view", "$match/legal-moves", "$match/events", "/me/decisions", "/matches", "/me/stream")


def tagged(eyes: Eyes) -> Iterator[Sent]:
    """Yields resources that have changed since the last look, and a `304` for the others."""
    for path in TAGGED[:-1]:
        yield (since := eyes.sent(f"GET {path}", **{"If-None-Match": eyes.tags.get(path, '"0"')}))
        eyes.tags[path] = since.headers.get("ETag", '"0"')
        yield eyes.sent(f"GET {path}", **{"If-None-Match": eyes.tags[path]})


def streamed(eyes: Eyes) -> Iterator[Sent]:
    """Yields the frames of open streams, and whether the streams wake."""
    for stream in eyes.streams:
        sent = stream.look()
        yield sent._replace(headers={**sent.headers, "next": None}) if eyes.is_late else sent


def mailed(eyes: Eyes) -> Iterator[Sent]:
    """Yields the e-mail with all notifications of the viewer, and what remains to be sent, as if it were sent now."""
    if not eyes.caller.player:
        return
    player = Player.objects.get(pk=eyes.caller.player)
    player.email = "viewer@example.org"
    deliveries = list(_deliveries(player).order_by("number", "subscription", "webhook"))
    notices = [delivery.notice for delivery in deliveries if delivery.notice.kind in EMAILED]
    with override_settings(COMPTOIR_MAIL_DOMAIN="reply.example.org"):
        content = write_mail(player, notices).message().as_bytes() if notices else b""
    reasons = [reason_to_skip(delivery) for delivery in deliveries]
    yield Sent("the e-mail", 0, {"reasons": reasons}, DRAWN.sub(b"", content))


def _deliveries(player: Any) -> QuerySet[Delivery]:
    return Delivery.objects.filter(player=player).select_related("notice", "subscription")


def pushed(eyes: Eyes) -> Iterator[Sent]:
    """Yields the data that the push service and the viewer's device would receive now for the last notifications."""
    key, auth = key_and_secret(1)
    pushes = _deliveries(eyes.caller.player or None).filter(subscription__isnull=False)
    for delivery in pushes.order_by("-number")[:3]:
        posted: list[Any] = []
        with patch("events.base.outbound.post", lambda *request, posted=posted: posted.append(request) or 201):
            assert delivery.subscription is not None
            push_post(delivery.subscription, delivery.notice, "en")
        [(target, body, headers, _)] = posted
        shown = {name: headers[name] for name in headers if name != "authorization"}  # signed with new randomness
        opened = http_ece.decrypt(body, private_key=key, auth_secret=auth)
        yield Sent(f"a push to {target}, {len(body)} bytes", 0, shown, opened)


ANALYSED = ("POST $match/analysis {}", "GET $match/analysis")


def analysed(eyes: Eyes) -> Iterator[Sent]:
    """Yields the coach's analysis of the viewer's decisions."""
    yield eyes.sent(ANALYSED[0])
    with patch("bots.coach.Effort", lambda _: Effort(playouts=8, seconds=600)):  # few playouts, and no time limit
        analyse(600)
    yield eyes.sent(ANALYSED[1])


def logged(eyes: Eyes) -> Iterator[Sent]:
    """Yields the lines of the log since the last look."""
    yield Sent("the log", 0, {}, "\n".join(eyes.lines).encode())
    eyes.lines.clear()


def counted(eyes: Eyes) -> Iterator[Sent]:
    """Yields the response of `/metrics`: the increase of the process metrics, and the database metrics.

    An operator may know the number of waiting posts, which is higher if another player has additional devices.
    """
    registry = CollectorRegistry()
    registry.register(DatabaseCollector())
    since = {name: value - eyes.before.get(name, 0) for name, value in eyes.figures().items()}
    grown = {name: value for name, value in sorted(since.items()) if value}
    figures = generate_latest(registry)
    if eyes.others_have_more:
        figures = re.sub(rb"(?m)^.*comptoir_due_.*$", b"", figures)
    yield Sent("/metrics", eyes.sent("GET /metrics").status, grown, figures)


class Lines(logging.Handler):
    """Keeps log messages, without times."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        entry = record.msg if isinstance(record.msg, dict) else {"event": record.getMessage()}
        self.kept.append(repr({name: entry[name] for name in sorted(entry) if name not in ("ms", "timestamp")}))


SIGHTS: tuple[Sight, ...] = (
    *lines(
        MOMENT,
        """
GET $match/view
GET $match
GET $match/events?after=$recent&core=1
GET $match/legal-moves?limit=30
GET $match/text
POST $match/text {"at": "$head", "answer": "?"}
GET $match/stream?after=$recent&core=1&legal=9
GET /me/stream?after=0
GET /me/decisions
GET /matches
GET /me/webhooks/$hook/deliveries
GET /bots/decisions/stream
POST /bots/decisions {"max": 16}
POST $match/legal-moves {"prompt": $mine, "verb": "$verb", "args": $args}
POST $match/legal-moves {"prompt": $prompt, "verb": "$verb", "args": $args}
POST $match/moves {"prompt": $mine, "verb": "$verb", "args": {"no_such": "1", "card": $card}}
""",
    ),
    Sight("streams that stay open", streamed),
    Sight("true tags", tagged),
    Sight("the log", logged),
    *lines(
        WIDELY,
        """
GET $match/view?at=$at
GET $match/view?at=$far
GET $match/view?as=omniscient
GET $match/view?as=seat:$other
GET $match/view?as=spectator
GET $match/view | If-None-Match: "0"
GET $match/view | Accept-Encoding: gzip
GET $match/events
GET $match/events?as=seat:$other
GET $match/events | Accept: application/x-ndjson
GET $match/events | Accept-Encoding: gzip
GET $match/legal-moves?prompt=$prompt
GET $match/text?since=$at
GET $match/text?since=0 | Accept-Language: fr
POST $match/text {"at": "$at", "answer": "$answer $verb"}
POST $match/text {"at": "$at:1", "answer": "0"}
GET $match/messages
GET $match/proof
GET $match/export
GET $match/stream
GET $match/stream?as=spectator&core=1 | Last-Event-ID: $at
GET $match/standing-orders
GET $match/presence
GET $match/seen
GET $match/note
GET $match/waiting-list
GET $match/invitations
GET $match/replay-links
GET $match/analysis
POST $match/moves {"prompt": 0, "verb": "pass"} | If-Match: "0"
POST $match/start {}
POST $match/seats {}
PUT $match/seats/$number {}
PUT $match/note {"text": "$name"}
DELETE $match/note
DELETE $match/seats/$other
POST $match/seats/$number/commit {"commit": null}
POST $match/seats/$number/reveal {"seed": "$zeros"}
POST $match/agreements/rematch {}
DELETE $match/agreements/rematch
DELETE $match/agreements/undo
DELETE $match/agreements/pause
DELETE $match/agreements/abort
POST $match/vacation {"days": 99}
DELETE $match/vacation
POST $match/waiting-list {}
DELETE $match/waiting-list
POST $match/invitations {}
DELETE $match/invitations
DELETE $match/invitations/$hook
DELETE $match/replay-links/$hook
POST $match/standing-orders {"phase": "no_such", "move": {"verb": "pass"}}
POST $match/standing-orders/trial {"phase": "$phase", "move": {"verb": "$answer"}}
POST $match/standing-orders {"phase": "$phase", "move": {"verb": "$answer"}, "once": true}
  GET $match/standing-orders
  DELETE $match/standing-orders
DELETE $match/standing-orders/$number
DELETE $match/standing-orders
POST $match/messages {"text": ""}
POST $match/forks {"at": $at, "mode": "exact"}
POST $match/forks {"at": $at, "mode": "resampled"}
POST $match/replay-links {"as": "me"}
POST $match/analysis {}
POST /stream-tickets {"match": "$id"}
GET /matches?seat=me
GET /matches?to_act=me&game=$game
GET /matches?invited=me
GET /matches?status=running
GET /matches?status=finished
GET /matches?practice=true&clock=days&rated=false&player=$name
GET /me
GET /me/reports
POST /me/reports {"match": "$id", "seq": $at, "reason": "abuse"}
GET /me/relations
GET /me/webhooks
GET /me/webhooks/$hook
GET /me/push-subscriptions
GET /me/export
GET /me/export/matches
GET /me/export/matches | Accept-Encoding: gzip
GET /me/calendar
GET /me/sanctions
GET /matches?followed=true
GET /calendars/$zeros
GET /players/$name
GET /players/$name/results/$game
GET /players/$name/luck/$game
POST /players/$name/luck/$game {}
GET /matches?reliable=true
GET /ratings
GET /ratings/$game
GET /ratings/$game/$name
GET /replays/$zeros
GET /replays/$zeros/events
GET /replays/$zeros/captions
GET /invitations/$zeros
POST /invitations/$zeros {}
GET /global-log
GET /bots
GET /tournaments
GET /admin/log/match/
GET /admin/log/match/$id/change/
GET /admin/log/actionevent/?q=$id
GET /admin/users/player/
GET /admin/moderation/report/
GET /admin/log/withdrawable/
""",
    ),
    Sight("the e-mail", mailed, WIDELY),
    Sight("pushes", pushed, WIDELY),
    Sight("/metrics", counted, WIDELY),
    *lines(
        ENDED,
        """
POST $match/forks {"at": $dealt, "mode": "resampled"}
  GET /matches/$made_id
  GET /matches/$made_id/view
  GET /matches/$made_id/events?core=1
  GET /matches/$made_id/legal-moves?limit=30
  GET /matches/$made_id/export
  POST /matches/$made_id/forks {"at": 6, "mode": "exact"}
POST $match/forks {"at": $dealt, "mode": "exact"}
POST $match/replay-links {"as": "spectator"}
  GET /replays/$made_token
  GET /replays/$made_token/events
  GET /replays/$made_token/captions
  GET /replays/$made_token/events | Accept-Encoding: gzip
  GET /r/$made_token
  GET /r/$made_token/text
POST $match/replay-links {"as": "me"}
  GET /replays/$made_token
  GET /replays/$made_token/events
  GET /replays/$made_token/captions
  GET /r/$made_token/text
POST $match/agreements/rematch {}
  GET /matches/$made_rematch
  GET /matches/$made_rematch/view
  GET /matches/$made_rematch/events?core=1
  GET /matches/$made_rematch/legal-moves?limit=30
  GET /matches/$made_rematch/export
""",
    ),
    Sight("the analysis", analysed, ENDED),
    *lines(
        TOURNAMENT,
        """
GET $tournament
GET $tournament/rounds
GET $tournament/rounds?round=1
GET $tournament/deals
GET $tournament/messages
GET $tournament/export
GET /tournaments?game=$game&status=running&format=swiss
GET /tournaments?entered=me
GET /tournaments?organiser=me
""",
    ),
)

ELSEWHERE = {
    "games/": "are rules",
    "POST players": "makes an account",
    "tokens/": "are the caller's own",
    "passkey-options/": "are the caller's own",
    "passkey-tokens/": "are the caller's own",
    "email-confirmations/": "are of e-mails",
    "password-resets/": "are of accounts",
    "PATCH me": "is the caller's own",
    "DELETE me": "is the caller's own",
    "me/apps/": "are programs",
    "me/passkey-options/": "are the caller's own",
    "me/passkeys/": "are the caller's own",
    "me/push-subscriptions/": "are the caller's own",
    "me/relations/": "is a list of the caller",
    "me/webhooks/": "are the caller's own",
    "POST me/calendar": "is the caller's own",
    "POST me/sanctions/*/appeal": "is the caller's own",
    "bots/": "are accounts",
    "apps/": "are programs",
    "authorizations/": "are about programs",
    "devices/": "are about programs",
    "POST matches": "makes another match",
    "PUT matches/*/seen": "is about a page of the caller",
    "POST matches/*/resign": "ends what others compare",
    "POST matches/*/agreements/abort": "needs all",
    "POST matches/*/agreements/pause": "needs all",
    "POST matches/*/agreements/undo": "needs all",
    "clubs/": "are nothing of a match: `clubs.py` compares what others see of them",
    "club-invitations/": "are nothing of a match: `clubs.py` compares what others see of them",
    "leagues/": "are nothing of a match: `clubs.py` compares what others see of them",
    "POST tournaments/": "makes or changes one: `tournaments.py` asks who may",
    "DELETE tournaments/": "withdraws the caller, or a message",
    "PATCH tournaments/": "changes one that has not started",
    "PUT tournaments/": "names its organisers and members",
}
"""The routes that no line requests, each with the reason: `METHOD route`, or a route for all its methods.

An entry that ends with a slash also covers all routes below it.
"""
