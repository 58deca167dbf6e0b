"""The servers of `make run`, as processes that are forked from the process with the loaded program.

Importing this module reads the settings, so the environment of the servers must be complete before.
"""

import ctypes
import gc
import os
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module

import django

from games import compiled
from project.embedded.forks import computed_apart, forked
from project.embedded.places import is_small
from project.embedded.supervisor import Child, python

IS_SMALL = is_small()
WEB_PROCESSES = 1 if IS_SMALL else min(2, os.cpu_count() or 1)  # one interpreter uses one core
BOTS = 1 if IS_SMALL else 2  # the number of turns that bots play concurrently
NOTICES_CONNECTIONS = 4  # fewer than threads, because a thread that waits for a receiver holds no connection
SMALL_THREADS = 8  # the threads that post notifications and send e-mails in a small installation
SEARCH_NICE = "10"  # bots that search yield to everything else
SEARCH = {"COMPTOIR_WORKER_NICE": SEARCH_NICE}
# With compiled games, a separate process loads the program again.
COMPILED = (
    *("-W", "ignore:You're running the worker with superuser", "-m", "celery", "--quiet", "-A", "project", "worker"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel=WARNING"),
    *("--concurrency=1", "-Q", "search,background"),
)


LOADED = (
    *("project.asgi", "project.serving.server", "uvicorn.loops.auto", "uvicorn.protocols.http.auto"),
    *("uvicorn.lifespan.off", "celery.apps.worker", "celery.app.log", "celery.concurrency.prefork"),
    *("celery.concurrency.thread", "celery.worker.strategy", "celery.events", "celery.worker.components"),
    *("celery.app.amqp", "celery.app.control", "celery.app.events", "celery.worker.autoscale", "billiard.pool"),
    *("billiard.popen_fork", "billiard.synchronize", "billiard.sharedctypes", "kombu.transport.pgmq", "bots.timers"),
    *("project.database.queue", "events.management.commands.scheduler"),
    "django.contrib.messages.storage.fallback",
)
"""The modules that servers import when they start. One import before the fork is enough for all servers."""


def load() -> None:
    """Loads all modules of the servers and excludes them from garbage collection, which would copy shared memory."""
    django.setup()
    from events.http.openapi import document

    document.unpack(computed_apart(document.packed))
    for module in LOADED:
        import_module(module)
    from project.celery import app
    from project.checks import known_migrations

    app.loader.import_default_modules()
    app.finalize()
    known_migrations()
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def servers(listening: socket.socket) -> Iterator[Child]:
    """Yields the servers: web, the workers and the scheduler; with COMPTOIR_MAIL_PORT, also the receiver of e-mails.

    In a small installation, each worker has one process, and one worker sends both notifications and e-mails. An e-mail
    may then wait for slow receivers of notifications.
    """
    from django.conf import settings

    from events.notifications.deliveries import THREADS

    for number in range(1, WEB_PROCESSES + 1):
        name = "web" if WEB_PROCESSES == 1 else f"web {number}"
        yield Child(name, forked(name, partial(_serve, listening)))
    pool = "solo" if IS_SMALL else "prefork"
    yield Child("worker", forked("worker", partial(_work, ["celery", "bots"], pool, BOTS)))
    if compiled.is_current() and not IS_SMALL:
        yield Child("search", python(COMPILED, SEARCH | {compiled.SETTING: "compiled"}))
    else:
        yield Child("search", forked("search", partial(_work, ["search", "background"], pool, 1), SEARCH))
    if IS_SMALL:
        both = partial(_work, ["notices", "mails"], "threads", SMALL_THREADS, NOTICES_CONNECTIONS)
        yield Child("notices", forked("notices", both))
    else:
        posts = partial(_work, ["notices"], "threads", THREADS, NOTICES_CONNECTIONS)
        yield Child("notices", forked("notices", posts))
        yield Child("mails", forked("mails", partial(_work, ["mails"], "threads", 1)))
    if settings.COMPTOIR_MAIL_PORT:
        yield Child("mail", forked("mail", _take_mail))
    yield Child("scheduler", forked("scheduler", _schedule))


def _serve(listening: socket.socket) -> None:
    from project.serving.server import serve

    serve(listening, "web")


def _take_mail() -> None:
    from django.core.management import call_command

    call_command("serve_mail", smtp=True)


def _schedule() -> None:
    from django.core.management import call_command

    call_command("scheduler")


def _work(queues: list[str], pool: str, concurrency: int, connections: int = 0) -> None:
    """Runs a Celery worker, as `celery worker` does. connections: the size of its database pool; 0: no pool."""
    from project.celery import app
    from project.database.pool import use_pool

    # Celery warns against running as root. In containers root is usual, and the settings refuse pickle anyway.
    warnings.filterwarnings("ignore", "You're running the worker with superuser")
    if connections:
        use_pool(connections)
    worker = app.Worker(
        pool=pool,
        concurrency=concurrency,
        queues=queues,
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    sys.exit(worker.exitcode)
