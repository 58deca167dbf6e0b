"""Dealmaker tables in one line: goods by letter, tiles by face.

c peanuts, v vinegar, f flowers, t carpet, o gold, d diamond: "t o vvv" is a carpet, a gold and three vinegars.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.dealmaker import GAME
from games.dealmaker.board import STOCK, TILES, hand
from games.dealmaker.sales import begin_sales
from games.dealmaker.trade import begin_trade
from games.dealmaker.votes import trade_of
from games.kernel.effect import Effect
from games.kernel.game import Game
from games.kernel.state import Prompt, Seat, Zone
from tests.games.harness.scenario import Scenario, lay

LETTERS = {"c": "peanuts", "v": "vinegar", "f": "flowers", "t": "carpet", "o": "gold", "d": "diamond"}
MANY = "tile_gold_4_9 tile_diamond_3_8"


def goods(letters: str) -> dict[str, int]:
    """Returns goods as the arguments of a move name them."""
    return dict(Counter(LETTERS[letter] for letter in letters.replace(" ", "")))


def faces(letters: str) -> str:
    """Returns goods as a line of faces, in printed order."""
    return " ".join(LETTERS[letter] for letter in sorted(letters.replace(" ", ""), key="dotfvc".index))


def trading(
    *hands: str,
    tiles: str = MANY,
    stock: str = "cccc vvvv ffff",
    won: dict[Seat, str] | None = None,
    options: dict[str, Any] | None = None,
    game: Game = GAME,
) -> Scenario:
    """Returns a table with trade open: these hands, these tiles, this stock (its last card is drawn first)."""
    zones = {hand(seat): faces(letters) for seat, letters in enumerate(hands)}
    zones |= {Zone("won", seat): lying for seat, lying in (won or {}).items()}
    in_stock = " ".join(LETTERS[letter] for letter in stock.replace(" ", ""))
    table = lay(game, len(hands), options, {**zones, TILES: tiles, STOCK: in_stock})
    table.run(begin_trade)
    return table


def selling(*hands: str, tiles: str = MANY, options: dict[str, Any] | None = None, won: Any = None) -> Scenario:
    """Returns a table in the sales."""
    table = trading(*hands, tiles=tiles, stock="", won=won, options=options)
    table.run(lambda dealer: begin_sales(dealer, trade_of(dealer.state)))
    return table


def prompt(table: Scenario, phase: str) -> Prompt:
    """Returns the prompt of a phase; fails if there is none."""
    return next(prompt for prompt in table.state.prompts.values() if prompt.phase == phase)


def asks(table: Scenario, phase: str) -> bool:
    """Returns whether there is a prompt of that phase."""
    return any(prompt.phase == phase for prompt in table.state.prompts.values())


def offer(table: Scenario, seat: Seat, give: str, want: str, *to: Seat) -> dict[str, int]:
    """Makes an offer for a seat; returns the arguments that name the offer."""
    audience = list(to) or [other for other in range(table.state.seats) if other != seat]
    table.play(seat, "offer", audience=audience, give=goods(give), want=goods(want))
    return {"offer": table.public.next_offer - 1, "version": 1}


def conclude(table: Scenario, seat: Seat, tile: str, payment: str) -> tuple[Effect, ...]:
    """Lets a seat take the pawn and a tile."""
    table.play(seat, "grab")
    return table.play(seat, "conclude", tile=tile, payment=goods(payment))


def vote(table: Scenario, proposal: str, *seats: Seat) -> tuple[Effect, ...]:
    """Lets the first seat propose and the others agree; returns the effects of the last yes."""
    table.play(seats[0], proposal)
    *_, effects = (table.play(seat, "agree") for seat in seats[1:])
    return effects


def rush(table: Scenario, *claims: str | None) -> tuple[Effect, ...]:
    """Lets a seat seize the pawn, then each prompted seat claim a tile or nothing."""
    able = [seat for seat in range(table.state.seats) if "seize" in table.verbs(seat)]
    table.play(able[0], "seize")
    effects: tuple[Effect, ...] = ()
    for seat, tile in zip(prompt(table, "rush").seats, claims, strict=True):
        effects = table.play(seat, "claim", tile=tile) if tile else table.play(seat, "hands_off")
    return effects


def announced(effects: tuple[Effect, ...]) -> list[str]:
    """Returns the kinds of announcements among effects."""
    return [effect.to_json()["what"] for effect in effects if effect.kind == "announced"]
