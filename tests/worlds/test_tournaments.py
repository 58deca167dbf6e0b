"""Nobody learns anything about a shared deal that other tables still play: paired worlds, and planted leaks."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from events.accounts import views as account_views
from events.log.models import Match
from events.notifications import pushes
from events.tournaments import selectors as tournaments
from tests.events.calls import somebody
from tests.events.http.openapi.conformance import Conformance
from tests.worlds.leaks import Make, hidden_state, telling, with_member
from tests.worlds.tournaments import OtherTable, compared, people_of
from tests.worlds.worlds import Leak

pytestmark = pytest.mark.django_db
QUIET, BUSY, OVER = OtherTable(0, False), OtherTable(3, False), OtherTable(2, True)
OUTSIDE = ("withdrawn", "a stranger", "nobody", "is_staff", "is_auditor")


def test_a_player_receives_nothing_of_another_table_of_their_deal():
    people = people_of(somebody)

    compared_responses = compared("monopoly_deal", people, people.players[0], 0, QUIET, BUSY, OVER)

    assert compared_responses > 150


@pytest.mark.parametrize("role", ["the organiser", *OUTSIDE])
def test_a_user_who_does_not_play_receives_nothing_of_any_table(role: str):
    people = people_of(somebody)
    viewer = people.organiser if role == "the organiser" else people.others[role]

    assert compared("monopoly_deal", people, viewer, None, QUIET, OVER) > 80


def test_a_player_receives_no_sealed_answers_of_another_table():
    people = people_of(somebody, seats=4)

    assert compared("negoces2", people, people.players[1], 1, QUIET, BUSY) > 150


# Planted leaks


def _with_the_true_status(match: Any) -> Any:
    return lambda state, pairing: {
        **match(state, pairing),
        "status": Match.objects.get(pk=pairing.match).status,
    }


def moves() -> int:
    """Returns how many events the matches of tournaments have."""
    return sum(Match.objects.filter(tournament__isnull=False).values_list("head_seq", flat=True))


def tables() -> str:
    """The cards of the matches of tournaments."""
    return repr([hidden_state(match) for match in Match.objects.filter(tournament__isnull=False).order_by("pk")])


def _in_the_text(payload: Any, secret: str) -> Any:
    return {**payload, "body": secret[:300]}


LEAKS: dict[str, tuple[Any, str, Make, str]] = {
    "a round that says which table is done": (tournaments, "_match", _with_the_true_status, "tournament/rounds"),
    "a player's page that counts blinded moves": (account_views, "player_page", telling(moves, with_member), "players"),
    "a notice on a device that knows the cards": (pushes, "push_payload", telling(tables, _in_the_text), "pushes"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str):
    module, member, make, shown_by = LEAKS[name]
    people = people_of(somebody)
    worlds = ("monopoly_deal", people, people.players[0], 0, QUIET, OVER)

    assert compared(*worlds, only=shown_by) > 0

    leaking = patch.object(module, member, make(getattr(module, member)))
    with leaking, patch.object(Conformance, "check"), pytest.raises(Leak):
        compared(*worlds, only=shown_by)
