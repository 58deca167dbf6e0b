"""The sweeper sleeps until something is due or happens, and no notification that is lost can keep it asleep."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from events.base import nudges, publishing
from events.base.clock import now_ms
from events.base.hub import listening_parameters
from events.due import next_due_ms
from events.models import League, Letter, Match, Pending, Season, Tournament
from events.people.account_mail import recovery_request
from events.rounds import Rounds
from tests.events.tables import dalmuti, player, standing_clock

SECONDS = 30  # longer than a busy machine needs
NEVER = 3600.0
A_WHILE = 1.5  # in which a sweeper that is awake makes its next round

pytestmark = pytest.mark.django_db(transaction=True)


class Sleeper:
    """A sweeper on a thread whose rounds are counted and do nothing."""

    def __init__(self, quiet: float) -> None:
        self.count = 0
        self._made = threading.Condition()
        self.rounds = Rounds(self._round, quiet)

    def _round(self) -> bool:
        with self._made:
            self.count += 1
            self._made.notify_all()
        return False

    def has_made(self, count: int, seconds: float = SECONDS) -> bool:
        """Waits for so many rounds; returns whether there were."""
        with self._made:
            return self._made.wait_for(lambda: self.count >= count, seconds)

    def fall_asleep(self) -> int:
        """Waits until no round follows another; returns how many there were."""
        assert self.has_made(1)
        for _ in range(SECONDS):
            if not self.has_made(self.count + 1, A_WHILE):
                return self.count
        raise AssertionError("it makes one round after another")

    def run(self) -> None:
        try:
            self.rounds.run()
        finally:
            connection.close()


@contextmanager
def sleeper(quiet: float = NEVER) -> Iterator[Sleeper]:
    """A sweeper that runs until the block ends."""
    made = Sleeper(quiet)
    thread = threading.Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        made.rounds.listener.stop()
        thread.join(SECONDS)
        assert not thread.is_alive()


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """All notifications are lost, and nobody notices."""
    monkeypatch.setattr(nudges.Listener, "_received", lambda self: bool(self._connection.pgconn.consume_input()))


def deadline_in(ms: int) -> Match:
    """A match that waits for nothing but a deadline that far away."""
    match = dalmuti(clock={"per_move": 3600})
    Pending.objects.filter(match=match).update(bot=False)
    Pending.objects.filter(match=match, deadline_ms__isnull=False).update(deadline_ms=now_ms() + ms)
    return match


def test_a_deadline_ends_the_sleep_without_any_notification(deaf: None) -> None:
    deadline_in(8_000)
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        assert sleeping.has_made(before + 1)


def test_without_a_deadline_it_would_sleep_on(deaf: None) -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        assert not sleeping.has_made(before + 1, A_WHILE)


def test_an_event_that_brings_an_earlier_deadline_ends_the_sleep() -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        dalmuti(clock={"per_move": 3600})

        assert sleeping.has_made(before + 1)


def test_what_is_no_event_of_a_match_nudges() -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        recovery_request(address="somebody@example.org")

        assert sleeping.has_made(before + 1)


def test_a_sweeper_that_hears_nothing_makes_a_round_now_and_then(deaf: None) -> None:
    with sleeper(quiet=A_WHILE + 1) as sleeping:
        before = sleeping.fall_asleep()

        dalmuti(clock={"per_move": 3600})

        assert sleeping.has_made(before + 1)


def test_without_that_round_a_lost_notification_would_be_lost(deaf: None) -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()

        dalmuti(clock={"per_move": 3600})

        assert not sleeping.has_made(before + 1, A_WHILE)


def test_what_is_left_over_is_tried_again_soon() -> None:
    deadline_in(-10_000)

    with sleeper() as sleeping:
        assert sleeping.has_made(3)


def test_a_sweeper_that_cannot_listen_makes_a_round_each_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nudges, "listening_parameters", lambda: {"host": "/nowhere", "connect_timeout": 1})

    with sleeper() as sleeping:
        assert sleeping.has_made(3)


def test_a_lost_connection_is_restored_and_ends_the_sleep() -> None:
    with sleeper() as sleeping:
        before = sleeping.fall_asleep()
        end_listening()
        assert sleeping.has_made(before + 1)
        while not sleeping.rounds.listener.is_listening:
            assert sleeping.has_made(sleeping.count + 1)
        before = sleeping.fall_asleep()

        publishing.nudge()

        assert sleeping.has_made(before + 1)


def end_listening() -> None:
    """Ends all sessions that listen."""
    with psycopg.connect(**listening_parameters(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%' "
                      "OR query = 'SELECT 1' AND pid <> pg_backend_pid()")  # fmt: skip


def test_a_signal_ends_the_sleep_at_once() -> None:
    with sleeper() as sleeping:
        sleeping.fall_asleep()  # leaving the block stops it, and fails if that takes long


def of_a_deadline(at_ms: int) -> None:
    Pending.objects.filter(pk=_item().pk).update(deadline_ms=at_ms, bot=False)


def of_a_bot(at_ms: int) -> None:
    Pending.objects.filter(pk=_item(bot=True).pk).update(ready_ms=at_ms, deadline_ms=None)


def of_a_tournament(at_ms: int) -> None:
    Tournament.objects.create(organiser=player(), settings={}, starts_ms=at_ms, created_ms=now_ms())


def of_a_check_in(at_ms: int) -> None:
    Tournament.objects.create(organiser=player(), settings={}, wakes_ms=at_ms, created_ms=now_ms())


def of_a_season(at_ms: int) -> None:
    league = League.objects.create(organiser=player(), settings={}, sizes=[2], moving=1, created_ms=now_ms())
    Season.objects.create(league=league, number=1, starts_ms=at_ms)


def of_an_e_mail(at_ms: int) -> None:
    Letter.objects.create(address="somebody@example.org", kind=Letter.Kind.RECOVER, due_ms=at_ms, created_ms=0)


def _item(**of: bool) -> Pending:
    """The only item of a match."""
    match = dalmuti()
    item = Pending.objects.filter(match=match, **of).order_by("pk").first() or Pending.objects.create(
        match=match, prompt=1, seat=1, required=True, **of
    )
    Pending.objects.exclude(pk=item.pk).delete()
    return item


@pytest.mark.parametrize("source", [of_a_deadline, of_a_bot, of_a_tournament, of_a_check_in, of_a_season, of_an_e_mail])
def test_what_waits_for_a_time_is_known(source: Callable[[int], None]) -> None:
    with standing_clock() as hands:
        assert next_due_ms() is None

        source(hands.now_ms + 5_000)

        assert next_due_ms() == hands.now_ms + 5_000


def test_a_reminder_comes_before_its_deadline() -> None:
    with standing_clock() as hands:
        match = dalmuti(clock={"per_move": 60})
        Pending.objects.filter(match=match).update(bot=False, ready_ms=None)
        Pending.objects.filter(match=match, deadline_ms__isnull=False).update(deadline_ms=hands.now_ms + 60_000)

        assert next_due_ms() == hands.now_ms + 45_000


def test_a_damaged_match_keeps_nobody_awake() -> None:
    match = deadline_in(-10_000)
    assert next_due_ms() is not None

    Match.objects.filter(pk=match.pk).update(damaged_seq=0)

    assert next_due_ms() is None
