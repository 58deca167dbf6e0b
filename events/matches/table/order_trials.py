"""Trials of standing orders: the answer that an order would give now, and those that it would have given before.

A trial uses only the seat's own past and present views.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events.log import states
from events.log.access import Viewer
from events.log.errors import MatchNotRunning
from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.models import StandingOrder
from events.matches.record.orders import first_applying, orders_of, situation
from events.matches.record.own_decisions import OwnDecision, decisions_of
from events.matches.record.table_views import view_at
from events.matches.serializers.orders import OrderTrialNow, OrderTrialOut, OrderTrialPast
from events.matches.table.orders import require_possible
from events.matches.table.sentences import seat_names
from games.kernel.state import Move, Prompt, plain
from games.kernel.words.sentence import begun
from games.kernel.words.speech import Speaker

EVENTS_READ = 600
MOST_PAST = 12


class OrderTrial:
    """A trial of an order at one seat of a running match. Raises MatchNotRunning, or Malformed.

    order: the order, in the form of `POST /matches/{id}/standing-orders`.
    """

    def __init__(self, match: Match, seat: int, order: dict[str, Any], language: str) -> None:
        if match.status != Match.Status.RUNNING:
            raise MatchNotRunning()
        require_possible(match, order)
        self.match, self.seat, self.language = match, seat, language
        self.names = seat_names(match, language)
        self.order = StandingOrder(
            match=match, seat=seat, phase=order["phase"], condition=order.get("if"), move=order["move"]
        )

    def result(self) -> OrderTrialOut:
        """Returns the order's effects at the prompts that are open to the seat, and at the prompts that the seat has
        answered.
        """
        return {"now": list(self._now()), "past": [self._then(decision) for decision in self._decided()]}

    def _now(self) -> Iterator[OrderTrialNow]:
        match_state = states.head(self.match)
        given = [order for order in orders_of(self.match, self.seat) if order.phase == self.order.phase]
        for prompt in match_state.state.open_prompts:
            if prompt.mode == "once" and prompt.phase == self.order.phase and self.seat in prompt.seats:
                first = first_applying(given, situation(self.match, match_state, self.seat, prompt))
                move = self._answer(match_state, prompt)
                yield {
                    "prompt": prompt.id,
                    "move": move and {"verb": move.verb, "args": plain(move.args)},
                    "text": self._said(match_state, move),
                    "earlier": first and first[0].number,
                }

    def _decided(self) -> list[OwnDecision]:
        """Returns the last decisions of the seat at prompts of this kind, the newest first."""
        after = max(self.match.head_seq - EVENTS_READ, -1)
        decisions = decisions_of(self.match, self.seat, after)
        return [decision for decision in decisions if decision.phase == self.order.phase][: -MOST_PAST - 1 : -1]

    def _then(self, decision: OwnDecision) -> OrderTrialPast:
        before = states.at(self.match, decision.seq - 1)
        move = self._answer(before, before.state.prompts[decision.prompt])
        return {
            "seq": decision.seq,
            "move": move and {"verb": move.verb, "args": plain(move.args)},
            "text": self._said(before, move),
            "played": {"verb": decision.move.verb, "args": plain(decision.move.args)},
            "played_text": self._said(before, decision.move) or "",
        }

    def _answer(self, match_state: MatchState, prompt: Prompt) -> Move | None:
        chosen = first_applying([self.order], situation(self.match, match_state, self.seat, prompt))
        return None if chosen is None else chosen[1]

    def _said(self, match_state: MatchState, move: Move | None) -> str | None:
        if move is None:
            return None
        view = view_at(self.match, Viewer(self.seat), match_state)
        speaker = Speaker(game_of(self.match).package, self.language, view, self.names)
        return begun(speaker.says(move, self.seat))
