"""The OpenAPI document describes effects and slots correctly, because clients generate types from it."""

from __future__ import annotations

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from games.kernel.effect import KINDS, redacted
from games.kernel.rng import policy_draws
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, Players
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, SEED, seeds


@pytest.fixture(scope="module")
def components() -> dict[str, Any]:
    return dict(SchemaGenerator().get_schema(request=None, public=True)["components"])


def shape(components: dict[str, Any], name: str) -> Draft202012Validator:
    """Returns a validator for one of the document's components."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components})


def visible_effects(match: Match, viewer: int | None) -> list[dict[str, Any]]:
    """Returns the effects of a match as a viewer sees them; viewer -1: all of them."""
    acts = [step.outcome.effects for step in match.steps]
    if viewer != -1:
        acts = [redacted(effects, match.seats, match.game.sights, viewer) for effects in acts]
    return [effect.to_json() for effects in acts for effect in effects]


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_every_effect_and_slot_of_random_matches_conforms_to_the_document(
    name: str, components: dict[str, Any]
) -> None:
    game, kinds, slots = TESTED_GAMES[name], set(), set()
    effect, slot = shape(components, "Effect"), shape(components, "Slot")
    for seed in seeds(SECONDS / 3, at_least=2):
        seats = game.seats[seed % len(game.seats)]
        varied = covering_options(game, seats, policy_draws(b"shapes", seed % 7))
        match, players = Match(game, seats, varied[seed % len(varied)], seed), Players.of_seed(seed)
        for _ in range(60):
            if match.state.is_over:
                break
            for prompt in match.state.open_prompts:
                for template in match.legal(prompt.seats[0], prompt.id).to_json() if prompt.seats else ():
                    for one in template["slots"].values():
                        slot.validate(one)
                        slots.add(one["slot"])
            match.decide(players.decision(match))
        for viewer in (None, seed % seats, -1):
            for one in visible_effects(match, viewer):
                effect.validate(one)
                kinds.add(one["kind"])

    print(f"{name}: {sorted(kinds)}, {sorted(slots)}, from seed {SEED}")
    assert kinds >= {"moved", "prompted", "closed"}
    assert slots


def test_the_document_lists_all_kinds_of_effects_and_slots(components: dict[str, Any]) -> None:
    schemas = components["schemas"]

    assert set(schemas["Effect"]["discriminator"]["mapping"]) == set(KINDS)
    assert {"one_of", "subset", "pick", "payment", "goods_payment"} <= set(schemas["Slot"]["discriminator"]["mapping"])
    assert schemas["EventMove"]["properties"]["effects"]["items"] == {"$ref": "#/components/schemas/Effect"}
    assert schemas["Template"]["properties"]["slots"]["additionalProperties"] == {"$ref": "#/components/schemas/Slot"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Effect", {"kind": "closed"}),
        ("Effect", {"kind": "closed", "prompt": "seven"}),
        ("Effect", {"kind": "closed", "prompt": 7, "seat": 1}),
        ("Effect", {"kind": "burnt", "prompt": 7}),
        ("Slot", {"slot": "integer", "low": 1}),
        ("Slot", {"slot": "counts", "of": {"peanuts": [1]}, "total": [0, 2]}),
    ],
)
def test_an_effect_or_slot_of_another_shape_is_found(name: str, value: Any, components: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        shape(components, name).validate(value)
