"""Texts are in the language of the request, else in the language of the caller's profile, else in English."""

from __future__ import annotations

import pytest

from tests.events.calls import Caller, open_match, somebody

pytestmark = pytest.mark.django_db


def summary(caller: Caller, **headers: str) -> str:
    text: str = caller.get("/games/great_dalmuti", **headers).json()["summary"]
    return text


@pytest.fixture
def marie() -> Caller:
    caller = somebody("Marie")
    assert caller.call("PATCH", "/me", {"language": "fr"}).status_code == 200
    return caller


def test_without_a_header_a_caller_receives_the_language_of_their_profile(marie: Caller):
    french = summary(Caller(), Accept_Language="fr")

    assert summary(marie) == french
    assert summary(Caller()) != french


def test_the_language_of_a_header_precedes_the_language_of_the_profile(marie: Caller):
    assert summary(marie, Accept_Language="en-GB") == summary(Caller())


def test_a_header_without_a_known_language_is_ignored(marie: Caller):
    assert summary(marie, Accept_Language="de, *;q=0") == summary(Caller(), Accept_Language="fr")


def test_problems_too_are_in_the_language_of_the_profile(marie: Caller):
    answer = marie.get("/games/none")

    assert answer.json()["title"] == Caller().get("/games/none", Accept_Language="fr").json()["title"]
    assert answer["Content-Language"] == "fr"


def test_labels_of_moves_and_faces_are_in_the_language_of_the_profile(marie: Caller):
    match = open_match(marie, [somebody()], "monopoly_deal")
    for path in (f"/matches/{match}/view", f"/matches/{match}/legal-moves"):
        assert marie.get(path).content == marie.get(path, Accept_Language="fr").content
        assert marie.get(path)["Content-Language"] == "fr"
        assert marie.get(path, Accept_Language="en")["Content-Language"] == "en"


def test_a_changed_language_applies_to_the_next_request(marie: Caller):
    summary(marie)

    marie.call("PATCH", "/me", {"language": "en"})

    assert summary(marie) == summary(Caller())
