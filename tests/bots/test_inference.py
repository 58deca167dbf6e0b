"""Inference from the view alone: worlds in which the seats' acts are likely are sampled more often."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from math import isfinite

import pytest

from bots.search import inference
from bots.search.dalmuti_evidence import JESTERS, LaidSet, acts_of, answer, can_beat, chance, hand_of, is_winner, lead
from bots.search.inference import PROPOSALS, Worlds, drawn
from bots.search.levels import explain, plan_of
from bots.search.plan import Effort, Plan
from games.great_dalmuti.deck import RANKS
from games.kernel.codec import view_from, view_json
from games.kernel.rng import policy_draws
from games.kernel.state import Move, State
from games.kernel.view import View, sample_world, view_of
from tests.bench.inference import measured
from tests.bots.moments import Moment, moments, moments_with_truth

INFORMED = ("dealmaker", "great_dalmuti", "monopoly_deal")
GAMES = pytest.mark.parametrize("key", INFORMED)


def moments_with_evidence(key: str, number: int) -> Iterator[tuple[Moment, State]]:
    """Yields the first moments of a match at which acts of others give information about their cards."""
    plan = plan_of(key)
    assert plan.evidence is not None
    found = (pair for pair in moments_with_truth(key, 80, 4, 3) if plan.evidence(pair[0].view) is not None)
    yield from (pair for pair, _ in zip(found, range(number), strict=False))


def sampled_worlds(plan: Plan, view: View, number: int) -> list[State]:
    box = tuple(plan.game.box(view.seats, view.options))
    draws = policy_draws(b"sampled")
    return [sample_world(view, box, draws, plan.game.backs) for _ in range(number)]


@GAMES
def test_weights_are_positive_and_finite(key: str) -> None:
    plan, several = plan_of(key), 0
    for moment, truth in moments_with_evidence(key, 8):
        weigh = plan.evidence(moment.view)  # type: ignore[misc]
        weights = [weigh(world) for world in (truth, *sampled_worlds(plan, moment.view, 20))]  # type: ignore[misc]
        assert all(isfinite(weight) and weight > 0 for weight in weights)
        several += len(set(weights)) > 1
    assert several, "some worlds are likelier than others"


@GAMES
def test_the_sampled_world_depends_on_the_json_of_the_view_only(key: str) -> None:
    plan = plan_of(key)
    for moment, truth in moments_with_evidence(key, 3):
        view = moment.view
        expected = Worlds(plan.game, view, plan.evidence).drawn(policy_draws(b"one"))
        read = view_from(plan.game, json.loads(json.dumps(view_json(plan.game, view))))
        other = view_of(sampled_worlds(plan, view, 1)[0], view.viewer, view.known)
        for same in (read, other, view_of(truth, view.viewer, view.known)):
            assert Worlds(plan.game, same, plan.evidence).drawn(policy_draws(b"one")) == expected


@GAMES
def test_informed_decisions_from_equal_views_are_equal(key: str) -> None:
    plan = plan_of(key)
    for moment, _ in moments_with_evidence(key, 2):
        view, effort = moment.view, Effort(4)
        other = view_of(sampled_worlds(plan, view, 1)[0], view.viewer, view.known)
        expected = explain(plan, view, moment.moves, effort, policy_draws(b"move"))
        assert explain(plan, other, moment.moves, effort, policy_draws(b"move")) == expected


def test_evidence_that_reads_hidden_state_is_found() -> None:
    """Planted fault: a weight depends on a counter that the JSON of a view does not contain."""

    def cheating(view: View) -> inference.Weigh:
        calls = count()
        return lambda world: 1e6 if next(calls) == view.next_card % PROPOSALS else 1.0

    plan = replace(plan_of("monopoly_deal"), evidence=cheating)
    differ = 0
    for moment, _ in moments_with_evidence("monopoly_deal", 6):
        read = view_from(plan.game, json.loads(json.dumps(view_json(plan.game, moment.view))))
        worlds = [Worlds(plan.game, view, plan.evidence).drawn(policy_draws(b"one")) for view in (moment.view, read)]
        differ += worlds[0] != worlds[1]
    assert differ


def test_a_world_without_evidence_is_sampled_once() -> None:
    plan = plan_of("monopoly_deal")
    view = next(moments("monopoly_deal", 1)).view
    assert plan.evidence is not None and plan.evidence(view) is None, "nobody has had a turn"

    expected = sample_world(view, plan.game.box(view.seats, view.options), policy_draws(b"one"), plan.game.backs)
    assert Worlds(plan.game, view, plan.evidence).drawn(policy_draws(b"one")) == expected


def test_more_likely_worlds_are_drawn_more_often() -> None:
    draws = policy_draws(b"drawn")
    places = [drawn([1.0, 3.0, 0.0], draws) for _ in range(400)]

    assert 260 < places.count(1) < 340 and places.count(2) == 0
    assert PROPOSALS > 1


def test_evidence_makes_the_true_hands_more_likely() -> None:
    """Runs a small part of `python -m tests.bench.inference`; inverted evidence makes the true hands less likely."""
    evidence = plan_of("great_dalmuti").evidence
    assert evidence is not None

    def upside_down(view: View) -> inference.Weigh | None:
        weigh = evidence(view)
        return None if weigh is None else lambda world: 1 / weigh(world)

    assert measured("great_dalmuti", evidence, 20, 5)["gain_nats"] > 0.5
    assert measured("great_dalmuti", upside_down, 20, 5)["gain_nats"] < 0


# The Great Dalmuti


def test_passes_and_sets_of_a_trick_are_derived_from_the_view() -> None:
    """The seats between two sets passed on the first set, and each move is legal with the hand that its seat held."""
    seen = passes = 0
    for moment, truth in moments_with_evidence("great_dalmuti", 20):
        public, acts = truth.public, list(acts_of(moment.view))
        assert [act.seat for act in acts if act.laid] == [laid["seat"] for laid in public.trick]
        assert [act.laid.size for act in acts if act.laid] == [laid["count"] for laid in public.trick]
        holding = {act.seat for act in acts if act.laid is None and truth.size("hand", act.seat)}
        assert set(public.passed) <= holding
        for act in acts:
            passes += act.laid is None
            assert act.top is None or act.laid is None or act.laid.rank < act.top[0]
        seen += 1
    assert seen and passes


def test_a_pass_lowers_the_weight_of_hands_that_the_rule_of_thumb_would_not_pass_with() -> None:
    moment, truth = next(
        (moment, truth)
        for moment, truth in moments_with_evidence("great_dalmuti", 20)
        if any(act.laid is None for act in acts_of(moment.view))
    )
    act = next(act for act in acts_of(moment.view) if act.laid is None)
    assert act.top is not None
    rank, size = act.top
    weak, strong = hand_of(truth, act.seat), [0] * 14
    for better in range(1, rank):
        weak[better] = 0
    weak[13] = 0
    strong[rank - 1] = size

    assert not can_beat(weak, rank, size) and chance(act, weak) == 1.0
    assert can_beat(strong, rank, size) and chance(act, strong) < 0.1


def test_a_hand_of_one_last_rank_is_laid_with_all_jesters() -> None:
    hand = [0] * (JESTERS + 1)
    hand[9], hand[JESTERS] = 2, 1

    assert lead(hand) == LaidSet(9, 2, 1)
    assert answer(hand, 10, 3) == LaidSet(9, 2, 1)
    assert answer(hand, 9, 3) is None
    assert is_winner(1, 1) and not is_winner(9, 2)


def test_moves_expected_by_the_rule_of_thumb_are_legal() -> None:
    faces, expected = {rank: face for face, rank in RANKS.items()}, 0
    for (view, _, moves), truth in moments_with_truth("great_dalmuti", 40, 5, 1):
        if not moves.of("play"):
            continue
        hand, trick = hand_of(truth, view.me), view.public.trick
        laid = answer(hand, trick[-1]["rank"], trick[-1]["count"]) if trick else lead(hand)
        if laid is not None:
            cards = {faces[laid.rank]: laid.cards} | ({"jester": laid.jesters} if laid.jesters else {})
            assert Move("play", {"cards": cards}) in moves
            expected += 1

    assert expected > 10
