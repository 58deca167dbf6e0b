"""A view has the same bytes in a process that has played the match and in one that has read its log."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from events.base import caches
from events.matches.views import table
from games import registry
from tests.events.calls import Caller, open_match, play_on, somebody

pytestmark = pytest.mark.django_db(transaction=True)  # a process caches the state after the commit of a move
MOVES = 12


def tags(callers: list[Caller], match: str) -> list[str]:
    paths = ("/view", "/view?faces=ids", "/legal-moves")
    return [caller.get(f"/matches/{match}{path}")["ETag"] for caller in callers for path in paths]


def check_same_tags(game: str) -> None:
    """Plays a match and compares its entity tags with those of the same process without caches."""
    callers = [somebody() for _ in range(min(registry.get(game).seats))]
    match, turns = open_match(callers[0], callers[1:], game), count()

    def has_played(head: Mapping[str, Any]) -> bool:
        return next(turns) == MOVES

    play_on(callers, match, has_played)
    before = tags(callers, match)
    caches.forget()

    assert tags(callers, match) == before


@pytest.mark.parametrize("game", registry.PACKAGES)
def test_a_process_that_reads_the_log_returns_the_entity_tags_of_the_playing_process(game: str):
    check_same_tags(game)


def test_an_order_of_members_that_only_the_playing_process_has_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table, "in_order", lambda value: value)

    with pytest.raises(AssertionError):
        check_same_tags("great_dalmuti")
