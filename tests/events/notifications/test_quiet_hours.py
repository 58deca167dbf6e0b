"""Quiet hours and the daily e-mail: withheld notifications are sent at the end, once, and only if they still matter."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail

from events.matches.table.presence_records import presence_begin, presence_end
from events.notifications import needs
from events.notifications.deliveries import deliver
from events.notifications.models import Delivery, Notification
from events.users.models import Player
from tests.events.calls import Caller, code, open_match, play_on, somebody
from tests.events.notifications.receivers import Device, Receiver, carrying
from tests.events.steps import deadlines_notify, notices_relay, withheld_release
from tests.events.tables import Hands

pytestmark = pytest.mark.django_db
MINUTE, HOUR = 60, 3600
NIGHT = {"zone": "Europe/Paris", "start": "22:00", "end": "07:30"}
EVERY_KIND = list(Notification.Kind.values)
MAILS = ("email_on_turn", "email_on_start", "email_on_over", "email_on_message", "email_on_deadline")


@pytest.fixture
def phone(settings: Any) -> Iterator[Device]:
    with carrying(settings, 1) as devices:
        yield devices[0]


def round_of_notices() -> None:
    """Does the work of the scheduler and the workers for notifications."""
    deadlines_notify()
    notices_relay()
    withheld_release()
    deliver()


class Evening:
    """A table of Ada, who has a phone, an address, a chat webhook and a program, and of Bob, at 23:00 in Paris."""

    def __init__(self, phone: Device, receiver: Receiver, hands: Hands, evening: str, hours: int, **wish: Any) -> None:
        self.phone, self.receiver, self.hands = phone, receiver, hands
        self.set_to(f"{evening}T23:00:00+01:00" if evening < "2027-03-28" else f"{evening}T23:00:00+02:00")
        self.ada, self.bob = somebody("Ada"), somebody("Bob")
        self.ada.post("/me/push-subscriptions", {**phone.subscription, "kinds": EVERY_KIND})
        self.ada.call("PATCH", "/me", {"notifications": dict.fromkeys(MAILS, True), "quiet_hours": {**NIGHT, **wish}})
        Player.objects.filter(pk=self.ada.player).update(email="ada@example.org", is_email_confirmed=True)
        self.match = open_match(self.ada, [self.bob], "monopoly_deal", clock={"per_move": hours * HOUR})
        self.play(0)

    def set_to(self, text: str) -> None:
        self.hands.now_ms = int(datetime.fromisoformat(text).timestamp()) * 1000

    def listen(self, form: str) -> None:
        wish = {"url": self.receiver.url, "kinds": EVERY_KIND, "form": form}
        assert self.ada.post("/me/webhooks", wish).status_code == 201

    def play(self, seat: int) -> None:
        """Plays until the table waits for a seat."""
        play_on([self.ada, self.bob], self.match, lambda head: head["to_act"] == [seat])

    def until(self, text: str, step: int = HOUR) -> None:
        """Sends due notifications, step by step, until a time."""
        end = int(datetime.fromisoformat(text).timestamp()) * 1000
        while self.hands.now_ms < end:
            self.hands.now_ms = min(self.hands.now_ms + step * 1000, end)
            round_of_notices()

    @property
    def shown(self) -> list[str]:
        return [shown["body"] for shown in self.phone.shown]


@pytest.fixture
def evening(phone: Device, receiver: Receiver, hands: Hands, settings: Any) -> Any:
    settings.COMPTOIR_WEBHOOK_HOSTS = [phone.host, receiver.host]
    return lambda when="2027-01-15", hours=40, **wish: Evening(phone, receiver, hands, when, hours, **wish)


def test_a_turn_during_quiet_hours_arrives_once_on_each_channel_afterwards(evening):
    table = evening()
    table.until("2027-01-16T07:29:00+01:00")
    assert (table.shown, mail.outbox) == ([], [])

    table.until("2027-01-16T09:00:00+01:00", 30 * MINUTE)

    assert table.shown == ["It is your turn."], "the start is the same notice"
    assert len(mail.outbox) == 1 and "it is your turn" in mail.outbox[0].body
    assert not Delivery.objects.filter(state__in=["pending", "withheld"]).exists()


@pytest.mark.parametrize(
    ("day", "before", "end"),
    [
        ("2027-03-27", "2027-03-28T07:29:00+02:00", "2027-03-28T07:31:00+02:00"),
        ("2027-10-30", "2027-10-31T07:29:00+01:00", "2027-10-31T07:31:00+01:00"),
    ],
    ids=["a short night in spring", "a long night in autumn"],
)
def test_quiet_hours_across_a_clock_change_end_at_their_local_time(evening, day: str, before: str, end: str):
    table = evening(day)
    table.until(before)
    assert (table.shown, mail.outbox) == ([], [])

    table.until(end, MINUTE)

    assert (table.shown, len(mail.outbox)) == (["It is your turn."], 1)


def test_a_turn_played_during_quiet_hours_is_not_sent_afterwards(evening):
    table = evening()
    table.listen("discord")
    table.play(1)
    table.play(0)
    table.until("2027-01-16T01:00:00+01:00")
    table.play(1)

    table.until("2027-01-16T12:00:00+01:00")

    assert "It is your turn." not in table.shown
    assert not any("turn" in message.body for message in mail.outbox)
    assert not any(b"turn" in body for _, body in table.receiver.arrived)


@pytest.mark.parametrize(
    ("planted", "value"),
    [
        ("events.notifications.deliveries.held_until", lambda _: None),
        ("events.notifications.needs._has_passed", lambda _: False),
        ("tests.events.notifications.test_quiet_hours.withheld_release", lambda: 0),
        ("events.notifications.needs.quiet_until", lambda hours, at_ms: at_ms + 1000),
    ],
    ids=["no quiet hours", "what has passed is sent", "never released", "an end that is none"],
)
def test_each_planted_fault_of_quiet_hours_is_found(evening, planted: str, value: Any):
    checks = (
        test_a_turn_during_quiet_hours_arrives_once_on_each_channel_afterwards,
        test_a_turn_played_during_quiet_hours_is_not_sent_afterwards,
    )
    with patch(planted, value), pytest.raises(AssertionError):
        for check in checks:
            mail.outbox.clear()
            table = evening()
            table.phone.arrived.clear()
            table.receiver.arrived.clear()
            check(lambda table=table: table)


@pytest.mark.parametrize(("wish", "said"), [({}, True), ({"deadlines": False}, False)], ids=["breaks them", "does not"])
def test_a_near_deadline_is_sent_during_quiet_hours_unless_the_player_opts_out(evening, wish, said: bool):
    table = evening(hours=8, **wish)
    table.until("2027-01-16T05:59:00+01:00")
    assert table.shown == []

    table.until("2027-01-16T06:30:00+01:00", 10 * MINUTE)

    assert table.shown == (["Your time is nearly up."] if said else [])


def test_quiet_hours_delay_notices_to_chats_but_not_to_programs(evening):
    table = evening()
    table.listen("standard")
    table.listen("discord")
    table.play(1)
    table.play(0)

    table.until("2027-01-16T02:00:00+01:00")
    at_night = [body for _, body in table.receiver.arrived]
    assert at_night and all(b'"data"' in body for body in at_night)
    table.until("2027-01-16T08:00:00+01:00")

    lines = [body for _, body in table.receiver.arrived if b"allowed_mentions" in body]
    assert len(lines) == 1 and b"It is your turn" in lines[0]


def test_notices_after_quiet_hours_are_withheld_while_the_player_watches(evening):
    table = evening()
    table.until("2027-01-16T07:29:40+01:00")
    presence = uuid.uuid4()
    presence_begin(presence_id=presence, player_id=uuid.UUID(table.ada.player), match_id=uuid.UUID(table.match))
    table.hands.go(30)
    round_of_notices()
    assert table.shown == []

    presence_end(presence_id=presence)
    table.hands.go(needs.AWAY_MS / 1000 + 1)
    round_of_notices()

    assert table.shown == ["It is your turn."]


def test_removing_quiet_hours_releases_the_waiting_notices(evening):
    table = evening()
    table.until("2027-01-16T01:00:00+01:00")

    table.ada.call("PATCH", "/me", {"quiet_hours": None})
    round_of_notices()

    assert (table.shown, len(mail.outbox)) == (["It is your turn."], 1)


# The daily e-mail


def daily(evening: Any, hours: int = 40) -> Evening:
    table: Evening = evening(hours=hours)
    wishes = {**dict.fromkeys(MAILS, True), "email_when": "daily", "email_at": "18:30", "email_zone": "Europe/Paris"}
    table.ada.call("PATCH", "/me", {"notifications": wishes})
    return table


def test_a_daily_e_mail_is_sent_at_its_time_with_all_waiting_notices(evening, settings):
    settings.COMPTOIR_MAIL_DOMAIN = "mail.example.org"
    table = daily(evening)
    other = open_match(table.ada, [somebody("Cleo")], "monopoly_deal", clock={"per_move": 90 * HOUR})
    for _ in range(3):
        assert table.bob.post(f"/matches/{table.match}/messages", {"text": "Hello"}).status_code == 201

    table.until("2027-01-16T18:29:00+01:00")
    assert mail.outbox == []
    table.until("2027-01-17T06:00:00+01:00")

    [message] = mail.outbox
    assert table.match in message.body and other in message.body
    assert message.body.count("somebody wrote a message") == 1


def test_a_near_deadline_does_not_wait_for_the_daily_e_mail(evening):
    table = daily(evening, hours=10)
    table.until("2027-01-16T08:59:00+01:00", 30 * MINUTE)

    assert [message.subject.partition(": ")[2] for message in mail.outbox] == ["your time is nearly up"]


def test_switching_the_daily_e_mail_off_sends_the_waiting_e_mail_at_once(evening):
    table = daily(evening)
    table.until("2027-01-15T23:30:00+01:00")

    table.ada.call(
        "PATCH", "/me", {"notifications": {"email_on_turn": True, "email_on_start": True}, "quiet_hours": None}
    )
    deliver()

    assert len(mail.outbox) == 1


# Devices


def test_a_change_of_the_kinds_of_a_device_leaves_its_other_settings(phone: Device):
    ada = somebody("Ada")
    made = ada.post("/me/push-subscriptions", {**phone.subscription, "label": "Phone"}).json()

    changed = ada.call("PATCH", f"/me/push-subscriptions/{made['id']}", {"kinds": ["invited"]})

    assert (changed.status_code, changed.json()) == (200, made | {"kinds": ["invited"]})
    assert ada.get("/me/push-subscriptions").json()["items"] == [made | {"kinds": ["invited"]}]


@pytest.mark.parametrize("body", [{"kinds": ["gossip"]}, {"label": "x" * 41}, {"endpoint": "https://example.org"}])
def test_an_invalid_change_of_a_device_is_refused(phone: Device, body: dict[str, Any]):
    ada = somebody("Ada")
    made = ada.post("/me/push-subscriptions", phone.subscription).json()

    assert code(ada.call("PATCH", f"/me/push-subscriptions/{made['id']}", body)) == (400, "malformed")
    assert code(somebody("Eve").call("PATCH", f"/me/push-subscriptions/{made['id']}", {"kinds": []}))[0] == 404
    assert ada.get("/me/push-subscriptions").json()["items"] == [made]


def test_a_player_without_an_address_receives_no_daily_e_mail(evening):
    table = daily(evening)
    Player.objects.filter(pk=table.ada.player).update(is_email_confirmed=False)

    table.until("2027-01-16T19:00:00+01:00")

    assert mail.outbox == []


def test_the_kinds_of_notices_in_the_inbox_are_stored():
    ada = Caller(somebody("Ada").token)

    kept = ada.call("PATCH", "/me", {"notifications": {"inbox": ["your_turn"]}})

    assert kept.json()["notifications"] == {"inbox": ["your_turn"]}
