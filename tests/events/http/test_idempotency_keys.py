"""The server executes every POST that creates or changes something once per Idempotency-Key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from oauth2_provider.models import Application

from events.http.openapi.headers import is_repeatable
from events.log.models import IdempotencyRecord
from events.moderation.models import Report
from events.users.models import AccountEmail, Passkey
from tests.events.calls import Caller, code, somebody
from tests.events.http.openapi.conformance import document
from tests.events.notifications.receivers import Device
from tests.events.oauth.test_apps import no_guest
from tests.events.passkeys.devices import Device as Authenticator
from tests.events.passkeys.test_passkeys import creation_options
from tests.events.users.test_account_mail import member

pytestmark = pytest.mark.django_db
SECRET = "the reply holds a secret, of which the server keeps the hash alone"
ONCE = "what it sends works once"
NOBODY = "it has no caller yet, whose key it could be"
NOTHING = "it changes nothing"
EXCEPTIONS = {
    "players_create": NOBODY,
    "tokens_create": NOBODY,
    "email_confirmations_confirm": ONCE,
    "password_resets_create": NOBODY,
    "password_resets_confirm": ONCE,
    "passkey_options_create": NOBODY,
    "passkey_tokens_create": ONCE,
    "me_passkey_options_create": "it makes a challenge for five minutes, which is a secret",
    "authorizations_create": "the reply holds a code for one minute, which is a secret",
    "stream_tickets_create": SECRET,
    "bots_create": SECRET,
    "bots_tokens_create": SECRET,
    "me_webhooks_create": SECRET,
    "matches_invitations_create": SECRET,
    "clubs_invitations_create": SECRET,
    "bots_decisions_create": "a lease is for who asks now; the decisions of another request are others",
    "matches_legal_moves_try": NOTHING,
    "matches_standing_orders_trial": NOTHING,
}


def posts() -> dict[str, dict[str, Any]]:
    """The POSTs of the document, by the name of the operation."""
    paths = document()["paths"].items()
    found = [methods["post"] for path, methods in paths if "post" in methods and path.startswith("/api/v1/")]
    return {operation["operationId"]: operation for operation in found}


def test_every_post_takes_a_key_except_the_listed_exceptions():
    without = {name for name, operation in posts().items() if not is_repeatable(operation)}

    assert without == set(EXCEPTIONS)
    assert len(posts()) > 60


Sent = tuple[Caller, str, dict[str, Any], Callable[[], int]]
"""Requests with a key: sender, method, path, body, and a function that counts the created objects."""


def a_report() -> Sent:
    eve = somebody("Eve")
    name = eve.get("/me").json()["name"]
    return somebody("Ada"), "/me/reports", {"reason": "abuse", "name": name}, Report.objects.count


def an_app() -> Sent:
    ada = somebody("Ada")
    no_guest(ada)
    return ada, "/apps", {"name": "Score sheet", "kind": "device"}, Application.objects.count


def a_letter() -> Sent:
    AccountEmail.objects.all().delete()
    ada = member()
    return ada, "/email-confirmations", {}, lambda: AccountEmail.objects.order_by("-pk").values_list("pk", flat=True)[0]


def a_calendar() -> Sent:
    ada = somebody("Ada")
    return ada, "/me/calendar", {}, lambda: ada.get("/me/calendar").json()["url"]


def a_passkey() -> Sent:
    ada = somebody("Ada")
    answer = Authenticator().create(creation_options(ada))
    return ada, "/me/passkeys", {"name": "Phone", **answer}, Passkey.objects.count


def a_place() -> Sent:
    ada = somebody("Ada")
    seats = [{"kind": "me"}, {"kind": "player", "name": somebody("Cy").get("/me").json()["name"]}]
    match = somebody("Bob").post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]
    return (
        ada,
        f"/matches/{match}/waiting-list",
        {},
        lambda: len(ada.get(f"/matches/{match}/waiting-list").json()["items"]),
    )


def a_device() -> Sent:
    ada = somebody("Ada")
    body = Device.at("https://push.example/device")
    return ada, "/me/push-subscriptions", body, lambda: len(ada.get("/me/push-subscriptions").json()["items"])


@pytest.mark.parametrize("made", [a_report, an_app, a_letter, a_calendar, a_passkey, a_place, a_device])
def test_a_repeated_request_is_executed_once(made: Callable[[], Sent]):
    caller, path, body, number = made()
    key = str(uuid4())

    first = caller.post(path, body, Idempotency_Key=key)
    there = number()
    second = caller.post(path, body, Idempotency_Key=key)

    assert first.status_code in (200, 201, 204), first.content
    assert second.status_code in (200, 204), second.content
    assert second.content == first.content
    assert number() == there


def test_the_address_of_a_calendar_is_not_stored_with_the_reply():
    ada = somebody("Ada")

    url = ada.post("/me/calendar", Idempotency_Key="k").json()["url"]

    assert url.encode() not in bytes(IdempotencyRecord.objects.get().answer)


def test_a_key_with_another_body_is_refused():
    ada = somebody("Ada")
    no_guest(ada)
    ada.post("/apps", {"name": "Score sheet", "kind": "device"}, Idempotency_Key="k")

    answer = ada.post("/apps", {"name": "Score list", "kind": "device"}, Idempotency_Key="k")

    assert code(answer) == (422, "idempotency_key_reused")
