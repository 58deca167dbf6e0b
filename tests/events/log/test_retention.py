"""The server deletes replies and pending work when nobody can need them any more."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils.timezone import now

from events.log import retention
from events.log.models import IdempotencyRecord, Match, PendingAction
from tests.events.tables import dalmuti

NOBODY = UUID(int=0)
pytestmark = pytest.mark.django_db


def store_reply(key: str, days: int) -> None:
    command = IdempotencyRecord.objects.create(owner=NOBODY, scope="s", key=key, body=b"", status=201, answer=b"{}")
    IdempotencyRecord.objects.filter(pk=command.pk).update(created_at=now() - timedelta(days=days))


def test_replies_older_than_the_setting_are_deleted_and_newer_replies_remain(settings: Any) -> None:
    settings.COMPTOIR_COMMAND_DAYS = 30
    for key, days in (("a", 40), ("b", 31), ("c", 29)):
        store_reply(key, days)

    assert retention.commands_prune() == 2
    assert [command.key for command in IdempotencyRecord.objects.all()] == ["c"]
    assert retention.commands_prune() == 0


def test_with_zero_days_replies_are_stored_for_ever(settings: Any) -> None:
    settings.COMPTOIR_COMMAND_DAYS = 0
    store_reply("a", 4000)

    assert retention.commands_prune() == 0


def test_a_round_deletes_no_more_than_a_batch(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for key in "abc":
        store_reply(key, 400)

    assert [retention.commands_prune() for _ in range(3)] == [2, 1, 0]


def test_only_pending_work_of_ended_matches_is_deleted() -> None:
    running, over = dalmuti(), dalmuti()
    Match.objects.filter(pk=over.pk).update(status="aborted")

    assert retention.pending_prune() > 0
    assert not PendingAction.objects.filter(match=over).exists()
    assert PendingAction.objects.filter(match=running).exists()


def test_successive_rounds_examine_all_pending_work_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(retention, "_looked_at", 0)
    running, over = dalmuti(), dalmuti()
    for match, numbers in ((running, range(3)), (over, range(3)), (running, range(3, 5))):
        for number in numbers:
            PendingAction.objects.create(match=match, prompt=1000 + number, required=False)
    PendingAction.objects.filter(prompt__lt=1000).delete()
    Match.objects.filter(pk=over.pk).update(status="aborted")

    assert [retention.pending_prune() for _ in range(5)] == [0, 1, 2, 0, 0]
    assert PendingAction.objects.filter(match=running).count() == 5
