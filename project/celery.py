"""The Celery application, configured by the Django settings that start with CELERY_."""

import gc
import os
import signal
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from celery import Celery
from celery.signals import (
    task_failure,
    task_prerun,
    worker_before_create_process,
    worker_process_init,
    worker_ready,
    worker_shutdown,
)
from kombu.transport import TRANSPORT_ALIASES

from project.embedded.identity import dies_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

# The scheme pgmq:// selects our subclass, because a URL cannot contain the dotted path of a transport.
TRANSPORT_ALIASES["pgmq"] = "project.database.queue:Transport"

_worker = 0

app = Celery("comptoir")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_before_create_process.connect
def _share_memory(**_: Any) -> None:
    """Excludes the loaded program from garbage collection, which would copy its shared memory in each process."""
    gc.freeze()


@worker_before_create_process.connect
def _name_worker(**_: Any) -> None:
    """Records this process as the parent of the worker processes that it creates."""
    global _worker
    _worker = os.getpid()


@worker_process_init.connect
def _end_with_worker(**_: Any) -> None:
    """Makes a process end with its worker, even if the worker is killed.

    Otherwise the processes of a killed worker would remain, because they keep each other's pipes open.
    """
    dies = dies_with_parent(signal.SIGKILL)
    if dies and _worker not in (0, os.getpid()):  # otherwise the worker has no child processes
        dies()
        if os.getppid() != _worker:  # the worker was killed before dies()
            os._exit(1)


@worker_process_init.connect
def _lower_priority(**_: Any) -> None:
    """Lowers the priority of a worker's processes by COMPTOIR_WORKER_NICE."""
    os.nice(int(os.environ.get("COMPTOIR_WORKER_NICE") or 0))


@task_prerun.connect
def _close_lost_connections(**_: Any) -> None:
    """Closes connections that are lost or too old, as Django does before each request."""
    from django.db import close_old_connections

    close_old_connections()


@task_failure.connect
def _report_task(sender: Any, exception: BaseException, args: Sequence[Any], **_: Any) -> None:
    """Reports a failed task. The first UUID among its arguments is the id of a match."""
    from events.base.error_reports import report_error

    match = next((argument for argument in args if isinstance(argument, UUID)), None)
    report_error("task_failed", exception, f"task {sender.name}", match)


@worker_ready.connect
def _begin_heartbeat(sender: Any, **_: Any) -> None:
    """Starts the heartbeat of a worker. It also stands for the worker's processes, which have the same environment."""
    from events.processes import heartbeat
    from events.processes.metrics_server import serve_metrics

    serve_metrics()
    queue = next(iter(sender.app.amqp.queues.consume_from))
    beating = heartbeat.begin({"celery": "worker"}.get(queue, queue))
    worker_shutdown.connect(lambda **_: beating.end(), weak=False)
