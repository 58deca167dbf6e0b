"""Leased decisions in the form that programs receive them: in a response, or in a stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec

from events.base.clock import now_ms, rfc3339
from events.base.exceptions import NotFound
from events.http.answers import encode
from events.log.access import access_to
from events.matches.errors import StalePrompt
from events.matches.table.leases import Lease, decision_topics, decisions_lease, leases_held, next_decision_ms
from events.matches.views.table import legal_moves, named_view
from events.streams.frames import Frame
from events.streams.selectors import Slice, Slices, players_signed_in
from events.users.models import Player

LISTED = 100  # the number of listed legal moves of a decision, as in `GET /matches/{id}/legal-moves`


def decisions(player: Player, leases: list[Lease], language: str) -> list[Mapping[str, Any]]:
    """Returns leased decisions with everything that a policy needs, without decisions that were answered meanwhile."""
    return [decision for lease in leases for decision in _decision(player, lease, language)]


def _decision(player: Player, lease: Lease, language: str) -> Iterator[Mapping[str, Any]]:
    try:
        access = access_to(lease.match, player)
        moves = legal_moves(access, language, lease.prompt, LISTED)
    except (StalePrompt, NotFound):
        return
    view = named_view(access, language)
    yield {
        "match": str(lease.match),
        "game": access.match.game,
        "seat": lease.seat,
        "prompt": lease.prompt,
        "required": lease.required,
        "lease": str(lease.token),
        "lease_until": rfc3339(lease.until_ms),
        "view": msgspec.Raw(view.content),
        "legal_moves": msgspec.Raw(moves.content),
    }


class LeaseSource:
    """A source of leases for one stream. most: the number of leases that it may hold at a time; seconds: the length of
    a lease.

    A lease that the client does not receive expires like any other lease, and then the decision can be leased again.
    """

    def __init__(self, most: int, seconds: int, language: str) -> None:
        self._most, self._seconds, self._language = most, seconds, language
        self._held: list[UUID] = []

    def read(self, after: Mapping[Any, int]) -> Slices:
        """Leases decisions until the stream holds `most` leases that are not answered yet."""
        players = players_signed_in(after)
        return {
            listener: self._leased(player, number) if (player := players.get(listener)) else None
            for listener, number in after.items()
        }

    def _leased(self, player: Player, number: int) -> Slice:
        before = now_ms()
        self._held = leases_held(player, self._held)
        leases = decisions_lease(player=player, most=self._most - len(self._held), seconds=self._seconds)
        self._held += [lease.token for lease in leases]
        frames = [
            Frame(place, "decision", encode(decision), is_resumable=False)
            for place, decision in enumerate(decisions(player, leases, self._language), number + 1)
        ]
        return Slice(frames, next_ms=next_decision_ms(player, before), topics=decision_topics(player))
