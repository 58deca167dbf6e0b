"""Rows that all tests of a file share: they are created once, and the changes of each test are rolled back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from tests.chance import FIRST_MS, Drawn
from tests.games.harness.time_budget import SEED

Made = TypeVar("Made")
DAY_MS = 86_400_000
SETTINGS = {"COMPTOIR_LIMITS": {}, "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"]}
"""Settings of all tests: no rate limits, because requests come fast, and a password hash with a single round."""


def made_once(make: Callable[[], Made]) -> Any:
    """Returns a fixture of a file: the result of `make`, which runs before the first test that uses the fixture.

    The seed determines all random values, and all ids are lower than those of tests. The file needs an `xdist_group`,
    so that one process runs its tests; `forget` runs before each test.
    """

    @pytest.fixture(scope="module")
    def made(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Made]:
        drawn = Drawn(f"{SEED} {request.path.name}", FIRST_MS - DAY_MS)
        with django_db_blocker.unblock(), transaction.atomic():
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(settings, "COMPTOIR_BOT_KEY", drawn.bot_key)
                patched.setattr("os.urandom", drawn.urandom)
                patched.setattr("events.base.models.uuid7", drawn.uuid7)
                result = make()
            yield result
            transaction.set_rollback(True)

    return made


def forget() -> None:
    """Empties the caches of the process, because a test that was rolled back may have changed the cached rows."""
    from events.base import caches
    from events.http import auth
    from events.log import archive, match_seeds

    auth.forget()
    caches.forget()
    match_seeds.forget()
    archive.forget()


def send_messages_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publishes messages to workers at once, in the calling thread."""
    from events.base import messages

    def send(message: messages.TaskMessage, copies: int) -> None:
        for _ in range(copies):
            try:
                message.task.apply_async(message.args, expires=message.expires, queue=message.queue, retry=False)
            except OperationalError:  # the broker is down
                messages.messages.losses += 1

    monkeypatch.setattr(messages.messages, "send", send)


def publish_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publishes committed work at once, in the committing thread, and delivers notifications even before the commit."""
    from events.base.publishing import notify, publisher
    from events.matches.record.order_timers import set_order_timers
    from events.notifications import relay
    from events.notifications.next_delivery import set_delivery_timer
    from events.timers.services import set_shared_timers

    later, at_once = publisher.run, (set_order_timers, set_delivery_timer, set_shared_timers)
    monkeypatch.setattr(publisher, "send", lambda channel, payload: notify([(channel, payload)]))
    monkeypatch.setattr(publisher, "run", lambda job: job() if job in at_once else later(job))
    monkeypatch.setattr(relay, "notify", lambda match: relay.notices_relay([match]))


def write_error_reports_within(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes error reports in the transaction of the test; otherwise they would stay in the database."""
    from django.db import connection

    from events.base import error_reports

    outside = error_reports.own_connection

    @contextmanager
    def own_connection() -> Iterator[Any]:
        if any(block._from_testcase for block in connection.atomic_blocks):
            with transaction.atomic():
                yield connection
        else:
            with outside() as own:
                yield own

    monkeypatch.setattr(error_reports, "own_connection", own_connection)
