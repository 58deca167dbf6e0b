"""Waking workers costs the thread of a request nothing."""

from __future__ import annotations

import threading

from bots.tasks import wake_workers
from bots.waker import Waker

SECONDS = 60  # longer than a busy machine needs


def test_a_ring_returns_before_the_message_is_published():
    may_publish, published = threading.Event(), threading.Event()

    def publish() -> None:
        may_publish.wait(SECONDS)
        published.set()

    Waker(publish).ring()

    assert not published.is_set()
    may_publish.set()
    assert published.wait(SECONDS)


def test_rings_while_a_message_is_published_share_the_next_one():
    begun, may_go_on, calls = threading.Semaphore(0), threading.Semaphore(0), list[str]()

    def publish() -> None:
        calls.append(threading.current_thread().name)
        begun.release()
        may_go_on.acquire(timeout=SECONDS)

    waker = Waker(publish)
    waker.ring()
    assert begun.acquire(timeout=SECONDS)
    for _ in range(5):
        waker.ring()
    may_go_on.release(2)

    assert begun.acquire(timeout=SECONDS)
    assert not begun.acquire(timeout=0.1)
    assert calls == ["waker", "waker"]


def test_a_message_of_a_test_reaches_a_broker():
    assert wake_workers(), "it would wait for a broker that does not run, in this test and in each that plays with bots"
