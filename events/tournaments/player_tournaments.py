"""The tournaments of a player, in the export of the account."""

from __future__ import annotations

from typing import Any, TypedDict

from events.base.clock import rfc3339
from events.tournaments.models import Announcement, Entry, EntryMember, FormerEntrant, Tournament
from events.users.models import Player


class TournamentsOfPlayer(TypedDict):
    """The tournaments that a player has entered or organises, and the player's messages to their entrants."""

    entries: list[dict[str, Any]]
    organised: list[str]
    former_entries: list[dict[str, Any]]
    team_boards: list[dict[str, Any]]
    co_organised: list[str]
    tournament_messages: list[dict[str, Any]]


def tournaments_of(player: Player) -> TournamentsOfPlayer:
    """Returns the tournaments of a player."""
    organised = Tournament.objects.filter(organiser=player).order_by("pk")
    return {
        "entries": [
            {"tournament": str(entry.tournament_id), "entry": entry.number, "withdrawn": entry.withdrawn}
            for entry in Entry.objects.filter(player=player).order_by("pk")
        ],
        "organised": [str(each) for each in organised.values_list("pk", flat=True)],
        "former_entries": [
            {"tournament": str(each.entry.tournament_id), "entry": each.entry.number, "until_round": each.until_round}
            for each in FormerEntrant.objects.filter(player=player).select_related("entry").order_by("pk")
        ],
        "team_boards": [
            {
                "tournament": str(each.entry.tournament_id),
                "entry": each.entry.number,
                "board": each.board,
                "joined": each.joined,
            }
            for each in EntryMember.objects.filter(player=player).select_related("entry").order_by("pk")
        ],
        "co_organised": [str(each) for each in player.co_organised.order_by("pk").values_list("pk", flat=True)],
        "tournament_messages": [
            {"tournament": str(one.tournament_id), "number": one.number, "text": one.text, "at": rfc3339(one.at_ms)}
            for one in Announcement.objects.filter(player=player).order_by("pk")
        ],
    }
