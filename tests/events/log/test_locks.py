"""The row of a match is its lock: one writer at a time, and no other statement waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from events.base.hub import listening_parameters
from events.log import damage, log
from events.log.locking import lock_match
from events.log.match_seeds import salt_key_of
from events.log.models import Match, PendingAction
from events.matches.record.pending import overdue_claim
from games.kernel.timing.waiting import NOBODY
from tests.events.calls import at_once
from tests.events.tables import dalmuti, fresh

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 30
WRITERS, EACH = 4, 5


@contextmanager
def other_session(statement: str, match: Match) -> Iterator[Any]:
    """Another session that has run a statement about the match and has not committed it."""
    with psycopg.connect(**listening_parameters()) as other:
        other.execute(statement, {"match": match.pk})
        yield other
        other.rollback()


LOCKED = "SELECT id FROM events_match WHERE id = %(match)s FOR NO KEY UPDATE"
NAMED = "INSERT INTO events_auditmark (match_id, seq, hash, audited_at) VALUES (%(match)s, 0, '', now())"


def append_message(match: Match, *, waits_for_lock: bool) -> bool:
    """Appends an event without effects to the stored head; returns whether it was stored."""
    current = fresh(match)
    event = log.draft(current, "message", by="player", seat=0, salts=salt_key_of(current), waiting=NOBODY)
    return log.store(current, [event], waits_for_lock=waits_for_lock)


@pytest.fixture
def short_lock_timeout() -> Iterator[None]:
    """Sets the lock timeout to 50 ms, so that a statement that waits fails."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 50")
        yield
        cursor.execute("RESET lock_timeout")


def test_a_writer_that_may_not_wait_stores_nothing_while_another_session_holds_the_lock() -> None:
    match = dalmuti()

    with other_session(LOCKED, match):
        assert not append_message(match, waits_for_lock=False)

    assert append_message(match, waits_for_lock=False)


def test_a_writer_that_may_wait_waits_for_the_lock(short_lock_timeout: None) -> None:
    match = dalmuti()

    with other_session(LOCKED, match):
        with pytest.raises(OperationalError):
            append_message(match, waits_for_lock=True)
        with pytest.raises(OperationalError), transaction.atomic():
            lock_match(match.pk)


def test_a_session_that_only_refers_to_the_match_delays_no_writer(short_lock_timeout: None) -> None:
    match = dalmuti()

    with other_session(NAMED, match):
        assert append_message(match, waits_for_lock=False)
        assert append_message(match, waits_for_lock=True)


def test_the_scheduler_skips_a_locked_match() -> None:
    match = dalmuti()
    PendingAction.objects.create(match=match, prompt=999, required=False, deadline_ms=1)

    with transaction.atomic(), other_session(LOCKED, match):
        assert not overdue_claim(match.pk, 999, None)
    with transaction.atomic():
        assert overdue_claim(match.pk, 999, None)


def test_waiting_writers_append_one_after_another() -> None:
    match = dalmuti()
    before = fresh(match).head_seq

    def speak() -> None:
        for _ in range(EACH):
            with transaction.atomic():
                lock_match(match.pk)
                assert append_message(match, waits_for_lock=True)

    at_once(*[speak] * WRITERS)

    assert fresh(match).head_seq == before + WRITERS * EACH
    events = log.read(match.pk, before)
    assert len(list(damage.chained(events, before, hash_at(match, before), before + WRITERS * EACH))) == WRITERS * EACH


def test_a_writer_that_takes_no_lock_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dalmuti()
    reading, stored = threading.Barrier(2), []

    def speak() -> None:
        current = fresh(match)
        event = log.draft(current, "message", by="player", seat=0, salts=salt_key_of(current), waiting=NOBODY)
        reading.wait(SECONDS)
        stored.append(log.store(current, [event]))

    at_once(speak, speak)

    assert sorted(stored) == [False, True], "both have read the same head"


def hash_at(match: Match, seq: int) -> bytes:
    (event,) = log.read(match.pk, seq - 1, seq)
    return event.hash


def test_damage_found_under_the_lock_is_marked_once_the_lock_is_released() -> None:
    match = dalmuti()

    with transaction.atomic():
        lock_match(match.pk)
        damage.stop_damaged_match(match.pk, 3)
    for thread in threading.enumerate():
        if thread.name == "damage":
            thread.join(SECONDS)

    assert fresh(match).damaged_seq == 3
