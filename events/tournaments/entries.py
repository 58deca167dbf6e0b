"""Services that enter a player into a tournament, transfer an entry to a substitute, and withdraw an entry."""

from __future__ import annotations

import os
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.base.policies import policies_of
from events.tournaments.errors import AlreadyEntered, NotToBeTaken, TournamentFull, TournamentOver
from events.tournaments.lifecycle import (
    UNFINISHED,
    append,
    lock,
    require_open,
    require_organiser,
    start_if_full,
    withdraw,
)
from events.tournaments.models import Entry, FormerEntrant, Tournament
from events.tournaments.rules import may_be_taken, may_enter
from events.tournaments.selectors import entries_held, state_of
from events.users.blocks import blocks
from events.users.models import Player
from events.users.services import clean_name

MOST_ENTRIES = 100  # includes withdrawn entries, so repeated entering cannot lengthen the log without limit


def tournament_enter(
    *, tournament_id: UUID, player: Player, policy: str | None, nonce: bytes | None, team: str | None = None
) -> Entry:
    """Enters a player, or a bot at the organiser's request. Starts a full `when_full` tournament.

    policy: the policy of the bot; None: a player enters. nonce: 32 bytes that contribute to the shared deals and the
    lots. team: the name of the player's team. Raises AlreadyEntered, TournamentFull.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        if tournament.status != Tournament.Status.RUNNING or not may_enter(state_of(tournament)):
            require_open(tournament)
        if policy is None:
            require_welcome(tournament, player)
            team = _team_name(tournament, team)
        else:
            require_organiser(tournament, player)
            if policy not in policies_of(tournament.game):
                raise Malformed(FieldError("/policy", "not_an_option"))
        entries, most = Entry.objects.filter(tournament=tournament), tournament.settings["max_players"]
        number, present = entries.count(), entries.filter(withdrawn=False).count()
        if present >= most or number >= MOST_ENTRIES:
            raise TournamentFull()
        holder = player if policy is None else None
        entry = Entry.objects.create(
            tournament=tournament, number=number, player=holder, policy=policy or "", team=team or ""
        )
        source = "server" if nonce is None and policy is None else "player" if policy is None else "bot"
        append(
            tournament,
            "entry.registered",
            by="player" if policy is None else "organiser",
            entry=number,
            kind="player" if policy is None else "bot",
            policy=policy,
            nonce=(nonce or os.urandom(32)).hex(),
            source=source,
        )
        start_if_full(tournament)
    return entry


def tournament_enter_all(tournament: Tournament, players: Sequence[Player]) -> None:
    """Enters players in order, without the checks of `tournament_enter`.

    The caller holds the tournament's lock, or has just created the tournament.
    """
    for number, player in enumerate(players):
        Entry.objects.create(tournament=tournament, number=number, player=player)
        append(
            tournament,
            "entry.registered",
            by="setup",
            entry=number,
            kind="player",
            policy=None,
            nonce=os.urandom(32).hex(),
            source="server",
        )


def _team_name(tournament: Tournament, team: str | None) -> str | None:
    """Returns the normalised name of a team; None if entries are not teams. Raises Malformed."""
    has_teams = tournament.settings.get("team_size", 1) > 1
    if has_teams and team is None:
        raise Malformed(FieldError("/team", "required"))
    if team is not None and not has_teams:
        raise Malformed(FieldError("/team", "not_an_option"))
    return None if team is None else clean_name(team, "/team")


def require_welcome(tournament: Tournament, player: Player) -> None:
    """Raises Forbidden or AlreadyEntered unless a player may take part."""
    if player.is_bot:
        raise Forbidden(text="no_bots")
    if tournament.organiser_id is not None and blocks(tournament.organiser_id, player.pk):
        raise Forbidden()
    if entries_held(player).filter(tournament=tournament).exists():
        raise AlreadyEntered()


def entry_take(*, tournament_id: UUID, player: Player, number: int) -> Entry:
    """Transfers the entry of a player who has withdrawn to a substitute for all later rounds. The entry keeps its
    points.

    Raises NotFound, NotToBeTaken, AlreadyEntered, Forbidden.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        if tournament.status not in UNFINISHED:
            raise TournamentOver()
        entry = Entry.objects.filter(tournament=tournament, number=number).first()
        if entry is None:
            raise NotFound()
        require_welcome(tournament, player)
        state = state_of(tournament)
        if not may_be_taken(state, number):
            raise NotToBeTaken()
        if entry.player is not None and entry.player_id != player.pk:
            FormerEntrant.objects.create(entry=entry, player=entry.player, until_round=len(state.rounds))
            tournament.invited.add(entry.player)  # lets the former player see a private tournament
        entry.player, entry.withdrawn = player, False
        entry.save(update_fields=["player", "withdrawn"])
        append(tournament, "entry.taken", by="player", entry=number, round=len(state.rounds) + 1)
    return entry


def tournament_withdraw(*, tournament_id: UUID, player: Player, number: int) -> None:
    """Withdraws an entry. A player may withdraw their own entry, and the organiser any entry.

    The entry is not drawn again, but its current matches continue. A repeated call changes nothing.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        entry = Entry.objects.filter(tournament=tournament, number=number).first()
        if entry is None:
            raise NotFound()
        if entry.player_id != player.pk:
            require_organiser(tournament, player)
        if tournament.status not in UNFINISHED:
            raise TournamentOver()
        if not entry.withdrawn:
            withdraw(tournament, entry, by="player" if entry.player_id == player.pk else "organiser")
