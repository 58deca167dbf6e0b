"""Notifications of tournaments, written in the transaction of the reported event.

They contain no names of other players and no text that other players wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from events.base.clock import now_ms
from events.notifications import statements
from events.notifications.models import Notification
from events.tournaments.models import Entry, EntryMember, Organised, Tournament
from events.tournaments.state import Round

Facts = Mapping[str, Any]


def round_notify(tournament: Tournament, number: int, drawn: Round) -> None:
    """Notifies all players of a round that it has been drawn."""
    tables: dict[int, int | None] = dict.fromkeys(drawn.byes)
    tables |= {entry: table for table, entries in enumerate(drawn.tables, start=1) for entry in entries}
    concerned = [(entry, player) for entry, player in _players(tournament) if entry in tables]
    facts = {player: {"round": number, "table": tables[entry]} for entry, player in concerned}
    _write(tournament, Notification.Kind.ROUND_DRAWN, facts)


def news_notify(
    tournament: Tournament, news: str, *, beside: Iterable[UUID | None] = (), excluded: Iterable[UUID | None] = ()
) -> None:
    """Notifies the entrants of news. beside: further recipients; excluded: players who receive no notice."""
    people = {player for _, player in _players(tournament)} | {player for player in beside if player is not None}
    facts_notify(tournament, {player: {"news": news} for player in people - {*excluded}})


def successor_notify(tournament: Tournament, follower: Tournament) -> None:
    """Notifies the entrants of a weekly tournament that the next one is open."""
    facts_notify(follower, {player: {"news": "evening"} for _, player in _players(tournament)})


def organisers_of(tournament: Organised) -> set[UUID]:
    """Returns the organiser and the co-organisers."""
    named = set(tournament.co_organisers.filter(is_active=True).values_list("pk", flat=True))
    return named | ({tournament.organiser_id} if tournament.organiser_id else set())


def entrant_notify(tournament: Tournament, player: UUID, news: str) -> None:
    """Notifies one player of news."""
    facts_notify(tournament, {player: {"news": news}})


def facts_notify(tournament: Tournament, facts: Mapping[UUID, Facts]) -> None:
    """Notifies players of news. facts: the data of the notice for each player, with `news`."""
    _write(tournament, Notification.Kind.TOURNAMENT_NEWS, facts)


def _players(tournament: Tournament) -> list[tuple[int, UUID]]:
    """Returns the participating players, as pairs of entry number and player."""
    entries = Entry.objects.filter(tournament=tournament, withdrawn=False, player__is_active=True)
    members = EntryMember.objects.filter(
        entry__tournament=tournament, entry__withdrawn=False, joined=True, player__is_active=True
    )
    taking_part = [*entries.values_list("number", "player_id"), *members.values_list("entry__number", "player_id")]
    return [(number, player) for number, player in taking_part if player]


def _write(tournament: Tournament, kind: str, facts: Mapping[UUID, Facts]) -> None:
    notices = [
        {"player": player, "kind": kind, "tournament": tournament.pk, "data": {"game": tournament.game, **of_player}}
        for player, of_player in sorted(facts.items())
    ]
    if notices:
        statements.write_notices(notices, now_ms())
