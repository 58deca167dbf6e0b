"""The fold of the wheel gives every view that the server sends."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.games.harness.time_budget import SEED
from tests.test_docs import GAMES, Fold, follow

pytestmark = pytest.mark.xdist_group("streams")


@pytest.fixture
def fold(client: Any) -> Fold:
    """Returns the fold in the form of the page's program, which changes its argument."""

    def folded(table: dict[str, Any], event: dict[str, Any], sets: frozenset[str], printed: dict[str, Any]) -> None:
        table.update(client.fold(table, event, client.Start(printed, sets)))

    return folded


@pytest.mark.parametrize("name", GAMES)
def test_the_fold_of_the_wheel_gives_every_view_of_a_random_match(fold: Fold, name: str) -> None:
    assert follow(name, fold, SEED) > 20


@pytest.mark.parametrize("kind", ["moved", "changed", "closed", "answered"])
def test_a_fold_that_leaves_out_an_effect_is_found(fold: Fold, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    module = sys.modules["comptoir_client.fold"]
    sound = module._apply
    monkeypatch.setattr(
        module, "_apply", lambda view, effect, *rest: effect["kind"] == kind or sound(view, effect, *rest)
    )

    with pytest.raises((AssertionError, KeyError)):
        for seed in range(1, 9):
            for name in GAMES:
                follow(name, fold, seed)


def test_the_fold_leaves_its_argument_as_it_was(client: Any) -> None:
    view = {"zones": [], "faces": {}, "public": {"turn": 0}, "prompts": [], "seq": 3, "to_act": [0], "may_act": []}
    event = {
        "effects": [{"kind": "changed", "to": {"turn": 1}}],
        "seq": 4,
        "to_act": [1],
        "may_act": [],
        "deadlines": [],
    }

    after = client.fold(view, event, client.Start({}, frozenset()))

    assert (view["public"], after["public"], view["seq"], after["seq"]) == ({"turn": 0}, {"turn": 1}, 3, 4)
