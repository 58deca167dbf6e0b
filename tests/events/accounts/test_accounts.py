"""Passwords: a change requires the current password and ends all other sessions, and the server limits guesses."""

from __future__ import annotations

from typing import Any

import pytest

from events.http import auth
from tests.events.calls import Caller, somebody

pytestmark = pytest.mark.django_db

OLD, NEW = "correct horse battery", "another long password"
NAME = "Ada Passe"


def member() -> Caller:
    answer = Caller().post("/players", {"name": NAME, "password": OLD})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"], answer.json()["id"])


def signed_in(password: str = OLD, name: str = NAME) -> Any:
    return Caller().post("/tokens", {"name": name, "password": password})


def change(caller: Caller, **body: str) -> Any:
    return caller.call("PATCH", "/me", body)


def faults(answer: Any) -> list[tuple[str, str]]:
    return [(error["pointer"], error["code"]) for error in answer.json()["errors"]]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"password": NEW}, ("/current_password", "required")),
        ({"password": NEW, "current_password": "not this one"}, ("/current_password", "wrong_password")),
        ({"password": "password", "current_password": OLD}, ("/password", "bad_password")),
        ({"current_password": OLD}, ("/password", "required")),
    ],
)
def test_a_password_is_changed_only_with_the_current_password(body: dict[str, str], fault: tuple[str, str]):
    ada = member()

    answer = change(ada, **body)

    assert (answer.status_code, faults(answer)) == (400, [fault])
    assert signed_in(OLD).status_code == 201


def test_a_new_password_replaces_the_old_password():
    ada = member()

    assert change(ada, password=NEW, current_password=OLD).status_code == 200

    assert (signed_in(OLD).status_code, signed_in(NEW).status_code) == (401, 201)


def test_a_new_password_revokes_every_token_except_that_of_the_request():
    ada = member()
    other = Caller(signed_in().json()["token"])
    assert other.get("/me").status_code == 200  # verified once, so that this process remembers it

    change(ada, password=NEW, current_password=OLD)

    assert (ada.get("/me").status_code, other.get("/me").status_code) == (200, 401)
    assert [token["current"] for token in ada.get("/tokens").json()["items"]] == [True]


def test_a_refused_change_revokes_nothing():
    ada = member()
    other = Caller(signed_in().json()["token"])

    change(ada, password=NEW, current_password="not this one")

    auth.forget()
    assert other.get("/me").status_code == 200


def test_a_guest_sets_a_first_password_without_a_current_password():
    guest = somebody("Guest")
    name = guest.get("/me").json()["name"]

    assert faults(change(guest, password=NEW, current_password=OLD)) == [("/current_password", "wrong_password")]
    assert change(guest, password=NEW).json()["guest"] is False

    assert signed_in(NEW, name).status_code == 201
    assert faults(change(guest, password=OLD)) == [("/current_password", "required")]


def test_a_token_has_the_label_that_its_owner_gave_it():
    ada = member()

    Caller().post("/tokens", {"name": NAME, "password": OLD, "label": "Laptop"})

    assert [token["label"] for token in ada.get("/tokens").json()["items"]] == ["Laptop", ""]
    assert [token["label"] for token in ada.get("/me/export").json()["tokens"]] == ["", "Laptop"]


def test_attempts_on_one_account_are_limited_across_all_addresses(settings):
    member()
    settings.COMPTOIR_LIMITS = {"sign_in": (100, 60), "password": (3, 300)}
    settings.COMPTOIR_PROXIES = 1

    answers = [
        Caller().post("/tokens", {"name": name, "password": "wrong one"}, X_Forwarded_For=f"203.0.113.{place}")
        for place, name in enumerate((NAME, NAME.upper(), "Ada-Passe", NAME, NAME))
    ]

    assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 300
    assert signed_in(name="Somebody else").status_code == 401


def test_signing_in_and_changing_a_password_share_one_limit(settings):
    ada = member()
    settings.COMPTOIR_LIMITS = {"password": (3, 300)}

    answers = [
        signed_in("wrong one"),
        change(ada, password=NEW, current_password="wrong one"),
        signed_in("wrong one"),
        change(ada, password=NEW, current_password=OLD),
        signed_in(OLD),
        change(ada, language="fr"),
    ]

    assert [answer.status_code for answer in answers] == [401, 400, 401, 429, 429, 200]


def test_a_limit_does_not_reveal_whether_the_account_exists(settings):
    member()
    settings.COMPTOIR_LIMITS = {"password": (1, 300)}

    answers = [[signed_in("wrong one", name).status_code for _ in range(2)] for name in (NAME, "Nobody Here")]

    assert answers == [[401, 429], [401, 429]]
