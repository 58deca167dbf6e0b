"""Saved matches of four bots, played by the worker of a running stack, reach each ending of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest

from games.kernel.audit import audit
from games.kernel.record import Event
from games.kernel.rng import Rng
from tests.games.dealmaker import endings as of_dealmaker
from tests.games.harness.fixtures import files, kept, loaded, name_of
from tests.games.harness.simulate import Match
from tests.games.negoces2 import endings as of_negoces

ENDINGS: Mapping[str, ModuleType] = {"dealmaker": of_dealmaker, "negoces2": of_negoces}
FIXTURES = [path for path in files() if path.parent.name in ENDINGS]
BY_BOTS = [path for path in FIXTURES if name_of(path).startswith("4_bots_")]


@pytest.mark.parametrize("path", BY_BOTS, ids=lambda path: f"{path.parent.name}/{name_of(path)}")
def test_a_match_of_four_bots_ended_as_its_file_name_says(path: Any) -> None:
    value = loaded(path)
    match = kept(path)

    assert ENDINGS[value["game"]].ending(match) == name_of(path).removeprefix("4_bots_")
    assert value["seats"] == 4 and not [decision for decision in match.decisions if decision.kind == "resign"]
    assert audited(match) == match.state


@pytest.mark.parametrize("key", ENDINGS)
def test_each_ending_of_the_rules_has_a_saved_match(key: str) -> None:
    ending: Callable[[Match], str] = ENDINGS[key].ending
    endings = {ending(kept(path)) for path in FIXTURES if path.parent.name == key}

    assert endings == set(ENDINGS[key].ENDINGS)


@pytest.mark.parametrize("key", ENDINGS)
def test_bots_reach_every_ending_except_resignations_and_a_rare_tie(key: str) -> None:
    by_bots = {name_of(path).removeprefix("4_bots_") for path in BY_BOTS if path.parent.name == key}

    assert by_bots >= set(ENDINGS[key].ENDINGS) - {"one_left", "the_buyer_of_several"}


def audited(match: Match) -> Any:
    """Replays the events of a match under the rules; returns the table at its end."""
    steps = enumerate(match.steps)
    rows = [
        Event(seq, s.type, s.by, s.outcome.seat, s.outcome.prompt, s.outcome.move, s.outcome.effects)
        for seq, s in steps
    ]
    return audit(match.game, match.seats, match.options, Rng(match.seed.to_bytes(32, "big")), rows)
