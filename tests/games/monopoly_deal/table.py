"""Monopoly Deal tables set up by face: `at(hand0="debt_collector m5", bank1="m1*2", red0="red*2 house", pile="m1 m2")`.

`red0` is seat 0's first red group, `red0_2` its second. It is seat 0's turn, with three plays left, edition B.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.kernel.errors import IllegalMove
from games.kernel.state import Zone
from games.monopoly_deal import GAME
from games.monopoly_deal.deck import COLOURS
from games.monopoly_deal.game import MonopolyDeal
from games.monopoly_deal.play import Play
from games.monopoly_deal.turn import Turn
from tests.games.harness.scenario import Scenario, lay

PLACE = re.compile(r"([a-z_]+?)(\d+)(?:_(\d+))?\Z")


def at(
    seats: int = 2,
    plays: int = 3,
    turn: int = 0,
    options: dict[str, Any] | None = None,
    public: dict[str, Any] | None = None,
    pile: str = "",
    centre: str = "",
    game: MonopolyDeal = GAME,
    **zones: str,
) -> Scenario:
    """Returns a table in the middle of a turn."""
    zone_faces = {
        Zone("draw_pile"): pile,
        Zone("centre"): centre,
        **{place(name): faces for name, faces in zones.items()},
    }
    numbers = {"turn": turn, "turns": 1, "plays_left": plays, "wild_moves_left": 12, **(public or {})}
    table = lay(game, seats, options, {zone: faces for zone, faces in zone_faces.items() if faces}, numbers)
    table.prompt(Play, turn, within=table.prompt(Turn))
    return table


def place(name: str) -> Zone:
    """Returns the zone that a keyword names."""
    match = PLACE.match(name)
    assert match, f"expected a zone and a seat, got {name!r}"
    zone, seat, number = match.groups()
    return Zone(zone, int(seat), int(number or 1) if zone in COLOURS else None)


def lone_hotels(state: Any) -> list[Zone]:
    """Returns the groups with a hotel but no house."""
    faces = {zone: {state.face(card) for card in cards} for zone, cards in state.zones.items() if zone.number}
    return [zone for zone, there in faces.items() if "hotel" in there and "house" not in there]


def accept(table: Scenario, *seats: int) -> None:
    """Lets seats accept an action against them."""
    for seat in seats:
        table.play(seat, "accept")


def refusal(table: Scenario, seat: int, verb: str, **args: Any) -> tuple[str, str]:
    """Returns the pointer and code with which a move is refused; checks that nothing changes."""
    before = repr([getattr(table.state, name) for name in ("zones", "public", "prompts")])
    prompt, move = table._chosen(seat, verb, None, args)
    with pytest.raises(IllegalMove) as caught:
        table.game.validate(table.state, seat, prompt.id, move)
    assert repr([getattr(table.state, name) for name in ("zones", "public", "prompts")]) == before
    return caught.value.errors[0].pointer, caught.value.errors[0].code
