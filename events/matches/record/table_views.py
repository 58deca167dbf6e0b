"""The view of a table, now or after a past event, and the moves that a viewer can choose."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from events.base.clock import rfc3339
from events.base.exceptions import FieldError, Malformed
from events.log import states
from events.log.access import Viewer
from events.log.knowledge import known_to
from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of
from events.log.models import Match, SealedAnswer
from events.matches.errors import StalePrompt
from events.matches.record.cooldowns import available_ms
from events.matches.record.waiting import waiting_in
from games.kernel.codec import view_json
from games.kernel.effect import move_json
from games.kernel.errors import Refusal
from games.kernel.rng import Draws
from games.kernel.state import Json, Move, State
from games.kernel.template import LegalMoves
from games.kernel.view import View, view_of
from games.kernel.words.why_not import ForbiddenVerb, why_not


def match_state_at(match: Match, seq: int | None) -> MatchState:
    """Returns the state after event `seq`; None: the current state. Raises Malformed if there is no such event."""
    if seq is None:
        return states.head(match)
    if not 0 <= seq <= match.head_seq:
        raise Malformed(FieldError("/query/at", "out_of_range"))
    return states.at(match, seq)


def view_at(match: Match, viewer: Viewer, match_state: MatchState) -> View:
    """Returns the table as a viewer sees it, including the hidden cards that the viewer knows."""
    if viewer.all:
        return _everything(match_state.state)
    return view_of(match_state.state, viewer.seat, known_to(match, viewer.seat, match_state))


def _everything(state: State) -> View:
    view = view_of(state, None)
    view.zones, view.faces = state.zones.copy(), state.faces.copy()
    return view


def table_view(
    match: Match, viewer: Viewer, seq: int | None = None, answers: Mapping[int, Json] | None = None
) -> dict[str, Json]:
    """Returns the view as the API sends it, after event `seq`. Without `seq`: the current view, with the viewer's own
    sealed answers.

    answers: the viewer's sealed answers, if the caller has already read them.
    """
    match_state = match_state_at(match, seq)
    members = view_json(game_of(match), view_at(match, viewer, match_state))
    waiting = waiting_in(match, match_state)
    members |= {"to_act": list(waiting.to_act), "may_act": list(waiting.may_act)}
    times = {deadline.prompt: rfc3339(deadline.at_ms) for deadline in waiting.deadlines}
    if answers is None:
        answers = own_answers(match, viewer) if seq is None else {}
    for prompt in members["prompts"]:
        prompt["deadline"] = times.get(prompt["id"])
        if prompt["id"] in answers:
            prompt["answer"] = answers[prompt["id"]]
    return {
        "match": str(match.id),
        "seq": match_state.seq,
        "rules_version": match.rules_version,
        **members,
    }


def own_answers(match: Match, viewer: Viewer) -> dict[int, Json]:
    """Returns the viewer's answers to the sealed prompts that are open now, by prompt."""
    return sealed_answers(match, viewer.seat) if has_sealed_prompt(match) else {}


def has_sealed_prompt(match: Match) -> bool:
    """Returns whether a sealed prompt is open now. In this case a seat's answer changes its view without an event."""
    is_sealed = game_of(match).is_sealed
    return any(is_sealed(prompt) for prompt in states.head(match).state.open_prompts)


def sealed_answers(match: Match, seat: int | None) -> dict[int, Json]:
    """Returns a seat's own answers to sealed prompts that are still open, by prompt."""
    if seat is None or match.status != Match.Status.RUNNING:
        return {}
    return dict(SealedAnswer.objects.filter(match=match, seat=seat).values_list("prompt", "move"))


class Choices:
    """The current choices of a seat: its open prompts, and the legal moves for one of them.

    at_ms: the time for which cooldowns are computed; the default is now.
    """

    def __init__(self, match: Match, seat: int | None, prompt: int | None = None, *, at_ms: int | None = None) -> None:
        self.match, self.match_state, self.seat = match, states.head(match), seat
        self._at_ms = at_ms
        self.game = game_of(match)
        self.view = view_at(match, Viewer(seat), self.match_state)
        self.prompts = self.game.prompts_for(self.view, seat)
        self.prompt = prompt if prompt is not None else next((p.id for p in self.prompts), None)
        is_open = any(p.id == self.prompt for p in self.prompts)
        self.moves = self.game.legal_moves(self.view, self.prompt) if is_open else LegalMoves(())

    @cached_property
    def available_ms(self) -> dict[str, int]:
        """The times, in milliseconds, when legal verbs under a cooldown can be played again."""
        if self.seat is None or self.prompt is None or not self.moves:
            return {}
        state = self.match_state.state
        phase = self.game.phases[state.prompts[self.prompt].phase]
        verbs = {template.verb for template in self.moves.templates}
        times = {verb: available_ms(self.match, self.seat, phase.cooldown(state, verb), self._at_ms) for verb in verbs}
        return {verb: at_ms for verb, at_ms in times.items() if at_ms is not None}

    @property
    def playable(self) -> LegalMoves:
        """The legal moves that can be played now."""
        return LegalMoves((t for t in self.moves.templates if t.verb not in self.available_ms), self.moves.prompt)

    def require_open(self) -> None:
        """Raises StalePrompt unless the prompt is open to this seat."""
        if not any(p.id == self.prompt for p in self.prompts):
            raise StalePrompt(seq=self.match_state.seq, prompts=[p.id for p in self.prompts])

    def refusals(self, move: Move) -> tuple[Refusal, ...]:
        """Returns the reasons why a move is not legal; empty if it is legal or if no prompt is open."""
        prompt = next((p for p in self.prompts if p.id == self.prompt), None)
        if prompt is None:
            return self.moves.refusals(move)
        return self.game.phases[prompt.phase].refusals(self.view, prompt, move)

    def owns(self, card: int) -> bool:
        """Returns whether a card lies in a zone of the seat and the seat can see its face."""
        zones = self.view.zones.items()
        return card in self.view.faces and any(card in cards for zone, cards in zones if zone.seat == self.seat)

    def reasons_against(self, card: int) -> tuple[ForbiddenVerb, ...]:
        """Returns the reasons why a card of the seat cannot be used for the prompt; empty if the prompt is not open."""
        prompt = next((p for p in self.prompts if p.id == self.prompt), None)
        return why_not(self.game, self.view, prompt, card) if prompt else ()

    def listed(self, limit: int) -> list[dict[str, Json]]:
        """Returns the first `limit` moves, in a stable order."""
        return [move_json(move) for move, _ in zip(self.playable, range(limit), strict=False)]

    def head(self) -> dict[str, Json]:
        """Returns the members that all responses about legal moves share."""
        return {
            "match": str(self.match.id),
            "seq": self.match_state.seq,
            "seat": self.seat,
            "prompt": self.prompt,
            "prompts": [p.id for p in self.prompts],
        }

    def sample(self, draws: Draws) -> Mapping[str, Json]:
        """Returns one of the moves, chosen at random."""
        return move_json(self.moves.sample(draws))
