"""Saved matches replay to the same result under the rules of their version, and together use every verb."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from games.kernel.audit import audit
from games.kernel.record import Event
from games.kernel.rng import Rng
from games.registry import DRAFT, GAMES, get, released
from tests.games.harness.fixtures import (
    AGAIN,
    Origin,
    counts,
    files,
    fixture,
    found_match,
    kept,
    loaded,
    missing,
    name_of,
    outcome,
    reached,
    things_shown,
    written,
)
from tests.games.harness.planted_faults import FAULTS
from tests.games.harness.simulate import Match
from tests.games.harness.tested_games import TESTED_GAMES

VERSIONS = [(game.key, game.version) for game in released()]


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{name_of(path)}")
def test_a_saved_match_replays_to_the_same_result(path: Path) -> None:
    value = loaded(path)
    match = kept(path)
    assert match.state.is_over
    assert {name: value[name] for name in ("log", "standings", "scores")} == outcome(match), AGAIN


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{name_of(path)}")
def test_a_saved_match_passes_the_audit(path: Path) -> None:
    match = kept(path)
    steps = enumerate(match.steps)
    rows = [
        Event(seq, s.type, s.by, s.outcome.seat, s.outcome.prompt, s.outcome.move, s.outcome.effects)
        for seq, s in steps
    ]
    rng = Rng(match.seed.to_bytes(32, "big"))
    assert audit(match.game, match.seats, match.options, rng, rows) == match.state


@pytest.mark.parametrize(("key", "version"), VERSIONS)
def test_every_version_of_a_game_has_a_saved_match(key: str, version: int) -> None:
    assert version in [loaded(path)["version"] for path in files() if path.parent.name == key]


@pytest.mark.parametrize("key", [key for key in GAMES if get(key).version != DRAFT])
def test_every_verb_and_announcement_occurs_in_a_saved_match(key: str) -> None:
    assert missing(get(key), things_shown(key)) == []


def test_a_fixture_is_equal_after_writing_and_reading(tmp_path: Path) -> None:
    match = _random_toy()
    value = fixture(match, Origin(3, "random"), "")
    path = tmp_path / "toy.json.gz"
    path.write_bytes(gzip.compress(written(value).encode()))
    assert loaded(path) == value


def test_a_changed_rule_changes_the_log_of_a_fixture() -> None:
    match, changed = _random_toy(), FAULTS["an order comes of a set"].game
    assert "verb roll" in reached(match)
    other = Match(changed, 3, match.options, match.seed, first_id=0)
    for decision in match.decisions:
        other.decide(decision)
    assert outcome(other)["log"] != outcome(match)["log"]


def test_a_changed_template_changes_the_counts_of_a_fixture() -> None:
    match, changed = _random_toy(), FAULTS["two templates overlap"].game
    other = Match(changed, 3, match.options, match.seed, first_id=0)
    assert counts(other, 0) != counts(match.at(0), 0)


def _random_toy() -> Match:
    game = TESTED_GAMES["toy"]
    return found_match(game, 3, game.options.from_json({}, 3), Origin(3, "random"), 500)
