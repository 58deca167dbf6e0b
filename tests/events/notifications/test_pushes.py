"""Push notifications: encrypted, one for each reason, none while the match is open, and none lost for a day."""

from __future__ import annotations

import base64
import itertools
import json
import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import http_ece
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone
from py_vapid import Vapid02

from events.base.clock import now_ms
from events.matches.table.presence_records import presence_begin
from events.notifications import deliveries, needs, push_keys, push_lines
from events.notifications.deliveries import deliver, due_posts
from events.notifications.models import Delivery, Notification, PushSubscription
from events.notifications.pushes import PADDED_BYTES
from events.users.models import Token
from games import registry
from games.kernel.words.texts import LANGUAGES
from tests.events.calls import Caller, code, open_match, play_on, somebody
from tests.events.notifications.receivers import Device, carrying
from tests.events.tables import Hands

pytestmark = pytest.mark.django_db
HOURS = 3600
PATH = "/me/push-subscriptions"


@pytest.fixture
def devices(settings: Any) -> Iterator[list[Device]]:
    with carrying(settings, 1, 20) as devices:
        yield devices


@pytest.fixture
def phone(devices: list[Device]) -> Device:
    return devices[0]


def subscribed(device: Device, **wish: Any) -> tuple[Caller, dict[str, Any]]:
    """Returns a player with a device, and the subscription as it was created."""
    ada = somebody("Ada")
    answer = ada.post(PATH, {**device.subscription, **wish})
    assert answer.status_code == 201, answer.content
    return ada, answer.json()


def started(ada: Caller, **wish: Any) -> tuple[str, Caller]:
    """Returns a match that waits for Ada, and her opponent."""
    bob = somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal", **wish)
    play_on([ada, bob], match, lambda head: head["to_act"] == [0])
    return match, bob


def hourly(hands: Hands, hours: float, step: float = 0.5) -> None:
    for _ in range(int(hours / step)):
        hands.go(HOURS * step)
        deliver()


def soon(hands: Hands) -> None:
    """Sends due notifications after the seconds in which a player may look."""
    hands.go(6)
    deliver()


# Content of a push message


def test_a_notice_is_encrypted_for_the_device_and_signed_with_the_servers_key(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    match, _ = started(ada)
    soon(hands)

    [shown] = phone.shown
    assert shown == {
        "title": "Monopoly Deal",
        "body": "It is your turn.",
        "tag": match,
        "match": match,
        "language": "en",
    }
    headers, body = phone.arrived[0]
    assert match.encode() not in body and match not in str(headers) and b"turn" not in body
    assert headers["content-encoding"] == "aes128gcm"
    public_key = ada.get(PATH).json()["public_key"]
    token = re.fullmatch(r"vapid t=([^,]+),k=(.+)", headers["authorization"])
    assert token is not None and token[2] == public_key
    assert Vapid02.verify(headers["authorization"])
    claims = json.loads(base64.urlsafe_b64decode(token[1].split(".")[1] + "=="))
    assert (claims["aud"], claims["sub"].partition(":")[0]) == (f"http://{phone.host}", "mailto")
    assert (headers["urgency"], len(headers["topic"]), int(headers["ttl"])) == ("high", 32, 7 * 24 * HOURS)


def test_all_notices_are_padded_to_one_length(phone: Device, hands: Hands):
    ada, _ = subscribed(phone, kinds=list(Notification.Kind.values))
    match, bob = started(ada)
    soon(hands)
    bob.post(f"/matches/{match}/messages", {"text": "Hello, what a hand!"})
    bob.post(f"/matches/{match}/resign")
    soon(hands)

    assert [shown["body"] for shown in phone.shown] == [
        "It is your turn.",
        "Somebody wrote a message.",
        "The match is over.",
    ]
    assert {len(phone.opened(body)) for _, body in phone.arrived} == {PADDED_BYTES}
    assert len({len(body) for _, body in phone.arrived}) == 1
    assert "Hello" not in str(phone.shown) and "Bob" not in str(phone.shown)


def test_a_notice_of_any_game_in_any_language_contains_only_public_facts():
    facts = {"seat": 0, "seq": 9, "prompts": [3], "deadline": None, "hand": "Joker"}
    for game in registry.newest():
        for language, kind in itertools.product(LANGUAGES, Notification.Kind.values):
            notice = Notification(kind=kind, match_id=uuid.UUID(int=1), data={"game": game.key, **facts})
            shown = push_lines.push_payload(notice, language)
            assert set(shown) == {"title", "body", "tag", "match", "language"}
            assert len(json.dumps(shown, ensure_ascii=False).encode()) <= PADDED_BYTES
            assert "Joker" not in str(shown)


def test_another_device_cannot_decrypt_a_notice(devices: list[Device], hands: Hands):
    phone, other = devices
    ada, _ = subscribed(phone)
    started(ada)
    soon(hands)

    with pytest.raises(http_ece.ECEException):
        other.opened(phone.arrived[0][1])


def test_a_notice_is_in_the_language_of_the_player(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    ada.call("PATCH", "/me", {"language": "fr"})
    started(ada)
    soon(hands)

    assert (phone.shown[0]["body"], phone.shown[0]["language"]) == ("C’est à vous de jouer.", "fr")


# One notification for each reason


def test_a_start_and_a_turn_at_once_are_one_notice_on_each_device(devices: list[Device], hands: Hands):
    ada, _ = subscribed(devices[0])
    ada.post(PATH, devices[1].subscription)
    started(ada)
    soon(hands)

    assert [[shown["body"] for shown in device.shown] for device in devices] == [["It is your turn."]] * 2
    states = Delivery.objects.filter(notice__kind__in=["match_started", "your_turn"]).values_list("state", "error")
    assert list(states).count(("skipped", "replaced")) >= 2 and list(states).count(("sent", "")) == 2


def test_a_turn_that_has_passed_does_not_replace_the_notice_of_the_start(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    match, bob = started(ada)
    play_on([ada, bob], match, lambda head: head["to_act"] == [1])

    soon(hands)

    assert [shown["body"] for shown in phone.shown] == ["The match has started."]


def test_a_device_shows_no_notice_while_the_player_watches_the_match(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    match, _ = started(ada)
    presence_begin(presence_id=uuid.uuid4(), player_id=uuid.UUID(ada.player), match_id=uuid.UUID(match))

    soon(hands)

    assert phone.tried == []
    assert set(Delivery.objects.values_list("state", "error")) == {("skipped", "watching"), ("withheld", "watching")}


def test_a_notice_is_not_sent_during_the_seconds_of_a_page_reload(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    started(ada)
    hands.go(4)

    deliver()

    assert phone.tried == []


def test_a_planted_notice_of_a_turn_that_has_passed_is_found(phone: Device, hands: Hands):
    """Planted fault: the server does not check whether the turn has passed."""
    ada, _ = subscribed(phone, kinds=["your_turn"])
    match, bob = started(ada)
    play_on([ada, bob], match, lambda head: head["to_act"] == [1])
    with patch.object(needs, "_has_passed", lambda notice: False):
        soon(hands)

    assert phone.shown != []


def test_a_device_receives_the_kinds_it_chose(phone: Device, hands: Hands):
    ada, line = subscribed(phone, kinds=["match_over"])
    match, bob = started(ada)
    bob.post(f"/matches/{match}/resign")
    soon(hands)

    assert [shown["body"] for shown in phone.shown] == ["The match is over."]
    assert line["kinds"] == ["match_over"]


def test_a_notice_with_a_deadline_is_kept_by_the_push_service_until_then(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    started(ada, clock={"per_move": 3600, "on_timeout": "default_move"})
    soon(hands)

    assert 3500 < int(phone.arrived[0][0]["ttl"]) < 3600


# Failures


def test_after_a_day_of_failures_a_push_service_receives_each_valid_notice_once(phone: Device, hands: Hands):
    ada, line = subscribed(phone)
    phone.status = 503
    (first, bob), (second, eve) = started(ada), started(ada)
    play_on([ada, bob], first, lambda head: head["to_act"] == [1])
    eve.post(f"/matches/{second}/resign")
    hourly(hands, 24)
    assert phone.arrived == [] and len(phone.tried) > 20
    assert ada.get(PATH).json()["items"][0]["failing_since"] is not None

    phone.status = 201
    hourly(hands, 2)

    expected = {first: "The match has started.", second: "The match is over."}
    assert {shown["match"]: shown["body"] for shown in phone.shown} == expected
    assert len(phone.arrived) == 2 and not due_posts()
    assert ada.get(PATH).json()["items"] == [line]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_unknown_to_its_push_service_is_removed(phone: Device, hands: Hands, status: int):
    ada, _ = subscribed(phone)
    phone.status = status
    started(ada)
    soon(hands)

    assert ada.get(PATH).json()["items"] == []
    hourly(hands, 2)
    assert len(phone.tried) == 1 and not due_posts()


@pytest.mark.parametrize("status", [302, 400, 403, 413, 429, 500])
def test_other_failures_are_retried_later(phone: Device, hands: Hands, status: int):
    ada, _ = subscribed(phone)
    phone.status = status
    started(ada)
    soon(hands)
    assert len(phone.tried) == 1
    deliver()
    assert len(phone.tried) == 1, "the device rests"

    phone.status = 201
    soon(hands)

    assert len(phone.shown) == 1


def test_a_device_to_which_nothing_arrives_for_a_week_is_removed(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    phone.status = 500
    started(ada)
    hourly(hands, 7 * 24 - 3, step=3)
    assert len(ada.get(PATH).json()["items"]) == 1

    hourly(hands, 12, step=3)

    assert ada.get(PATH).json()["items"] == []


def test_a_notice_whose_worker_dies_while_sending_is_sent_by_another_worker(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    started(ada)
    with patch.object(deliveries, "push_post", side_effect=ZeroDivisionError):
        soon(hands)
    assert phone.arrived == []

    hands.go(deliveries.LEASE_MS / 1000 + 1)
    deliver()

    assert len(phone.shown) == 1


def test_a_push_to_a_host_that_is_no_longer_allowed_is_not_sent(phone: Device, hands: Hands, settings: Any):
    ada, _ = subscribed(phone)
    settings.COMPTOIR_WEBHOOK_HOSTS = []  # the operator no longer allows this host
    started(ada)
    soon(hands)

    assert phone.tried == []
    assert set(Delivery.objects.filter(state="pending").values_list("error", flat=True)) == {"address"}


# Keys


def test_a_push_to_a_device_with_a_former_key_is_signed_with_that_key(phone: Device, hands: Hands, settings: Any):
    ada, _ = subscribed(phone)
    former = ada.get(PATH).json()["public_key"]
    settings.COMPTOIR_PUSH_KEY = f"{'5d' * 32},{settings.COMPTOIR_PUSH_KEY}"
    started(ada)
    soon(hands)

    assert phone.arrived[0][0]["authorization"].endswith(former)
    assert ada.get(PATH).json()["public_key"] not in (None, former)
    settings.COMPTOIR_PUSH_KEY = "5d" * 32
    started(ada)
    soon(hands)
    assert set(Delivery.objects.filter(state="pending").values_list("error", flat=True)) == {"key"}


def test_a_server_without_a_push_key_refuses_subscriptions(phone: Device, settings: Any):
    settings.COMPTOIR_PUSH_KEY = ""

    assert somebody().get(PATH).json()["public_key"] is None
    assert code(somebody().post(PATH, phone.subscription)) == (409, "no_push")


@pytest.mark.parametrize("key", ["zz" * 32, "00" * 32, "ff" * 32])
def test_an_invalid_key_is_refused_and_not_repeated_in_the_error(key: str, settings: Any):
    settings.COMPTOIR_PUSH_KEY = key

    with pytest.raises((ValueError, ImproperlyConfigured)) as refused:
        push_keys.public_key()

    assert key not in str(refused.value)


# Devices


def test_a_second_subscription_of_a_device_replaces_the_first(phone: Device):
    ada, line = subscribed(phone, label="Phone")

    again = ada.post(PATH, {**phone.subscription, "kinds": ["your_turn"], "label": "My phone"})

    assert again.json() == {**line, "kinds": ["your_turn"], "label": "My phone"}
    assert ada.get(PATH).json()["items"] == [again.json()]


def test_a_device_shows_the_notices_of_the_player_who_signed_in_last(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    bob, _ = subscribed(phone)

    assert [len(caller.get(PATH).json()["items"]) for caller in (ada, bob)] == [0, 1]


def test_a_subscription_with_other_keys_does_not_take_over_a_device(devices: list[Device]):
    phone, other = devices
    ada, line = subscribed(phone)

    answer = somebody("Eve").post(PATH, {**phone.subscription, "keys": other.subscription["keys"]})

    assert answer.status_code == 201
    assert ada.get(PATH).json()["items"] == [line]


def test_a_revoked_token_removes_its_device(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    started(ada)
    assert ada.delete("/tokens").status_code == 204
    soon(hands)

    assert phone.tried == [] and not PushSubscription.objects.exists()


def test_a_device_whose_token_has_expired_receives_nothing_and_is_removed(phone: Device, hands: Hands):
    ada, _ = subscribed(phone)
    started(ada)
    Token.objects.filter(player=ada.player).update(expires_at=timezone.now() - timedelta(seconds=1))
    soon(hands)

    assert phone.tried == [] and not PushSubscription.objects.exists()


def test_only_its_owner_removes_a_device(phone: Device):
    ada, line = subscribed(phone)
    path = f"{PATH}/{line['id']}"

    assert code(somebody().delete(path)) == (404, "not_found")
    assert Caller().delete(path).status_code == 401
    assert ada.delete(path).status_code == 204
    assert code(ada.delete(path)) == (404, "not_found")
    assert ada.get(PATH).json()["items"] == []


def test_a_player_has_at_most_ten_devices(phone: Device, settings: Any):
    ada = somebody()
    for number in range(10):
        assert ada.post(PATH, {**phone.subscription, "endpoint": f"{phone.url}{number}"}).status_code == 201

    assert code(ada.post(PATH, phone.subscription)) == (409, "too_many_devices")
    assert ada.post(PATH, {**phone.subscription, "endpoint": f"{phone.url}3"}).status_code == 201


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"endpoint": "http://push.example.net/x"}, "/endpoint"),
        ({"endpoint": "https://127.0.0.1/x"}, "/endpoint"),
        ({"endpoint": "https://metadata.internal/x"}, "/endpoint"),
        ({"endpoint": "https://example.net/" + "x" * 1000}, "/endpoint"),
        ({"keys": {"p256dh": "B" * 87, "auth": "A" * 22}}, "/keys/p256dh"),
        ({"keys": {"p256dh": "é", "auth": "A" * 22}}, "/keys/p256dh"),
        ({"keys": {"p256dh": "Ag" + "A" * 42, "auth": "A" * 22}}, "/keys/p256dh"),
        ({"keys": {"auth": "A" * 22}}, "/keys/p256dh"),
        ({"kinds": []}, "/kinds"),
        ({"kinds": ["victory"]}, "/kinds/0"),
        ({"expirationTime": None}, "/expirationTime"),
    ],
)
def test_an_invalid_subscription_is_refused(phone: Device, wrong: dict[str, Any], pointer: str):
    ada = somebody()
    answer = ada.post(PATH, {**phone.subscription, **wrong})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer), answer.content
    assert not PushSubscription.objects.exists()


def test_a_short_secret_is_refused(phone: Device):
    keys = {**phone.subscription["keys"], "auth": "AAAA"}

    answer = somebody().post(PATH, {**phone.subscription, "keys": keys})

    assert answer.json()["errors"][0]["pointer"] == "/keys/auth"


def test_an_export_lists_the_devices_and_closing_the_account_removes_them(phone: Device):
    ada, line = subscribed(phone)

    assert ada.get("/me/export").json()["push_subscriptions"] == [line]
    assert phone.subscription["keys"]["auth"] not in str(ada.get("/me/export").json())
    assert ada.call("DELETE", "/me", {}).status_code == 204
    assert not PushSubscription.objects.exists()


def test_deliveries_to_devices_are_not_sent_by_e_mail_or_to_webhooks(phone: Device, hands: Hands):
    """No worker claims a delivery to a device as an e-mail or as a request to a webhook."""
    ada, _ = subscribed(phone)
    started(ada)
    hands.go(60)
    for sender in (deliveries._post_one, deliveries._mail_notices):
        assert sender() is False

    assert deliveries._push_one() is True
    assert Delivery.objects.filter(state="pending", due_ms__lte=now_ms()).count() == 1
