"""One thread of a process renews all leases, each until its turn ends."""

from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from uuid import UUID

import pytest

from bots import leases

SECONDS = 60  # longer than a busy machine needs


@pytest.fixture
def renewals(monkeypatch: pytest.MonkeyPatch) -> Counter[UUID]:
    """Counts the renewals of each lease, with short intervals, in a process without a thread for leases yet."""
    counted = Counter[UUID]()

    def renew(token: UUID) -> bool:
        counted[token] += 1
        return True

    monkeypatch.setattr(leases, "INTERVAL", 0.01)
    monkeypatch.setattr(leases, "lease_renew", renew)
    monkeypatch.setattr(leases, "_renewals", leases.Renewals())
    return counted


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, "expected it within a minute"
        time.sleep(0.005)


def test_a_lease_is_renewed_until_its_turn_ends(renewals: Counter[UUID]):
    short, long = uuid.uuid4(), uuid.uuid4()
    with leases.renewed(long):
        with leases.renewed(short):
            until(lambda: renewals[short] >= 2)
        until(lambda: renewals[long] > renewals[short] + 2)
    after, other = renewals[long], uuid.uuid4()

    with leases.renewed(other):
        until(lambda: renewals[other] >= 3)
    assert renewals[long] <= after + 1, "one may have been on its way"


def test_a_lease_held_by_another_worker_is_no_longer_renewed(renewals: Counter[UUID], monkeypatch: pytest.MonkeyPatch):
    lost, held, renew = uuid.uuid4(), uuid.uuid4(), leases.lease_renew
    monkeypatch.setattr(leases, "lease_renew", lambda token: renew(token) and token != lost)

    with leases.renewed(lost), leases.renewed(held):
        until(lambda: renewals[held] >= 5)

    assert renewals[lost] == 1


def test_an_error_at_one_lease_does_not_stop_the_renewal_of_others(
    renewals: Counter[UUID], monkeypatch: pytest.MonkeyPatch
):
    broken, held, renew = uuid.uuid4(), uuid.uuid4(), leases.lease_renew

    def failing(token: UUID) -> bool:
        if token == broken:
            raise RuntimeError("not the database's")
        return renew(token)

    monkeypatch.setattr(leases, "lease_renew", failing)

    with leases.renewed(broken), leases.renewed(held):
        until(lambda: renewals[held] >= 5)


def test_a_policy_that_never_ends_loses_its_lease(renewals: Counter[UUID], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(leases, "RENEWALS", 3)
    endless = uuid.uuid4()
    with leases.renewed(endless):
        until(lambda: renewals[endless] == 3)
        with leases.renewed(other := uuid.uuid4()):
            until(lambda: renewals[other] >= 2)

    assert renewals[endless] == 3


def test_all_leases_are_renewed_by_one_thread(renewals: Counter[UUID]):
    before = threading.active_count()
    for _ in range(50):
        with leases.renewed(uuid.uuid4()):
            assert threading.active_count() <= before + 1
