"""Celery workers for notifications and e-mails, on threads, and the scheduler that sends their messages."""

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

PATIENCE = 120.0  # seconds to wait for an immediate change; only a failing test waits that long


@contextmanager
def working(**threads: int) -> Iterator[None]:
    """Runs workers that execute each task message in a thread. threads: the number of threads by task."""
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
    """Runs a task in a thread; drops its message once the workers have ended."""
    if name in pools:
        pools[name].submit(_run, task)


def _run(task: Callable[[], None]) -> None:
    try:
        task()
    finally:
        connections.close_all()


def reached(state: Callable[[], Any]) -> bool:
    """Returns whether a condition becomes true while the scheduler sends its messages."""
    until = time.monotonic() + PATIENCE
    while not state() and time.monotonic() < until:
        tasks.deliveries_serve()
        time.sleep(0.05)
    return bool(state())
