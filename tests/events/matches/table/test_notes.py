"""Notes at a match are visible only to their authors."""

from __future__ import annotations

import pytest

from events.matches.models import Note
from tests.events.calls import Caller, code, open_match, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> tuple[Caller, Caller, str]:
    """Returns two players and their match."""
    ada, bob = somebody(), somebody()
    return ada, bob, f"/matches/{open_match(ada, [bob], 'monopoly_deal')}/note"


def test_a_note_is_kept_replaced_and_removed(match: tuple[Caller, Caller, str]):
    ada, _, note = match
    assert ada.get(note).json()["text"] == ""

    for text in ("Bob hoards green.", "Bob has two rents."):
        assert ada.call("PUT", note, {"text": text}).status_code == 204
        assert ada.get(note).json()["text"] == text

    assert ada.delete(note).status_code == 204
    assert ada.get(note).json()["written_at"] is None
    assert not Note.objects.exists()


def test_a_note_is_shown_only_to_its_writer_and_deleted_with_the_account(match: tuple[Caller, Caller, str]):
    ada, bob, note = match
    ada.call("PUT", note, {"text": "Secret plan"})

    assert bob.get(note).json()["text"] == ""
    assert somebody().get(note).json()["text"] == ""
    assert code(Caller().get(note)) == (401, "unauthenticated")
    assert [one["text"] for one in ada.get("/me/export").json()["notes"]] == ["Secret plan"]
    assert bob.get("/me/export").json()["notes"] == []
    assert ada.delete("/me").status_code == 204
    assert not Note.objects.exists()


@pytest.mark.parametrize(
    "body", [{}, {"text": 3}, {"text": ""}, {"text": "x" * 4001}, {"text": "a\u0000b"}, {"text": "a", "more": 1}]
)
def test_a_malformed_note_is_refused_and_changes_nothing(match: tuple[Caller, Caller, str], body: dict[str, object]):
    ada, _, note = match
    ada.call("PUT", note, {"text": "As before"})

    assert code(ada.call("PUT", note, body)) == (400, "malformed")
    assert ada.get(note).json()["text"] == "As before"
