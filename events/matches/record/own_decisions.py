"""The past decisions of a seat: its moves, and its answers to sealed prompts that have been revealed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.log import log
from events.log.match_state import folding
from events.log.models import Match
from games.kernel.effect import Answered, Prompted, move_from
from games.kernel.state import Move


class OwnDecision(NamedTuple):
    """A past decision of a seat. seq: the event; prompt: the prompt that it answered; move: the chosen move.

    phase: the phase of the prompt; empty if the prompt was opened before the events that were read.
    """

    seq: int
    prompt: int
    move: Move
    phase: str


def decisions_of(match: Match, seat: int, after: int = -1) -> Iterator[OwnDecision]:
    """Yields the decisions of a seat after an event, in the order of the log. Sealed answers come at the event that
    revealed them.
    """
    phases: dict[int, str] = {}
    for event in log.read(match.pk, after):
        effects = folding.effects_of(event)
        move = event.whole()[0] if event.type == "move" else None
        if move is not None and event.core["actor"] == seat and event.core["by"] == "player":
            prompt = event.core["prompt"]
            yield OwnDecision(event.seq, prompt, move_from(move), phases.get(prompt, ""))
        for effect in effects:
            if isinstance(effect, Prompted):
                phases[effect.prompt.id] = effect.prompt.phase
            elif isinstance(effect, Answered) and effect.seat == seat and effect.move is not None:
                yield OwnDecision(event.seq, effect.prompt, effect.move, phases.get(effect.prompt, ""))
