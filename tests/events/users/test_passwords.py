"""The hashes of passwords: one at a time in a process, so that attempts to sign in leave the other cores to players."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password

from events.base.exceptions import Busy
from events.users.passwords import PasswordHasher

SECONDS = 20


def test_one_hash_is_computed_at_a_time_and_a_fourth_caller_is_told_to_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end, running, most = threading.Event(), 0, 0

    def encode(self: Any, password: str, salt: str, iterations: int | None = None) -> str:
        nonlocal running, most
        running += 1
        most = max(most, running)
        may_end.wait(SECONDS)
        running -= 1
        return password

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)
    refusals: list[Busy] = []

    def hash_once() -> None:
        try:
            PasswordHasher().encode("a password", "salt")
        except Busy as busy:
            refusals.append(busy)
            may_end.set()

    callers = [threading.Thread(target=hash_once) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(SECONDS)

    assert [busy.retry_after for busy in refusals] == [1]
    assert most == 1


def test_a_password_stored_by_djangos_hasher_is_still_accepted(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["events.users.passwords.PasswordHasher"]
    stored = PBKDF2PasswordHasher().encode("a password", "salt", 1000)

    assert check_password("a password", stored)
    assert not check_password("another password", stored)
