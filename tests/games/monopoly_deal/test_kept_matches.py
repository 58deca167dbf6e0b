"""The saved matches: one shows every feature of the game, and together they show every way a match can end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games.kernel.effect import Moved
from games.monopoly_deal import GAME
from games.monopoly_deal.deck import COLOURS
from tests.games.harness.fixtures import FOLDER, HTTP, kept, loaded
from tests.games.harness.simulate import Match

IN_PROCESS, OVER_HTTP = "5_seats_greedy_1246.json.gz", "4_seats_http.json.gz"
ALL = {
    "deal_breaker",
    "just_say_no",
    "sly_deal",
    "forced_deal",
    "debt_collector",
    "its_my_birthday",
    "double_the_rent",
    "house",
    "hotel",
    "pass_go",
    "rent of two colours",
    "rent of any colour",
    "a joker answered by a joker",
    "a payment with a building",
    "a stolen set",
}


def features_of_move(verb: str, args: Mapping[str, Any]) -> Iterator[str]:
    """Yields the features that a move shows."""
    yield verb
    if verb == "rent":
        yield "rent of any colour" if args["face"] == "rent_any" else "rent of two colours"
        yield from ["double_the_rent"] * args["doubles"]
    if verb == "say_no":
        yield "a joker answered by a joker" if "targets" in args else "just_say_no"


def handed_over(effect: Moved) -> Iterator[str]:
    """Yields the features that an effect shows."""
    src, dst = effect.src, effect.dst
    if src.name in COLOURS and src.seat != dst.seat:
        if dst.name == "bank" and {"house", "hotel"} & set(effect.faces or ()):
            yield "a payment with a building"
        if dst.name == src.name and len(effect.cards) > 1:
            yield "a stolen set"


def features(match: Match) -> set[str]:
    """Returns the features that occur in a match."""
    moves = [decision.move for decision in match.decisions if decision.move]
    shown_by_moves = {thing for move in moves for thing in features_of_move(move.verb, move.args)}
    moved = [effect for step in match.steps for effect in step.outcome.effects if isinstance(effect, Moved)]
    return ALL & (shown_by_moves | {thing for effect in moved for thing in handed_over(effect)})


def replayed(name: str) -> Match:
    return kept(FOLDER / "monopoly_deal" / name)


@pytest.mark.parametrize("name", [IN_PROCESS, OVER_HTTP])
def test_one_saved_match_contains_every_action_both_rents_and_every_rare_case(name):
    assert ALL - features(replayed(name)) == set()


def test_the_saved_match_over_http_uses_the_standard_rules_and_ends_with_a_win():
    value = loaded(FOLDER / "monopoly_deal" / OVER_HTTP)
    assert value["made"]["players"] == HTTP
    assert value["options"] == GAME.options.from_json({}, value["seats"]).to_json()
    assert ending(OVER_HTTP) == "won"


def ending(name: str) -> str:
    """Returns the announced ending of a saved match; "the others gave up" if there is none."""
    match = replayed(name)
    announcements = [e.what for e in match.steps[-1].outcome.effects if e.kind == "announced"]
    return announcements[-1] if announcements else "the others gave up"


def endings(pattern: str) -> set[str]:
    """Returns the endings of the saved matches whose names match a pattern."""
    return {ending(path.name) for path in (FOLDER / "monopoly_deal").glob(pattern)}


@pytest.mark.parametrize("end", ["won", "drawn_by_turns", "drawn_by_exhaustion", "the others gave up"])
@pytest.mark.parametrize("names", ["*_http*.json.gz", "*_seats_[gr]*.json.gz"], ids=["over HTTP", "in process"])
def test_every_way_a_match_can_end_has_a_saved_match(end, names):
    assert end in endings(names)
