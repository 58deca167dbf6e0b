"""The value of a position of Dealmaker: a seat's chance to win, by the points and goods of all seats.

The weights below roughly follow a logistic regression on the deals of 1,200 matches between `greedy` at three seats,
one regression for each part of the match. On 200 other matches their log-loss is 0.92 at the beginning and 0.19 near
the end. The earlier weights, set by hand, had 0.97 and 0.38: they undervalued goods in hand.
"""

from __future__ import annotations

from math import exp

from bots.policies.greedy import dealmaker as greedy
from bots.search.plan import share_of_win
from games.dealmaker.board import TILES, goods_held, options_of, points, present, price, won
from games.kernel.state import Seat, State

POINT, STOCK = 0.55, 37
"""The worth of a point when the stock is empty, and the number of stock cards that divides this worth by 2.7."""
NEAREST, GOODS = 0.3, 0.5
"""The worth of the nearest tile and of goods, in the units of `greedy`."""


def strength(state: State, seat: Seat) -> float:
    """Returns a measure of how near a seat is to winning."""
    limits, goods, nearness = options_of(state).limits, goods_held(state, seat), greedy.CASUAL.nearness

    def near(tile: int) -> float:
        missing = greedy.lacking(goods, price(state, tile), limits)
        return points(state, tile) * nearness[missing] if missing < len(nearness) else 0.0

    collected = sum(points(state, tile) for tile in state.cards(*won(state, seat)))
    nearest = max(map(near, state.cards(*TILES)), default=0.0)
    return POINT * exp(-state.size("stock") / STOCK) * collected + NEAREST * nearest + GOODS * greedy.value(goods)


def value(state: State, seat: Seat, begun: int) -> float:
    """Returns the share of the win; before the end, the chance of a win by the strengths of all seats."""
    if state.standings is not None:
        return share_of_win(state, seat)
    chances = {other: exp(strength(state, other)) for other in present(state)}
    return chances.get(seat, 0.0) / sum(chances.values())
