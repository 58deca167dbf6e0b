"""Taking back the last move by consent, with a further event, if the move revealed nothing."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from events.log import log, states
from events.log.locking import lock_match, require_status
from events.log.match_state.folding import effects_of
from events.log.match_state.rules import game_of
from events.log.models import ActionEvent, Match
from events.matches.errors import NothingToUndo, Paused
from events.matches.record.agreements import MOVING, UNDO
from events.matches.record.consents import consent_give, consent_withdraw
from events.matches.record.recording import announce, write_outcome
from events.users.models import Player
from games.kernel.audit import UNDONE
from games.kernel.game import Outcome
from games.kernel.undo import NotUndoable, undo


def undo_agree(*, match_id: UUID, player: Player) -> Match:
    """Agrees to take back the last move, which happens when every active player agrees.

    Raises NotSeated, MatchNotRunning, MatchOver, Paused, or NothingToUndo.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        require_status(match, Match.Status.RUNNING)
        all_agree = consent_give(match, player, UNDO)  # a refusal below rolls the consent back
        if states.head(match).times.paused_at is not None:
            raise Paused()
        seq, outcome = _last_move(match)
        if all_agree:
            write_outcome(match, states.head(match), UNDONE, outcome, by="player", undoes=seq)
        announce(match)
    return match


def undo_withdraw(*, match_id: UUID, player: Player) -> None:
    """Withdraws a player's consent. Changes nothing if there is no consent."""
    with transaction.atomic():
        match = lock_match(match_id)
        require_status(match, Match.Status.RUNNING)
        consent_withdraw(match, player, UNDO)
        announce(match)


def _last_move(match: Match) -> tuple[int, Outcome]:
    """Returns the seq of the last event that changed the table, and the outcome that takes it back.

    Raises NothingToUndo.
    """
    changes = ActionEvent.objects.filter(match=match, type__in=MOVING).order_by("-seq")
    seq, type, seat = changes.values_list("seq", "type", "seat")[:1].get()
    if type != "move" or seat is None:
        raise NothingToUndo()
    event = next(log.read(match.pk, seq - 1, seq))
    try:
        return seq, undo(game_of(match), states.at(match, seq - 1).state, effects_of(event))
    except NotUndoable:
        raise NothingToUndo() from None
