"""Workers for notices and e-mails as Celery runs them, on threads, and the scheduler that sends their messages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from django.db import connections

from events import tasks

PATIENCE = 120.0  # seconds for a state that comes at once; only a failing test waits that long


@contextmanager
def working(**threads: int) -> Iterator[None]:
    """Workers that run each message of a task on one of their threads. threads: of each task."""
    pools = dict[str, Executor]()
    with ExitStack() as patched, ExitStack() as running:
        for name in threads:
            task = getattr(tasks, name)
            patched.enter_context(patch.object(task, "apply_async", partial(_submit, pools, name, task)))
        for name, number in threads.items():
            pools[name] = running.enter_context(ThreadPoolExecutor(number))
        try:
            yield
        finally:
            pools.clear()


def _submit(pools: Mapping[str, Executor], name: str, task: Callable[[], None], *_: Any, **__: Any) -> None:
    """Has a thread run a task; at the end, the message is lost."""
    if name in pools:
        pools[name].submit(_run, task)


def _run(task: Callable[[], None]) -> None:
    try:
        task()
    finally:
        connections.close_all()


def reached(state: Callable[[], Any]) -> bool:
    """Returns whether a state is reached while the scheduler sends its messages."""
    until = time.monotonic() + PATIENCE
    while not state() and time.monotonic() < until:
        tasks.deliveries_serve()
        time.sleep(0.05)
    return bool(state())
