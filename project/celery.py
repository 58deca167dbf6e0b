"""The Celery application; its settings are those of Django that begin with CELERY_."""

import os
import signal
from contextlib import suppress
from typing import Any

import structlog
from celery import Celery, bootsteps
from celery.concurrency.prefork import BlockingPool
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

# pgmq:// means our subclass everywhere: kombu takes no dotted transport in a URL.
TRANSPORT_ALIASES["pgmq"] = "project.queue:Transport"

app = Celery("comptoir")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

log = structlog.get_logger()


class KilledChild(bootsteps.StartStopStep):  # type: ignore[misc]
    """Ends the worker when one of its children was killed; whoever runs the worker starts it again.

    Where the broker brings no event loop, as the embedded queue, the children wait for tasks at one pipe, under one
    lock. Who is killed while he waits takes the lock along, and the worker would look alive and do nothing for ever.
    Turns that were under way still stand in `Pending`.
    """

    requires = ("celery.worker.components:Pool",)

    def start(self, worker: Any) -> None:
        pool = getattr(worker.pool, "_pool", None)
        if type(pool) is BlockingPool:

            def gone(child: Any) -> None:
                if child.exitcode is not None and child.exitcode < 0 and child.exitcode != -signal.SIGTERM:
                    log.error("worker_child_killed", signal=signal.Signals(-child.exitcode).name)
                    for other in pool._pool:
                        with suppress(ProcessLookupError):
                            os.kill(other.pid, signal.SIGKILL)
                    os._exit(1)

            pool.on_process_down = gone


app.steps["worker"].add(KilledChild)
