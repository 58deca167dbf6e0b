"""The learnt policy: legal moves from the view alone, the same for the same view, and weights that fit the encoding."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from bots import policies
from bots.encoding.alphabet import Alphabet
from bots.encoding.rows import Encoding, fingerprint
from bots.policies import greedy, learnt
from bots.policies.learnt import FOLDER, learnt_for
from bots.policies.learnt.weights import read
from events.base.policies import WITH_LEARNT
from games import registry
from games.kernel.rng import policy_draws
from tests.bots.moments import moments
from tests.bots.playing import played
from tests.bots.same_move import differences

FILES = sorted(FOLDER.glob("*.safetensors"))
MOST_BYTES = 1_000_000


def test_the_games_with_weights_are_those_that_matches_can_ask_for() -> None:
    assert {path.stem.rpartition("_")[0] for path in FILES} == WITH_LEARNT
    with pytest.raises(KeyError, match="expected a game that was learnt, got 'dealmaker'"):
        policies.get("dealmaker", "learnt")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_weights_fit_the_encoding_of_today_and_say_how_they_were_made(path: object) -> None:
    file = path.read_bytes()  # type: ignore[attr-defined]
    about, layers = read(file)
    game, seats = registry.get(about["game"]), int(about["seats"])
    encoding = Encoding(Alphabet(game, seats, game.options.from_json(json.loads(about["options"]), seats)))

    assert about["fingerprint"] == fingerprint(encoding)
    assert (len(layers[0][0]), len(layers[-1][1])) == (encoding.size, encoding.alphabet.size)
    assert about["command"].startswith("python -m comptoir_env.train")
    assert len(file) <= MOST_BYTES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_plays_whole_matches_by_legal_moves(path: object) -> None:
    about = read(path.read_bytes()).about  # type: ignore[attr-defined]
    game, seats = registry.get(about["game"]), int(about["seats"])

    result = played(game, [policies.get(game.key, "learnt")] * seats, 4, **json.loads(about["options"]))

    assert result.is_over


@pytest.mark.parametrize("key", sorted(WITH_LEARNT))
def test_the_same_view_leads_to_the_same_move(key: str) -> None:
    fewest_seats = len(registry.get(key).seats)  # the number of a match that is played by the fewest

    assert differences(key, "learnt", 30, first=fewest_seats) == []


@pytest.mark.parametrize("key", sorted(WITH_LEARNT))
def test_the_chance_of_a_decision_does_not_matter_to_it(key: str) -> None:
    choose = policies.get(key, "learnt")
    for view, _, moves in islice(moments(key, 20, 4), 20):
        assert len({repr(choose(view, moves, policy_draws(b"any", seed))) for seed in range(3)}) == 1


def test_without_weights_for_a_number_of_seats_it_plays_as_greedy() -> None:
    game, choose, rules_of_thumb = registry.get("great_dalmuti"), learnt.of("great_dalmuti"), greedy.of("great_dalmuti")
    [without] = [seats for seats in game.seats if seats == 10]
    options = json.dumps(game.options.from_json({}, without).to_json())

    assert learnt_for(game, without, options) is None
    for place, (view, _, moves) in enumerate(moments("great_dalmuti", 5, without)):
        draws = [policy_draws(b"same", place) for _ in range(2)]
        assert choose(view, moves, draws[0]) == rules_of_thumb(view, moves, draws[1])


def test_weights_of_another_encoding_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get("great_dalmuti")
    options = json.dumps(game.options.from_json({}, 4).to_json())
    assert learnt_for(game, 4, options) is not None

    monkeypatch.setattr(learnt, "fingerprint", lambda encoding: "of other zones")
    learnt_for.cache_clear()

    assert learnt_for(game, 4, options) is None
    learnt_for.cache_clear()
