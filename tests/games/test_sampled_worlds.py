"""Worlds sampled from a seat's view are possible, and equal those from its JSON, at random moments of every game."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from games.kernel.codec import view_from, view_json
from games.kernel.effect import redacted
from games.kernel.knowledge.memory import Memory
from games.kernel.options import Options
from games.kernel.rng import Rng, policy_draws
from games.kernel.state import Seat, State
from games.kernel.view import View, sample_world, view_of
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, canonical, played
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SEED

GAMES = pytest.mark.parametrize("name", sorted(TESTED_GAMES))
MOMENTS = 5


@cache
def options_of(name: str, seats: int) -> list[Options]:
    """Returns options in which all pairs of values occur."""
    return covering_options(TESTED_GAMES[name], seats, policy_draws(b"simulation", name, seats))


@cache
def moments(name: str) -> list[tuple[Match, View]]:
    """Returns matches cut off after a random number of moves, each with the view of a random seat."""
    game, found = TESTED_GAMES[name], []
    for number in range(MOMENTS):
        draws = policy_draws(b"sampled worlds", name, SEED, number)
        seats = game.seats[SEED % len(game.seats)]
        varied = options_of(name, seats)
        options = varied[draws.below(len(varied))]
        match = played(game, seats, options, SEED + number, most=1 + draws.below(120))
        found.append((match, view_with_memory(match, draws.below(seats))))
    return found


def view_with_memory(match: Match, seat: Seat) -> View:
    """Returns a seat's view, with its memory."""
    memory = Memory(seat, match.rules.sights)
    for step in match.steps:
        memory.learn(redacted(step.outcome.effects, match.seats, match.rules.sights, seat))
    return view_of(match.state, seat, memory.known)


def worlds(match: Match, view: View) -> list[State]:
    """Returns three sampled worlds."""
    game, draws = match.rules, policy_draws(b"three", match.seed)
    return [sample_world(view, game.box(match.seats, match.options), draws, game.backs) for _ in range(3)]


@GAMES
def test_a_view_read_from_json_gives_the_same_worlds(name: str) -> None:
    for match, view in moments(name):
        read = view_from(match.rules, json.loads(canonical(view_json(match.rules, view))))
        assert read == view
        for ours, theirs in zip(worlds(match, view), worlds(match, read), strict=True):
            assert ours == theirs
            assert list(ours.zones) == list(theirs.zones) and list(ours.faces) == list(theirs.faces)


@GAMES
def test_a_sampled_world_agrees_with_the_view_of_its_viewer(name: str) -> None:
    """A sampled world has the cards of the box, distinct ids and the same sizes, and its viewer sees no difference."""
    for match, view in moments(name):
        box = Counter(match.rules.box(match.seats, match.options))
        for world in worlds(match, view):
            cards = [card for zone in world.zones.values() for card in zone]
            assert len(set(cards)) == len(cards) and set(cards) == set(world.faces)
            assert Counter(world.faces.values()) == box
            assert {z: len(c) for z, c in world.zones.items()} == {z: len(c) for z, c in match.state.zones.items()}
            assert view_of(world, view.viewer, view.known) == view


@GAMES
def test_cards_and_prompts_of_a_sampled_world_have_lower_ids_than_new_ones(name: str) -> None:
    for match, view in moments(name):
        for world in worlds(match, view):
            assert all(number < world.next_prompt for number in world.prompts)
            assert all(card < world.next_card for card in world.faces)
            for prompt in world.open_prompts:
                match.rules.expire(world, prompt.id, {}, Rng(bytes(32)))
                assert max(world.prompts) < world.next_prompt
