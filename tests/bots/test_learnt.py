"""The learnt policy: legal moves from the view alone, the same for the same view, and weights that fit the encoding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bots import policies
from bots.encoding.alphabet import Alphabet
from bots.encoding.rows import Encoding, fingerprint
from bots.policies import greedy, learnt
from bots.policies.learnt import FOLDER, judge_for
from bots.policies.learnt.weights import read
from bots.search.levels import plan_of
from events.base.policies import WITH_LEARNT
from games import registry
from games.kernel.rng import policy_draws
from tests.bots.moments import moments
from tests.bots.playing import played
from tests.bots.same_move import differences

FILES = sorted(FOLDER.glob("*.safetensors"))
MOST_BYTES = 1_000_000


def test_the_games_with_weights_are_those_for_which_matches_offer_the_policy() -> None:
    assert {path.stem.rpartition("_")[0] for path in FILES} == WITH_LEARNT
    with pytest.raises(KeyError, match="expected a game that was learnt, got 'toy'"):
        learnt.of("toy")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_weights_fit_the_current_encoding_and_describe_their_training(path: Path) -> None:
    file = path.read_bytes()
    about, layers = read(file)
    game, seats = registry.get(about["game"]), int(about["seats"])
    encoding = Encoding(Alphabet(game, seats, game.options.from_json(json.loads(about["options"]), seats)))

    assert about["fingerprint"] == fingerprint(encoding)
    assert (len(layers[0][0]), len(layers[-1][1])) == (encoding.size + len(json.loads(about["terms"])), 1)
    assert about["command"].startswith("python -m comptoir_env.improve")
    assert len(file) <= MOST_BYTES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_learnt_policy_plays_whole_matches_by_legal_moves(path: Path) -> None:
    about = read(path.read_bytes()).about
    game, seats = registry.get(about["game"]), int(about["seats"])

    result = played(game, [policies.get(game.key, "learnt")] * seats, 4, **json.loads(about["options"]))

    assert result.is_over


@pytest.mark.parametrize("key", sorted(WITH_LEARNT))
def test_the_same_view_leads_to_the_same_move(key: str) -> None:
    fewest_seats = len(registry.get(key).seats)  # the fewest seats that the game allows

    assert differences(key, "learnt", 30, first=fewest_seats) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_learnt_policy_deviates_from_greedy_only_for_a_gain_above_its_guard(path: Path) -> None:
    about = read(path.read_bytes()).about
    key, seats, guard = about["game"], int(about["seats"]), float(about["guard"])
    plan, changed = plan_of(key), 0
    for place, (view, _, moves) in enumerate(moments(key, 150, seats)):
        judge = judge_for(plan.game, seats, json.dumps(view.options.to_json()))
        assert judge is not None
        ranked = plan.candidates(view, moves, policy_draws(b"any", place))
        values = judge.values(view, ranked)

        move = judge.choose(view, moves, policy_draws(b"any", place))

        if move != ranked[0][1]:
            changed += 1
            assert move == ranked[values.index(max(values))][1]
            assert max(values) > values[0] + guard
    assert changed


def test_the_learnt_policy_plays_as_greedy_without_weights_for_a_number_of_seats() -> None:
    game, choose, rules_of_thumb = registry.get("great_dalmuti"), learnt.of("great_dalmuti"), greedy.of("great_dalmuti")
    [without] = [seats for seats in game.seats if seats == 10]
    options = json.dumps(game.options.from_json({}, without).to_json())

    assert judge_for(game, without, options) is None
    for place, (view, _, moves) in enumerate(moments("great_dalmuti", 5, without)):
        draws = [policy_draws(b"same", place) for _ in range(2)]
        assert choose(view, moves, draws[0]) == rules_of_thumb(view, moves, draws[1])


def test_weights_of_another_encoding_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get("great_dalmuti")
    options = json.dumps(game.options.from_json({}, 5).to_json())
    assert judge_for(game, 5, options) is not None

    monkeypatch.setattr(learnt, "fingerprint", lambda encoding: "of other zones")
    judge_for.cache_clear()

    assert judge_for(game, 5, options) is None
    judge_for.cache_clear()
