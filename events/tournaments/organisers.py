"""Those who organise a tournament beside its organiser, what they say to all entrants, and how entrants end a
tournament whose organisers have vanished."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import (
    AlreadyVoted,
    Forbidden,
    NotFound,
    OrganiserIsHere,
    RateLimited,
    TooManyOrganisers,
    TournamentOver,
)
from events.base.player_names import name_key
from events.models import Avoidance, League, Player, Tournament, TournamentWord
from events.people.blocks import blocks, deaf_to, require_voice
from events.tournaments.course import UNFINISHED, append, cancel, lock, require_organiser
from events.tournaments.rules import VANISHED_MS, is_voted_down, may_vote, voters
from events.tournaments.selectors import admits, may_organise, state_of
from events.tournaments.telling import entrant_tell, news_tell, organisers_of

MOST_ORGANISERS = 8
WORDS_AT_ONCE, WORDS_MS = 5, 86_400_000  # so many for each tournament within this time


def co_organiser_add(organised: Tournament | League, player: Player, name: str) -> Player | None:
    """Makes another player a co-organiser, at the request of the organiser; returns them, None if they are it already.

    Who blocks the organiser counts as unknown. Raises NotFound, TooManyOrganisers.
    """
    named = Player.objects.filter(name_key=name_key(name), is_active=True, is_bot=False).first()
    if named is None or blocks(named.pk, player.pk) or not admits(organised, named):
        raise NotFound()
    if named.pk == organised.organiser_id or organised.co_organisers.filter(pk=named.pk).exists():
        return None
    if organised.co_organisers.count() >= MOST_ORGANISERS:
        raise TooManyOrganisers(facts={"limit": MOST_ORGANISERS})
    organised.co_organisers.add(named)
    return named


def co_organiser_remove(organised: Tournament | League, player: Player, name: str) -> None:
    """Takes the right from a co-organiser, at their own or the organiser's request. Raises NotFound, Forbidden."""
    named = organised.co_organisers.filter(name_key=name_key(name)).first()
    if named is None:
        raise NotFound() if may_organise(organised, player) else Forbidden()
    if named.pk != player.pk:
        require_organiser(organised, player, alone=True)
    organised.co_organisers.remove(named)


def organiser_name(*, tournament_id: UUID, player: Player, name: str) -> Tournament:
    """Lets another player organise the tournament too; naming somebody twice changes nothing.

    Raises NotFound, TooManyOrganisers, TournamentOver.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player, alone=True)
        _require_unfinished(tournament)
        if (named := co_organiser_add(tournament, player, name)) is not None:
            tournament.invited.add(named)  # so that they may know of a private one
            append(tournament, "organisers.changed", by="organiser", organisers=len(organisers_of(tournament)))
            entrant_tell(tournament, named.pk, "organiser")
    return tournament


def organiser_leave(*, tournament_id: UUID, player: Player, name: str) -> None:
    """Takes the right from a player: the organiser from any, a co-organiser from themselves. Raises NotFound."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        co_organiser_remove(tournament, player, name)
        if tournament.status in UNFINISHED:
            append(tournament, "organisers.changed", by="organiser", organisers=len(organisers_of(tournament)))


def organiser_inherit(tournament: Tournament) -> bool:
    """Makes a co-organiser the organiser of a tournament whose organiser has closed the account; False: there is none.

    The caller holds the tournament's lock.
    """
    heir = tournament.co_organisers.filter(is_active=True).order_by("pk").first()
    if heir is None:
        return False
    tournament.organiser = heir
    tournament.save(update_fields=["organiser"])
    tournament.co_organisers.remove(heir)
    append(tournament, "organisers.changed", by="setup", organisers=len(organisers_of(tournament)))
    return True


# Words


def words_say(*, tournament_id: UUID, player: Player, text: str) -> TournamentWord:
    """Says something to all entrants, and notifies them, except those who have muted the speaker.

    Raises RateLimited after five times within a day, TournamentOver; Forbidden also if the operator has silenced them.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player)
        require_voice(player)
        _require_unfinished(tournament)
        said, at_ms = TournamentWord.objects.filter(tournament=tournament), now_ms()
        recent = said.filter(at_ms__gt=at_ms - WORDS_MS).order_by("at_ms")
        if recent.count() >= WORDS_AT_ONCE:
            raise RateLimited(retry_after=1 + (recent[0].at_ms + WORDS_MS - at_ms) // 1000)
        number = state_of(tournament).words + 1
        word = TournamentWord.objects.create(
            tournament=tournament, number=number, player=player, text=text, at_ms=at_ms
        )
        append(tournament, "words.said", by="organiser", number=number)
        news_tell(tournament, "words", beside=organisers_of(tournament), deaf=[player.pk, *deaf_to(player.pk)])
    return word


def words_withdraw(*, tournament_id: UUID, player: Player, number: int) -> None:
    """Deletes what was said: the speaker, the organiser or an operator. Raises NotFound."""
    with transaction.atomic():
        tournament = lock(tournament_id)
        word = TournamentWord.objects.filter(tournament=tournament, number=number).first()
        if word is None:
            raise NotFound()
        if word.player_id != player.pk:
            require_organiser(tournament, player, alone=True)
        word.delete()


def words_for(tournament: Tournament, caller: Player | None) -> Sequence[TournamentWord]:
    """What was said, in order, without the words of those whom the caller has muted or blocks."""
    said = TournamentWord.objects.filter(tournament=tournament).select_related("player").order_by("number")
    if caller is not None:
        said = said.exclude(player__in=Avoidance.objects.filter(player=caller).values("other"))
    return list(said)


# Votes


def cancel_vote(*, tournament_id: UUID, player: Player) -> Tournament:
    """Votes for cancelling a tournament whose organisers have not acted for a week; more than half cancel it.

    An act of an organiser ends the votes before it. Raises OrganiserIsHere, AlreadyVoted, Forbidden.
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
            raise OrganiserIsHere(facts={"days": VANISHED_MS // 86_400_000})
        append(tournament, "cancel.voted", by="player", entry=mine)
        if is_voted_down(state_of(tournament)):
            cancel(tournament, by="entrants", told=player.pk)
        elif not state.votes:
            news_tell(tournament, "vote", beside=organisers_of(tournament), deaf=[player.pk])
    return tournament


def _require_unfinished(tournament: Tournament) -> None:
    if tournament.status not in UNFINISHED:
        raise TournamentOver()
