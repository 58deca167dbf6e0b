"""Each id has one spelling, because limits and stored responses are keyed by path."""

from __future__ import annotations

import pytest

from tests.events.calls import Caller, open_match, somebody

pytestmark = pytest.mark.django_db


def running() -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(4)]
    return callers, open_match(callers[0], callers[1:])


@pytest.mark.parametrize("path", ["", "/view", "/events", "/messages", "/legal-moves", "/proof"])
def test_a_match_id_has_one_spelling(path: str):
    callers, match = running()

    assert callers[0].get(f"/matches/{match}{path}").status_code == 200
    for spelling in (match.upper(), match.replace("-", ""), f"{{{match}}}", f"urn:uuid:{match}"):
        assert callers[0].get(f"/matches/{spelling}{path}").status_code == 404, spelling


def test_another_spelling_does_not_double_a_limit(settings):
    callers, match = running()
    settings.COMPTOIR_LIMITS = {"messages": (2, 86_400)}

    answers = [
        callers[0].post(f"/matches/{spelling}/messages", {"text": "Bonjour"}).status_code
        for spelling in (match, match.upper()) * 4
    ]

    assert answers.count(201) == 2


def test_another_spelling_does_not_defeat_an_idempotency_key():
    callers, match = running()

    for spelling in (match, match.upper(), match):
        callers[0].post(f"/matches/{spelling}/messages", {"text": "Once"}, Idempotency_Key="k")

    assert len(callers[0].get(f"/matches/{match}/messages").json()["items"]) == 1


@pytest.mark.parametrize("number", ["01", "001", "+1", "1.0", "٢", "x", "1000"])
def test_a_seat_number_has_one_spelling(number: str):
    creator = somebody()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
    match = creator.post("/matches", {"game": "great_dalmuti", "seats": seats}).json()["id"]
    somebody().post(f"/matches/{match}/seats", {"seat": 1})

    assert creator.delete(f"/matches/{match}/seats/{number}").status_code == 404
    assert creator.delete(f"/matches/{match}/seats/1").status_code == 204


def test_a_token_id_has_one_spelling():
    ada = somebody()
    token = ada.get("/tokens").json()["items"][0]["id"]

    assert ada.delete(f"/tokens/{token.upper()}").status_code == 404
    assert ada.delete(f"/tokens/{token}").status_code == 204
