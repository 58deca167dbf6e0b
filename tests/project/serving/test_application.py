"""Requests as a server receives them: additional client headers do not change the response."""

from __future__ import annotations

import gzip
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from events.http import auth
from events.http.request_log import REQUESTS, SECONDS
from events.matches.table import moves as services
from events.users.models import Player
from project.limits import DEFAULTS
from tests.events.calls import Caller, first_move, open_match, somebody
from tests.project.serving.served import Answered, Sent, Server, lose_connections, sent, serving

pytestmark = pytest.mark.django_db(transaction=True)
ID = "01890000-0000-7000-8000-00000000000a"
PASSWORD = "correct horse battery"

CLIENTS: dict[str, dict[str, str]] = {
    "a browser with cookies": {
        "cookie": "theme=dark; sessionid=2k9qmd0x1v7b3n5h8j4l6p0r2t4w6y8z; csrftoken=c2k9qmd0x1v7b3n5h8j4l6p0r2t4w6y8",
        "user_agent": "Mozilla/5.0",
        "accept": "*/*",
        "accept_encoding": "gzip, deflate, br",
        "sec_fetch_mode": "cors",
        "priority": "u=4",
    },
    "axios": {
        "accept": "application/json, text/plain, */*",
        "user_agent": "axios/1.9.0",
        "content_type": "application/json;charset=utf-8",
    },
    "a proxy with headers of its own": {
        "x_forwarded_for": "203.0.113.9",
        "x_amzn_trace_id": "Root=1-67891233",
        "traceparent": "00-0af7-b7ad-01",
        "x_http_method_override": "DELETE",
        "via": "1.1 proxy",
        "x_csrftoken": "x",
        "range": "bytes=0-1",
    },
}
OWN = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@pytest.fixture
def table() -> tuple[str, list[Caller]]:
    """Returns a running match without sealed prompts, and its callers by seat."""
    callers = [somebody(), somebody()]
    return open_match(callers[0], callers[1:], "monopoly_deal"), callers


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def masked(answered: Answered) -> tuple[int, dict[str, str], bytes]:
    """Returns a decompressed response without its id."""
    headers, body = {**answered.headers, "x-request-id": ""}, answered.body
    if headers.pop("content-encoding", None) == "gzip":
        body = gzip.decompress(body) if body else body
        headers["content-length"] = str(len(body))
    if "etag" in headers:
        headers["etag"] = headers["etag"].removeprefix("W/")
    headers["vary"] = ", ".join(sorted({*headers.get("vary", "").split(", "), "Accept-Encoding"}))  # of long ones
    return answered.status, headers, OWN.sub(b"<id>", body)


@pytest.mark.parametrize("client", CLIENTS)
def test_the_other_headers_of_a_client_do_not_change_a_response(client: str, server: Server, table: Any):
    match, callers = table
    caller = callers[0]
    for method, path, body in (
        ("GET", f"/matches/{match}/view", None),
        ("GET", f"/matches/{match}/legal-moves", None),
        ("GET", f"/matches/{match}", None),
        ("GET", "/me", None),
        ("HEAD", f"/matches/{match}/events", None),
        ("POST", f"/matches/{match}/moves", {"prompt": 999, "verb": "x"}),
        ("PATCH", "/me", {"language": "en"}),
        ("GET", f"/matches/{match}/view?as=omniscient", None),
        ("GET", "/nothing", None),
        ("PUT", "/me", {}),
    ):
        bare = server(sent(method, path, caller.token, body))
        same = server(sent(method, path, caller.token, body, **CLIENTS[client]))
        (status, headers, content), (bare_status, bare_headers, bare_content) = masked(same), masked(bare)
        assert (status, content) == (bare_status, bare_content), path
        assert headers.items() ^ bare_headers.items() == set(), path


def test_a_move_is_played_for_every_kind_of_client(server: Server, table: Any):
    match, callers = table
    for headers in ({}, *CLIENTS.values()):
        moves = {caller.token: first_move(caller, match) for caller in callers}
        token, move = next((token, move) for token, move in moves.items() if move is not None)

        answered = server(sent("POST", f"/matches/{match}/moves", token, move, **headers))

        assert answered.status == 201, answered.body


def test_the_test_client_of_django_receives_the_responses_of_a_server(server: Server, table: Any):
    match, callers = table
    for method, path, headers in (
        ("GET", f"/matches/{match}/view", {}),
        ("GET", "/games/great_dalmuti", {}),
        ("GET", "/nothing/", {}),
        ("OPTIONS", "/matches", {}),
        ("DELETE", "/games", {}),
        ("GET", "/me", {"accept": "text/html"}),
        ("GET", f"/matches/{match}/view", {"if_none_match": "*"}),
        ("GET", "/me", {"host": "evil.example"}),
    ):
        served = server(sent(method, path, callers[0].token, **headers))
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = Client(headers={"host": "localhost"}).generic(
            method, f"/api/v1{path}", headers={"authorization": f"Bearer {callers[0].token}", **names}
        )
        got = {name.lower(): value for name, value in answer.items()} | {"x-request-id": ""}
        status, headers, body = masked(served)
        if "content-length" not in got:  # the server adds it
            headers.pop("content-length", None)
        got["vary"] = headers["vary"]
        assert (answer.status_code, got, OWN.sub(b"<id>", answer.content)) == (status, headers, body), path


def test_every_response_has_the_common_headers(server: Server, settings: Any):
    for method, path in (
        ("GET", "/games"),
        ("GET", "/nothing"),
        ("POST", "/games"),
        ("GET", "/me"),
        ("OPTIONS", "/me"),
    ):
        headers = server(sent(method, path)).headers
        assert headers["content-security-policy"] == settings.CONTENT_SECURITY_POLICY
        assert (headers["x-frame-options"], headers["x-content-type-options"]) == ("DENY", "nosniff")
        assert (headers["referrer-policy"], headers["cross-origin-opener-policy"]) == ("same-origin", "same-origin")
        assert re.fullmatch(OWN.pattern.decode(), headers["x-request-id"])
        assert {"Accept-Language", "origin"} <= set(headers["vary"].split(", "))


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (sent("GET", "/games", accept="text/html"), (406, "not_acceptable")),
        (sent("GET", "/games", accept="image/png, application/json;q=0.1"), (200, None)),
        (sent("BREW", "/games"), (405, "method_not_allowed")),
        (sent("POST", "/players", body=b"a=1", content_type="text/plain"), (415, "unsupported_media_type")),
        (
            sent("POST", "/players", body={}, content_type="application/json; charset=latin-1"),
            (415, "unsupported_media_type"),
        ),
        (sent("POST", "/players", body=b"{"), (400, "malformed")),
        (sent("POST", "/players", body={}, content_type="Application/JSON;charset=UTF-8"), (400, "malformed")),
        (sent("GET", "/games", authorization="Bearer unknown"), (401, "unauthenticated")),
        (sent("GET", "/games?surprise=1"), (400, "malformed")),
        (sent("GET", "/games?" + "&".join(f"a{number}" for number in range(1200))), (400, "malformed")),
        (sent("GET", "/games", host="evil.example"), (400, "malformed")),
        (sent("GET", f"/matches/{ID.upper()}/view"), (404, "not_found")),
    ],
)
def test_a_request_that_no_view_accepts_is_refused_with_a_problem(request_: Sent, code: Any, server: Server):
    answered = server(request_)

    assert (answered.status, answered.json().get("code")) == code
    if answered.status >= 400:
        assert answered.headers["content-type"] == "application/problem+json"
        assert answered.json()["request_id"] == answered.headers["x-request-id"]
        assert answered.headers["content-length"] == str(len(answered.body))


def test_head_and_options_are_answered_and_a_304_has_no_length(server: Server):
    got, head = server(sent("GET", "/games")), server(sent("HEAD", "/games"))
    assert (head.status, head.headers["etag"]) == (200, got.headers["etag"])

    options = server(sent("OPTIONS", "/matches"))
    assert (options.status, options.headers["allow"]) == (200, "GET, POST, HEAD, OPTIONS")

    same = server(sent("GET", "/games", if_none_match=got.headers["etag"]))
    assert (same.status, same.body, same.headers.get("content-length")) == (304, b"", None)


def test_a_trailing_slash_makes_no_difference(server: Server):
    assert server(sent("GET", "/games/")).body == server(sent("GET", "/games")).body


def test_other_origins_are_permitted_as_the_settings_say(server: Server, settings: Any):
    settings.CORS_ALLOWED_ORIGINS = ["https://allowed.example"]
    for origin, allowed in (("https://allowed.example", True), ("https://other.example", False), ("null", False)):
        got = server(sent("GET", "/games", origin=origin)).headers
        preflight = server(sent("OPTIONS", "/games", origin=origin, access_control_request_method="POST"))
        assert (got.get("access-control-allow-origin") == origin) is allowed
        assert (preflight.status, preflight.body) == (200, b"")
        assert ("access-control-allow-methods" in preflight.headers) is allowed


def test_with_https_requests_are_redirected_and_hsts_is_sent(settings: Any):
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 1000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    with serving() as server:  # the middleware reads these settings once
        away = server(sent("GET", "/games?x=1"))
        assert (away.status, away.headers["location"]) == (301, "https://localhost/api/v1/games?x=1")
        assert server(sent("GET", "/games", x_forwarded_proto="https")).headers["strict-transport-security"]
        forged = sent("GET", "/games")
        assert server(forged._replace(headers=(*forged.headers, (b"x_forwarded_proto", b"https")))).status == 301


def test_a_header_that_is_sent_twice_has_both_values(server: Server, table: Any):
    request = sent("GET", "/me", table[1][0].token)

    assert server(request._replace(headers=(*request.headers, (b"authorization", b"Bearer x")))).status == 401


# Sessions


@pytest.fixture
def signed_in() -> tuple[Player, str, str]:
    """Returns a player with a session, and its two cookies."""
    caller = somebody()
    player = Player.objects.get(pk=caller.player)
    client = Client()
    client.force_login(player)
    return player, client.cookies["sessionid"].value, "c" * 32


def test_a_session_identifies_a_caller_without_a_token(server: Server, signed_in: Any, table: Any):
    player, session, _ = signed_in

    by_session = server(sent("GET", "/me", cookie=f"sessionid={session}"))

    assert by_session.json()["id"] == str(player.pk)
    assert "Cookie" in by_session.headers["vary"].split(", ")
    beside = server(sent("GET", "/me", table[1][0].token, cookie=f"sessionid={session}"))
    assert beside.json()["id"] == table[1][0].player
    assert server(sent("GET", "/me", cookie="sessionid=unknown")).code == (401, "unauthenticated")
    assert server(sent("GET", "/me", cookie=f"sessionid={session}", authorization="Basic x")).status == 200


def test_a_request_by_session_without_the_csrf_token_changes_nothing(server: Server, signed_in: Any):
    _, session, csrf = signed_in
    change = {"language": "fr"}
    cookie = f"sessionid={session}; csrftoken={csrf}"

    for cookies, headers in (
        (f"sessionid={session}", {}),
        (cookie, {}),
        (cookie, {"x_csrftoken": "d" * 32}),
        (cookie, {"x_csrftoken": csrf, "origin": "https://evil.example"}),
    ):
        refused = server(sent("PATCH", "/me", body=change, cookie=cookies, **headers))
        assert refused.code == (403, "forbidden"), headers
    assert server(sent("PATCH", "/me", body=change, cookie=cookie, x_csrftoken=csrf)).status == 200


# Limits, log, metrics


def test_each_request_is_counted_once_and_states_the_remaining_limit(server: Server, settings: Any, table: Any):
    match, callers = table
    settings.COMPTOIR_LIMITS = {"general": (1000, 60), "legal_moves": (3, 60)}
    answers = [server(sent("GET", f"/matches/{match}/legal-moves", callers[0].token)) for _ in range(5)]

    assert [answered.status for answered in answers] == [200, 200, 200, 429, 429]
    assert [re.sub("t=[0-9]+", "t", answered.headers["ratelimit"]) for answered in answers[2:4]] == [
        '"general";r=997;t, "legal_moves";r=0;t',
        '"general";r=996;t, "legal_moves";r=0;t',
    ]
    assert answers[0].headers["ratelimit-policy"] == '"general";q=1000;w=60, "legal_moves";q=3;w=60'
    assert int(answers[3].headers["retry-after"]) > 0


def test_a_refused_request_is_counted_too(server: Server, settings: Any, table: Any):
    settings.COMPTOIR_LIMITS = {"general": (1000, 60)}
    token = table[1][0].token

    answers = [server(sent("GET", path, token)) for path in (f"/matches/{table[0]}/view?as=omniscient", "/me?x=1")]

    assert [re.findall("r=([0-9]+)", answered.headers["ratelimit"]) for answered in answers] == [["999"], ["998"]]


def noted() -> dict[str, float]:
    """Returns the counters of requests and of their durations, by name and labels."""
    return {
        f"{sample.name} {sample.labels}": sample.value
        for metric in (*REQUESTS.collect(), *SECONDS.collect())
        for sample in metric.samples
        if sample.name.endswith(("_total", "_count"))
    }


@pytest.mark.parametrize(
    ("method", "path", "status", "route"),
    [
        ("GET", "/games/great_dalmuti", 200, "api/v1/games/<str:game>"),
        ("GET", "/matches/secret-canary", 404, "none"),
        ("BREW", "/games", 405, "api/v1/games"),
        ("GET", "/invitations/secret-canary", 404, "api/v1/invitations/<str:token>"),
    ],
)
def test_each_request_is_logged_and_counted_once(
    method: str, path: str, status: int, route: str, server: Server, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="request")
    before = noted()

    answered = server(sent(method, path))

    increase = {name: value - before.get(name, 0) for name, value in noted().items() if value != before.get(name, 0)}
    label = method if method != "BREW" else "other"
    assert increase == {
        f"comptoir_requests_total {{'method': '{label}', 'route': '{route}', 'status': '{status}'}}": 1.0,
        f"comptoir_request_seconds_count {{'method': '{label}', 'route': '{route}'}}": 1.0,
    }
    (entry,) = [record.msg for record in caplog.records if record.name == "request"]
    assert (entry["method"], entry["status"], entry["event"]) == (method, status, "request")
    assert entry["request_id"] == answered.headers["x-request-id"]
    assert entry["path"] == f"/api/v1{path}" or "invitations/…" in entry["path"]
    assert "secret-canary" not in str(increase)


def test_a_defect_is_a_problem_and_an_error_report_with_the_id_of_its_request(
    server: Server, table: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("events.matches.views.table.named_view", fails)

    answered = server(sent("GET", f"/matches/{table[0]}/view", table[1][0].token))

    assert answered.code == (500, "internal")
    assert b"planted" not in answered.body
    assert len([record for record in caplog.records if record.name == "django.request"]) == 1
    reports = [record.msg for record in caplog.records if "error_report" in str(record.msg)]
    assert "GET api/v1/matches/<uuid:match_id>/view" in str(reports)


# Connections and repetition


def test_a_lost_database_connection_causes_no_error(server: Server, settings: Any, table: Any):
    match, callers = table
    for limits in (DEFAULTS, {}):
        settings.COMPTOIR_LIMITS = limits
        for path in (f"/matches/{match}", "/me", "/games", f"/matches/{match}/events"):
            for forget in (True, False):
                assert server(sent("GET", path, callers[0].token)).status == 200
                if forget:
                    auth.forget()
                lose_connections()
                assert server(sent("GET", path, callers[0].token)).status == 200, (path, limits)


def test_a_database_connection_lost_before_a_move_causes_no_error(server: Server, settings: Any, table: Any):
    match, callers = table
    for limits in (DEFAULTS, {}):
        moves = {caller.token: first_move(caller, match) for caller in callers}
        token, move = next((token, move) for token, move in moves.items() if move is not None)
        settings.COMPTOIR_LIMITS = limits
        assert server(sent("GET", "/me", token)).status == 200, "the thread has a connection"
        lose_connections()

        assert server(sent("POST", f"/matches/{match}/moves", token, move)).status == 201
        settings.COMPTOIR_LIMITS = {}


def test_a_move_whose_storage_fails_is_not_repeated(server: Server, table: Any, monkeypatch: pytest.MonkeyPatch):
    match, callers = table
    append, tries = services.log.statements.append, []
    moves = {caller.token: first_move(caller, match) for caller in callers}
    token, move = next((token, move) for token, move in moves.items() if move is not None)

    def lost_after(*arguments: Any, **options: Any) -> bool:
        tries.append(append(*arguments, **options))
        raise services.log.statements.connection.Database.OperationalError("the connection is lost")

    monkeypatch.setattr(services.log.statements, "append", lost_after)

    assert server(sent("POST", f"/matches/{match}/moves", token, move)).code == (503, "busy")
    assert tries == [True]


def test_a_revoked_token_fails_at_once_in_its_process_and_within_seconds_in_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    caller, other = somebody(), somebody()
    now = auth.time.monotonic()
    monkeypatch.setattr(auth.time, "monotonic", lambda: now)
    for one in (caller, other):
        assert server(sent("GET", "/me", one.token)).status == 200
    assert server(sent("DELETE", "/tokens", caller.token)).status == 204
    assert server(sent("GET", "/me", caller.token)).status == 401

    Player.objects.filter(pk=other.player).update(is_active=False)
    monkeypatch.setattr(auth.time, "monotonic", lambda: now + auth.CACHE_SECONDS - 0.1)
    assert server(sent("GET", "/me", other.token)).status == 200
    monkeypatch.setattr(auth.time, "monotonic", lambda: now + auth.CACHE_SECONDS)
    assert server(sent("GET", "/me", other.token)).status == 403
