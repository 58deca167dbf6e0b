"""Policies see only the JSON of a view and choose legal moves; the greedy policies beat random play."""

from __future__ import annotations

import pytest

from bots import policies
from bots.policies import uniform
from bots.policy import Policy
from events.base.policies import ALWAYS, POLICIES
from games import registry
from games.great_dalmuti import GAME as DALMUTI
from games.kernel.rng import policy_draws
from games.kernel.slots import Integer
from games.kernel.state import Move
from games.kernel.template import LegalMoves, template
from games.kernel.view import view_of
from tests.bots.playing import Watched, played

EVERY_GAME = pytest.mark.parametrize("key", list(registry.GAMES))


@EVERY_GAME
@pytest.mark.parametrize("name", ALWAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_policy_chooses_legal_moves_from_the_json_that_its_seat_receives(
    monkeypatch: pytest.MonkeyPatch, key: str, name: str, seed: int
) -> None:
    monkeypatch.setattr("bots.arena.match.MOST_ACTS", 150)
    game = registry.get(key)

    result = played(game, [policies.get(key, name)] * game.seats[seed % len(game.seats)], seed)

    assert result.is_over or result.acts == 150


def test_an_illegal_move_of_a_policy_is_found() -> None:
    """A planted fault."""
    with pytest.raises(AssertionError, match="is not legal"):
        played(DALMUTI, [lambda view, moves, draws: Move("cheat", {})] * 4, 1)


@EVERY_GAME
def test_a_bot_prompted_twice_chooses_the_same_move(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr("bots.arena.match.MOST_ACTS", 40)
    game = registry.get(key)
    one, other = (Watched(game, [policies.get(key, "greedy")] * game.seats[0], 3) for _ in range(2))
    one.played(), other.played()

    assert one.effects == other.effects


def test_an_unknown_policy_raises_an_error() -> None:
    with pytest.raises(KeyError):
        policies.get("great_dalmuti", "clairvoyant")


def test_the_policies_of_bots_are_those_that_matches_can_ask_for() -> None:
    assert set(policies.BY_NAME) == set(POLICIES)


@pytest.mark.parametrize("name", ALWAYS)
def test_a_game_without_a_greedy_policy_is_played_uniformly(name: str) -> None:
    assert policies.get("never_heard_of", name) is uniform.choose


def test_uniform_chooses_the_kind_of_move_first() -> None:
    moves = LegalMoves([template("pass"), template("bid", coins=Integer(1, 99))])
    view = view_of(DALMUTI.opening(4, DALMUTI.options()), 0)
    draws = policy_draws(b"uniform", 1)

    passes = sum(uniform.choose(view, moves, draws).verb == "pass" for _ in range(1000))

    assert 440 <= passes <= 560


def mean_points(hands: int, seats: int, good: Policy, bad: Policy) -> tuple[float, float]:
    """Returns the points per hand of two policies on alternate seats; plays each deal twice, with the sides swapped."""
    totals = {True: 0, False: 0}
    for hand in range(hands):
        sides = [(seat + hand) % 2 == 0 for seat in range(seats)]
        scores = played(DALMUTI, [good if side else bad for side in sides], hand // 2, end={"hands": 1}).scores
        assert scores is not None
        for side, points in zip(sides, scores, strict=True):
            totals[side] += points
    return totals[True] * 2 / hands / seats, totals[False] * 2 / hands / seats


def test_greedy_dalmuti_is_far_above_uniform_over_40_hands() -> None:
    greedy, by_chance = mean_points(40, 4, policies.get("great_dalmuti", "greedy"), uniform.choose)

    assert greedy > by_chance + 1.2, f"of 3 points a hand greedy has {greedy}, uniform {by_chance}"
