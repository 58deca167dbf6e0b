"""Random requests to the OAuth endpoints: each response has the form of the RFC or is a problem."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch
from urllib.parse import quote_from_bytes, urlencode

import pytest
from django.http import HttpResponse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from oauth2_provider.models import AccessToken

from events.http import auth
from events.http.problems import MEDIA_TYPE
from events.oauth import protocol, redeeming
from tests.events.calls import Caller, client, somebody
from tests.events.oauth.test_apps import BACK, CHALLENGE, SECRET, asking, consented, posted, registered, signed_in
from tests.games.harness.time_budget import SECONDS

pytestmark = pytest.mark.django_db
FUZZ = settings(
    max_examples=300 if SECONDS else 8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
FORM = "application/x-www-form-urlencoded"
ENDPOINTS = (protocol.TOKEN, protocol.DEVICE_CODE, protocol.REVOKE)
GRANTS = (
    "authorization_code",
    "refresh_token",
    "urn:ietf:params:oauth:grant-type:device_code",
    "password",
    "implicit",
    "client_credentials",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "x:device_code",
    "",
)
NAMES = (
    "grant_type",
    "client_id",
    "client_secret",
    "code",
    "code_verifier",
    "redirect_uri",
    "refresh_token",
    "device_code",
    "scope",
    "token",
    "token_type_hint",
    "state",
    "username",
    "password",
    "resource",
    "user_code",
    "response_type",
    "code_challenge",
    "code_challenge_method",
    "nonce",
    "claims",
    "request",
    "prompt",
    "approval_prompt",
)
REFUSED = (400, 401)


class World:
    """An app of each kind, and valid codes and tokens."""

    def __init__(self) -> None:
        owner, player = somebody("Ada"), somebody("Bob")
        self.player, self.page, self.device = player, registered(owner), registered(owner, "device")
        tokens, codes = signed_in(player, self.page), posted(protocol.DEVICE_CODE, client_id=self.device)[1]
        self.worth = [
            self.page,
            self.device,
            BACK,
            SECRET,
            CHALLENGE,
            "read",
            "read play",
            "S256",
            "code",
            consented(player, self.page)["code"],
            tokens["access_token"],
            tokens["refresh_token"],
            codes["device_code"],
            codes["user_code"],
            "access_token",
            "refresh_token",
        ]


@pytest.fixture
def world() -> World:
    auth.forget()
    return World()


hostile = st.one_of(
    st.sampled_from(["\0", "a\0b", "%00", "\ud800", "é" * 300, "a" * 5_000, "-1", "[]", "{}", "null", " ", "\r\nX: y"]),
    st.text(max_size=30),
)


def fields(world: World) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Returns fields of a form: known and unknown names, some twice, with valid or hostile values."""
    values = st.one_of(st.sampled_from([*GRANTS, *world.worth]), hostile)
    names = st.one_of(st.sampled_from(NAMES), st.text(max_size=8))
    grants = st.tuples(st.just("grant_type"), st.sampled_from(GRANTS))
    apps = st.tuples(st.just("client_id"), st.sampled_from([world.page, world.device]))
    return st.tuples(st.lists(grants, max_size=1), st.lists(apps, max_size=1), st.lists(st.tuples(names, values))).map(
        lambda parts: [pair for part in parts for pair in part]
    )


bodies = st.one_of(
    st.binary(max_size=300),
    st.binary(max_size=60).map(lambda content: b"grant_type=" + quote_from_bytes(content).encode()),
    st.sampled_from([b"", b"=", b"&&&", b"grant_type", b"%", b"grant_type=%ff%fe", b"[" * 200, b"a=1&" * 1_500]),
)
types = st.sampled_from(
    [
        FORM,
        f"{FORM}; charset=utf-16",
        f"{FORM}; charset=nonsense",
        "application/json",
        "multipart/form-data",
        "",
        "multipart/form-data; boundary=x",
        "text/plain",
        "a" * 300,
    ]
)
headers = st.one_of(
    st.just({}),
    st.one_of(
        st.sampled_from(
            ["Basic", "Basic !!", "Bearer x", "Basic " + base64.b64encode(b"a:b:c").decode(), "Basic OnA="]
        ),
        st.binary(max_size=20).map(lambda content: "Basic " + base64.b64encode(content).decode()),
    ).map(lambda value: {"Authorization": value}),
)


def encoded(pairs: list[tuple[str, str]]) -> bytes:
    return urlencode(
        [(name.encode("utf-8", "surrogatepass"), value.encode("utf-8", "surrogatepass")) for name, value in pairs]
    ).encode()


def faults_of(path: str, answer: HttpResponse) -> Iterator[str]:
    """Yields the faults of a response to an app (RFC 6749, 5.1 and 5.2; 7009, 2.2; 8628, 3.2 and 3.5)."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if kind == MEDIA_TYPE:
        if not 400 <= answer.status_code < 500 or "code" not in json.loads(answer.content):
            yield f"a problem that is none: {answer.status_code}"
        return
    if answer.status_code == 200 and path == protocol.REVOKE:
        return
    if kind != "application/json":
        yield f"expected JSON, got {answer.status_code} {kind!r}"
        return
    body = json.loads(answer.content)
    if answer.status_code == 200:
        wanted = {"access_token", "token_type"} if path == protocol.TOKEN else {"device_code", "user_code"}
        if not wanted <= body.keys():
            yield f"expected {wanted}, got {sorted(body)}"
    elif answer.status_code not in REFUSED or not isinstance(body.get("error"), str):
        yield f"expected a refusal with an error, got {answer.status_code} {body}"
    elif not body["error"].isascii() or '"' in body["error"]:
        yield f"expected the name of an error, got {body['error']!r}"
    if "no-store" not in answer.headers.get("Cache-Control", ""):
        yield "it may be stored"


def sent(path: str, body: bytes, kind: str, **headers: str) -> Any:
    return client().generic("POST", f"/{path}", body, kind, headers=headers)


@FUZZ
@given(path=st.sampled_from(ENDPOINTS), data=st.data())
def test_random_forms_are_answered_as_the_protocol_says(path: str, data: st.DataObject) -> None:
    world = World()
    for _ in range(4):
        pairs = data.draw(fields(world))

        answer = sent(path, encoded(pairs), FORM, **data.draw(headers))

        assert list(faults_of(path, answer)) == [], (path, pairs, answer.content[:300])


@FUZZ
@given(path=st.sampled_from(ENDPOINTS), body=bodies, kind=types, header=headers)
def test_random_bodies_are_answered_as_the_protocol_says(
    path: str, body: bytes, kind: str, header: dict[str, str]
) -> None:
    answer = sent(path, body, kind, **header)

    assert list(faults_of(path, answer)) == [], (path, body, kind, answer.content[:300])


@FUZZ
@given(data=st.data())
def test_random_authorization_requests_are_answered_as_the_protocol_says(data: st.DataObject) -> None:
    world = World()
    changes = dict(data.draw(fields(world)))
    pairs = {
        **asking(world.page),
        **{name: value for name, value in changes.items() if name in protocol.REQUEST_PARAMETERS},
    }
    query = encoded(list(pairs.items())).decode()

    for answer in (
        client().get(f"/api/v1/authorizations?{query}", headers={"Authorization": f"Bearer {world.player.token}"}),
        client().post(
            "/api/v1/authorizations",
            json.dumps({**pairs, "allow": True}),
            "application/json",
            headers={"Authorization": f"Bearer {world.player.token}"},
        ),
        client().get(f"/authorize?{query}"),
    ):
        assert answer.status_code < 500, (pairs, answer.content[:300])
        assert answer.status_code < 400 or answer.headers["Content-Type"].startswith(MEDIA_TYPE), pairs


@pytest.mark.parametrize("code", ["%00", "AAAA%00AAAA", "%ED%A0%80", "a" * 3_000, "é", "%2e%2e", "%F0%9F%82%A1"])
def test_an_unknown_code_of_a_device_is_not_found(code: str) -> None:
    headers = {"Authorization": f"Bearer {somebody().token}"}

    answers = [
        client().get(f"/api/v1/devices/{code}", headers=headers),
        client().post(f"/api/v1/devices/{code}", {"allow": True}, "application/json", headers=headers),
    ]

    assert [(answer.status_code, answer.headers["Content-Type"]) for answer in answers] == [(404, MEDIA_TYPE)] * 2


@pytest.mark.parametrize("form", [b"client_id=a&client_id=b", b"grant_type=%00", b"%00=1", b"scope=read&scope=read"])
@pytest.mark.parametrize("path", ENDPOINTS)
def test_a_field_that_comes_twice_or_has_a_zero_byte_is_an_invalid_request(path: str, form: bytes) -> None:
    answer = sent(path, form, FORM)

    assert (answer.status_code, json.loads(answer.content)) == (400, {"error": "invalid_request"})


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD"])
def test_other_methods_than_post_are_not_allowed(path: str, method: str) -> None:
    answer = client().generic(method, f"/{path}")

    assert answer.status_code == 405 and "POST" in answer["Allow"]


@pytest.mark.parametrize("path", ENDPOINTS)
def test_a_body_that_is_too_long_is_refused(path: str) -> None:
    answer = sent(path, b"token=" + b"a" * 70_000, FORM)

    assert list(faults_of(path, answer)) == [] and answer.status_code in (400, 413)


def test_codes_and_tokens_of_one_app_are_refused_to_another_app(world: World) -> None:
    before, other = AccessToken.objects.count(), registered(somebody("Eve"))
    for grant in GRANTS[:3]:
        for name in ("code", "refresh_token", "device_code"):
            for value in world.worth:
                form = {"client_id": other, "redirect_uri": BACK, "code_verifier": SECRET, name: value}
                assert posted(protocol.TOKEN, grant_type=grant, **form)[0] in REFUSED

    assert AccessToken.objects.count() <= before  # a code that is used twice revokes its tokens


def test_a_server_error_is_found() -> None:
    """Planted fault."""
    with patch.object(redeeming.TokenExchange, "post", lambda *_, **__: 1 / 0):
        answer = sent(protocol.TOKEN, b"grant_type=refresh_token", FORM)

    assert list(faults_of(protocol.TOKEN, answer)) != []
    assert Caller().get("/authorizations").status_code == 401
