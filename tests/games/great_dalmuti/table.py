"""Dalmuti tables in one line: hands by seat, where seat 0 is the Greater Dalmuti and so on, clockwise."""

from __future__ import annotations

from typing import Any

from games.great_dalmuti import GAME
from games.great_dalmuti.board import DECK, DISCARD, hand, roles_of
from games.great_dalmuti.hand import Hand
from games.great_dalmuti.taxes import levy
from games.great_dalmuti.tricks import lead
from games.kernel.game import Game
from games.kernel.state import Seat, Zone
from tests.games.harness.scenario import Scenario, lay


def table(*hands: str, options: dict[str, Any] | None = None, game: Game = GAME, **public: Any) -> Scenario:
    """Returns a hand in which the seats hold these cards; all other cards have been played."""
    seats = len(hands)
    order = public.pop("order", tuple(range(seats)))
    public_state = {"hand_number": 1, "order": order, "roles": roles_of(order), "points": (0,) * seats, **public}
    zones: dict[Zone, str] = {hand(seat): faces for seat, faces in enumerate(hands)}
    scenario = lay(game, seats, options, zones, public_state, rest=DISCARD)
    scenario.prompt(Hand)
    return scenario


def tricks(
    *hands: str, leader: Seat = 0, options: dict[str, Any] | None = None, game: Game = GAME, **public: Any
) -> Scenario:
    """Returns such a hand with a seat about to lead."""
    scenario = table(*hands, options=options, game=game, **public)
    scenario.run(lambda dealer: lead(dealer, leader), inside=0)
    return scenario


def taxes(*hands: str, options: dict[str, Any] | None = None, **public: Any) -> Scenario:
    """Returns such a hand with every seat prompted for taxes."""
    scenario = table(*hands, options=options, **public)
    scenario.run(levy, inside=0)
    return scenario


def stacked(top_first: str, seats: int, options: dict[str, Any] | None = None, seed: int = 0) -> Scenario:
    """Returns a hand that is about to be dealt from a deck in this order."""
    order = tuple(range(seats))
    public_state = {"hand_number": 1, "order": order, "roles": roles_of(order), "points": (0,) * seats}
    scenario = lay(GAME, seats, options, {DECK: " ".join(reversed(top_first.split()))}, public_state, seed=seed)
    scenario.prompt(Hand)
    return scenario


def all_accept(scenario: Scenario, but: dict[Seat, tuple[str, str]] | None = None) -> None:
    """Answers the taxes with each seat's default move; `but` maps a seat to another (verb, cards)."""
    answers = but or {}
    prompt = scenario.open_prompt(0).id
    for seat in range(scenario.state.seats):
        if seat in answers:
            verb, cards = answers[seat]
            scenario.play(seat, verb, **({"cards": cards} if cards else {}))
        else:
            scenario.default(seat, prompt)


def plays(scenario: Scenario, *moves: str) -> None:
    """Plays moves in order: `0: 12*3`, `1: pass`."""
    for move in moves:
        seat, _, what = move.partition(":")
        if what.strip() == "pass":
            scenario.play(int(seat), "pass")
        else:
            scenario.play(int(seat), "play", cards=what.strip())
