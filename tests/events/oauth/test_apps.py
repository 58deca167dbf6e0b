"""Apps sign players in by OAuth 2.1: with a redirect and PKCE, or with a code that the player types."""

from __future__ import annotations

import base64
import hashlib
import json
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, RefreshToken

from events.http import auth
from events.oauth import origins, protocol
from events.oauth.services import grants_end, grants_prune
from events.users.models import AppOrigin, Player, Token
from tests.events.calls import Caller, client, first_move, open_match, somebody

pytestmark = pytest.mark.django_db
BACK = "https://scores.example/back"
SECRET = "s" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(SECRET.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture(autouse=True)
def _nothing_cached() -> None:
    auth.forget()


@pytest.fixture
def ada() -> Caller:
    return somebody("Ada")


@pytest.fixture
def app(ada: Caller) -> str:
    """A page that Ada has registered."""
    return registered(ada)


def no_guest(player: Caller) -> None:
    """Gives a player a password."""
    Player.objects.filter(pk=player.player).update(password=make_password("correct horse battery"))
    auth.forget()


def registered(owner: Caller, kind: str = "page", **changes: Any) -> str:
    """Makes a player a full account, and returns the id of an app that the player has registered."""
    no_guest(owner)
    uris = {"redirect_uris": [BACK]} if kind == "page" else {}
    answer = owner.post("/apps", {"name": "Score sheet", "kind": kind, **uris, **changes})
    assert answer.status_code == 201, answer.content
    client_id: str = answer.json()["client_id"]
    return client_id


def asking(app: str, **changes: str | None) -> dict[str, str]:
    """Returns the parameters of the address to which an app sends a browser."""
    asked = {
        "client_id": app,
        "redirect_uri": BACK,
        "response_type": "code",
        "scope": "read play",
        "state": "af0",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **changes,
    }
    return {name: value for name, value in asked.items() if value is not None}


def consented(player: Caller, app: str, *, allow: bool = True, **changes: str | None) -> dict[str, str]:
    """Returns the parameters that the app receives in its redirect address."""
    answer = player.post("/authorizations", {**asking(app, **changes), "allow": allow})
    assert answer.status_code == 201, answer.content
    address = urlsplit(answer.json()["redirect_to"])
    assert f"{address.scheme}://{address.netloc}{address.path}" == BACK
    return {name: value for name, (value,) in parse_qs(address.query).items()}


def posted(path: str, **form: str) -> tuple[int, dict[str, Any]]:
    """Returns the status and the body of the response to an app."""
    answer = client().post(f"/{path}", urlencode(form), content_type="application/x-www-form-urlencoded")
    return answer.status_code, json.loads(answer.content or b"{}")


def redeemed(app: str, code: str, **changes: str) -> tuple[int, dict[str, Any]]:
    form = {"grant_type": "authorization_code", "client_id": app, "redirect_uri": BACK, "code_verifier": SECRET}
    return posted(protocol.TOKEN, **{**form, "code": code, **changes})


def refreshed(app: str, refresh_token: str) -> tuple[int, dict[str, Any]]:
    return posted(protocol.TOKEN, grant_type="refresh_token", client_id=app, refresh_token=refresh_token)


def signed_in(player: Caller, app: str, scope: str = "read play") -> dict[str, Any]:
    """Returns the tokens of an app that a player has authorized."""
    status, tokens = redeemed(app, consented(player, app, scope=scope)["code"])
    assert status == 200, tokens
    return tokens


def works(token: str) -> bool:
    auth.forget()
    return bool(Caller(token).get("/me").status_code == 200)


# Pages


def test_a_page_signs_a_player_in_and_plays_for_them(ada: Caller, app: str) -> None:
    player = somebody("Bob")
    asked = player.get(f"/authorizations?{urlencode(asking(app))}").json()
    owner = Player.objects.get(pk=ada.player).name

    received = consented(player, app)
    status, tokens = redeemed(app, received["code"])

    assert asked == {
        "client_id": app,
        "name": "Score sheet",
        "owner": owner,
        "scopes": ["read", "play"],
        "host": "scores.example",
    }
    assert (received["state"], received["iss"]) == ("af0", "http://testserver")
    assert (status, tokens["token_type"], tokens["expires_in"], tokens["scope"]) == (200, "Bearer", 3600, "read play")
    program = Caller(tokens["access_token"])
    assert program.get("/me").json()["id"] == player.player
    match = open_match(program, [somebody() for _ in range(3)])
    move = first_move(program, match)
    assert move is None or program.post(f"/matches/{match}/moves", move).status_code == 201


def test_codes_and_tokens_are_stored_only_as_hashes(app: str) -> None:
    tokens = signed_in(somebody(), app)

    access, refresh = AccessToken.objects.get(), RefreshToken.objects.get()

    assert (access.token, refresh.token) == ("", "")
    assert bytes(Token.objects.get(app__client_id=app).digest).hex() == access.token_checksum
    assert tokens["access_token"] not in repr(vars(access))


def test_a_player_who_refuses_gives_the_app_an_error_and_no_code(app: str) -> None:
    received = consented(somebody(), app, allow=False)

    assert received == {"error": "access_denied", "state": "af0", "iss": "http://testserver"}
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"client_id": "nobody"},
        {"redirect_uri": "https://scores.example/elsewhere"},
        {"redirect_uri": f"{BACK}?x=1"},
        {"redirect_uri": "https://scores.example.evil.example/back"},
        {"response_type": "token"},
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"scope": "bot"},
        {"scope": "read everything"},
    ],
    ids=lambda wrong: " ".join(f"{name}={value}" for name, value in wrong.items()),
)
def test_an_invalid_authorization_request_is_refused_before_the_player_is_asked(
    app: str, wrong: dict[str, str | None]
) -> None:
    player, query = somebody(), asking(app, **wrong)

    answers = [
        player.get(f"/authorizations?{urlencode(query)}"),
        player.post("/authorizations", {**query, "allow": True}),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(400, "bad_authorization")] * 2
    assert not Grant.objects.exists()


def test_a_code_works_once_and_only_with_its_verifier_app_and_redirect_uri(ada: Caller, app: str) -> None:
    player, other = somebody(), registered(ada)
    code = consented(player, app)["code"]

    refused = [
        redeemed(app, code, code_verifier="t" * 50)[0],
        redeemed(other, code)[0],
        redeemed(app, consented(player, app)["code"], redirect_uri="https://evil.example/")[0],
    ]

    assert set(refused) == {400}
    fresh = consented(player, app)["code"]
    assert [redeemed(app, fresh)[0], redeemed(app, fresh)[0]] == [200, 400]


def test_a_code_expires(app: str) -> None:
    code = consented(somebody(), app)["code"]
    Grant.objects.update(expires=timezone.now())

    assert redeemed(app, code)[0] == 400


def test_a_refresh_revokes_the_old_tokens_and_a_reused_refresh_token_revokes_all(app: str) -> None:
    first = signed_in(somebody(), app)

    status, second = refreshed(app, first["refresh_token"])

    assert status == 200
    assert not works(first["access_token"])
    assert works(second["access_token"])
    assert refreshed(app, first["refresh_token"])[0] == 400
    assert not works(second["access_token"])
    assert refreshed(app, second["refresh_token"])[0] == 400


def test_a_refresh_gives_no_further_scope(app: str) -> None:
    tokens = signed_in(somebody(), app, scope="read")
    form = {"grant_type": "refresh_token", "client_id": app, "refresh_token": tokens["refresh_token"]}

    assert posted(protocol.TOKEN, **form, scope="read play")[0] == 400


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit"])
def test_other_grant_types_are_refused(app: str, grant: str) -> None:
    status, body = posted(protocol.TOKEN, grant_type=grant, client_id=app, username="Ada", password="x")

    assert (status, "access_token" in body) == (400, False) or status == 401


# Scopes of an app


def test_a_token_with_the_scope_read_cannot_play(app: str) -> None:
    program = Caller(signed_in(somebody(), app, scope="read")["access_token"])

    answer = program.post("/matches", {"game": "negoces2", "seats": [{"kind": "me"}, {"kind": "open"}]})

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/me", {"email": "evil@example.org"}),
        ("DELETE", "/me", None),
        ("GET", "/me/export", None),
        ("GET", "/me/export/matches", None),
        ("GET", "/tokens", None),
        ("POST", "/bots", {"name": "Sleeper", "level": "good"}),
        ("POST", "/apps", {"name": "Child", "kind": "device"}),
        ("POST", "/me/webhooks", {"url": "https://evil.example/"}),
        ("GET", "/me/apps", None),
        ("POST", "/authorizations", {"client_id": "x", "response_type": "code", "allow": True}),
        ("POST", "/devices/ABCDEFGH", {"allow": True}),
    ],
)
def test_an_app_cannot_manage_the_account(app: str, method: str, path: str, body: Any) -> None:
    program = Caller(signed_in(somebody(), app)["access_token"])

    answer = program.call(method, path, body)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_an_app_can_revoke_its_own_tokens(app: str) -> None:
    tokens = signed_in(somebody(), app)

    assert Caller(tokens["access_token"]).delete("/tokens").status_code == 204
    assert not works(tokens["access_token"])
    assert refreshed(app, tokens["refresh_token"])[0] == 400


# Revocation


def test_a_player_lists_their_apps_and_revokes_one(app: str) -> None:
    player = somebody()
    tokens = signed_in(player, app)
    listed = player.get("/me/apps").json()["items"]

    answer = player.delete(f"/me/apps/{app}")

    assert [(line["client_id"], line["scopes"]) for line in listed] == [(app, ["read", "play"])]
    assert answer.status_code == 204
    assert not works(tokens["access_token"])
    assert refreshed(app, tokens["refresh_token"])[0] == 400
    assert player.get("/me/apps").json()["items"] == []
    assert player.delete(f"/me/apps/{app}").status_code == 404


def test_a_player_sees_since_when_an_app_may_act_for_them_and_not_for_others(app: str) -> None:
    other, player = somebody(), somebody()
    signed_in(other, app)
    between = timezone.now()

    signed_in(player, app)

    [line] = player.get("/me/apps").json()["items"]
    assert datetime.fromisoformat(line["since"]) > between


def test_a_code_of_a_revoked_app_is_refused(app: str) -> None:
    player = somebody()
    code = consented(player, app)["code"]

    player.delete(f"/me/apps/{app}")

    assert redeemed(app, code)[0] == 400


@pytest.mark.parametrize("way", ["the token's revocation", "a new password", "the app's removal", "the app itself"])
def test_each_way_to_revoke_a_token_revokes_its_refresh_token(ada: Caller, app: str, way: str) -> None:
    player = somebody()
    tokens = signed_in(player, app)

    if way == "the token's revocation":
        token = next(line for line in player.get("/tokens").json()["items"] if line["label"] == "Score sheet")
        player.delete(f"/tokens/{token['id']}")
    elif way == "a new password":
        player.call("PATCH", "/me", {"password": "correct horse battery"})
    elif way == "the app's removal":
        assert ada.delete(f"/apps/{app}").status_code == 204
    else:
        assert posted(protocol.REVOKE, client_id=app, token=tokens["refresh_token"])[0] == 200

    assert not works(tokens["access_token"])
    assert refreshed(app, tokens["refresh_token"])[0] in (400, 401)


def test_closing_an_account_deletes_its_apps(ada: Caller, app: str) -> None:
    tokens = signed_in(ada, app)
    code = consented(ada, app)["code"]

    assert ada.delete("/me").status_code == 204

    assert not works(tokens["access_token"])
    assert redeemed(app, code)[0] in (400, 401)


def test_a_player_cannot_delete_an_app_of_another_player(app: str) -> None:
    stranger = somebody()

    assert stranger.delete(f"/apps/{app}").status_code == 404
    assert stranger.delete(f"/me/apps/{app}").status_code == 404


def test_expired_tokens_are_deleted(app: str) -> None:
    signed_in(somebody(), app)
    long_ago = timezone.now() - timedelta(days=100)
    AccessToken.objects.update(expires=long_ago)
    RefreshToken.objects.update(created=long_ago, updated=long_ago)

    grants_prune()

    assert not AccessToken.objects.exists()
    assert not Token.objects.filter(app__client_id=app).exists()


# Devices


def test_a_device_signs_a_player_in_by_a_code_that_they_type(ada: Caller) -> None:
    device, player = registered(ada, "device"), somebody()
    _, codes = posted(protocol.DEVICE_CODE, client_id=device, scope="read play")
    form = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "client_id": device,
        "device_code": codes["device_code"],
    }
    waiting = posted(protocol.TOKEN, **form)
    typed = f"{codes['user_code'][:4].lower()}-{codes['user_code'][4:]}"

    asked = player.get(f"/devices/{typed}").json()
    answer = player.post(f"/devices/{typed}", {"allow": True})
    DeviceGrant.objects.update(last_checked=timezone.now() - timedelta(minutes=1))
    status, tokens = posted(protocol.TOKEN, **form)

    assert codes["verification_uri"].endswith("/device")
    assert waiting[1]["error"] == "authorization_pending"
    assert (asked["name"], asked["scopes"], asked["host"]) == ("Score sheet", ["read", "play"], None)
    assert answer.status_code == 201
    assert status == 200, tokens
    assert Caller(tokens["access_token"]).get("/me").json()["id"] == player.player
    assert player.get(f"/devices/{typed}").status_code == 404


def test_a_device_that_the_player_refuses_gets_no_token(ada: Caller) -> None:
    device, player = registered(ada, "device"), somebody()
    _, codes = posted(protocol.DEVICE_CODE, client_id=device)

    player.post(f"/devices/{codes['user_code']}", {"allow": False})

    form = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": device}
    status, body = posted(protocol.TOKEN, **form, device_code=codes["device_code"])
    assert (status, body["error"]) == (400, "access_denied")
    assert player.post(f"/devices/{codes['user_code']}", {"allow": True}).status_code == 404


def test_a_device_cannot_ask_for_the_scope_of_bots(ada: Caller) -> None:
    assert posted(protocol.DEVICE_CODE, client_id=registered(ada, "device"), scope="bot")[0] == 400


def test_attempts_to_guess_the_code_of_a_device_are_limited(settings: Any, ada: Caller) -> None:
    settings.COMPTOIR_LIMITS = {"device_codes": (3, 60)}

    statuses = [ada.get(f"/devices/AAAAAAA{digit}").status_code for digit in range(4)]

    assert statuses == [404, 404, 404, 429]


# Registration


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"kind": "page"}, "/redirect_uris"),
        ({"kind": "device", "redirect_uris": [BACK]}, "/redirect_uris"),
        ({"kind": "page", "redirect_uris": ["http://scores.example/"]}, "/redirect_uris/0"),
        ({"kind": "page", "redirect_uris": [BACK, "javascript:alert(1)"]}, "/redirect_uris/1"),
        ({"kind": "page", "redirect_uris": ["https://scores.example/#x"]}, "/redirect_uris/0"),
        ({"kind": "page", "redirect_uris": ["https://comptoir@evil.example/"]}, "/redirect_uris/0"),
        ({"kind": "page", "redirect_uris": ["https://[broken/"]}, "/redirect_uris/0"),
    ],
)
def test_an_address_that_is_not_safe_is_refused(ada: Caller, wish: dict[str, Any], pointer: str) -> None:
    no_guest(ada)

    answer = ada.post("/apps", {"name": "Score sheet", **wish})

    assert answer.status_code == 400
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


def test_an_app_may_register_a_redirect_address_on_localhost(ada: Caller) -> None:
    assert registered(ada, redirect_uris=["http://localhost:5173/", "http://127.0.0.1:8080/back"])


def test_the_number_of_apps_of_a_player_is_limited(ada: Caller, settings: Any) -> None:
    settings.COMPTOIR_APPS_PER_PLAYER = 1
    app = registered(ada)

    answer = ada.post("/apps", {"name": "Another", "kind": "device"})

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_apps")
    assert [line["client_id"] for line in ada.get("/apps").json()["items"]] == [app]


def test_the_metadata_names_endpoints_that_exist() -> None:
    found = client().get("/.well-known/oauth-authorization-server").json()

    assert found["issuer"] == "http://testserver"
    assert found["code_challenge_methods_supported"] == ["S256"]
    for name in ("token_endpoint", "revocation_endpoint", "device_authorization_endpoint"):
        path = urlsplit(found[name]).path
        assert client().post(path).status_code in (400, 401), path
        assert client().get(path).status_code == 405
    assert client().get(urlsplit(found["authorization_endpoint"]).path).status_code == 200


# Other origins


def test_only_pages_of_registered_apps_may_call_the_api(app: str) -> None:
    origins.forget()
    allowed = "Access-Control-Allow-Origin"

    theirs = client().get("/api/v1/games", headers={"Origin": "https://scores.example"})
    others = [
        client().get("/api/v1/games", headers={"Origin": origin})
        for origin in ("https://evil.example", "https://scores.exampl", "http://scores.example", "null")
    ]
    token = client().post(f"/{protocol.TOKEN}", headers={"Origin": "https://evil.example"})

    assert theirs[allowed] == "https://scores.example"
    assert [answer.get(allowed) for answer in others] == [None] * 4
    assert token[allowed] == "https://evil.example"
    assert "Access-Control-Allow-Credentials" not in theirs


def test_many_apps_with_similar_origins_do_not_lock_an_origin_out(app: str) -> None:
    origins.forget()
    owner = Player.objects.get()
    address = "https://scores.example.evil.example"
    decoys = Application.objects.bulk_create(
        Application(user=owner, client_id=f"decoy {number}", redirect_uris=f"{address}/{number}")
        for number in range(240)
    )
    AppOrigin.objects.bulk_create(AppOrigin(app=each, origin=address) for each in decoys)

    answer = client().get("/api/v1/games", headers={"Origin": "https://scores.example"})

    assert answer["Access-Control-Allow-Origin"] == "https://scores.example"


def test_an_unknown_origin_is_looked_up_by_an_index(app: str) -> None:
    first = Application.objects.get()
    AppOrigin.objects.bulk_create(AppOrigin(app=first, origin=f"https://{n}.example") for n in range(5000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE events_apporigin")

    plan = origins.registered("https://unknown.example").explain()

    assert "Seq Scan on events_apporigin" not in plan, plan


@pytest.mark.parametrize(
    ("uri", "origin"),
    [
        ("https://Scores.Example:443/back", "https://scores.example"),
        ("https://scores.example:8443/", "https://scores.example:8443"),
        ("http://[::1]:5173/", "http://[::1]:5173"),
    ],
)
def test_an_origin_is_stored_as_browsers_write_it(ada: Caller, uri: str, origin: str) -> None:
    registered(ada, redirect_uris=[uri])

    assert AppOrigin.objects.get().origin == origin


def test_a_page_of_a_suspended_player_may_not_call_the_api(ada: Caller, app: str) -> None:
    origins.forget()
    Player.objects.filter(pk=ada.player).update(is_active=False)

    answer = client().get("/api/v1/games", headers={"Origin": "https://scores.example"})

    assert "Access-Control-Allow-Origin" not in answer


def test_a_guest_registers_no_app() -> None:
    answer = somebody().post("/apps", {"name": "Score sheet", "kind": "device"})

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


# Planted faults


def test_a_refresh_token_that_outlives_its_token_is_found(app: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault: the server deletes a token but not its refresh token."""
    from django.db.models.signals import post_delete

    post_delete.disconnect(sender=Token, dispatch_uid="events.oauth.end")
    try:
        player = somebody()
        tokens = signed_in(player, app)
        Token.objects.filter(app__client_id=app).delete()
        assert refreshed(app, tokens["refresh_token"])[0] == 200
    finally:
        from events.oauth.services import connect

        connect()
        grants_end(Player.objects.get(pk=player.player))
