"""A code gives tokens once, to its own app, for an active player; each check has a planted fault."""

from __future__ import annotations

import base64
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from oauth2_provider.models import DeviceGrant, Grant
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.views import TokenView

from events.http import auth
from events.moderation.services import sanction_end, sanction_impose
from events.oauth import protocol, redeeming
from events.users.models import Player
from tests.events.calls import Caller, client, somebody
from tests.events.oauth.test_apps import consented, posted, redeemed, refreshed, registered, works

pytestmark = pytest.mark.django_db
GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def owner() -> Caller:
    auth.forget()
    return somebody("Ada")


def allowed(player: Caller, device: str) -> str:
    """Returns the code of a device that a player has authorized."""
    _, codes = posted(protocol.DEVICE_CODE, client_id=device, scope="read")
    assert player.post(f"/devices/{codes['user_code']}", {"allow": True}).status_code == 201
    device_code: str = codes["device_code"]
    return device_code


def exchanged(device: str, device_code: str) -> tuple[int, dict[str, Any]]:
    DeviceGrant.objects.update(last_checked=timezone.now() - timedelta(minutes=1))
    return posted(protocol.TOKEN, grant_type=GRANT, client_id=device, device_code=device_code)


def suspend(player: Caller) -> None:
    """Suspends a player without revoking grants, so that only the exchange can refuse."""
    Player.objects.filter(pk=player.player).update(is_active=False)


def code_twice(owner: Caller) -> bool:
    """Returns whether a code's tokens, including refreshed ones, are still valid after a second use of the code."""
    app = registered(owner)
    code = consented(somebody(), app)["code"]
    _, first = redeemed(app, code)
    _, second = refreshed(app, first["refresh_token"])
    assert redeemed(app, code)[0] == 400
    return works(second["access_token"]) or refreshed(app, second["refresh_token"])[0] == 200


def device_twice(owner: Caller) -> bool:
    """Returns whether a device signs in again with its old code, after its tokens are revoked."""
    device, player = registered(owner, "device"), somebody()
    code = allowed(player, device)
    status, tokens = exchanged(device, code)
    assert status == 200
    assert posted(protocol.REVOKE, client_id=device, token=tokens["access_token"])[0] == 200
    return exchanged(device, code)[0] == 200


def device_of_another(owner: Caller) -> bool:
    """Returns whether an app gets tokens with the code of another app."""
    code = allowed(somebody(), registered(owner, "device"))
    return exchanged(registered(owner, "device"), code)[0] == 200


def code_of_a_suspended(owner: Caller) -> bool:
    app, player = registered(owner), somebody()
    code = consented(player, app)["code"]
    suspend(player)
    return redeemed(app, code)[0] == 200


def device_of_a_suspended(owner: Caller) -> bool:
    device, player = registered(owner, "device"), somebody()
    code = allowed(player, device)
    suspend(player)
    return exchanged(device, code)[0] == 200


CHECKS = [code_twice, device_twice, device_of_another, code_of_a_suspended, device_of_a_suspended]


@pytest.mark.parametrize("gets_in", CHECKS)
def test_a_used_foreign_or_suspended_code_gives_no_token(owner: Caller, gets_in: Any) -> None:
    assert not gets_in(owner)


@pytest.mark.parametrize("gets_in", CHECKS)
def test_the_exchange_of_the_toolkit_would_give_a_token(
    owner: Caller, gets_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted fault: the exchange of the toolkit."""
    for name in ("validate_code", "_create_refresh_token"):
        monkeypatch.setattr(redeeming.Validator, name, getattr(OAuth2Validator, name))
    monkeypatch.setattr(redeeming.TokenExchange, "device_flow_token_response", TokenView.device_flow_token_response)

    assert gets_in(owner)


def test_a_suspension_deletes_codes_that_no_app_has_redeemed(owner: Caller) -> None:
    app, device, player = registered(owner), registered(owner, "device"), somebody()
    code, device_code = consented(player, app)["code"], allowed(player, device)
    row = Player.objects.get(pk=player.player)

    sanction_end(
        sanction=sanction_impose(player=row, kind="suspension", reason="other", text="For the test.", until_ms=None)
    )

    assert not Grant.objects.exists()
    assert [redeemed(app, code)[0], exchanged(device, device_code)[0]] == [400, 400]


def test_a_new_password_deletes_codes_that_no_app_has_redeemed(owner: Caller) -> None:
    app, device, player = registered(owner), registered(owner, "device"), somebody()
    code, device_code = consented(player, app)["code"], allowed(player, device)

    player.call("PATCH", "/me", {"password": "correct horse battery"})

    assert [redeemed(app, code)[0], exchanged(device, device_code)[0]] == [400, 400]


def test_a_code_redeemed_by_another_app_revokes_no_tokens(owner: Caller) -> None:
    app, other = registered(owner), registered(owner)
    code = consented(somebody(), app)["code"]
    _, tokens = redeemed(app, code)

    assert redeemed(other, code)[0] == 400
    assert works(tokens["access_token"])


def test_a_page_is_refused_codes_of_devices_and_a_missing_code_is_an_invalid_request(owner: Caller) -> None:
    page = registered(owner)

    refused = posted(protocol.DEVICE_CODE, client_id=page)
    missing = posted(protocol.TOKEN, grant_type=GRANT, client_id=registered(owner, "device"))

    assert refused == (400, {"error": "unauthorized_client"})
    assert missing == (400, {"error": "invalid_request"})


@pytest.mark.parametrize("path", [protocol.TOKEN, protocol.REVOKE, protocol.DEVICE_CODE])
@pytest.mark.parametrize("secret", [b"\xff\xfe:x", b"app:", b"a\0b:x", b"%00:%FF", b"no colon", b""])
def test_an_app_that_proves_itself_by_a_secret_is_refused(owner: Caller, path: str, secret: bytes) -> None:
    headers = {"Authorization": "Basic " + base64.b64encode(secret).decode()}
    form = {"grant_type": "refresh_token", "refresh_token": "x", "client_id": registered(owner), "token": "x"}

    answer = client().post(f"/{path}", form, headers=headers)

    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert answer["WWW-Authenticate"].startswith("Basic")
