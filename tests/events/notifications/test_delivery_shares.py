"""No receiver delays the notifications of others: workers are shared by owner, by host, and for unproven webhooks."""

from __future__ import annotations

import itertools
import re
import uuid
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.core import mail
from django.db import connection

from events import tasks
from events.base import outbound
from events.base.clock import now_ms
from events.notifications import deliveries, statements
from events.notifications.deliveries import SHARES, THREADS, deliver, due_posts
from events.notifications.models import Delivery, Webhook
from events.notifications.statements import Shares
from events.notifications.webhooks import seconds_for
from events.users.models import AccountEmail, Player
from tests.events.calls import Caller, open_match, somebody
from tests.events.notifications.dribblers import dribbling
from tests.events.notifications.receivers import receiving
from tests.events.notifications.workers import reached, working
from tests.events.tables import Hands
from tests.project.deployment.files import command_of

pytestmark = pytest.mark.django_db
GUESTS, EACH = 6, 9
HOUR = 3600
LIFTED = dict.fromkeys(SHARES, Shares(THREADS, THREADS, THREADS))
_hosts = itertools.count(1)


@pytest.fixture
def match() -> str:
    return open_match(somebody(), [somebody()], "monopoly_deal")


def listening(*urls: str) -> Caller:
    """Returns a player with a webhook at each address."""
    caller = somebody()
    for url in urls:
        answer = caller.post("/me/webhooks", {"url": url})
        assert answer.status_code == 201, answer.content
    return caller


def anywhere(number: int = 1) -> list[str]:
    """Returns addresses at different hosts."""
    return [f"https://host-{next(_hosts)}.example/" for _ in range(number)]


def notify(match: str, *callers: Caller) -> None:
    """Writes a notification of a match to each caller."""
    data = {"game": "monopoly_deal", "seat": 0, "seq": 1}
    notices = [{"player": caller.player, "kind": "match_started", "data": data} for caller in callers]
    statements.notify(UUID(match), notices, now_ms())


def claimed(most: int = 100) -> list[str]:
    """Claims posts to webhooks until the shares allow no more; returns their addresses."""
    claims = (
        statements.claim_post("webhook", SHARES["webhook"], uuid.uuid4(), now_ms(), now_ms() + deliveries.LEASE_MS)
        for _ in range(most)
    )
    found = itertools.takewhile(lambda claim: claim is not None, claims)
    return [Delivery.objects.select_related("webhook").get(pk=claim).webhook.url for claim in found]


def make_proven(caller: Caller) -> Caller:
    """Returns the player after making their webhooks an hour old, with a successful last delivery."""
    Webhook.objects.filter(player=caller.player).update(created_ms=now_ms() - HOUR * 1000, tried_ms=now_ms() - 1)
    return caller


# Workers with receivers that do not finish


@pytest.fixture
def without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allows posts to take longer than any test, so that pending posts stay pending."""
    monkeypatch.setattr(outbound, "SECONDS", 3_600.0)
    monkeypatch.setattr(deliveries, "LEASE_MS", 3_600_000)


@pytest.mark.django_db(transaction=True)
def test_a_notice_arrives_although_54_receivers_of_six_guests_answer_endlessly(
    settings: Any, match: str, without_end: None
) -> None:
    with working(send=THREADS), receiving(settings) as honest, dribbling(settings, GUESTS * EACH) as dribblers:
        notify(match, *(listening(*urls) for urls in addresses(dribblers.hosts)))
        assert reached(lambda: dribblers.open.total() == 2 * GUESTS)

        notify(match, listening(honest.url))

        assert reached(lambda: honest.arrived)
        assert (dribblers.open.total(), dribblers.ended) == (2 * GUESTS, 0)


def addresses(hosts: list[str]) -> list[list[str]]:
    """Returns the addresses of the hosts, equally divided among the guests."""
    return [[f"http://{host}/" for host in hosts[place::GUESTS]] for place in range(GUESTS)]


@pytest.mark.django_db(transaction=True)
def test_without_shares_slow_receivers_hold_every_thread_and_mails_are_still_sent(
    settings: Any, match: str, without_end: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted fault: the number that the test above counts exceeds 12, and no worker remains for a good receiver."""
    monkeypatch.setattr(deliveries, "SHARES", LIFTED)
    Player.objects.create(name="Ada", name_key="ada", email="ada@example.org", is_email_confirmed=True)
    with working(send=THREADS, mail=1), dribbling(settings, GUESTS * EACH) as dribblers:
        notify(match, *(listening(*urls) for urls in addresses(dribblers.hosts)))
        assert reached(lambda: dribblers.open.total() == THREADS)

        AccountEmail.objects.create(kind="recover", address="ada@example.org", due_ms=now_ms(), created_ms=now_ms())

        assert reached(lambda: mail.outbox)
        assert dribblers.ended == 0


def test_the_workers_have_as_many_threads_as_the_shares_count_on() -> None:
    command = command_of("compose.large.yaml", "notices")

    assert int(command[command.index("--concurrency") + 1]) > THREADS > 2 * GUESTS, "one is left for e-mails"


# Shares


def test_an_owner_has_at_most_two_posts_at_a_time(hands: Hands, match: str) -> None:
    ada, bob = listening(*anywhere(5)), listening(*anywhere(1))

    notify(match, ada, bob)

    assert len(claimed()) == 3
    hands.go(deliveries.LEASE_MS / 1000)
    assert len(claimed()) == 3, "what a killed worker has leased counts no longer"


def test_a_host_has_at_most_two_posts_at_a_time_for_all_its_ports_and_paths(hands: Hands, match: str) -> None:
    ports = ["https://same.example/", "https://SAME.example:8443/a", "https://same.example:8444?b=c", *anywhere()]
    notify(match, *(listening(url) for url in ports))

    assert len(claimed()) == 3


def test_a_device_counts_for_the_share_of_its_owner(hands: Hands, match: str) -> None:
    ada = listening(*anywhere(3))
    notify(match, ada)
    Delivery.objects.filter(webhook=Webhook.objects.filter(player=ada.player).first()).update(
        webhook=None, subscription=device_of(ada), lease_ms=now_ms() + 1
    )

    assert len(claimed()) == 1


def device_of(caller: Caller) -> Any:
    from events.notifications.models import PushSubscription

    columns = {"endpoint": "https://push.example/", "kinds": [], "created_ms": now_ms()}
    return PushSubscription.objects.create(player_id=caller.player, **columns)


def test_unproven_receivers_leave_half_of_the_threads_to_proven_receivers(hands: Hands, match: str) -> None:
    crowd, ada = [listening(*anywhere()) for _ in range(THREADS // 2 + 4)], make_proven(listening(*anywhere()))
    notify(match, *crowd)
    assert len(claimed()) == THREADS // 2

    notify(match, ada)

    assert len(claimed()) == 1


def test_a_proven_receiver_precedes_unproven_receivers_that_have_waited_longer(hands: Hands, match: str) -> None:
    crowd, (url,) = [listening(*anywhere()) for _ in range(3)], anywhere()
    ada = make_proven(listening(url))
    notify(match, *crowd)
    hands.go(60)
    notify(match, ada)

    assert claimed(1) == [url]


def test_a_receiver_that_has_failed_is_not_proven_for_a_day_and_has_three_seconds(
    settings: Any, hands: Hands, match: str
) -> None:
    with receiving(settings) as receiver:
        ada = make_proven(listening(receiver.url))
        assert standing(ada) == (True, 10.0)
        receiver.status = 500
        send_notice(match, ada)
        assert standing(ada) == (False, 3.0)

        receiver.status = 204
        hands.go(HOUR)
        send_notice(match, ada)
        assert standing(ada) == (False, 3.0)

        hands.go(24 * HOUR)
        assert standing(ada) == (True, 10.0)


def send_notice(match: str, caller: Caller) -> None:
    notify(match, caller)
    deliver()


def standing(caller: Caller) -> tuple[bool, float]:
    """Returns whether a player's webhook is proven, and the time limit of a post to it."""
    webhook = Webhook.objects.get(player=caller.player)
    with connection.cursor() as cursor:
        statement = f"SELECT {statements.PROVEN.format('webhook')} FROM events_webhook AS webhook WHERE id = %(id)s"
        cursor.execute(statement, {"now": now_ms(), "id": webhook.pk})
        return cursor.fetchone()[0], seconds_for(webhook)


@pytest.mark.parametrize("created_ago", [0, HOUR - 1])
def test_a_new_receiver_is_not_proven_by_its_first_success(settings: Any, hands: Hands, match: str, created_ago: int):
    with receiving(settings) as receiver:
        ada = listening(receiver.url)
        send_notice(match, ada)
        hands.go(created_ago)

        assert standing(ada) == (False, 10.0)


def test_switching_a_webhook_on_again_does_not_hide_that_it_failed(settings: Any, hands: Hands, match: str) -> None:
    with receiving(settings) as receiver:
        ada = make_proven(listening(receiver.url))
        receiver.status = 500
        send_notice(match, ada)

        ada.call("PATCH", f"/me/webhooks/{Webhook.objects.get().pk}", {"is_active": True})

        assert standing(ada) == (False, 3.0)


def test_the_post_after_a_failed_post_has_three_seconds(settings: Any, hands: Hands, match: str, monkeypatch: Any):
    allowed: list[float] = []

    def post(target: Any, body: bytes, headers: Any, seconds: float) -> int:
        allowed.append(seconds)
        raise outbound.RequestFailed("timeout")

    monkeypatch.setattr(outbound, "post", post)
    send_notice(match, listening(*anywhere()))
    hands.go(60)
    deliver()

    assert allowed == [10.0, 3.0]


def test_a_delivery_that_waits_for_a_share_does_not_count_as_due(hands: Hands, match: str) -> None:
    notify(match, listening(*anywhere(5)))
    assert len(due_posts()) == 5

    assert len(claimed()) == 2

    assert due_posts() == []


def test_the_messages_for_a_due_delivery_are_repeated_with_growing_pauses(hands: Hands, match: str) -> None:
    notify(match, listening(*anywhere(5)))
    sent: list[object] = []

    with patch.object(tasks.send, "apply_async", lambda *_, **__: sent.append(1)):
        numbers = []
        for seconds in (0, 0, 1, 1, 1):
            hands.go(seconds)
            tasks.deliveries_serve()
            numbers.append(len(sent))

    assert numbers == [5, 5, 10, 10, 15]


# A backlog


def test_a_claim_reads_a_few_rows_however_many_wait(hands: Hands, match: str) -> None:
    backlog(match)

    assert rows_read(statements._FIRST["webhook"]) < 100


def test_a_claim_that_reads_all_waiting_rows_is_found(hands: Hands, match: str) -> None:
    backlog(match)

    assert rows_read(statements._FIRST["webhook"].replace("match_id > first.match_id", "id > first.id")) > 100


def backlog(match: str) -> None:
    """Creates nine webhooks of three players with forty waiting notifications each."""
    callers = [listening(*anywhere(3)) for _ in range(3)]
    for _ in range(40):
        notify(match, *callers)


def rows_read(statement: str) -> int:
    """Returns the number of delivery rows that a statement reads."""
    values = {**SHARES["webhook"]._asdict(), "now": now_ms(), "limit": 1}
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE events_delivery, events_webhook")
        cursor.execute("SET LOCAL enable_seqscan = off")  # a small table is read whole unless this forbids it
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) {statement}", values)
        plan = "\n".join(line for (line,) in cursor.fetchall())
    scans = re.findall(r"on events_delivery.*actual rows=([\d.]+) loops=(\d+)", plan)
    removed = re.findall(r"Rows Removed by Filter: (\d+)", plan)
    return round(sum(float(rows) * int(loops) for rows, loops in scans)) + sum(map(int, removed))
