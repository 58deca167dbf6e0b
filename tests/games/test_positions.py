"""Positions: any moment of any match can be set up again, with the same cards, choices and knowledge."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from games.kernel.effect import Changed, Moved, Prompted, Shown, redacted
from games.kernel.game import BOX, Game
from games.kernel.knowledge.memory import Memory
from games.kernel.position import PILE, Position, laid_out, position_from, resampled, world_draws
from games.kernel.rng import Rng, policy_draws
from games.kernel.simulation import Simulation
from games.kernel.state import Seat, State
from games.kernel.view import View, Window, view_of
from games.registry import newest
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, canonical, played
from tests.games.harness.time_budget import SEED

GAMES = pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.key, marks=pytest.mark.xdist_group(f"positions {game.key}")) for game in newest()],
)  # the tests of one game share its matches
MOMENTS = 3
EVERYBODY = None


@cache
def moments(game: Game) -> list[Match]:
    """Returns matches cut off after a random number of moves, before their end."""
    found = []
    for number in range(3 * MOMENTS):
        draws = policy_draws(b"positions", game.key, SEED, number)
        seats = game.seats[draws.below(len(game.seats))]
        varied = covering_options(game, seats, policy_draws(b"simulation", game.key, seats))
        match = played(game, seats, varied[draws.below(len(varied))], SEED + number, most=1 + draws.below(150))
        if not match.state.is_over:
            found.append(match)
    return found[:MOMENTS]


@cache
def memory(match: Match, seat: Seat | None) -> Any:
    learnt = Memory(seat, match.rules.sights)
    for step in match.steps:
        learnt.learn(redacted(step.outcome.effects, match.seats, match.rules.sights, seat))
    return learnt.known


def position_of(match: Match) -> Position:
    return Position(match.state, {seat: memory(match, seat) for seat in (EVERYBODY, *range(match.seats))})


def fork_of(match: Match, position: Position, seed: int = SEED) -> Any:
    return laid_out(match.rules, match.seats, match.options, position, Rng(seed.to_bytes(32, "big")))


def faces(state: State) -> dict[Any, list[str]]:
    """Returns the faces in each zone; those of a set and of the box, whose order means nothing, sorted."""
    found = {}
    for zone, cards in state.zones.items():
        named = [state.faces[card] for card in cards]  # type: ignore[index]
        if named:
            found[zone] = sorted(named) if zone == BOX or zone.name in state.sets else named
    return found


def choices(game: Game, state: State) -> list[Any]:
    """Returns the number and the verbs of the legal moves for each open prompt and seat."""
    found = []
    for prompt in state.open_prompts:
        for seat in prompt.seats:
            legal = game.phases[prompt.phase].legal_moves(Window(state, seat), prompt)
            found.append((prompt.phase, seat, legal.count(), [template.verb for template in legal.templates]))
    return found


@GAMES
def test_a_position_contains_every_card_choice_and_prompt(game: Game):
    for match in moments(game):
        position = position_from(game, match.seats, match.options, json.loads(json.dumps(position_of(match).to_json())))

        outcome = fork_of(match, position)

        assert faces(outcome.state) == faces(match.state)
        assert PILE not in outcome.state.zones
        assert choices(game, outcome.state) == choices(game, match.state)
        assert game.to_act(outcome.state) == game.to_act(_unanswered(match.state))


def _unanswered(state: State) -> State:
    """Returns a state in which no sealed answer has arrived."""
    copy = state.copied()
    copy.prompts = {number: prompt._replace(arrived=()) for number, prompt in state.prompts.items()}
    return copy


@GAMES
def test_a_match_can_be_continued_from_a_position(game: Game):
    for match in moments(game):
        world = Simulation(game, fork_of(match, position_of(match)).state, Rng(bytes(32)))
        draws = policy_draws(b"on", game.key, match.seed)
        for _ in range(40):
            turns = world.turns()
            if world.is_over or not turns:
                break
            seat, prompt = turns[draws.below(len(turns))]
            phase = game.phases[prompt.phase]
            if phase.sealed:
                world.open(prompt, {s: world.legal(s, prompt).sample(draws) for s in prompt.seats})
            elif legal := world.legal(seat, prompt):
                world.play(seat, prompt, legal.sample(draws))


@GAMES
def test_a_seat_of_a_fork_knows_the_cards_that_it_knew_in_the_match(game: Game):
    for match in moments(game):
        position = position_of(match)
        effects = fork_of(match, position).effects

        for seat, known in position.known.items():
            learnt = Memory(seat, game.sights)
            learnt.learn(redacted(effects, match.seats, game.sights, seat))
            missing = [entry for entry in known if entry not in learnt.known]
            assert all(entry.position is None for entry in missing)
            assert all(match.state.sight[entry.zone.name].value == "nobody" for entry in missing)


@GAMES
def test_a_resampled_position_looks_the_same_to_its_viewer(game: Game):
    for match in moments(game):
        for seat in (EVERYBODY, *range(match.seats)):
            view = view_of(match.state, seat, memory(match, seat))

            position = resampled(game, view, memory(match, EVERYBODY), world_draws(Rng(bytes(32))))
            fork = view_of(fork_of(match, position).state, seat)

            assert visible_faces(fork) == visible_faces(view)


def visible_faces(view: View) -> Any:
    """Returns the faces that a view shows in each zone, and how many it hides."""
    return {
        zone: sorted(view.faces.get(card, "?") for card in cards)  # type: ignore[arg-type]
        for zone, cards in view.zones.items()
        if cards
    }


@GAMES
def test_two_worlds_with_the_same_view_are_resampled_to_the_same_position(game: Game):
    for match in moments(game):
        seat = match.seed % match.seats
        view, common = view_of(match.state, seat, memory(match, seat)), memory(match, EVERYBODY)
        other = resampled(game, view, common, policy_draws(b"truth", match.seed)).state
        alike = view_of(other, seat, view.known)
        alike.next_card, alike.next_prompt, alike.draws = view.next_card, view.next_prompt, view.draws

        one = resampled(game, view, common, world_draws(Rng(bytes(32))))
        two = resampled(game, alike, common, world_draws(Rng(bytes(32))))

        assert canonical(one.to_json()) == canonical(two.to_json())


@GAMES
def test_the_effects_that_spectators_receive_of_a_fork_do_not_depend_on_hidden_cards(game: Game):
    for match in moments(game):
        shapes = []
        for number in range(2):
            view = view_of(match.state, EVERYBODY, memory(match, EVERYBODY))
            position = resampled(game, view, view.known, policy_draws(b"worlds", number))
            effects = redacted(fork_of(match, position, SEED + number).effects, match.seats, game.sights, EVERYBODY)
            shapes.append([shape(effect) for effect in effects])
        assert shapes[0] == shapes[1]


def shape(effect: Any) -> Any:
    """Returns an effect as it is shown, without the random places of the shuffled pile."""
    if isinstance(effect, Moved) and effect.src == PILE:
        return effect.dst, effect.cards, effect.to, effect.faces
    return effect.to_json() if isinstance(effect, Changed | Prompted | Shown) else type(effect)


def test_a_position_with_other_cards_than_those_of_the_game_is_refused():
    game = next(iter(newest()))
    match = moments(game)[0]
    state = match.state.copied()
    card = next(iter(state.faces))
    state.faces = {**state.faces, card: next(face for face in state.faces.values() if face != state.faces[card])}

    with pytest.raises(ValueError, match="expected"):
        fork_of(match, Position(state, {}))
