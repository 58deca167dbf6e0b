"""Password hashing is slow by design, so each address has a limit on hashed passwords, in all requests together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.test import Client

from tests.events.calls import Caller, somebody

pytestmark = pytest.mark.django_db

NEW = "correct horse battery"


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """Limits each address to two hashed passwords; returns the list of hashed passwords."""
    settings.COMPTOIR_LIMITS = {"hashing": (2, 3600), "sign_in": (1_000, 60)}
    hasher, words = type(hashers.get_hasher("default")), []
    encode = hasher.encode

    def counted(self: Any, password: str, *args: Any, **kwargs: Any) -> str:
        words.append(password)
        return encode(self, password, *args, **kwargs)

    monkeypatch.setattr(hasher, "encode", counted)
    return words


WAYS: dict[str, Callable[[int], Any]] = {
    "operator": lambda n: Client().post("/admin/login/", {"username": f"Nobody {n}", "password": NEW}),
    "sign_up": lambda n: Caller().post("/players", {"name": f"Ada {n}", "password": NEW}),
    "sign_in": lambda n: Caller().post("/tokens", {"name": f"Nobody {n}", "password": NEW}),
    "change": lambda n: somebody(f"Guest {n}").call("PATCH", "/me", {"password": NEW}),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_number_of_passwords_hashed_for_an_address_is_limited(way: str, hashed: list[str]) -> None:
    answers = [WAYS[way](n) for n in range(4)]

    assert len(hashed) == 2
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "rate_limited"
    assert int(answers[-1]["Retry-After"]) > 0


def test_all_endpoints_that_hash_a_password_share_one_limit(hashed: list[str]) -> None:
    for n, way in enumerate(WAYS.values()):
        way(n)

    assert len(hashed) == 2


def test_sign_ups_with_a_password_have_a_smaller_limit_that_guests_do_not_use_up(hashed, settings):
    settings.COMPTOIR_LIMITS = {"sign_up_password": (1, 3600)}

    answers = [Caller().post("/players", {"name": f"Ada {n}", "password": NEW}) for n in range(2)]

    assert [answer.status_code for answer in answers] == [201, 429]
    assert len(hashed) == 1
    assert Caller().post("/players", {"name": "A Guest"}).status_code == 201


def test_a_guest_needs_no_password_and_is_not_counted(hashed: list[str]) -> None:
    answers = [Caller().post("/players", {"name": f"Visitor {n}"}) for n in range(4)]

    assert [answer.status_code for answer in answers] == [201] * 4
