"""Values of positions in a search: probabilities to win, with a sum of one over all seats."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bots.search import dealmaker_value, negoces2_value
from bots.search.plans.negoces2 import is_far_enough, sales
from games.kernel.state import Seat, State
from tests.games.dealmaker.table import trading
from tests.games.negoces2 import table as negoces2
from tests.games.negoces2.table import A, B, C, D, accept, placing

ALL_SOLD = {"sold": (A, B, C, D)}


def chances(value: Callable[[State, Seat, int], float], state: State) -> list[float]:
    """Returns the probability of each seat; they add up to one."""
    each = [value(state, seat, 0) for seat in range(state.seats)]
    assert sum(each) == pytest.approx(1.0)
    return each


# Négoces 2


def test_buyers_with_equal_coins_and_hands_have_equal_chances() -> None:
    each = chances(negoces2_value.value, placing().state)

    assert each[B] == pytest.approx(each[C]) == pytest.approx(each[D])


def test_a_buyer_with_one_more_coin_has_a_better_chance() -> None:
    each = chances(negoces2_value.value, placing(coins=(15, 16, 15, 14)).state)

    assert each[B] > each[C] > each[D]


def test_a_seller_who_lacks_one_good_has_a_better_chance_once_all_have_sold() -> None:
    seven = "wine*3 spices tea silk coffee jewels perfume"
    left = {A: seven, B: "tea*3 silk*3 wine spices", C: "coffee*3 jewels*3 spices*2", D: "perfume*3 jade*4 contraband"}

    early = chances(negoces2_value.value, placing(left).state)
    late = chances(negoces2_value.value, placing(left, public=ALL_SOLD).state)

    assert late[A] > early[A] > 0.5


def test_a_seller_who_resigned_has_no_chance_and_is_not_waited_for() -> None:
    table, others = placing(public={"sold": (A, B, C)}), placing(public=ALL_SOLD)
    table.resign(D)

    each = chances(negoces2_value.value, table.state)

    assert each[D] == 0
    assert negoces2_value.strength(table.state, B) == negoces2_value.strength(others.state, B)


def test_a_match_that_is_over_is_worth_its_result() -> None:
    table = placing(coins=(15, 31, 7, 7), public=ALL_SOLD, join_declaration="only_declared")
    table.play(A, "place", card="wine", face="up")
    table.play(B, "offer", card="tea", face="up", coins=0)
    accept(table, B)
    negoces2.everybody(table, b="declare")

    assert table.state.standings is not None
    assert [negoces2_value.value(table.state, seat, 0) for seat in range(4)] == [0, 1, 0, 0]


def test_the_horizon_is_the_beginning_of_the_second_sale() -> None:
    table = placing()
    begun, reached = sales(table.state, A), []
    for good in ("tea", "silk", "silk"):
        reached.append(is_far_enough(table.state, A, begun))
        table.play(A, "place", card="wine", face="up")
        assert not is_far_enough(table.state, A, begun), "a sale has begun"
        table.play(B, "offer", card=good, face="up", coins=0)
        accept(table, B)

    assert reached == [False, False, True]


# Dealmaker


def test_points_count_more_when_the_stock_is_empty() -> None:
    won = {0: "tile_gold_4_9"}
    tiles = "tile_diamond_3_8 tile_carpet_3_5"

    early = chances(dealmaker_value.value, trading("d", "d", "d", tiles=tiles, stock="ccc" * 4, won=won).state)
    late = chances(dealmaker_value.value, trading("d", "d", "d", tiles=tiles, stock="", won=won).state)

    assert late[0] > early[0] > 1 / 3
    assert early[1] == pytest.approx(early[2])


def test_goods_that_nearly_pay_a_tile_count() -> None:
    each = chances(dealmaker_value.value, trading("ttt", "tt", "t", tiles="tile_carpet_3_5 tile_gold_4_9").state)

    assert each[0] > each[1] > each[2]


def test_a_seat_that_resigned_has_no_chance() -> None:
    table = trading("ttt", "tt", "t")
    table.resign(0)

    each = chances(dealmaker_value.value, table.state)

    assert each[0] == 0 < each[2] < each[1]
