"""Search: paired worlds, halving and the guard. A level chooses the same move for the same view and seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from bots import policies
from bots.search import halving, inference, playout
from bots.search.halving import Explanation, mean_and_error, search
from bots.search.levels import explain, plan_of, softened
from bots.search.plan import Effort, Plan, number_of_turn, own_turns
from bots.search.playout import World, advance
from events.base.policies import LEVELS, THINKING, WITH_LEVELS, levels_of, policies_of
from games import registry
from games.kernel.rng import Draws, Rng, policy_draws
from games.kernel.simulation import Simulation
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import UnseenCards, View
from tests.bots.moments import Moment, moments
from tests.bots.playing import played
from tests.bots.same_move import differences, other_eyes

GAMES = pytest.mark.parametrize("key", sorted(WITH_LEVELS))
QUICK = ("dale_of_merchants", "monopoly_deal")
MOVES = [Move("first"), Move("second"), Move("third"), Move("fourth")]


def seed() -> Draws:
    return policy_draws(b"search", 1)


# The core


class Worlds:
    """Replaces playouts by given values of moves in each world; counts the playouts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, values: list[list[float]]) -> None:
        self.played: list[tuple[int, int]] = []
        self.bluffs: Any = None
        this = self

        class Fake:
            def __init__(self, plan: Any, view: Any, key: bytes, number: int, deal: Any) -> None:
                self.number = number

            def playout(self, prompt: int, move: Move) -> float:
                this.played.append((self.number, MOVES.index(move)))
                row = values[MOVES.index(move)]
                return row[self.number % len(row)]

            def wins_at_once(self, prompt: int, move: Move) -> bool:
                return False

        monkeypatch.setattr(halving, "World", Fake)
        monkeypatch.setattr(halving.CandidateComparison, "_deal", None)

    def searched(self, moves: int, effort: Effort, draws: Draws | None = None) -> Explanation:
        plan = SimpleNamespace(bluffs=self.bluffs)
        return search(plan, None, 0, [(0.0, move) for move in MOVES[:moves]], effort, draws or seed())  # type: ignore[arg-type]


def test_the_best_move_is_chosen_and_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Worlds(monkeypatch, [[0.4, 0.6], [0.1, 0.1], [0.7, 0.9], [0.2, 0.2]]).searched(4, Effort(24))

    assert found.move == MOVES[2] and found.playouts <= 24
    assert found.candidates[2].gain == pytest.approx(0.3) and found.candidates[2].error == pytest.approx(0.0)


def test_the_usual_move_is_chosen_unless_another_is_better_by_one_standard_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noisy = Worlds(monkeypatch, [[0.5], [1.0, 0.1]]).searched(2, Effort(8))
    clear = Worlds(monkeypatch, [[0.5], [1.0, 0.5]]).searched(2, Effort(8))

    assert noisy.candidates[1].mean > noisy.candidates[0].mean and noisy.chosen == 0
    assert clear.chosen == 1


def test_one_good_world_does_not_decide_a_short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Worlds(monkeypatch, [[0.5], [1.0, 0.5], [0.9, 0.1]]).searched(3, Effort(3))

    assert found.candidates[1].mean == 0.75 and found.chosen == 0


def test_half_of_the_candidates_are_dropped_after_each_round_but_never_the_usual_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worlds = Worlds(monkeypatch, [[0.0], [0.3], [0.2], [0.4]])
    found = worlds.searched(4, Effort(16))

    assert [candidate.visits for candidate in found.candidates] == [4, 4, 2, 4]
    assert found.move == MOVES[3]


def test_all_candidates_are_played_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = Worlds(monkeypatch, [[0.1], [0.2]])
    worlds.searched(2, Effort(8))

    assert [world for world, move in worlds.played if move == 0] == [
        world for world, move in worlds.played if move == 1
    ]


def test_a_search_beyond_its_time_limit_is_cut_and_marked_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Worlds(monkeypatch, [[0.1], [0.9]]).searched(2, Effort(8, seconds=-1.0))

    assert found.is_cut and found.chosen == 0


def test_noise_chooses_among_close_moves_and_never_a_blunder() -> None:
    draws = policy_draws(b"noise")
    chosen = [softened([0.50, 0.49, 0.10], 0.03, draws) for _ in range(400)]

    assert chosen.count(2) == 0 and 100 < chosen.count(1) < 200


def test_a_bluff_is_chosen_sometimes_if_it_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = Worlds(monkeypatch, [[0.5], [0.5], [0.1]])
    worlds.bluffs = lambda move, other: True
    draws = policy_draws(b"bluff")
    chosen = [worlds.searched(3, Effort(12), draws).chosen for _ in range(60)]

    assert 8 < chosen.count(1) < 32, "one in three"
    assert chosen.count(2) == 0, "a bluff that loses is never played"


def test_a_move_that_reveals_more_than_words_is_not_a_bluff(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = Worlds(monkeypatch, [[0.5], [0.5]])
    worlds.bluffs = lambda move, other: False

    assert all(worlds.searched(2, Effort(8), policy_draws(b"bluff", n)).chosen == 0 for n in range(20))


def test_a_standard_error_needs_two_worlds() -> None:
    assert mean_and_error([1.0, 0.0]) == (0.5, 0.5)
    assert mean_and_error([1.0])[1] == float("inf")


# Plans


def test_the_games_with_levels_are_those_with_plans() -> None:
    for key in registry.GAMES:
        if key in WITH_LEVELS:
            assert plan_of(key).game is registry.get(key) and levels_of(key) == LEVELS
        else:
            assert not set(LEVELS) & set(policies_of(key))
            for level in LEVELS:
                with pytest.raises(KeyError):
                    policies.get(key, level)


@GAMES
def test_the_first_candidate_is_the_greedy_move_and_all_are_legal(key: str) -> None:
    plan, greedy = plan_of(key), policies.get(key, "greedy")
    for view, _, moves in moments(key, 8):
        ranked = plan.candidates(view, moves, seed())
        assert ranked[0][1] == greedy(view, moves, seed())
        assert all(move is None or move in moves for _, move in ranked)
        assert len({repr(move) for _, move in ranked}) == len(ranked)


@GAMES
def test_a_playout_ends_with_a_value(key: str) -> None:
    plan = plan_of(key)
    for view, prompt, moves in islice(moments(key, 40), 0, 40, 10):
        for _, move in plan.candidates(view, moves, seed())[:2]:
            assert 0.0 <= World(plan, view, b"key", 0).playout(prompt, move) <= 1.0


@pytest.mark.parametrize(
    ("number", "seats", "begun", "ends"), [(1, 2, 4, 6), (2, 2, 4, 8), (2, 2, 5, 8), (1, 3, 6, 9), (2, 3, 7, 12)]
)
def test_a_horizon_of_own_turns_ends_when_the_last_of_these_turns_begins(
    number: int, seats: int, begun: int, ends: int
) -> None:
    def at(turn: int) -> Any:
        return SimpleNamespace(seats=seats, public=SimpleNamespace(turns=turn, turn=turn % seats))

    is_far_enough, remembered = own_turns(number), number_of_turn(at(begun), 0)

    assert [turn for turn in range(begun, ends + 1) if is_far_enough(at(turn), 0, remembered)] == [ends]


def test_a_playout_ends_at_its_limit_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, steps = plan_of("negoces2"), []
    monkeypatch.setattr(playout, "advance", lambda *_: steps.append(1) or True)
    view, prompt, moves = next(moments("negoces2", 1))

    World(replace(plan, most_steps=7), view, b"key", 0).playout(prompt, next(iter(moves)))

    assert len(steps) == 7


@GAMES
def test_playouts_of_a_whole_match_come_to_an_end(key: str) -> None:
    plan, game = plan_of(key), registry.get(key)
    seats = game.seats[0]
    options = game.options.from_json({"end": {"hands": 1}} if key == "great_dalmuti" else {}, seats)
    rng = Rng(bytes(32))
    simulation = Simulation(game, game.start(seats, options, rng).state, rng)  # type: ignore[arg-type]
    steps = sum(1 for _ in iter(lambda: advance(plan, simulation, seed()) and not simulation.is_over, False))

    assert simulation.is_over and steps < 3 * plan.most_steps


# Levels


def choices(plan: Plan, effort: Effort, moment: Moment, view: View) -> Explanation:
    return explain(plan, view, moment.moves, effort, seed())


@GAMES
def test_the_same_view_and_seed_lead_to_the_same_move(key: str) -> None:
    """The choice is also the same for the view's JSON, and for every world that is consistent with the view."""
    plan = plan_of(key)
    for moment in moments(key, 2):
        others = list(other_eyes(key, moment.view))
        for effort in (Effort(4), Effort(12)):
            expected = choices(plan, effort, moment, moment.view)
            assert [choices(plan, effort, moment, other) for other in others] == [expected] * len(others) != []


@GAMES
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chooses_the_same_for_the_same_view_and_seed(key: str, level: str) -> None:
    """Runs a part of `tests.bots.same_move`; the test above compares slower games with fewer playouts."""
    if level in THINKING and key not in QUICK:
        pytest.skip("slow: compared with fewer playouts")
    assert not differences(key, level, 1 if level in THINKING else 8, first=2)


def test_a_policy_that_reads_hidden_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault: a policy reads a counter that the JSON of a view does not contain."""

    def cheating(view: View, moves: Any, draws: Draws) -> Move:
        return list(moves)[view.next_card % moves.count()]

    monkeypatch.setattr(policies, "get", lambda key, name: cheating)

    assert differences("monopoly_deal", "cheating", 8)


@GAMES
def test_another_seed_deals_other_worlds(key: str) -> None:
    plan = plan_of(key)
    view = list(moments(key, 4))[-1].view
    view.known = ()  # in Négoces, everybody knows all hands at the start

    assert World(plan, view, b"one", 0).state != World(plan, view, b"two", 0).state


def test_a_sampled_world_that_depends_on_hidden_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault: sampled worlds depend on counters that the JSON does not contain."""

    class Leaky:
        def __init__(self, view: View, box: Any, backs: Any) -> None:
            self.unseen, self.leaked = UnseenCards(view, box, backs), view.next_card % 7

        def dealt(self, draws: Draws) -> Any:
            for _ in range(self.leaked):
                draws.below(2)
            return self.unseen.dealt(draws)

    monkeypatch.setattr(inference, "UnseenCards", Leaky)
    with pytest.raises(AssertionError):
        test_the_same_view_and_seed_lead_to_the_same_move("monopoly_deal")


def test_a_beginner_recolours_a_wild_only_for_a_gain() -> None:
    plan, beginner = plan_of("monopoly_deal"), policies.get("monopoly_deal", "beginner")
    offered = 0

    def watched(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        nonlocal offered
        idle = [move for score, move in plan.candidates(view, moves, seed()) if plan.is_idle(score, move)]
        offered += bool(idle)
        move = beginner(view, moves, draws)
        assert move not in idle, f"{move} gains nothing"
        return move

    played(plan.game, [watched] * 3, seed=1)

    assert offered > 20
