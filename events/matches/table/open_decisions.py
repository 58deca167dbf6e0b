"""The inbox of a player: the decisions that wait for them in all matches."""

from __future__ import annotations

from django.db.models import BigIntegerField, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from events.base.clock import rfc3339
from events.log import states
from events.log.deadlines import deadline
from events.log.errors import LogDamaged
from events.log.models import Match, PendingAction, Seat
from events.matches.serializers.lobby import DecisionOut
from events.users.models import Player


def open_decisions(player: Player, limit: int) -> list[DecisionOut]:
    """Returns the prompts that wait for a player, the soonest deadline first. Prompts without a deadline follow, the
    oldest first.

    A sealed prompt that the player has answered is omitted, although it stays open for other players.
    """
    lines = (_decision(pending) for pending in _pending_of(player)[:limit])
    return [line for line in lines if line is not None]


def _pending_of(player: Player) -> QuerySet[PendingAction]:
    seats = Seat.objects.filter(match=OuterRef("match"), player=player, resigned=False)
    of_prompt = PendingAction.objects.filter(match=OuterRef("match"), prompt=OuterRef("prompt"), seat=None)
    ends_ms = Coalesce(F("deadline_ms"), Subquery(of_prompt.values("deadline_ms")[:1]), output_field=BigIntegerField())
    return (
        PendingAction.objects.filter(required=True, match__status=Match.Status.RUNNING, match__seats__player=player)
        .filter(seat=Subquery(seats.values("number")[:1]))
        .select_related("match")
        .annotate(ends_ms=ends_ms)
        .order_by(F("ends_ms").asc(nulls_last=True), "pk")
    )


def _decision(pending: PendingAction) -> DecisionOut | None:
    """Returns an item of the inbox; None if the prompt was closed while the list was read, or if the log is damaged."""
    match = pending.match
    try:
        match_state = states.head(match)
    except LogDamaged:
        return None
    prompt = match_state.state.prompts.get(pending.prompt)
    if prompt is None or prompt.id not in match_state.prompted_at:
        return None
    return {
        "match": str(match.pk),
        "game": match.game,
        "prompt": prompt.id,
        "phase": prompt.phase,
        "since": rfc3339(match_state.prompted_at[prompt.id]),
        "deadline": deadline(match_state, prompt),
    }
