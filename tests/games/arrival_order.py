"""The same hands come by in another order: what a move shows to a viewer must not depend on it.

Before a row of a random match the ids in each set that the viewer does not see change places, as if the cards had come
in another order. The same move, by faces, must then show the viewer the same effects.
"""

from __future__ import annotations

from typing import Any

from games.kernel.effect import redacted
from games.kernel.game import Game
from games.kernel.rng import Draws, policy_draws, shuffled
from games.kernel.state import Move, Seat, State, canonical
from tests.games.simulate import Match, Players, Step
from tests.games.simulate import canonical as json_bytes


def otherwise(state: State, viewer: Seat | None, draws: Draws) -> tuple[State, dict[int, int]]:
    """A state whose unseen sets filled in another order, and for each of their cards the one that is like it there."""
    other, alike = state.copied(), {}
    for zone, cards in state.zones.items():
        if zone.name in state.sets and not state.sees(viewer, zone):
            ids = [card for card in cards if card is not None]
            renamed = dict(zip(ids, shuffled(ids, draws), strict=True))
            alike.update(renamed)
            other.faces.update({new: state.faces[card] for card, new in renamed.items()})
            other.zones[zone] = canonical(ids, other.faces)
    return other, alike


def differences(game: Game, seats: int, seed: int, most: int) -> tuple[int, int]:
    """How many moves of a random match were compared, and how many showed a viewer something else."""
    match, players = Match(game, seats, game.options.from_json({}, seats), seed), Players.of_seed(seed)
    draws, compared, different = policy_draws(b"arrival", seed), 0, 0
    while not match.state.is_over and len(match.decisions) < most:
        match.decide(players.decision(match))
        step = match.rows_of(len(match.decisions) - 1)[:1]
        if step and step[0].type == "move" and step[0].outcome.seat is not None and step[0].outcome.move is not None:
            compared, different = compared + 1, different + (not _is_same(match, step[0], draws))
    return compared, different


def _is_same(match: Match, step: Step, draws: Draws) -> bool:
    outcome, seat = step.outcome, step.outcome.seat
    assert outcome.move is not None and outcome.prompt is not None and seat is not None
    viewers = [viewer for viewer in (None, *range(match.seats)) if viewer != seat]
    viewer = viewers[draws.below(len(viewers))]
    state, alike = otherwise(step.before, viewer, draws)
    move = Move(outcome.move.verb, _renamed(outcome.move.args, alike))
    again = match.game.play(state, seat, outcome.prompt, move, match.rng)
    one, other = (
        [effect.to_json() for effect in redacted(effects, match.seats, match.game.sights, viewer)]
        for effects in (outcome.effects, again.effects)
    )
    return json_bytes(one) == json_bytes(other)


def _renamed(value: Any, alike: dict[int, int]) -> Any:
    if type(value) is int:
        return alike.get(value, value)
    if isinstance(value, dict):
        return {key: _renamed(item, alike) for key, item in value.items()}
    return [_renamed(item, alike) for item in value] if isinstance(value, list | tuple) else value
