"""A worker keeps its database connection from task to task, and replaces it once it is lost."""

from collections.abc import Callable

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import task_postrun, task_prerun
from django.db import connection

from bots.tasks import coach
from project.celery import app

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session() -> Callable[[], int]:
    """Returns a function that runs a task as a worker does, and returns the session of its statement."""
    fixup = DjangoWorkerFixup(app)  # Celery's own handlers; a worker installs them

    def run() -> int:
        task_prerun.send(sender=coach)
        fixup.on_task_prerun(sender=coach)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            [number] = cursor.fetchone()
        task_postrun.send(sender=coach)
        fixup.on_task_postrun(sender=coach)
        return number

    return run


def test_tasks_share_a_connection(session: Callable[[], int]) -> None:
    assert session() == session()


def test_a_task_replaces_a_lost_connection(session: Callable[[], int]) -> None:
    before = session()
    connection.connection.close()

    assert session() != before
