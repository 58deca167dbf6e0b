"""Deliveries: each notification arrives once and in order, despite long outages and losses of the broker."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from kombu.exceptions import OperationalError

from events import tasks
from events.base.clock import now_ms
from events.notifications import deliveries, statements
from events.notifications.deliveries import deliver, pause_ms
from events.notifications.models import Delivery, Notification, Webhook
from events.processes.models import ErrorReport
from events.users.models import AccountEmail, Player
from tests.events.calls import Caller, open_match, play_on, somebody
from tests.events.notifications.receivers import Receiver, mail_server_down
from tests.events.notifications.workers import reached, working
from tests.events.tables import Hands

pytestmark = pytest.mark.django_db
HOURS = 3600


def listening(receiver: Receiver, **wish: Any) -> tuple[Caller, dict[str, Any]]:
    """Returns a player with a webhook, and the webhook as it was created."""
    ada = somebody("Ada")
    answer = ada.post("/me/webhooks", {"url": receiver.url, **wish})
    assert answer.status_code == 201, answer.content
    return ada, answer.json()


def reading(*settings: str, when: str = "now") -> Caller:
    """Returns a player with a confirmed address and these settings."""
    ada = somebody("Ada")
    ada.call("PATCH", "/me", {"notifications": {**dict.fromkeys(settings, True), "email_when": when}})
    Player.objects.filter(pk=ada.player).update(email="ada@example.org", is_email_confirmed=True)
    return ada


def turns(ada: Caller, moves: int) -> str:
    """Plays a number of moves in a new match; returns the match's id."""
    bob, seen = somebody("Bob"), []
    match = open_match(ada, [bob], "monopoly_deal")
    play_on([ada, bob], match, lambda head: seen.append(head) or len(seen) > moves)
    return match


def numbers_of(caller: Caller, **match: Any) -> list[int]:
    return list(
        Notification.objects.filter(player=caller.player, **match).order_by("number").values_list("number", flat=True)
    )


def hourly(hands: Hands, hours: int) -> None:
    """Sends due notifications, twice an hour."""
    for _ in range(hours * 2):
        hands.go(HOURS / 2)
        deliver()


# Webhooks


def test_after_a_day_of_failures_a_receiver_receives_each_notice_once_and_in_order(receiver, hands):
    ada, webhook = listening(receiver)
    receiver.status = 503
    matches = [turns(ada, 6), turns(ada, 6)]
    hourly(hands, 24)
    assert receiver.arrived == [] and len(receiver.tried) > 20

    receiver.status = 204
    hourly(hands, 2)

    for match in matches:
        arrived = [notice["id"] for notice in receiver.notices if notice["match"] == match]
        assert arrived == numbers_of(ada, match=match)
    assert len(receiver.arrived) == len({headers["webhook-id"] for headers, _ in receiver.arrived})
    assert {line["state"] for line in log_of(ada, webhook)} == {"sent"}


def log_of(caller: Caller, webhook: dict[str, Any]) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = caller.get(f"/me/webhooks/{webhook['id']}/deliveries").json()["items"]
    return items


def test_a_webhook_that_fails_for_over_a_day_is_switched_off_and_keeps_its_notices(receiver, hands):
    ada, webhook = listening(receiver, kinds=["match_started", "match_over"])
    receiver.status = 500
    turns(ada, 2)
    hourly(hands, 26)
    shown = ada.get(f"/me/webhooks/{webhook['id']}").json()
    assert (shown["is_active"], shown["failing_since"] is not None) == (False, True)
    tried = len(receiver.tried)
    receiver.status = 200
    hourly(hands, 2)
    assert len(receiver.tried) == tried, "nothing is posted while it is off"

    ada.call("PATCH", f"/me/webhooks/{webhook['id']}", {"is_active": True})
    deliver()

    assert [notice["kind"] for notice in receiver.notices] == ["match_started"]


def test_a_request_is_signed_according_to_standard_webhooks(receiver, hands):
    ada, webhook = listening(receiver)
    turns(ada, 0)
    deliver()

    headers, body = receiver.arrived[0]
    secret = base64.b64decode(webhook["secret"].removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert int(headers["webhook-timestamp"]) == now_ms() // 1000
    assert webhook["secret"] not in str(ada.get("/me/webhooks").json())
    assert "." not in headers["webhook-id"]


def test_a_notice_can_be_posted_again_under_its_id(receiver, hands):
    ada, webhook = listening(receiver)
    turns(ada, 0)
    deliver()
    first = receiver.notices[0]["id"]

    answer = ada.post(f"/me/webhooks/{webhook['id']}/deliveries/{first}")
    deliver()

    assert (answer.status_code, answer.json()["state"]) == (202, "pending")
    assert [headers["webhook-id"] for headers, _ in receiver.arrived].count(receiver.arrived[0][0]["webhook-id"]) == 2
    assert somebody().post(f"/me/webhooks/{webhook['id']}/deliveries/{first}").status_code == 404


def test_a_redirect_is_a_failure_and_is_not_followed(receiver, hands):
    ada, webhook = listening(receiver)
    receiver.status = 302
    turns(ada, 0)

    deliver()

    assert log_of(ada, webhook)[-1] | {"body": 0} == {
        "id": 1,
        "state": "pending",
        "attempts": 1,
        "status": 302,
        "error": "status",
        "done_at": None,
        "next_at": log_of(ada, webhook)[-1]["next_at"],
        "body": 0,
    }


def test_an_answer_with_status_410_switches_the_webhook_off(receiver, hands):
    ada, webhook = listening(receiver)
    receiver.status = 410
    turns(ada, 0)

    deliver()

    assert ada.get(f"/me/webhooks/{webhook['id']}").json()["is_active"] is False


def test_pauses_between_attempts_grow_from_seconds_to_an_hour():
    assert [pause_ms(failures) // 1000 for failures in (1, 2, 3, 4, 5, 6, 99)] == [5, 20, 80, 320, 1280, 3600, 3600]


# E-mail


def test_after_a_day_of_failures_the_mail_server_sends_each_notice_once_in_order(hands):
    ada = reading("email_on_start", "email_on_over")
    with mail_server_down():
        matches = [over(ada), over(ada)]
        hourly(hands, 24)
        assert mail.outbox == []

    hourly(hands, 2)

    lines = re.findall(r"(?:has started|is over)\.\nhttp://localhost:8000/m/\S+", "".join(m.body for m in mail.outbox))
    expected = [f"{what}.\nhttp://localhost:8000/m/{match}" for match in matches for what in ("has started", "is over")]
    assert lines == expected
    assert Delivery.objects.filter(state="pending").count() == 0


def over(ada: Caller) -> str:
    bob = somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")
    assert bob.post(f"/matches/{match}/resign").status_code == 200
    return match


def test_only_a_turn_that_still_waits_is_mailed(hands):
    ada = reading("email_on_turn")
    bob = somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")
    for seat in (0, 1, 0):  # either seat may begin
        play_on([ada, bob], match, lambda head, seat=seat: head["to_act"] == [seat])

    hands.go(60)
    deliver()

    assert [message.subject.partition(": ")[2] for message in mail.outbox] == ["it is your turn"]
    assert sorted(set(Delivery.objects.values_list("state", "error"))) == [("sent", ""), ("skipped", "passed")]


def test_notices_within_thirty_seconds_share_an_e_mail(hands):
    ada = reading("email_on_start", "email_on_over")
    over(ada)
    hands.go(29)
    over(ada)

    hands.go(2)
    deliver()

    assert [message.subject for message in mail.outbox] == ["Comptoir: 4 notices"]


def test_an_e_mail_sent_by_a_killed_process_is_repeated_unchanged(hands):
    ada = reading("email_on_start", "email_on_over")
    over(ada)
    hands.go(60)
    with patch.object(deliveries, "_settle", side_effect=ZeroDivisionError):  # the process is killed after the sending
        deliver()
    over(ada)

    hands.go(deliveries.MAIL_LEASE_MS / 1000 + 60)
    deliver()

    first, repeated, later = mail.outbox
    assert repeated.extra_headers["Message-ID"] == first.extra_headers["Message-ID"]
    assert repeated.subject == first.subject == later.subject == "Comptoir: 2 notices"
    assert later.extra_headers["Message-ID"] != first.extra_headers["Message-ID"]
    assert set(Delivery.objects.values_list("state", flat=True)) == {"sent"}


def test_a_daily_e_mail_has_all_notices_of_the_day(hands):
    ada = reading("email_on_start", "email_on_over", when="daily")
    over(ada), over(ada)
    hands.go(HOURS / 2)
    deliver()
    assert mail.outbox == []

    hourly(hands, 24)

    assert [message.subject for message in mail.outbox] == ["Comptoir: 4 notices"]


@pytest.mark.parametrize(
    "changed", [{"is_email_confirmed": False}, {"notifications": {}}, {"is_active": False}], ids=str
)
def test_a_waiting_notice_is_not_mailed_after_its_player_can_or_will_get_no_mail(hands, changed: dict[str, Any]):
    ada = reading("email_on_start")
    turns(ada, 0)
    Player.objects.filter(pk=ada.player).update(**changed)

    hands.go(60)
    deliver()

    assert mail.outbox == []


def test_an_unconfirmed_address_gets_no_deliveries_at_all(hands):
    ada = reading("email_on_start")
    Player.objects.filter(pk=ada.player).update(is_email_confirmed=False)

    turns(ada, 0)

    assert not Delivery.objects.exists()


# Losses and races


@pytest.mark.django_db(transaction=True)
def test_no_notice_is_lost_when_the_broker_loses_every_message(receiver, hands):
    ada, _ = listening(receiver)
    turns(ada, 2)

    with patch.object(tasks.send, "apply_async", side_effect=OperationalError):
        tasks.deliveries_serve()
        hands.go(10)
        tasks.deliveries_serve()
    assert receiver.arrived == []
    with working(send=1):
        assert reached(lambda: len(receiver.notices) == len(numbers_of(ada)))

    assert [notice["id"] for notice in receiver.notices] == numbers_of(ada)


def test_a_broker_message_has_no_arguments_and_makes_a_worker_send_due_notices(receiver, hands):
    ada, _ = listening(receiver)
    turns(ada, 1)
    sent: list[Any] = []

    with patch.object(tasks.send, "apply_async", lambda args=None, **_: sent.append(args)):
        tasks.deliveries_serve()
        tasks.send()

    assert sent == [()]
    assert [notice["id"] for notice in receiver.notices] == numbers_of(ada)


def test_two_workers_send_each_notice_once_and_keep_the_order_of_a_match(receiver, hands):
    ada, _ = listening(receiver)
    turns(ada, 4)
    post, inside = deliveries.webhook_post, []

    def while_another_sends(*arguments: Any) -> Any:
        if not inside:
            inside.append(1)
            assert deliver() is False, "the rest of the match waits for its first notice"
            assert receiver.arrived == []
        return post(*arguments)

    with patch.object(deliveries, "webhook_post", while_another_sends):
        deliver()

    assert [notice["id"] for notice in receiver.notices] == numbers_of(ada)


def test_a_planted_claim_that_ignores_the_order_is_found(receiver, hands):
    """Planted fault: a claim that skips deliveries in progress fails the check above."""
    ada, _ = listening(receiver)
    turns(ada, 4)
    free_ones = "ORDER BY match_id, lease_ms NULLS FIRST, number LIMIT 1"
    unordered = statements._CLAIM_POST["webhook"].replace("ORDER BY match_id, number LIMIT 1", free_ones)
    post, inside = deliveries.webhook_post, []

    def while_another_sends(*arguments: Any) -> Any:
        if not inside:
            inside.append(1)
            deliver()
        return post(*arguments)

    with (
        patch.dict(statements._CLAIM_POST, {"webhook": unordered}),
        patch.object(deliveries, "webhook_post", while_another_sends),
    ):
        deliver()

    assert [notice["id"] for notice in receiver.notices] != numbers_of(ada)


def test_a_notice_whose_worker_dies_while_sending_is_sent_by_another_worker(receiver, hands):
    ada, _ = listening(receiver)
    turns(ada, 0)
    with patch.object(deliveries, "webhook_post", side_effect=ZeroDivisionError):
        deliver()
    assert receiver.arrived == []

    hands.go(deliveries.LEASE_MS / 1000 + 1)
    deliver()

    assert [notice["id"] for notice in receiver.notices] == numbers_of(ada)


def test_a_defect_in_one_delivery_does_not_stop_the_others(receiver, hands):
    ada, _ = listening(receiver)
    turns(ada, 0)
    broken = Webhook.objects.create(
        player_id=somebody("Eve").player, url=receiver.url, kinds=["match_started"], sealed=b"", created_ms=0
    )
    eve = Caller(None, str(broken.player_id))
    Delivery.objects.filter(webhook=broken).delete()
    notice = Notification.objects.filter(player=ada.player).first()
    assert notice is not None
    Delivery.objects.create(
        notice=notice, player_id=eve.player, match=notice.match, number=1, webhook=broken, due_ms=now_ms()
    )

    deliver()

    assert [notice["id"] for notice in receiver.notices] == numbers_of(ada)


def test_a_webhook_deleted_right_after_a_claim_is_no_defect(receiver, hands):
    ada, _ = listening(receiver)
    turns(ada, 0)
    claim = statements.claim_post

    def while_deleted(*arguments: Any) -> int | None:
        id = claim(*arguments)
        Webhook.objects.all().delete()
        return id

    with patch.object(statements, "claim_post", while_deleted):
        deliver()

    assert receiver.arrived == [] and not ErrorReport.objects.exists()


def test_an_e_mail_replaced_right_after_a_claim_is_no_defect(hands):
    ada = somebody("Ada")
    ada.call("PATCH", "/me", {"email": "ada@example.org"})
    claim = statements.claim_account_mail

    def while_replaced(*arguments: Any) -> int | None:
        id = claim(*arguments)
        AccountEmail.objects.filter(pk=id).delete()
        return id

    with patch.object(statements, "claim_account_mail", while_replaced):
        deliver()

    assert mail.outbox == [] and not ErrorReport.objects.exists()
