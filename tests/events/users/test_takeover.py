"""A stolen token does not give control of an account: changes to sign-in and recovery require a fresh proof."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from events.http import auth
from events.users.account_mail import REVERT_MS, former_addresses_prune
from events.users.models import FormerAddress, Player, Token
from tests.events.calls import Caller, code
from tests.events.notifications.receivers import Device
from tests.events.passkeys.test_passkeys import with_passkey
from tests.events.tables import Hands, standing_clock
from tests.events.users.test_account_mail import EMAIL, NEW, OLD, confirmed, token

pytestmark = pytest.mark.django_db
EVIL, WEEK = "eve@evil.example", REVERT_MS // 1000
NAME = "Ada Lettre"


@pytest.fixture(autouse=True)
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


def stale(caller: Caller) -> Caller:
    """Returns the caller 25 minutes after the sign-in."""
    Token.objects.filter(player=caller.player).update(created_at=timezone.now() - timedelta(minutes=25))
    auth.forget()
    return caller


def change_profile(caller: Caller, **changes: Any) -> Any:
    return caller.call("PATCH", "/me", changes)


CHANGES: dict[str, tuple[str, str, Any]] = {
    "another address": ("PATCH", "/me", {"email": EVIL}),
    "no address": ("PATCH", "/me", {"email": None}),
    "another name": ("PATCH", "/me", {"name": "Eve Lettre"}),
    "a password": ("PATCH", "/me", {"password": NEW}),
    "options for a passkey": ("POST", "/me/passkey-options", {}),
    "a passkey removed": ("DELETE", f"/me/passkeys/{uuid4()}", None),
    "the account closed": ("DELETE", "/me", None),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_old_token_alone_cannot_change_how_a_player_signs_in_or_recovers(change: str):
    ada = stale(confirmed())
    before = Player.objects.filter(pk=ada.player).values().get()

    answer = ada.call(*CHANGES[change])

    assert answer.status_code in (400, 403), answer.content
    assert Player.objects.filter(pk=ada.player).values().get() == before


def test_a_player_with_only_a_passkey_cannot_set_a_password_with_an_old_token():
    ada = Caller().post("/players", {"name": "Ada Clef"}).json()
    caller = Caller(ada["token"], ada["id"])
    with_passkey(caller)

    assert code(change_profile(stale(caller), password=NEW)) == (403, "forbidden")


def test_the_password_or_a_recent_sign_in_permits_the_change():
    ada = stale(confirmed())

    assert code(change_profile(ada, email=EVIL, current_password="wrong password")) == (400, "malformed")
    assert change_profile(ada, email="new@example.org", current_password=OLD).status_code == 200
    fresh = Caller(Caller().post("/tokens", {"name": NAME, "password": OLD}).json()["token"], ada.player)
    assert change_profile(fresh, email="newer@example.org").status_code == 200


def test_a_change_of_only_letter_case_needs_no_proof():
    ada = stale(confirmed())

    assert change_profile(ada, email=EMAIL, name=NAME.upper()).status_code == 200


def test_a_replaced_confirmed_address_is_notified_and_can_recover_the_account():
    ada = confirmed()
    mail.outbox.clear()
    change_profile(ada, email=EVIL)
    Caller().post("/email-confirmations/confirm", {"token": token("confirm")})
    change_profile(ada, password=NEW, current_password=OLD)
    link = token("revert")
    assert sorted(address for message in mail.outbox for address in message.to) == [EMAIL, EVIL]

    page = Client().post(f"/mail/revert/{link}", {"password": "yet another password"})

    assert page.status_code == 200
    assert ada.get("/me").status_code == 401
    assert Caller().post("/tokens", {"name": NAME, "password": NEW}).status_code == 401
    back = Caller().post("/tokens", {"name": NAME, "password": "yet another password"}).json()["token"]
    me = Caller(back).get("/me").json()
    assert (me["email"], me["email_confirmed"]) == (EMAIL, True)
    assert Client().get(f"/mail/revert/{link}").status_code == 404, "a link works once"


def test_an_attacker_cannot_recover_an_account_that_its_owner_has_recovered():
    ada = confirmed()
    change_profile(ada, email=EVIL)
    of_ada = token("revert")
    Caller().post("/email-confirmations/confirm", {"token": token("confirm")})
    change_profile(ada, email="eve2@evil.example")
    of_eve = token("revert")
    assert of_eve != of_ada

    assert Caller().post("/password-resets/confirm", {"token": of_ada, "password": NEW}).status_code == 204

    assert code(Caller().post("/password-resets/confirm", {"token": of_eve, "password": OLD})) == (404, "not_found")
    assert not FormerAddress.objects.exists()


def test_a_replaced_unconfirmed_address_is_not_notified():
    answer = Caller().post("/players", {"name": NAME, "password": OLD, "email": "other@example.org"}).json()
    change_profile(Caller(answer["token"]), email=EMAIL)

    token("confirm")

    assert [message.to for message in mail.outbox] == [[EMAIL]]
    assert not FormerAddress.objects.exists()


def test_a_former_address_cannot_recover_the_account_after_a_week(hands: Hands):
    change_profile(confirmed(), email=EVIL)
    link = token("revert")

    hands.go(WEEK)

    assert Caller().post("/password-resets/confirm", {"token": link, "password": NEW}).status_code == 404
    assert former_addresses_prune() == 1


def test_a_recovery_changes_the_address_of_the_calendar_and_mails_the_remaining_access():
    ada = confirmed()
    calendar = ada.get("/me/calendar").json()["url"]
    ada.post("/me/webhooks", {"url": "https://hook.example/ada"})
    ada.post("/me/push-subscriptions", Device.at("https://push.example/device") | {"label": "A phone"})
    ada.post("/apps", {"name": "An app", "kind": "device"})
    ada.post("/bots", {"name": "Ada Bot", "level": "good"})
    Caller().post("/password-resets", {"email": EMAIL})
    link = token("recover")
    mail.outbox.clear()

    Caller().post("/password-resets/confirm", {"token": link, "password": NEW})

    assert Client().get(calendar.partition("testserver")[2] or calendar).status_code == 404
    with pytest.raises(IndexError):
        token("recover")
    (message,) = mail.outbox
    assert message.to == [EMAIL]
    assert all(name in message.body for name in ("hook.example", "An app", "Ada Bot")), message.body
    assert "A phone" not in message.body, "a device goes with its token"


def test_the_mail_after_a_recovery_says_that_no_other_access_remains():
    confirmed()
    Caller().post("/password-resets", {"email": EMAIL})
    Caller().post("/password-resets/confirm", {"token": token("recover"), "password": NEW})
    mail.outbox.clear()

    with pytest.raises(IndexError):
        token("recover")

    assert "Nothing else acts for you" in mail.outbox[0].body
