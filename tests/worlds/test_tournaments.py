"""Nothing of a shared deal that is still played elsewhere reaches anybody: paired worlds, and planted leaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from events.accounts import selectors as player_pages
from events.models import Match
from events.notices import pushes
from events.tournaments import selectors as tournaments
from tests.events.calls import somebody
from tests.events.http.openapi.conformance import Conformance
from tests.worlds.leaks import hidden_state
from tests.worlds.tournaments import Elsewhere, compared, people_of
from tests.worlds.worlds import Leak

pytestmark = pytest.mark.django_db
QUIET, BUSY, OVER = Elsewhere(0, False), Elsewhere(3, False), Elsewhere(2, True)
OUTSIDE = ("withdrawn", "a stranger", "nobody", "is_staff", "is_auditor")


@pytest.mark.parametrize("other", [BUSY, OVER], ids=["a table that plays on", "a table that is done"])
def test_a_player_learns_nothing_of_another_table_of_their_deal(other: Elsewhere):
    people = people_of(somebody)

    compared_responses = compared("monopoly_deal", people, people.players[0], 0, QUIET, other)

    assert compared_responses > 80


@pytest.mark.parametrize("role", ["the organiser", *OUTSIDE])
def test_who_does_not_play_learns_nothing_of_any_table(role: str):
    people = people_of(somebody)
    viewer = people.organiser if role == "the organiser" else people.others[role]

    assert compared("monopoly_deal", people, viewer, None, QUIET, OVER) > 60


def test_a_game_with_sealed_answers_shows_nothing_of_them_either():
    people = people_of(somebody, seats=4)

    assert compared("negoces2", people, people.players[1], 1, QUIET, BUSY) > 80


# Planted leaks


def _with_the_true_status(match: Any) -> Any:
    def leaking(state: Any, meeting: Any) -> Any:
        return {**match(state, meeting), "status": Match.objects.get(pk=meeting.match).status}

    return leaking


def _counting_blinded_moves(page: Any) -> Any:
    def leaking(name: str, caller: Any) -> Any:
        found = page(name, caller)
        moves = sum(Match.objects.filter(seats__player__name=name).values_list("head_seq", flat=True))
        return {**found, "games": [{"game": "monopoly_deal", "played": moves}]}

    return leaking


def _knowing_the_table(payload: Any) -> Any:
    def leaking(notice: Any, language: str) -> Any:
        hidden = [hidden_state(match) for match in Match.objects.filter(tournament__isnull=False).order_by("pk")]
        return {**payload(notice, language), "body": str(len(str(hidden))) + str(hidden)[:300]}

    return leaking


LEAKS: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {
    "a round that says which table is done": (tournaments, "_match", _with_the_true_status),
    "a player's page that counts blinded moves": (player_pages, "player_page", _counting_blinded_moves),
    "a notice on a device that knows the cards": (pushes, "push_payload", _knowing_the_table),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str):
    module, member, leaking = LEAKS[name]
    people = people_of(somebody)
    places = [module] if member != "player_page" else [module, __import__("events.accounts.views", fromlist=["x"])]
    made = leaking(getattr(module, member))

    with patch.object(Conformance, "check"), pytest.raises(Leak):
        for place in places:
            patch.object(place, member, made).start()
        try:
            compared("monopoly_deal", people, people.players[0], 0, QUIET, OVER)
        finally:
            patch.stopall()
