"""Training improves a policy, does not improve it with planted faults, and gives the same weights for the same seed."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.policies.learnt.weights import Weights, read, written
from comptoir_env import Rules
from comptoir_env.learning.curves import svg
from comptoir_env.learning.evaluation import against
from comptoir_env.learning.network import TrainableNetwork, prepared
from comptoir_env.learning.ppo import Habits, Trainer
from comptoir_env.many import Tables
from comptoir_env.train import Training, parsed

ONE_HAND = {"end": {"hands": 1}}
HABITS = Habits(hidden=(16,), steps=256, part=64, rate=5e-3)
UPDATES = 25
ACTIONS = 4


class Guessing:
    """Matches of one decision: the observation shows a number, and naming this number earns 1, else -1.

    The last action is legal only if the number is its own, so a player who ignores the mask is refused.
    """

    def __init__(self, count: int) -> None:
        self.count, self._draws = count, np.random.default_rng(5)
        self.seats = np.zeros(count, np.intp)
        self._begin()

    def _begin(self) -> None:
        self._numbers = self._draws.integers(ACTIONS, size=self.count)
        self.observations = np.eye(ACTIONS, dtype=np.float32)[self._numbers]
        self.masks = np.ones((self.count, ACTIONS), np.int8)
        self.masks[:, -1] = self._numbers == ACTIONS - 1

    def step(self, actions: Any) -> tuple[Any, Any]:
        if not self.masks[np.arange(self.count), actions].all():
            raise ValueError("expected one of the actions of the mask")
        rewards = np.where(actions == self._numbers, 1.0, -1.0)[:, None]
        self._begin()
        return rewards, np.ones(self.count, np.bool_)


def right_answers(trainer: Trainer) -> float:
    """Returns the share of correct answers among the most likely actions after some updates; 1 in 3 is chance."""
    for update in range(UPDATES):
        trainer.update(update / UPDATES)
    logits, _, _ = trainer.network.forward(np.eye(ACTIONS, dtype=np.float32))
    return float((logits[:-1, :-1].argmax(axis=1) == np.arange(ACTIONS - 1)).mean())


def test_a_short_training_learns_the_answers_that_earn_rewards() -> None:
    assert right_answers(Trainer(Guessing(16), HABITS, np.random.default_rng(1))) == 1.0


def test_advantages_with_the_wrong_sign_are_found() -> None:
    class Turned(Trainer):
        def advantages(self, steps: Any, reward: float) -> Any:
            return -super().advantages(steps, reward)

    assert right_answers(Turned(Guessing(16), HABITS, np.random.default_rng(1))) < 1.0


def test_an_ignored_mask_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unmasked(logits: Any, masks: Any) -> Any:
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    monkeypatch.setattr("comptoir_env.learning.ppo.chances", unmasked)

    with pytest.raises(ValueError, match="actions of the mask"):
        right_answers(Trainer(Guessing(16), HABITS, np.random.default_rng(1)))


def test_the_advantage_of_a_decision_is_the_reward_after_it_less_the_expected_value() -> None:
    trainer = Trainer(Guessing(1), HABITS._replace(trace=0.5), np.random.default_rng(1))
    steps: Any = [type("Step", (), {"value": value}) for value in (0.0, 0.5)]

    assert trainer.advantages(steps, 1.0).tolist() == [0.5 + 0.5 * 0.5, 0.5]


def test_gradients_agree_with_finite_differences() -> None:
    draws = np.random.default_rng(3)
    network = TrainableNetwork((5, 7, 6, 4), draws)
    network.parameters = [draws.standard_normal(one.shape) for one in network.parameters]  # type: ignore[misc]
    rows, of_logits, of_values = draws.standard_normal((9, 5)), draws.standard_normal((9, 3)), draws.standard_normal(9)

    def total() -> float:
        logits, values, _ = network.forward(rows)  # type: ignore[arg-type]
        return float((logits * of_logits).sum() + (values * of_values).sum())

    found = network.gradients(network.forward(rows)[2], of_logits, of_values)  # type: ignore[arg-type]

    for one, gradient in zip(network.parameters, found, strict=True):
        place = tuple(draws.integers(size) for size in one.shape)
        before = one[place]
        one[place] = before + 1e-6
        above = total()
        one[place] = before - 1e-6
        slope = (above - total()) / 2e-6
        one[place] = before
        assert slope == pytest.approx(gradient[place], rel=1e-4, abs=1e-6)


def trained(out: Path, seed: int, *more: str) -> bytes:
    """Returns the weights after a tiny training of the Great Dalmuti."""
    words = [
        "great_dalmuti",
        "--options",
        json.dumps(ONE_HAND),
        "--decisions",
        "150",
        "--tables",
        "2",
        "--seed",
        str(seed),
        "--habits",
        '{"hidden": [8], "steps": 100, "rounds": 1}',
        "--out",
        str(out),
        *more,
    ]
    arguments = parsed(words)
    training = Training(Rules("great_dalmuti", 4, ONE_HAND), arguments)
    training.run(lambda line: None)
    return training.trainer.network.parameters[0].tobytes()


def test_a_training_with_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    digests = [sha256(trained(tmp_path / "t", seed, "--against")).hexdigest() for seed in (1, 1, 2)]

    assert digests[0] == digests[1] != digests[2]


def test_a_training_writes_weights_curve_and_plot(tmp_path: Path) -> None:
    trained(tmp_path / "t", 1, "--against", "uniform", "--deals", "1", "--measures", "1", "--opponents", "uniform")

    about = read((tmp_path / "t.safetensors").read_bytes()).about
    curve = json.loads((tmp_path / "t.json").read_text())
    assert str(tmp_path) not in about["command"]
    assert (about["game"], about["seats"], about["seed"]) == ("great_dalmuti", "4", "1")
    assert [point["decisions"] for point in curve["points"]] == [0, int(about["decisions"])]
    assert (tmp_path / "t.svg").read_text() == svg("great_dalmuti, 4 seats: mean reward", curve["points"])


def test_tables_with_choices_only_skip_forced_moves() -> None:
    tables = Tables(Rules("great_dalmuti", 4, ONE_HAND), 4, choices_only=True)
    tables.reset(seed=1)
    draws = np.random.default_rng(1)
    for _ in range(80):
        assert (tables.masks.sum(axis=1) > 1).all()
        tables.step([draws.choice(np.flatnonzero(mask)) for mask in tables.masks])


def test_at_tables_with_opponents_the_learning_seat_changes_with_each_match() -> None:
    tables = Tables(Rules("great_dalmuti", 4, ONE_HAND), 8, opponents="uniform")
    tables.reset(seed=3)

    assert tables.numbers.tolist() == [*range(8)]
    assert tables.seats.tolist() == [0, 1, 2, 3, 0, 1, 2, 3]


def test_a_network_against_itself_scores_the_share_of_equal_players_in_each_deal() -> None:
    rules = Rules("great_dalmuti", 4, ONE_HAND)
    network = TrainableNetwork((rules.encoding.size, 8, rules.alphabet.size + 1), np.random.default_rng(2))

    def itself(observed: Any) -> int:
        logits, _, _ = network.forward(prepared(observed["observation"][None]))
        return int(np.where(observed["action_mask"], logits[0], -np.inf).argmax())

    score = against(network, rules, itself, deals=3, seed=1)

    assert score == (pytest.approx(0.0), pytest.approx(0.0))


def test_weights_are_equal_after_writing_and_reading() -> None:
    weights = Weights({"game": "any"}, (([[0.5, -2.0], [0.0, 1.0], [3.0, 4.0]], [0.25, 0.0]), ([[1.0], [2.0]], [8.0])))

    assert read(written(weights)) == weights
    with pytest.raises(ValueError, match="expected a file of weights, got 3 bytes"):
        read(b"abc")
