"""Négoces 2 through the service, with three bots and a person who never acts: the duration of each bot's sale.

The clock advances in steps; the bots' turns come from the table of pending actions, as for workers.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

from bots.tasks import play_turn
from events.log.match_state.rules import game_of
from events.log.models import ActionEvent, Match, PendingAction
from events.log.states import head
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.table.moves import Submission, move_submit, prompt_expire
from games.kernel.state import Prompt, State
from tests.events.steps import overdue_prompts
from tests.events.tables import Hands, fresh, player, ready_turns, standing_clock

PERSON = 0


class Negotiation(NamedTuple):
    """A negotiation in which a bot sells, with the number of seconds for which it was open."""

    seller: int
    seconds: float
    prompt: int
    match: UUID

    def gaps(self) -> list[float]:
        """Returns, for each move of a bot in the negotiation, the seconds since the previous event."""
        events = list(ActionEvent.objects.filter(match=self.match).order_by("seq"))
        return [
            (event.at_ms - before.at_ms) / 1000
            for before, event in pairwise(events)
            if event.type == "move" and event.seat != PERSON and json.loads(bytes(event.core))["prompt"] == self.prompt
        ]


def negotiations(seed: int, number: int, step: float = 0.25, **wish: object) -> list[Negotiation]:
    """Returns `number` negotiations of bots, in a match where the person's prompts get their defaults at once."""
    with standing_clock() as hands:
        match = _match(seed, **wish)
        finished: list[Negotiation] = []
        open_since: dict[int, tuple[int, int]] = {}
        for _ in range(200_000):
            if len(finished) >= number or fresh(match).status != Match.Status.RUNNING:
                return finished
            _bots_and_clock()
            _person(match)
            _noted(match.id, head(fresh(match)).state, hands, open_since, finished)
            hands.go(step)
    raise AssertionError(f"expected {number} negotiations, got {len(finished)}")


def _match(seed: int, options: dict[str, object] | None = None, policy: str = "greedy", **wish: object) -> Match:
    seats = [SeatRequest("me")] + [SeatRequest("bot", policy)] * 3
    request = MatchRequest("negoces2", options or {}, seats, seed=seed.to_bytes(32, "big"), **wish)  # type: ignore[arg-type]
    return match_create(player=player(), request=request)


def _bots_and_clock() -> None:
    for turn in ready_turns():
        play_turn(*turn)
    for match_id, prompt, seat in overdue_prompts():
        prompt_expire(match_id=match_id, prompt=prompt, seat=seat)


def _person(match: Match) -> None:
    """Answers for the person: plays defaults, and nothing in another seat's negotiation."""
    now = fresh(match)
    if (
        now.status != Match.Status.RUNNING
        or not PendingAction.objects.filter(match=match, seat=PERSON, required=True).exists()
    ):
        return
    state, game = head(now).state, game_of(now)
    prompt = next(prompt for prompt in game.prompts_for(state, PERSON))
    move = game.default(state, PERSON, prompt.id)
    move_submit(match_id=match.id, seat=PERSON, submission=Submission(prompt.id, move.verb, move.args))


def _noted(
    match: UUID, state: State, hands: Hands, since: dict[int, tuple[int, int]], finished: list[Negotiation]
) -> None:
    open_now = {prompt.id for prompt in _talks(state)}
    for prompt in open_now - since.keys():
        since[prompt] = (hands.now_ms, state.public.seller)  # type: ignore[attr-defined]
    for prompt in since.keys() - open_now:
        began, seller = since.pop(prompt)
        if seller != PERSON:
            finished.append(Negotiation(seller, (hands.now_ms - began) / 1000, prompt, match))


def _talks(state: State) -> list[Prompt]:
    return [prompt for prompt in state.open_prompts if prompt.phase == "negotiate"]
