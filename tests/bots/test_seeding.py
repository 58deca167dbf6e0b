"""`manage.py seed_load` writes real rows: the matches end, and an audit of their rules and chains finds nothing."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bots import seeding
from bots.management.commands import seed_load
from events.models import ActionEvent, Match
from events.services.audits import match_audit

pytestmark = pytest.mark.django_db


def test_the_rows_are_those_of_matches_that_ended_and_verify(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.StringIO()
    monkeypatch.setattr(seed_load, "OPTIONS", {"end": {"hands": 1}})

    call_command("seed_load", "--rows", "60", stdout=output)

    matches = list(Match.objects.all())
    assert ActionEvent.objects.count() >= 60
    assert {match.status for match in matches} == {"finished"}
    assert [match_audit(match=match) for match in matches] == [[] for _ in matches]
    assert f"{len(matches)} matches, {ActionEvent.objects.count()} rows" in output.getvalue()


def test_a_match_in_which_nobody_can_move_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeding, "ready_turns_of", lambda _: [])
    monkeypatch.setattr(seeding, "overdue_prompts_of", lambda _: [])

    with pytest.raises(CommandError, match="nobody can move"):
        call_command("seed_load", "--rows", "1", stdout=io.StringIO())


@pytest.mark.parametrize("words", [("--rows", "0"), ("--rows", "5", "--processes", "0")])
def test_numbers_below_one_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="at least one"):
        call_command("seed_load", *words)
