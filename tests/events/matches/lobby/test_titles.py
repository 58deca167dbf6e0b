"""Titles of tables, chosen by their creators."""

from __future__ import annotations

from typing import Any

import pytest

from events.log.models import Match
from tests.events.calls import Caller, code, somebody

pytestmark = pytest.mark.django_db
TABLE: dict[str, Any] = {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("  Mardi,\u00a0table 1 ", "Mardi, table 1"),
        ("e\u0301", "é"),
        ("<b>x</b>", "<b>x</b>"),
        (None, ""),
        ("🃏", "🃏"),
    ],
)
def test_a_title_is_shown_in_lists_and_at_the_table(title: str | None, shown: str):
    made = somebody().post("/matches", {**TABLE, "title": title})

    assert made.json()["title"] == shown
    assert Caller().get("/matches").json()["items"][0]["title"] == shown


def test_a_rematch_keeps_the_title():
    ada, bob = somebody(), somebody()
    match = ada.post("/matches", {**TABLE, "title": "Ours"}).json()["id"]
    bob.post(f"/matches/{match}/seats")
    bob.post(f"/matches/{match}/resign")

    rematch = ada.post(f"/matches/{match}/agreements/rematch").json()["rematch"]

    assert ada.get(f"/matches/{rematch}").json()["title"] == "Ours"


@pytest.mark.parametrize(
    "title", ["two\nlines", "\x1b[31m", "a\u202eb", "a\u2066b", "\ufeff", "\u2028", "\ue000", "\u0378", "\u3164"]
)
def test_a_title_with_invisible_characters_is_refused(title: str):
    answer = somebody().post("/matches", {**TABLE, "title": title})

    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [("/title", "bad_characters")]
    assert not Match.objects.exists()


@pytest.mark.parametrize("title", ["x" * 81, "\u0958" * 80, 7, ["x"], "a\x00"])
def test_an_invalid_title_is_malformed(title: Any):
    assert code(somebody().post("/matches", {**TABLE, "title": title})) == (400, "malformed")


def test_a_server_that_does_not_clean_titles_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("events.http.fields.clean_line", lambda text, *_: text)

    assert somebody().post("/matches", {**TABLE, "title": "a\u202eb"}).json()["title"] == "a\u202eb"
