"""The short route answers as the ordinary one does, byte for byte, and passes on what is not plain."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import psycopg
import pytest

from events.base import caches
from events.http import auth
from events.models import Counter, Player, Seat, Token
from games import registry
from project import short_route
from project.limits import DEFAULTS
from project.observability import metrics
from project.short_route import answers, finish, heads, repeated
from tests.events.calls import Caller, first_move, open_match, somebody
from tests.project.both_routes import Routes, Sent, both_routes, lose_connections, sent

pytestmark = pytest.mark.django_db(transaction=True)


class Table(NamedTuple):
    """A running match, its callers by seat, and a stranger."""

    match: str
    callers: list[Caller]
    stranger: Caller

    def path(self, below: str) -> str:
        return f"/api/v1/matches/{self.match}{below}"


@pytest.fixture
def routes(settings: Any) -> Iterator[Routes]:
    settings.COMPTOIR_LIMITS = DEFAULTS
    with both_routes() as routes:
        yield routes


def table_of(game: str = "great_dalmuti", **wish: Any) -> Table:
    size = min(registry.get(game).seats)
    callers = [somebody() for _ in range(size)]
    return Table(open_match(callers[0], callers[1:], game, **wish), callers, somebody())


@pytest.mark.parametrize("game", registry.PACKAGES)
def test_reads_are_the_same_in_every_game_for_every_viewer_and_language(game: str, routes: Routes, settings: Any):
    settings.COMPTOIR_LIMITS = {}
    table = table_of(game)
    settings.COMPTOIR_LIMITS = DEFAULTS
    for caller in (*table.callers, table.stranger):
        for language in ("en", "fr", "fr;q=0.1, en", "de"):
            for below in ("/view", "/view?faces=ids", "/view?as=spectator", "/view?at=1"):
                assert routes.is_short(sent("GET", table.path(below), caller.token, accept_language=language))
            for below in ("/legal-moves", "/legal-moves?limit=2"):
                request = sent("GET", table.path(below), caller.token, accept_language=language)
                assert routes.is_short(request) == (caller in table.callers)


def tag_of(routes: Routes, request: Sent) -> str:
    return dict(routes.ordinary(request).headers)[b"etag"].decode()


def test_a_client_that_has_the_body_receives_304(routes: Routes):
    table = table_of()
    caller = table.callers[1]
    for below in ("/view", "/legal-moves"):
        tag = tag_of(routes, sent("GET", table.path(below), caller.token))
        for header in (tag, f"W/{tag}", f'"other", {tag}', "*", '"other"', "", "rubbish, ,"):
            request = sent("GET", table.path(below), caller.token, if_none_match=header)
            assert routes.is_short(request)
            assert routes.short(request).status == (304 if tag in header or header == "*" else 200)


def test_a_browser_behind_a_proxy_is_plain(routes: Routes, settings: Any):
    settings.CORS_ALLOWED_ORIGINS = ["https://allowed.example"]
    table = table_of()
    for origin in ("http://localhost", "https://allowed.example", "https://other.example", "null"):
        request = sent(
            "GET", table.path("/view"), table.callers[0].token, origin=origin, user_agent="Mozilla/5.0",
            accept="application/json", accept_encoding="gzip, br", referer="http://localhost/m", pragma="no-cache",
            sec_fetch_mode="cors", x_forwarded_for="203.0.113.9", x_forwarded_proto="http", content_type="text/plain",
        )  # fmt: skip
        assert routes.is_short(request)


ODD_PATHS = [
    "/view/", "/views", "/view?wait=1", "/view?wait=", "/view?at=%31", "/view?faces=ids&", "/view?AS=me", "/view?=",
    "/legal-moves?limit=1&wait=2", "/legal-moves?x=%C3%A9", "", "/events", "/stream",
]  # fmt: skip
REFUSED_PATHS = [
    "/view?as=seat:99", "/view?as=omniscient", "/view?as=seat:1", "/view?at=99999", "/view?at=x", "/view?as=me&as=me",
    "/view?faces=names", "/view?limit=1", "/legal-moves?limit=1001", "/legal-moves?prompt=999", "/legal-moves?at=1",
    "/legal-moves?limit=1&limit=1", "/view?at=99999999999999999999",
]  # fmt: skip
ODD_HEADERS: list[dict[str, str]] = [
    {"cookie": "sessionid=x"}, {"accept": "text/html"}, {"accept": "application/json;q=0.5"}, {"accept": ""},
    {"x_something": "1"}, {"host": "evil.example"}, {"host": "localhost:bad"}, {"host": ""}, {"if_match": '"x"'},
    {"expect": "100-continue"}, {"upgrade": "websocket"}, {"content_length": "0"}, {"transfer_encoding": "chunked"},
    {"authorization": "Bearer"}, {"authorization": "Bearer x"}, {"authorization": "Basic eDp5"}, {"authorization": ""},
    {"authorization": "bearer \xe9"}, {"if_modified_since": "Mon, 01 Jan 2029 00:00:00 GMT"}, {"range": "bytes=0-1"},
]  # fmt: skip


def test_what_is_not_plain_or_is_refused_goes_the_ordinary_way(routes: Routes):
    table = table_of()
    token = table.callers[0].token
    for below in ODD_PATHS + REFUSED_PATHS:
        assert not routes.is_short(sent("GET", table.path(below), token)), below
    for headers in ODD_HEADERS:
        caller_token = None if "authorization" in headers else token
        assert not routes.is_short(sent("GET", table.path("/view"), caller_token, **headers)), headers
    for method in ("HEAD", "OPTIONS", "PUT", "DELETE", "POST", "get", "BREW"):
        assert not routes.is_short(sent(method, table.path("/view"), token)), method
    other = table.match[:-1] + ("0" if table.match[-1] != "0" else "1")
    for match in (other, table.match.upper(), table.match.replace("-", ""), "x", table.match + "%30"):
        assert not routes.is_short(sent("GET", f"/api/v1/matches/{match}/view", token)), match


def test_repeated_headers_and_names_with_underscores_go_the_ordinary_way(routes: Routes):
    table = table_of()
    request = sent("GET", table.path("/view"), table.callers[0].token)
    for pair in ((b"authorization", b"Bearer x"), (b"host", b"localhost"), (b"x_forwarded_proto", b"https")):
        assert not routes.is_short(request._replace(headers=(*request.headers, pair)))


def test_bearer_is_read_in_any_case_and_with_spaces(routes: Routes):
    table = table_of()
    token = table.callers[0].token
    for text in (f"bearer {token}", f"BEARER  {token} "):
        assert routes.is_short(sent("GET", table.path("/view"), authorization=text))


def test_a_private_match_does_not_exist_for_strangers(routes: Routes):
    owner, stranger = somebody(), somebody()
    seats = [{"kind": "me"}, *[{"kind": "bot"}] * 3]
    body = {"game": "great_dalmuti", "seats": seats, "visibility": "private"}
    match = owner.post("/matches", body).json()["id"]
    for below in ("/view", "/legal-moves"):
        path = f"/api/v1/matches/{match}{below}"
        assert routes.is_short(sent("GET", path, owner.token))
        assert not routes.is_short(sent("GET", path, stranger.token))
        assert routes.short(sent("GET", path, stranger.token)).status == 404


def test_a_revoked_token_stops_working_at_once_in_its_own_process(routes: Routes):
    table = table_of()
    caller = table.callers[0]
    request = sent("GET", table.path("/view"), caller.token)
    assert routes.is_short(request)
    for token in caller.get("/tokens").json()["items"]:
        caller.delete(f"/tokens/{token['id']}")

    assert not routes.is_short(request)
    assert routes.short(request).status == 401


def test_a_token_revoked_elsewhere_stops_working_as_soon_as_on_the_ordinary_way(
    routes: Routes, monkeypatch: pytest.MonkeyPatch
):
    table = table_of()
    request = sent("GET", table.path("/view"), table.callers[0].token)
    now = auth.time.monotonic()
    monkeypatch.setattr(auth.time, "monotonic", lambda: now)
    auth.forget()
    assert routes.short(request).status == 200
    Token.objects.all().delete()

    monkeypatch.setattr(auth.time, "monotonic", lambda: now + auth.CACHE_SECONDS - 0.1)
    assert (routes.short(request).status, routes.ordinary(request).status) == (200, 200)
    monkeypatch.setattr(auth.time, "monotonic", lambda: now + auth.CACHE_SECONDS)
    assert (routes.short(request).status, routes.ordinary(request).status) == (401, 401)


def test_a_used_up_limit_is_refused_and_counted_once(routes: Routes, settings: Any):
    table = table_of()
    request = sent("GET", table.path("/legal-moves"), table.callers[0].token)
    settings.COMPTOIR_LIMITS = {"general": (1000, 60), "legal_moves": (2, 60)}
    Counter.objects.all().delete()

    by_short = [routes.short(request) for _ in range(4)]

    assert [answered.status for answered in by_short] == [200, 200, 429, 429]
    assert sorted(Counter.objects.values_list("count", flat=True)) == [4, 4]
    Counter.objects.all().delete()
    assert [routes.ordinary(request) for _ in range(4)] == by_short


def test_a_refused_read_is_counted_once(routes: Routes):
    table = table_of()
    Counter.objects.all().delete()

    answered = routes.short(sent("GET", table.path("/view?as=omniscient"), table.callers[0].token))

    assert answered.status == 403
    assert dict(answered.headers)[b"ratelimit"] == b'"general";r=299;t=0'
    assert [*Counter.objects.values_list("count", flat=True)] == [1]


def test_matches_that_are_over_and_open_ones_are_the_same(routes: Routes):
    table = table_of("monopoly_deal")
    seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
    opened = table.callers[0].post("/matches", {"game": "great_dalmuti", "seats": seats})
    for caller in table.callers:
        caller.post(f"/matches/{table.match}/resign")
    assert table.callers[0].get(f"/matches/{table.match}").json()["status"] == "finished"
    for match in (table.match, opened.json()["id"]):
        for below in ("/view", "/view?as=omniscient", "/view?as=seat:1", "/legal-moves"):
            routes.is_short(sent("GET", f"/api/v1/matches/{match}{below}", table.callers[0].token))


def test_what_a_seat_has_sealed_is_seen_by_that_seat_alone(routes: Routes):
    table = table_of("great_dalmuti")
    move = first_move(table.callers[0], table.match)
    before = [routes.short(sent("GET", table.path("/view"), caller.token)).body for caller in table.callers]
    assert table.callers[0].post(f"/matches/{table.match}/moves", move).json()["seq"] is None

    for seat, caller in enumerate(table.callers):
        request = sent("GET", table.path("/view"), caller.token)
        assert routes.is_short(request)
        assert (routes.short(request).body == before[seat]) == (seat != 0)


def test_over_https_the_headers_and_the_redirect_are_the_same(settings: Any):
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 1000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    with both_routes() as routes:
        settings.SECURE_SSL_REDIRECT = False
        table = table_of()
        settings.SECURE_SSL_REDIRECT = True
        caller = table.callers[0]
        assert routes.is_short(sent("GET", table.path("/view"), caller.token, x_forwarded_proto="https"))
        assert not routes.is_short(sent("GET", table.path("/view"), caller.token))
        assert routes.short(sent("GET", table.path("/view"), caller.token)).status == 301


def test_a_lost_connection_costs_no_caller_an_error(routes: Routes):
    table = table_of()
    request = sent("GET", table.path("/view"), table.callers[0].token)
    assert [routes.short(request).status for _ in range(2)] == [200, 200]
    lose_connections()

    assert routes.short(request).status == 200
    assert routes.is_short(request)


@pytest.fixture
def on_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the requests that were answered on a thread, however long a slow machine takes between them."""
    monkeypatch.setattr(auth, "CACHE_SECONDS", 3600.0)
    paths, answer = list[str](), answers.answer
    monkeypatch.setattr(short_route, "answer", lambda plain: paths.append(plain.path) or answer(plain))
    return paths


def test_a_repeated_read_needs_no_thread(routes: Routes, on_threads: list[str]):
    table = table_of("monopoly_deal")
    request = sent("GET", table.path("/view"), table.callers[0].token)
    first = routes.short(request)
    assert len(on_threads) == 1

    again = routes.short(request)

    assert again.body == first.body and dict(again.headers)[b"etag"] == dict(first.headers)[b"etag"]
    assert dict(again.headers)[b"ratelimit"] == b'"general";r=297;t=0'
    assert len(on_threads) == 1
    lose_connections()
    assert [routes.short(request).body for _ in range(2)] == [first.body, first.body]
    assert len(on_threads) == 2
    assert Counter.objects.get(key__contains=table.callers[0].player).count == 5


def test_repeated_reads_at_once_are_counted_once_each_and_answered_alike(routes: Routes, on_threads: list[str]):
    table = table_of("monopoly_deal")
    request = sent("GET", table.path("/view"), table.callers[0].token)
    first = routes.short(request)
    routes.short(request)
    Counter.objects.all().delete()

    at_once = routes.short_at_once([request] * 20)

    assert {answered.body for answered in at_once} == {first.body}
    left = sorted(dict(answered.headers)[b"ratelimit"] for answered in at_once)
    assert left == sorted(b'"general";r=%d;t=0' % (299 - place) for place in range(20))
    assert 1 < len(on_threads) < 21


@pytest.mark.parametrize("error", [OSError, ValueError, psycopg.OperationalError])
def test_whatever_fails_on_the_event_loop_a_thread_answers(
    error: type[Exception], routes: Routes, on_threads: list[str], monkeypatch: pytest.MonkeyPatch
):
    table = table_of("monopoly_deal")
    request = sent("GET", table.path("/view"), table.callers[0].token)
    first = [routes.short(request) for _ in range(2)]
    Counter.objects.all().delete()
    with monkeypatch.context() as failing:
        failing.setattr(heads, "count_request_and_head_on", failing_with(error))
        assert routes.short(request).body == first[0].body
    assert len(on_threads) == 2

    assert routes.short(request).body == first[0].body
    assert len(on_threads) == 2
    assert [*Counter.objects.values_list("count", flat=True)] == [2]


def failing_with(error: type[Exception]) -> Any:
    async def fail(*_: Any) -> None:
        raise error("planted")

    return fail


def test_a_repeated_read_beyond_the_limit_is_refused_and_counted_once(routes: Routes, settings: Any):
    settings.COMPTOIR_LIMITS = {"general": (3, 60)}
    table = table_of("monopoly_deal")
    request = sent("GET", table.path("/view"), table.callers[0].token)
    Counter.objects.all().delete()

    assert [routes.short(request).status for _ in range(5)] == [200, 200, 200, 429, 429]
    assert [*Counter.objects.values_list("count", flat=True)] == [5]


def test_requests_are_logged_and_counted_once_with_the_same_fields(routes: Routes, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO, logger="request")
    table = table_of()
    caller = table.callers[0]
    for below, status in (("/view", 200), ("/view?as=omniscient", 403), ("/legal-moves", 200)):
        noted = []
        for send in (routes.short, routes.ordinary):
            caplog.clear()
            before = counted()
            answered = send(sent("GET", table.path(below), caller.token))
            assert answered.status == status
            noted.append(([masked(record.msg) for record in caplog.records], increase(before, counted())))
        assert noted[0] == noted[1]
        assert len(noted[0][0]) == 1 and set(noted[0][1].values()) == {1.0}


def masked(entry: Any) -> dict[str, Any]:
    """A log entry without its time and id; the id has to be there."""
    assert entry["request_id"]
    return {**entry, "ms": None, "timestamp": None, "request_id": None}


def counted() -> dict[str, float]:
    """The counters of requests and of their times, by name and labels."""
    return {
        f"{sample.name} {sample.labels}": sample.value
        for metric in (*metrics.REQUESTS.collect(), *metrics.SECONDS.collect())
        for sample in metric.samples
        if sample.name.endswith(("_total", "_count"))
    }


def increase(before: dict[str, float], after: dict[str, float]) -> dict[str, float]:
    return {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}


def test_a_repeated_request_is_answered_without_the_view_until_the_next_event(
    routes: Routes, monkeypatch: pytest.MonkeyPatch
):
    table = table_of("monopoly_deal")
    caller, views = table.callers[0], list[str]()
    answered = answers._answered
    monkeypatch.setattr(answers, "_answered", lambda *parts: views.append("view") or answered(*parts))
    tag = tag_of(routes, sent("GET", table.path("/view"), caller.token))
    for request in (
        sent("GET", table.path("/view"), caller.token, if_none_match=tag),
        sent("GET", table.path("/view"), caller.token), sent("GET", table.path("/legal-moves"), caller.token),
    ):  # fmt: skip
        views.clear()
        first = routes.short(request)
        assert routes.is_short(request)
        auth.forget()
        assert routes.is_short(request)
        assert len(views) == 1
        assert routes.short(request).body == first.body
    seat = caller.get(f"/matches/{table.match}").json()["to_act"][0]
    table.callers[seat].post(f"/matches/{table.match}/moves", first_move(table.callers[seat], table.match))

    assert routes.is_short(request)
    assert len(views) == 2


NEAR: Mapping[int, tuple[str, dict[str, str]]] = {
    3: ("/legal-moves", {}), 6: ("/view", {"origin": "https://allowed.example"}), 8: ("/view?as=spectator", {}),
    9: ("/view", {"accept_language": "fr"}), 10: ("/view", {"if_none_match": "*"}),
}  # fmt: skip
"""Requests that differ from one for the view in one part of the key of a response that is kept."""


def near_requests(settings: Any) -> Iterator[tuple[int, Sent, Sent]]:
    """Pairs of requests that differ in one part, with its place in the key."""
    settings.CORS_ALLOWED_ORIGINS = ["https://allowed.example"]
    table = table_of("monopoly_deal")
    token = table.callers[0].token
    for part, (below, headers) in NEAR.items():
        yield part, sent("GET", table.path("/view"), token), sent("GET", table.path(below), token, **headers)


def test_a_response_is_not_repeated_for_another_request(routes: Routes, settings: Any):
    for _, one, other in near_requests(settings):
        assert routes.is_short(one) and routes.is_short(other)


def test_a_repetition_that_forgot_a_part_of_the_request_is_found(
    routes: Routes, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    key_of = repeated._key
    for part, one, other in near_requests(settings):
        caches.forget()

        def without_part(plain: Any, is_counted: bool, part: int = part) -> tuple[Any, ...]:
            return key_of(plain, is_counted)[:part] + key_of(plain, is_counted)[part + 1 :]

        monkeypatch.setattr(repeated, "_key", without_part)
        routes.is_short(one)
        with pytest.raises(AssertionError, match="instead of"):
            routes.is_short(other)


def test_a_repetition_after_an_event_is_found(routes: Routes, monkeypatch: pytest.MonkeyPatch):
    table, sent_before = table_of("monopoly_deal"), repeated.sent_before

    def at_any_head(plain: Any, head: Any) -> Any:
        kept = repeated._sent.get(repeated._key(plain, True))
        return sent_before(plain, kept.head if kept else head)

    monkeypatch.setattr(answers, "sent_before", at_any_head)
    request = sent("GET", table.path("/view"), table.callers[0].token)
    routes.is_short(request)
    seat = table.callers[0].get(f"/matches/{table.match}").json()["to_act"][0]
    table.callers[seat].post(f"/matches/{table.match}/moves", first_move(table.callers[seat], table.match))

    with pytest.raises(AssertionError, match="instead of"):
        routes.is_short(request)


def test_a_repetition_after_a_sealed_answer_is_found(routes: Routes, monkeypatch: pytest.MonkeyPatch):
    table = table_of("great_dalmuti")
    caller, request = table.callers[0], sent("GET", table.path("/view"), table.callers[0].token)
    monkeypatch.setattr("events.matches.views.table.has_sealed_prompt", lambda _: False)
    routes.is_short(request)
    caller.post(f"/matches/{table.match}/moves", first_move(caller, table.match))

    with pytest.raises(AssertionError, match="instead of"):
        routes.is_short(request)


def test_a_repetition_for_a_caller_who_has_changed_is_found(routes: Routes, monkeypatch: pytest.MonkeyPatch):
    table = table_of("monopoly_deal")
    request = sent("GET", table.path("/view"), table.callers[0].token)
    routes.is_short(request)
    Player.objects.filter(pk=table.callers[0].player).update(language="fr")
    auth.forget()
    assert routes.is_short(request)
    caches.forget()
    routes.is_short(request)
    Player.objects.filter(pk=table.callers[0].player).update(language="en")
    auth.forget()
    monkeypatch.setattr(repeated, "is_unchanged", lambda *_: True)

    with pytest.raises(AssertionError, match="instead of"):
        routes.is_short(request)


def test_a_repetition_for_a_caller_without_a_seat_is_found(routes: Routes, monkeypatch: pytest.MonkeyPatch):
    owner, guest = somebody(), somebody()
    seats = [{"kind": "me"}, *[{"kind": "bot"}] * 3]
    body = {"game": "great_dalmuti", "seats": seats, "visibility": "private"}
    match = owner.post("/matches", body).json()["id"]
    request = sent("GET", f"/api/v1/matches/{match}/view?at=1", guest.token)
    monkeypatch.setattr(repeated, "rests_on_head", lambda _: True)
    Seat.objects.filter(match=match, number=1).update(invited=guest.player)
    assert routes.is_short(request)
    Seat.objects.filter(match=match).update(invited=None)

    with pytest.raises(AssertionError, match="instead of"):
        routes.is_short(request)


def test_a_short_route_that_forgot_the_viewer_is_found(routes: Routes, monkeypatch: pytest.MonkeyPatch):
    table = table_of()
    token = table.callers[0].token
    verified = auth.verified
    monkeypatch.setattr(answers, "verified", lambda _: verified(table.callers[1].token))

    with pytest.raises(AssertionError, match="instead of"):
        routes.is_short(sent("GET", table.path("/view"), token))


def test_a_short_route_that_forgot_a_header_is_found(routes: Routes, monkeypatch: pytest.MonkeyPatch):
    table = table_of()
    request = sent("GET", table.path("/view"), table.callers[0].token)
    for left_out, _ in routes.ordinary(request).headers:

        def without_one(plain: Any, response: Any, left_out: bytes = left_out) -> Any:
            return [pair for pair in finish.finished_headers(plain, response) if pair[0] != left_out]

        monkeypatch.setattr(answers, "finished_headers", without_one)
        caches.forget()
        with pytest.raises(AssertionError, match="instead of"):
            routes.is_short(request)


def test_a_short_route_that_counted_twice_is_found(routes: Routes, monkeypatch: pytest.MonkeyPatch):
    table = table_of()
    monkeypatch.setattr("events.http.throttles.earlier_of", lambda _: None)

    with pytest.raises(AssertionError, match="instead of"):
        routes.is_short(sent("GET", table.path("/view?as=omniscient"), table.callers[0].token))
