"""A one-time secret works once, even for twenty concurrent requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from oauth2_provider.models import AccessToken, RefreshToken

from events.base.exceptions import Problem
from events.http import auth
from events.oauth import protocol
from events.streams.tickets import ticket_use
from events.users.models import Player, Token
from tests.events.calls import Caller, at_once, somebody
from tests.events.oauth.test_apps import consented, posted, redeemed, refreshed, registered, signed_in, works
from tests.events.oauth.test_redeeming import allowed, exchanged
from tests.events.passkeys.devices import Device
from tests.events.passkeys.test_passkeys import creation_options, options, with_passkey
from tests.events.users.test_account_mail import EMAIL, NEW, OLD, confirmed, member, token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
TIMES = 20
Use = Callable[[], int]
"""Uses a secret once; returns the status."""


def confirmation() -> Use:
    member()
    link = token("confirm")
    return lambda: Caller().post("/email-confirmations/confirm", {"token": link}).status_code


def recovery() -> Use:
    confirmed()
    Caller().post("/password-resets", {"email": EMAIL})
    link = token("recover")
    return lambda: Caller().post("/password-resets/confirm", {"token": link, "password": NEW}).status_code


def reversal() -> Use:
    confirmed().call("PATCH", "/me", {"email": "eve@evil.example"})
    link = token("revert")
    return lambda: Caller().post("/password-resets/confirm", {"token": link, "password": NEW}).status_code


def passkey_options() -> Use:
    ada, device = somebody("Ada"), Device()
    answer = device.create(creation_options(ada))
    return lambda: ada.post("/me/passkeys", {"name": "Phone", **answer}).status_code


def passkey_sign_in() -> Use:
    device = with_passkey(somebody("Ada"))
    answer = device.get(options())
    return lambda: Caller().post("/passkey-tokens", answer).status_code


def stream_ticket() -> Use:
    ada = somebody("Ada")
    ticket = ada.post("/stream-tickets").json()["ticket"]

    def use() -> int:
        try:
            ticket_use(ticket, None)
        except Problem as problem:
            return problem.status
        return 200

    return use


def invitation() -> Use:
    ada, guests = somebody("Ada"), iter([somebody("Guest") for _ in range(TIMES)])
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats, "visibility": "private"}).json()["id"]
    link = ada.post(f"/matches/{match}/invitations", {"seat": 1}).json()["url"].rsplit("/", 1)[-1]
    return lambda: next(guests).post(f"/invitations/{link}").status_code


def authorization_code() -> Use:
    app = registered(somebody("Ada"))
    code = consented(somebody("Bob"), app)["code"]
    return lambda: redeemed(app, code)[0]


def refresh_token() -> Use:
    app = registered(somebody("Ada"))
    tokens = signed_in(somebody("Bob"), app)
    return lambda: refreshed(app, tokens["refresh_token"])[0]


def device_code() -> Use:
    device = registered(somebody("Ada"), "device")
    code = allowed(somebody("Bob"), device)
    return lambda: exchanged(device, code)[0]


def user_code() -> Use:
    device, bob = registered(somebody("Ada"), "device"), somebody("Bob")
    _, codes = posted(protocol.DEVICE_CODE, client_id=device, scope="read")
    return lambda: bob.post(f"/devices/{codes['user_code']}", {"allow": True}).status_code


SECRETS = [
    confirmation,
    recovery,
    reversal,
    passkey_options,
    passkey_sign_in,
    stream_ticket,
    invitation,
    authorization_code,
    refresh_token,
    device_code,
    user_code,
]


@pytest.fixture(autouse=True)
def _without_limits(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = {}
    auth.forget()
    mail.outbox.clear()


@pytest.mark.parametrize("made", SECRETS)
def test_one_of_twenty_simultaneous_uses_of_a_secret_succeeds(made: Callable[[], Use]):
    statuses = Counter(at_once(*[made()] * TIMES))

    assert sum(statuses[status] for status in (200, 201, 204)) == 1, statuses
    assert all(status < 500 for status in statuses), statuses


@pytest.mark.parametrize("made", [authorization_code, refresh_token])
def test_a_secret_used_more_than_once_revokes_all_its_tokens(made: Callable[[], Use]):
    at_once(*[made()] * TIMES)

    assert not Token.objects.filter(app__isnull=False).exists()
    assert not AccessToken.objects.exists()
    assert not RefreshToken.objects.filter(revoked=None).exists()


def test_simultaneous_uses_of_two_successive_refresh_tokens_revoke_all_tokens():
    app = registered(somebody("Ada"))
    first = signed_in(somebody("Bob"), app)["refresh_token"]
    second = refreshed(app, first)[1]["refresh_token"]

    statuses = {status for status, _ in at_once(*[lambda: refreshed(app, first), lambda: refreshed(app, second)] * 5)}

    assert statuses <= {200, 400}
    assert not Token.objects.filter(app__isnull=False).exists()
    assert not RefreshToken.objects.filter(revoked=None).exists()


def test_twenty_simultaneous_recoveries_set_the_password_of_one_of_them():
    confirmed()
    Caller().post("/password-resets", {"email": EMAIL})
    link = token("recover")
    passwords = [f"another long password {number}" for number in range(TIMES)]

    def using(password: str) -> Callable[[], int]:
        return lambda: Caller().post("/password-resets/confirm", {"token": link, "password": password}).status_code

    statuses = at_once(*map(using, passwords))

    (winner,) = [password for password, status in zip(passwords, statuses, strict=True) if status == 204]
    player = Player.objects.get(email=EMAIL)
    assert player.check_password(winner)
    assert not player.check_password(OLD)


def test_an_app_whose_code_was_redeemed_twice_has_no_working_token():
    app = registered(somebody("Ada"))
    code = consented(somebody("Bob"), app)["code"]

    answers = at_once(*[lambda: redeemed(app, code)] * TIMES)

    given = [tokens["access_token"] for status, tokens in answers if status == 200]
    assert len(given) == 1
    assert not works(given[0])
