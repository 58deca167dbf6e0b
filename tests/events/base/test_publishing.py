"""Committed changes are published once; a failed transaction or thread publishes nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from events.base import publishing
from events.base.hub import listening_parameters
from events.base.publishing import CHANNEL, Publisher, notify, publish
from events.matches.record import consents
from tests.events.calls import Caller, first_move, open_match, somebody

SECONDS = 30  # longer than a busy machine needs

pytestmark = pytest.mark.django_db(transaction=True)


class Sent:
    """Notifications that a publisher has sent, batch by batch; the first `failing` batches are lost."""

    def __init__(self, failing: int = 0) -> None:
        self.batches: list[list[str]] = []
        self.may_send = threading.Event()
        self.begun = threading.Event()
        self._failing = failing

    def __call__(self, notifications: Sequence[tuple[str, str]]) -> None:
        self.begun.set()
        assert self.may_send.wait(SECONDS)
        if self._failing:
            self._failing -= 1
            raise OperationalError("gone")
        self.batches.append([payload for _, payload in notifications])


def test_notifications_during_a_batch_are_sent_once_with_the_next_batch() -> None:
    sent = Sent()
    own = Publisher(sent)

    own.send(CHANNEL, "a")
    assert sent.begun.wait(SECONDS)
    for payload in ("b", "c", "b"):
        own.send(CHANNEL, payload)
    assert not own.flush(0.01)
    sent.may_send.set()

    assert own.flush(SECONDS)
    assert sent.batches == [["a"], ["b", "c"]]


def test_notifications_that_the_database_refused_are_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "RETRY_SECONDS", 0.01)
    sent = Sent(failing=2)
    sent.may_send.set()
    own = Publisher(sent)

    own.send(CHANNEL, "a")

    assert own.flush(SECONDS)
    assert sent.batches == [["a"]]


def test_a_job_that_fails_writes_an_error_report_and_the_thread_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    reports: list[str] = []
    monkeypatch.setattr(publishing, "report_error", lambda code, error, doing: reports.append(doing))

    def fails() -> None:
        raise RuntimeError("planted")

    def works() -> None:
        done.append("works")

    own = Publisher(lambda batch: done.append("notified"))
    own.send(CHANNEL, "a")
    own.run(fails)
    assert own.flush(SECONDS)
    own.run(works)

    assert own.flush(SECONDS)
    assert (done, reports) == (["notified", "works"], ["fails"])


def actions_of_publisher(monkeypatch: pytest.MonkeyPatch, seconds: float) -> tuple[list[str], list[str]]:
    """Returns the publisher's actions until the third of three commits, and until its end; `seconds`: its delay."""
    monkeypatch.setattr(publishing, "JOBS_SECONDS", seconds)
    done: list[str] = []
    sent = threading.Semaphore(0)

    def send(batch: Sequence[tuple[str, str]]) -> None:
        done.extend(payload for _, payload in batch)
        sent.release()

    def job() -> None:
        done.append("job")

    own = Publisher(send)
    for number in range(3):
        own.run(job)
        own.send(CHANNEL, f"a{number}")
        assert sent.acquire(timeout=SECONDS)
    before = done.copy()
    assert own.flush(SECONDS)
    return before, done


def test_jobs_of_several_commits_run_once_and_delay_no_notification(monkeypatch: pytest.MonkeyPatch) -> None:
    before, done = actions_of_publisher(monkeypatch, 10 * SECONDS)

    assert before == ["a0", "a1", "a2"]
    assert done == [*before, "job"]


def test_a_publisher_that_runs_the_jobs_of_each_commit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault: each commit runs its own jobs."""
    before, _ = actions_of_publisher(monkeypatch, 0.0)

    assert "job" in before


def test_the_thread_notifies_listening_connections() -> None:
    with psycopg.connect(**listening_parameters(), autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        own = Publisher(lambda batch: (notify(batch), connection.close()))

        own.send(CHANNEL, "a")

        assert [notice.payload for notice in listening.notifies(timeout=SECONDS, stop_after=1)] == ["a"]
        assert own.flush(SECONDS)


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns a list that collects the topics published from now on."""
    topics: list[str] = []
    monkeypatch.setattr(publishing.publisher, "send", lambda channel, payload: topics.append(payload))
    return topics


def test_changes_are_published_only_after_their_commit(published: list[str]) -> None:
    with transaction.atomic():
        publish("a")
        assert published == []
    with transaction.atomic():
        publish("b")
        transaction.set_rollback(True)

    assert published == ["a"]


_WATCH = """
    CREATE TABLE planted_changes (topic text);
    CREATE FUNCTION planted_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO planted_changes VALUES (COALESCE(NEW.match_id, OLD.match_id));
        RETURN NULL;
    END $$;
    CREATE TRIGGER planted AFTER INSERT ON events_actionevent FOR EACH ROW EXECUTE FUNCTION planted_note();
    CREATE TRIGGER planted AFTER INSERT OR UPDATE OR DELETE ON events_seat
        FOR EACH ROW EXECUTE FUNCTION planted_note();
    CREATE TRIGGER planted AFTER INSERT OR UPDATE ON events_sealedanswer
        FOR EACH ROW EXECUTE FUNCTION planted_note();
"""
_END = """
    DROP TABLE planted_changes;
    DROP FUNCTION planted_note CASCADE;
"""


@pytest.fixture
def changes() -> Iterator[Callable[[], set[str]]]:
    """Yields a function that returns the topics that triggers have recorded since its last call."""

    def taken() -> set[str]:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM planted_changes RETURNING topic")
            return {topic for (topic,) in cursor.fetchall()}

    with connection.cursor() as cursor:
        cursor.execute(_WATCH)
    yield taken
    with connection.cursor() as cursor:
        cursor.execute(_END)


def acts(people: list[Caller]) -> Iterator[Callable[[], Any]]:
    """Yields acts of people on seats, consents and sealed answers, one at a time."""
    ada, bert, cleo, dora = people
    lobby = ada.post("/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["id"]
    yield lambda: bert.post(f"/matches/{lobby}/seats")
    yield lambda: cleo.post(f"/matches/{lobby}/waiting-list")
    yield lambda: ada.post("/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]})
    match = open_match(ada, [bert, cleo, dora], substitutes=True)
    move = first_move(ada, match)
    yield lambda: ada.post(f"/matches/{match}/moves", move)
    for path in ("agreements/abort", "agreements/undo", "agreements/pause"):
        yield lambda path=path: ada.post(f"/matches/{match}/{path}")
        yield lambda path=path: ada.delete(f"/matches/{match}/{path}")
    yield lambda: ada.post(f"/matches/{match}/messages", {"text": "Bonjour"})
    yield lambda: dora.post(f"/matches/{match}/resign")
    sealed = ada.post(
        "/matches",
        {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}], "fairness": "commit_reveal"},
    ).json()["id"]
    yield lambda: ada.post(f"/matches/{sealed}/seats/0/commit", {"commit": None})
    yield lambda: bert.post(f"/matches/{sealed}/seats")
    yield lambda: bert.delete("/me")


def unpublished(changes: Callable[[], set[str]], published: list[str]) -> set[str]:
    """Returns the matches whose changes no act has published."""
    missing: set[str] = set()
    for act in acts([somebody() for _ in range(4)]):
        changes(), published.clear()
        act()
        missing |= changes() - set(published)
    return missing


def test_every_event_seat_consent_and_sealed_answer_is_published(
    changes: Callable[[], set[str]], published: list[str]
) -> None:
    assert unpublished(changes, published) == set()


def test_a_service_that_forgets_to_publish_is_found(
    changes: Callable[[], set[str]], published: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consents, "publish", lambda *_: None)

    assert unpublished(changes, published)
