"""A player whose stream of a match is open is looking at it; the record ends with the stream, on a real server."""

from __future__ import annotations

import time

import pytest

from events.notifications.models import Presence
from tests.events.calls import open_match, somebody
from tests.streaming import SECONDS, Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]


def has_records(number: int) -> bool:
    """Waits until there are that many records."""
    until = time.monotonic() + SECONDS
    while Presence.objects.count() != number and time.monotonic() < until:
        time.sleep(0.02)
    return Presence.objects.count() == number


def test_a_player_is_present_at_a_match_while_a_stream_of_the_match_is_open(server: Server):
    ada, bob, eve = somebody("Ada"), somebody("Bob"), somebody("Eve")
    match = open_match(ada, [bob], "monopoly_deal")

    with server.stream(f"/matches/{match}/stream", ada.token), server.stream(f"/matches/{match}/stream", eve.token):
        assert has_records(1)
        assert [str(player) for player in Presence.objects.values_list("player_id", flat=True)] == [ada.player]
        with server.stream("/me/stream", bob.token):
            assert has_records(1), "a stream of all matches shows none of them"

    assert has_records(0)
