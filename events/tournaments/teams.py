"""The players of a team. The captain invites each player, and the player plays at a board after joining."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from events.base.exceptions import Forbidden, NotFound
from events.base.player_names import name_key
from events.tournaments.entries import require_welcome
from events.tournaments.errors import TeamFull
from events.tournaments.lifecycle import append, lock, require_open, start_if_full
from events.tournaments.models import Entry, EntryMember, Tournament
from events.tournaments.notifications import entrant_notify
from events.tournaments.selectors import admits
from events.users.blocks import blocks
from events.users.models import Player


def member_invite(*, tournament_id: UUID, player: Player, number: int, name: str) -> Entry:
    """Invites a player to the first free board of the captain's team. A repeated call changes nothing.

    Raises TeamFull, NotFound, Forbidden.
    """
    with transaction.atomic():
        tournament, entry = _team(tournament_id, number)
        if entry.player_id != player.pk:
            raise Forbidden()
        invited = Player.objects.filter(name_key=name_key(name), is_active=True, is_bot=False).first()
        if invited is None or invited.pk == player.pk or blocks(invited.pk, player.pk):
            raise NotFound()
        if not admits(tournament, invited):
            raise NotFound()
        members = EntryMember.objects.filter(entry=entry)
        if members.filter(player=invited).exists():
            return entry
        free = {*range(2, tournament.settings["team_size"] + 1)} - {*members.values_list("board", flat=True)}
        if not free:
            raise TeamFull()
        EntryMember.objects.create(entry=entry, board=min(free), player=invited)
        tournament.invited.add(invited)  # lets the player see a private tournament
        entrant_notify(tournament, invited.pk, "team")
    return entry


def member_join(*, tournament_id: UUID, player: Player, number: int) -> Entry:
    """Joins a team that has invited the player. Starts a full `when_full` tournament.

    Raises Forbidden, AlreadyEntered.
    """
    with transaction.atomic():
        tournament, entry = _team(tournament_id, number)
        member = EntryMember.objects.filter(entry=entry, player=player).first()
        if member is None:
            raise Forbidden()
        require_welcome(tournament, player)
        member.joined = True
        member.save(update_fields=["joined"])
        append(tournament, "entry.joined", by="player", entry=number, board=member.board)
        start_if_full(tournament)
    return entry


def member_leave(*, tournament_id: UUID, player: Player, number: int, name: str) -> None:
    """Frees a board. The captain may free any board except the first; another player may free only their own.

    Raises NotFound, Forbidden.
    """
    with transaction.atomic():
        tournament, entry = _team(tournament_id, number)
        member = EntryMember.objects.filter(entry=entry, player__name_key=name_key(name)).first()
        if member is None:
            raise NotFound()
        if player.pk not in (entry.player_id, member.player_id):
            raise Forbidden()
        if member.joined:
            append(tournament, "entry.left", by="player", entry=number, board=member.board)
        member.delete()


def _team(tournament_id: UUID, number: int) -> tuple[Tournament, Entry]:
    """Returns a team of a tournament that has not begun, under the tournament's lock. Raises NotFound."""
    tournament = lock(tournament_id)
    require_open(tournament)
    entry = Entry.objects.filter(tournament=tournament, number=number, withdrawn=False).exclude(team="").first()
    if entry is None:
        raise NotFound()
    return tournament, entry
