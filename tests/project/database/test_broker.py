"""A task passes through the broker and is executed, which the worker's process alone cannot show."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from celery import Celery
from django.conf import settings
from kombu import Connection, Message, Queue
from kombu.asynchronous import Hub
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from project.celery import app
from project.database import queue as broker
from project.database.queue import install
from project.embedded.installation_keys import generate
from project.embedded.postgres import OWNER, Cluster
from tests.stack import ROOT

LONGEST = 120
PROCESSES = 6

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("broker")]


@pytest.fixture
def environment(cluster: Cluster | None) -> dict[str, str]:
    """Returns the broker of the environment; without one, the queue in the tests' PostgreSQL."""
    variables = {**os.environ, **generate(), "LOG_LEVEL": "INFO"}
    if cluster and not os.environ.get("CELERY_BROKER_URL"):
        variables["QUEUE_DATABASE_URL"] = cluster.url(OWNER, "postgres")
        variables["DATABASE_URL"] = variables["QUEUE_DATABASE_URL"]
        install(variables["QUEUE_DATABASE_URL"])
    return variables


@pytest.fixture
def queue() -> str:
    return f"test-{uuid.uuid4().hex[:12]}"


@contextmanager
def started(
    environment: dict[str, str], queue: str, output_file: Path, pool: tuple[str, ...] = ("--pool=solo",)
) -> Iterator[Path]:
    """Runs a worker on the queue that writes its output to a file."""
    words = ("worker", *pool, "--without-gossip", "--without-mingle", "--loglevel=INFO", "-Q", queue)
    with output_file.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "project", *words],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield output_file
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(LONGEST)


def send(environment: dict[str, str], queue: str) -> str:
    """Sends a task to the broker of the environment; returns its id."""
    sender = Celery(set_as_current=False)
    sender.config_from_object("django.conf:settings", namespace="CELERY")
    if not environment.get("CELERY_BROKER_URL"):
        options = {
            **settings.CELERY_BROKER_TRANSPORT_OPTIONS,
            "conn_string": conninfo_of(environment["QUEUE_DATABASE_URL"]),
        }
        sender.conf.update(broker_url="pgmq://localhost", broker_transport_options=options)
    with sender.connection_for_write() as connection:
        return str(sender.send_task("bots.tasks.coach", queue=queue, connection=connection).id)


def conninfo_of(url: str) -> str:
    return make_conninfo(**conninfo_to_dict(url))


def wait_for(file: Path, text: str) -> None:
    wait_until(lambda: text in file.read_text(errors="replace"), f"no {text!r}", file)


def wait_until(truth: Callable[[], bool], otherwise: str, file: Path) -> None:
    end = time.monotonic() + LONGEST
    while not truth():
        assert time.monotonic() < end, f"{otherwise} in:\n{file.read_text(errors='replace')}"
        time.sleep(0.05)


def worker_on(queue: str) -> psutil.Process:
    """Returns the process that takes tasks from a queue; Celery renames it where `setproctitle` is installed."""
    for child in psutil.Process().children():
        with suppress(psutil.Error):
            if queue in " ".join(child.cmdline()):
                return child
    raise AssertionError(f"nobody works on {queue}")


def is_done(file: Path, task: str) -> bool:
    """Returns whether a worker has finished a task; without tables in the database, the task ends with an error."""
    output = file.read_text(errors="replace")
    return f"[{task}] succeeded" in output or f"[{task}] raised" in output


def test_two_workers_of_one_machine_receive_messages_sent_before_and_after_their_start(
    environment: dict[str, str], queue: str, tmp_path: Path
) -> None:
    first, second = f"{queue}-a", f"{queue}-b"
    before = send(environment, first)

    with (
        started(environment, first, tmp_path / "first.txt") as one,
        started(environment, second, tmp_path / "second.txt") as two,
    ):
        wait_for(one, f"[{before}] received")
        wait_for(two, "ready.")
        tasks = send(environment, first), send(environment, second)

        wait_for(one, f"[{tasks[0]}] received")
        wait_for(two, f"[{tasks[1]}] received")


def test_a_worker_whose_idle_child_was_killed_goes_on(environment: dict[str, str], queue: str, tmp_path: Path) -> None:
    with started(environment, queue, tmp_path / "worker.txt", ("--pool=prefork", "--concurrency=2")) as output_file:
        first = send(environment, queue)
        wait_until(lambda: is_done(output_file, first), "the first task is not done", output_file)
        worker = worker_on(queue)

        for child in worker.children()[:2]:
            child.kill()
            psutil.wait_procs([child], timeout=LONGEST)

        second = send(environment, queue)
        wait_until(lambda: is_done(output_file, second), "it does not work any more", output_file)


@pytest.fixture
def options(cluster: Cluster | None) -> dict[str, Any]:
    """Returns the transport options of the queue in the database of the tests."""
    if cluster is None or os.environ.get("CELERY_BROKER_URL"):
        pytest.skip("another broker")
    install(cluster.url(OWNER, "postgres"))
    conninfo = conninfo_of(cluster.url(OWNER, "postgres"))
    return {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, "conn_string": conninfo}


@pytest.fixture
def received(options: dict[str, Any], queue: str) -> Iterator[Callable[..., bool]]:
    """Sends a message to a consumer on an event loop; returns whether it arrives within the given seconds."""
    hub, bodies = Hub(), []

    def send_and_wait(seconds: float = 10) -> bool:
        with Connection("pgmq://localhost", transport_options=options) as other, other.SimpleQueue(queue) as sending:
            sending.put("hello")
        end = time.monotonic() + seconds
        while not bodies and time.monotonic() < end:
            hub.run_once()
        return bodies == ["hello"]

    with Connection("pgmq://localhost", transport_options=options) as connection:
        connection.register_with_event_loop(hub)
        with connection.Consumer(Queue(queue), callbacks=[lambda body, message: bodies.append(body)]):
            hub.run_once()  # the consumer reads the queue once when it starts
            yield send_and_wait
    hub.close()


@pytest.fixture
def lost_notifications(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loses all notifications."""
    monkeypatch.setattr(broker.Transport, "_on_notification", lambda self, listening: listening.pgconn.consume_input())


@pytest.fixture
def short_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the interval between two looks at the queue."""
    monkeypatch.setattr(broker, "LOOK_SECONDS", 0.5)


def test_a_notification_delivers_a_message(received: Callable[..., bool]) -> None:
    assert received()


@pytest.mark.usefixtures("lost_notifications")
def test_a_message_whose_notification_is_lost_waits(received: Callable[..., bool]) -> None:
    assert not received(seconds=1.5)


@pytest.mark.usefixtures("lost_notifications", "short_interval")
def test_the_next_poll_delivers_a_message_whose_notification_is_lost(received: Callable[..., bool]) -> None:
    assert received()


def test_a_backlog_that_a_worker_discards_does_not_wait_for_notifications(
    options: dict[str, Any], queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "WAKE_SECONDS", 5)
    hub, bodies = Hub(), []
    with Connection("pgmq://localhost", transport_options=options) as other, other.SimpleQueue(queue) as sending:
        for number in range(20):
            sending.put(number)

    def discard(body: int, message: Message) -> None:
        bodies.append(body)
        hub.call_soon(message.ack)  # as Celery does with an expired message

    with Connection("pgmq://localhost", transport_options=options) as connection:
        connection.register_with_event_loop(hub)
        with connection.Consumer(Queue(queue), callbacks=[discard], prefetch_count=1):
            end = time.monotonic() + 20
            while len(bodies) < 20 and time.monotonic() < end:
                hub.run_once()
            hub.run_once()  # acknowledges the last message
    hub.close()

    assert bodies == list(range(20))


def test_several_processes_create_a_queue_at_the_same_time(
    options: dict[str, Any], queue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "LOCK_CREATION", broker.LOCK_CREATION.replace("2s", "60s"))  # a busy machine is slow

    def create(name: str) -> str:
        with Connection("pgmq://localhost", transport_options=options) as connection:
            return str(Queue(name).bind(connection.default_channel).queue_declare().queue)

    names = [f"{queue}-{number // PROCESSES}" for number in range(5 * PROCESSES)]
    with ThreadPoolExecutor(PROCESSES) as processes:
        assert list(processes.map(create, names)) == names


def test_connections_of_the_queue_have_all_parameters(options: dict[str, Any]) -> None:
    parameters = {"application_name": "queue", "options": "-c synchronous_commit=off"}
    options["conn_string"] = make_conninfo(options["conn_string"], target_session_attrs="read-write", **parameters)

    with Connection("pgmq://localhost", transport_options=options) as connection:
        connection.connect()
        waiter = connection.transport._get_notify_waiter()
        waiter.register("any")
        with connection.transport._get_pgmq_client().pool.connection() as pooled:
            for each in (pooled, waiter._conn):
                assert each.info.get_parameters()["target_session_attrs"] == "read-write"
                assert each.info.get_parameters()["application_name"] == "queue"
                assert each.execute("SHOW synchronous_commit").fetchone() == ("off",)


def test_only_json_is_taken() -> None:
    assert (list(app.conf.accept_content), settings.CELERY_TASK_SERIALIZER) == (["json"], "json")
