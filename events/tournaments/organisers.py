"""Co-organisers of a tournament, messages to all entrants, and votes to cancel a tournament whose organisers are
inactive.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import Forbidden, NotFound, RateLimited
from events.base.player_names import name_key
from events.timers.registry import DAY_MS
from events.timers.services import set_timer
from events.tournaments.errors import AlreadyVoted, OrganiserIsHere, TooManyOrganisers, TournamentOver
from events.tournaments.lifecycle import TIMER, UNFINISHED, append, cancel, lock, require_organiser
from events.tournaments.models import Announcement, Organised, Tournament
from events.tournaments.notifications import entrant_notify, news_notify, organisers_of
from events.tournaments.rules import VANISHED_MS, is_voted_down, may_vote, voters
from events.tournaments.selectors import admits, may_organise, state_of
from events.users.blocks import blocks, players_muting, require_voice
from events.users.models import Block, Player

MOST_ORGANISERS = 8
MESSAGES_AT_ONCE, MESSAGES_MS = 5, DAY_MS  # the most messages of one tournament within a day


def co_organiser_add(organised: Organised, player: Player, name: str) -> Player | None:
    """Makes another player a co-organiser at the organiser's request. Returns the player; None if nothing changed.

    Raises NotFound, also if the named player blocks the organiser, and TooManyOrganisers.
    """
    named = Player.objects.filter(name_key=name_key(name), is_active=True, is_bot=False).first()
    if named is None or blocks(named.pk, player.pk) or not admits(organised, named):
        raise NotFound()
    if named.pk == organised.organiser_id or organised.co_organisers.filter(pk=named.pk).exists():
        return None
    if organised.co_organisers.count() >= MOST_ORGANISERS:
        raise TooManyOrganisers(params={"limit": MOST_ORGANISERS})
    organised.co_organisers.add(named)
    return named


def co_organiser_remove(organised: Organised, player: Player, name: str) -> None:
    """Removes a co-organiser at their own or the organiser's request. Raises NotFound, Forbidden."""
    named = organised.co_organisers.filter(name_key=name_key(name)).first()
    if named is None:
        raise NotFound() if may_organise(organised, player) else Forbidden()
    if named.pk != player.pk:
        require_organiser(organised, player, alone=True)
    organised.co_organisers.remove(named)


def organiser_name(*, tournament_id: UUID, player: Player, name: str) -> Tournament:
    """Makes another player a co-organiser of the tournament. A repeated call changes nothing.

    Raises NotFound, TooManyOrganisers, TournamentOver.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player, alone=True)
        _require_unfinished(tournament)
        if (named := co_organiser_add(tournament, player, name)) is not None:
            tournament.invited.add(named)  # lets the player see a private tournament
            append(tournament, "organisers.changed", by="organiser", organisers=len(organisers_of(tournament)))
            entrant_notify(tournament, named.pk, "organiser")
    return tournament


def organiser_leave(*, tournament_id: UUID, player: Player, name: str) -> None:
    """Removes a co-organiser. The organiser may remove any co-organiser, and a co-organiser only themselves.

    Raises NotFound, Forbidden.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        co_organiser_remove(tournament, player, name)
        if tournament.status in UNFINISHED:
            append(tournament, "organisers.changed", by="organiser", organisers=len(organisers_of(tournament)))


def organiser_inherit(tournament: Tournament) -> bool:
    """Makes a co-organiser the organiser of a tournament whose organiser has closed their account.

    The caller holds the tournament's lock. Returns False if there is no co-organiser.
    """
    heir = tournament.co_organisers.filter(is_active=True).order_by("pk").first()
    if heir is None:
        return False
    tournament.organiser = heir
    tournament.save(update_fields=["organiser"])
    tournament.co_organisers.remove(heir)
    append(tournament, "organisers.changed", by="setup", organisers=len(organisers_of(tournament)))
    return True


def organised_schedule(players: Collection[UUID]) -> None:
    """Sets the timers of the open tournaments of players who can no longer organise them."""
    for tournament in Tournament.objects.filter(organiser__in=players, status=Tournament.Status.OPEN).order_by("pk"):
        set_timer(TIMER, tournament.pk, now_ms())


# Messages


def message_send(*, tournament_id: UUID, player: Player, text: str) -> Announcement:
    """Sends a message to all entrants. Entrants who have muted the sender receive no notification.

    Raises RateLimited after five messages within a day, TournamentOver, and Forbidden, also if the operator has
    silenced the sender.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player)
        require_voice(player)
        _require_unfinished(tournament)
        said, at_ms = Announcement.objects.filter(tournament=tournament), now_ms()
        recent = said.filter(at_ms__gt=at_ms - MESSAGES_MS).order_by("at_ms")
        if recent.count() >= MESSAGES_AT_ONCE:
            raise RateLimited(retry_after=1 + (recent[0].at_ms + MESSAGES_MS - at_ms) // 1000)
        number = state_of(tournament).words + 1
        message = said.create(tournament=tournament, number=number, player=player, text=text, at_ms=at_ms)
        append(tournament, "words.said", by="organiser", number=number)
        news_notify(
            tournament, "words", beside=organisers_of(tournament), excluded=[player.pk, *players_muting(player.pk)]
        )
    return message


def message_delete(*, tournament_id: UUID, player: Player, number: int) -> None:
    """Deletes a message at the request of its sender, the organiser or an operator. Raises NotFound."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        message = Announcement.objects.filter(tournament=tournament, number=number).first()
        if message is None:
            raise NotFound()
        if message.player_id != player.pk:
            require_organiser(tournament, player, alone=True)
        message.delete()


def messages_for(tournament: Tournament, caller: Player | None) -> Sequence[Announcement]:
    """Returns the messages in order, except messages of players whom the caller has muted or blocked."""
    said = Announcement.objects.filter(tournament=tournament).select_related("player").order_by("number")
    if caller is not None:
        said = said.exclude(player__in=Block.objects.filter(player=caller).values("other"))
    return list(said)


# Votes


def cancel_vote(*, tournament_id: UUID, player: Player) -> Tournament:
    """Votes to cancel a tournament whose organisers have not acted for a week. A majority of the entrants cancels it.

    Any act of an organiser discards the earlier votes. Raises OrganiserIsHere, AlreadyVoted, Forbidden.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        _require_unfinished(tournament)
        state, at_ms = state_of(tournament), max(now_ms(), tournament.last_at_ms)
        mine = tournament.entries.filter(player=player, withdrawn=False).values_list("number", flat=True).first()
        if mine is None or mine not in voters(state):
            raise Forbidden()
        if mine in state.votes:
            raise AlreadyVoted()
        if not may_vote(state, mine, at_ms):
            raise OrganiserIsHere(params={"days": VANISHED_MS // DAY_MS})
        append(tournament, "cancel.voted", by="player", entry=mine)
        if is_voted_down(state_of(tournament)):
            cancel(tournament, by="entrants", informed=player.pk)
        elif not state.votes:
            news_notify(tournament, "vote", beside=organisers_of(tournament), excluded=[player.pk])
    return tournament


def _require_unfinished(tournament: Tournament) -> None:
    if tournament.status not in UNFINISHED:
        raise TournamentOver()
