"""Judges of moves: their inputs, the playouts for their training, and their learning."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.encoding.alphabet import Alphabet
from bots.encoding.terms import Terms
from bots.policies.learnt import network as plain
from bots.policies.learnt.judge import BEHIND, FIRST, descriptions
from bots.policies.learnt.weights import read, written
from bots.search.levels import plan_of
from comptoir_env import Rules, train
from comptoir_env.improve import Improvement, main, parsed, tuned
from comptoir_env.learning.judging import Experience, Pupil
from comptoir_env.learning.network import TrainableNetwork, prepared
from comptoir_env.learning.playouts import PlayoutSettings, Recorded, RecordedDecision, decisions, earned, played
from games import registry
from games.kernel.rng import policy_draws
from games.kernel.state import Move
from games.kernel.view import View
from tests.bots.moments import moments

ONE_HAND = json.dumps({"end": {"hands": 1}})
SOURCE = PlayoutSettings("great_dalmuti", 4, ONE_HAND, None, to_end=False, stray=0.1, share=0.3, seed=1)


def alphabet_of(view: View, key: str) -> Alphabet:
    return Alphabet(registry.get(key), view.seats, view.options)


# Explanation of a move


def test_a_move_is_described_by_its_verb_and_its_arguments() -> None:
    view = next(moments("great_dalmuti", 1, 4)).view
    terms = Terms(alphabet_of(view, "great_dalmuti"), view)
    first, second = sorted({view.face(card) for card in view.cards("hand", view.me)})[:2]

    assert terms.of(Move("play", {"cards": {first: 2, second: 1}})) == {
        "play": 1.0,
        f"play.cards:word:{first}": 2.0,
        f"play.cards:word:{second}": 1.0,
    }
    assert terms.of(None) == {"silence": 1.0}


def test_the_description_of_an_offer_separates_both_sides_and_counts_seats_from_the_viewer() -> None:
    view = next(moments("dealmaker", 1, 3)).view
    other = (view.me + 2) % 3
    goods = sorted(plan_of("dealmaker").game.box(3, view.options))
    alphabet = alphabet_of(view, "dealmaker")
    give, want = [good for good in goods if good in alphabet.declared.wares][:2]

    told = Terms(alphabet, view).of(Move("offer", {"audience": [other], "give": {give: 2}, "want": {want: 1}}))

    assert told == {
        "offer": 1.0,
        "offer.audience:seat:+2": 1.0,
        f"offer.give:word:{give}": 2.0,
        f"offer.want:word:{want}": 1.0,
    }


def test_an_amount_is_described_by_a_number() -> None:
    view = next(moments("negoces2", 1, 4)).view

    assert Terms(alphabet_of(view, "negoces2"), view).of(Move("bid", {"coins": 7})) == {"bid": 1.0, "bid.coins": 7.0}


@pytest.mark.parametrize("key", sorted(registry.GAMES))
def test_every_candidate_of_a_search_can_be_described(key: str) -> None:
    plan, verbs = plan_of(key), set()
    for place, (view, _, moves) in enumerate(moments(key, 25)):
        ranked = plan.candidates(view, moves, policy_draws(b"any", place))
        told = descriptions(alphabet_of(view, key), view, plan, ranked)

        assert [one[FIRST] for one in told] == [1.0] + [0.0] * (len(ranked) - 1)
        for (score, move), one in zip(ranked, told, strict=True):
            assert move is None or one[move.verb] == 1.0
            assert (one[BEHIND] > 0) == (score < ranked[0][0])
            verbs |= {term for term in one if ":" in term}
    assert verbs


# Playouts


def test_all_candidates_of_a_decision_meet_equal_chance_in_the_real_world(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = plan_of("great_dalmuti")

    def doubled(view: Any, moves: Any, draws: Any) -> Any:
        ranked = [*twice.candidates(view, moves, draws)]
        return [*ranked, ranked[0]] if len(ranked) > 1 else ranked

    monkeypatch.setattr(
        "comptoir_env.learning.playouts.plan_for", lambda *_: type(twice)(**{**vars(twice), "candidates": doubled})
    )
    met = decisions(SOURCE, 1)

    assert len(met) > 5
    assert all(one.values[0] == one.values[-1] for one in met)
    assert any(len(set(one.values)) > 1 for one in met)


def test_the_value_of_a_place_falls_evenly_from_first_to_last_and_ties_share() -> None:
    class State:
        standings, seats = ((2,), (0, 3), (1,)), 4

    assert [earned(State(), seat, None) for seat in (2, 0, 3, 1)] == [1.0, 0.5, 0.5, 0.0]  # type: ignore[arg-type]


def test_a_playout_to_the_end_is_worth_its_final_place() -> None:
    met = decisions(SOURCE._replace(to_end=True, share=0.1), 1)
    values = {round(value, 6) for one in met for value in one.values}

    assert values <= {0.0, 0.333333, 0.666667, 1.0}
    assert len(values) > 1


def test_against_fixed_opponents_one_seat_learns_and_changes_with_each_match() -> None:
    source, rules = SOURCE._replace(others="uniform", share=0.2), Rules("great_dalmuti", 4, json.loads(ONE_HAND))
    matches = [Recorded(rules, source, number) for number in range(5)]

    assert [match.learner for match in matches] == [0, 1, 2, 3, 0]
    matches[-1].played()
    assert matches[-1].decisions


def test_the_number_of_processes_does_not_change_the_result() -> None:
    alone, abreast = [[*played(SOURCE, 2, processes)] for processes in (1, 2)]

    assert alone == abreast


# Learning


def lesson(matches: int) -> list[list[RecordedDecision]]:
    """Returns decisions between three candidates, with noise: `good` is better by 0.2 if the view shows a 1."""
    draws = np.random.default_rng(7)
    found = []
    for _ in range(matches):
        decided = []
        for _ in range(4):
            shown, luck = float(draws.integers(2)), float(draws.normal(0, 0.5))
            gain = 0.2 if shown else -0.2
            told = [{FIRST: 1.0}, {"good": 1.0}, {"dull": 1.0}]
            noise = draws.normal(0, 0.05, 3)
            values = [luck + noise[0], luck + gain + noise[1], luck - 0.1 + noise[2]]
            decided.append(RecordedDecision(array("f", [shown, 1.0 - shown]), told, values))
        found.append(decided)
    return found


def gain_after_training(pupil: Pupil, rounds: int = 30) -> float:
    """Returns a pupil's gain per decision on its training data; the best possible gain is 0.1."""
    everything = np.arange(len(pupil.experience.rows))
    for number in range(rounds):
        pupil.learn(everything, 32, number / rounds)
    return pupil.gain(everything, pupil.values(everything), 0.0).mean


def test_a_pupil_learns_when_another_candidate_is_better() -> None:
    pupil = Pupil(Experience(lesson(60)), [8], 1e-2, 0.0, np.random.default_rng(1))

    assert gain_after_training(pupil) == pytest.approx(0.1, abs=0.02)


def test_values_with_the_wrong_sign_are_found() -> None:
    experience = Experience(lesson(60))
    truth, experience.values = experience.values, -experience.values
    pupil = Pupil(experience, [8], 1e-2, 0.0, np.random.default_rng(1))
    gain_after_training(pupil)
    experience.values = truth

    everything = np.arange(len(experience.rows))
    assert pupil.gain(everything, pupil.values(everything), 0.0).mean < 0


def test_a_gain_counts_only_moves_that_are_better_by_more_than_the_guard() -> None:
    experience = Experience([[RecordedDecision(array("f", [1.0]), [{FIRST: 1.0}, {"good": 1.0}], [0.25, 0.75])] * 2])
    pupil, both = Pupil(experience, [2], 1e-2, 0.0, np.random.default_rng(1)), np.arange(2)
    judged = np.array([0.0, 0.3, 0.0, 0.1], np.float32)

    assert pupil.gain(both, judged, 0.2)[::2] == (0.25, 0.5)
    assert pupil.gain(both, judged, 0.5)[::2] == (0.0, 0.0)


def test_the_policy_of_the_bots_computes_the_same_values_as_the_training() -> None:
    experience = Experience(lesson(2))
    network = TrainableNetwork((experience.inputs, 8, 4, 1), np.random.default_rng(4))
    network.parameters = [one.astype(np.float16).astype(np.float32) for one in network.parameters]
    answering = plain.Network(read(written(network.weights({}))))
    row, told = [4.0, 0.0], {2: 1.0, 4: 9.0}
    inputs = np.zeros((1, experience.inputs), np.float32)
    inputs[0, :2], inputs[0, 2], inputs[0, 4] = row, 1.0, 9.0

    found = answering.value(told.items(), answering.first_sums(enumerate(row)))

    assert found == pytest.approx(float(network.forward(prepared(inputs))[1][0]), abs=1e-4)


def words(out: Path, seed: int) -> list[str]:
    """Returns the arguments of a tiny training."""
    return [
        "great_dalmuti",
        "--seats",
        "4",
        "--options",
        ONE_HAND,
        "--matches",
        "9",
        "--share",
        "0.2",
        "--hidden",
        "8",
        "--rounds",
        "2",
        "--deals",
        "1",
        "--tuning",
        "1",
        "--seed",
        str(seed),
        "--out",
        str(out),
    ]


def test_a_training_with_the_same_seed_gives_the_same_file_with_its_description(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        main(words(tmp_path / name, seed))
    files = [(tmp_path / f"{name}.safetensors").read_bytes() for name in "abc"]

    assert files[0] == files[1] != files[2]
    about = read(files[0]).about
    curve = json.loads((tmp_path / "a.json").read_text())
    assert str(tmp_path) not in about["command"]
    assert (about["game"], about["seats"], about["seed"]) == ("great_dalmuti", "4", "1")
    assert int(about["decisions"]) == curve["decisions"] < int(about["playouts"])
    assert (len(curve["points"]), curve["measured"]["matches"]) == (2, 4)


def test_tuning_chooses_the_guard_with_the_best_place(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = parsed(words(Path("any"), 1))
    rules = Rules("great_dalmuti", 4, json.loads(ONE_HAND))
    improvement = Improvement(Experience(decisions(SOURCE, number) for number in range(8)), arguments)
    places = iter([2.5, 2.3, 2.3, 2.4, 2.6])
    monkeypatch.setattr("comptoir_env.improve.measured", lambda *_: {"place": {"mean": next(places)}})

    guard, figures = tuned(rules, improvement, arguments)

    assert (guard, [one["guard"] for one in figures]) == (0.02, [0.0, 0.01, 0.02, 0.03, 0.05])


# Bad arguments


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["chess"], "argument game: invalid choice"),
        (["great_dalmuti", "--seats", "99"], "expected 4 to 10 seats, got 99"),
        (["great_dalmuti", "--options", "{"], "Expecting property name"),
        (["great_dalmuti", "--options", '{"hands": 3}'], "/options/hands"),
        (["great_dalmuti", "--matches", "1"], "argument --matches"),
        (["great_dalmuti", "--share", "0"], "argument --share"),
        (["great_dalmuti", "--deals", "0"], "argument --deals"),
        (["dealmaker", "--others", "learnt"], "expected a game that was learnt, got 'dealmaker'"),
    ],
)
def test_an_invalid_command_ends_with_one_line(wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    for read_words in (parsed, train.parsed) if "--deals" in wrong or len(wrong) == 1 else (parsed,):
        with pytest.raises(SystemExit, match="2"):
            read_words(wrong)

        assert said in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("out", [["--out", "/home/anne/learnt"], ["--out=/home/anne/learnt"]])
def test_the_command_that_repeats_a_training_contains_no_local_paths(out: list[str]) -> None:
    command = parsed(["great_dalmuti", *out, "--seed", "3"]).command

    assert command == "python -m comptoir_env.improve great_dalmuti --seed 3"
