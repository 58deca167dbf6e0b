"""The reconstructed deck and the setup: scenarios S1 to S5 of RULES.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.dealmaker import GAME, VERSIONS
from games.dealmaker.goods import DECK, GOODS, RECONSTRUCTION, by_rank
from games.kernel.codec import view_json
from games.kernel.errors import BadOptions
from tests.games.dealmaker.table import asks
from tests.games.harness.scenario import dealt


@pytest.mark.parametrize(("seats", "stock"), [(3, 57), (4, 54), (5, 51)])
def test_s1_twenty_tiles_are_open_four_are_hidden_and_each_player_holds_three_goods(seats: int, stock: int) -> None:
    table = dealt(GAME, seats)

    assert (table.size("tiles"), table.size("box_tiles"), table.size("stock")) == (20, 4, stock)
    assert [table.size("hand", seat) for seat in range(seats)] == [3] * seats


def test_tiles_are_sorted_by_good_and_then_by_number() -> None:
    table = dealt(GAME, 3)
    costs = [by_rank(DECK.attributes[face]["cost"]) for face in table.faces("tiles", in_order=True).split()]

    assert [_good_and_number(cost) for cost in costs] == sorted(map(_good_and_number, costs), reverse=True)


def _good_and_number(price: tuple[int, ...]) -> tuple[int, int]:
    (rank,) = (rank for rank, number in enumerate(price) if number)
    return rank, price[rank]


def test_s3_the_reconstruction_has_66_goods_and_24_tiles_four_of_each_good() -> None:
    tiles = [face for face in DECK.faces() if face not in GOODS]
    by_good = Counter(next(iter(DECK.attributes[face]["cost"])) for face in tiles)

    assert RECONSTRUCTION["reconstruction"] is True
    assert sum(face in GOODS for face in DECK.faces()) == 66
    assert by_good == dict.fromkeys(GOODS, 4)


def test_s3_points_rise_with_the_number_and_with_the_good() -> None:
    points = {_only(line["cost"]): line["points"] for face, line in DECK.attributes.items() if face not in GOODS}

    for good in GOODS:
        of_one_good = [points[good, n] for n in range(2, 7) if (good, n) in points]
        assert of_one_good == sorted(set(of_one_good))
    for number in range(2, 7):
        of_one_number = [points[good, number] for good in GOODS if (good, number) in points]
        assert of_one_number == sorted(set(of_one_number))


def test_s3_the_tiles_cost_80_goods_and_are_worth_115_points() -> None:
    tiles = [DECK.attributes[face] for face in DECK.faces() if face not in GOODS]

    assert sum(sum(tile["cost"].values()) for tile in tiles) == 80
    assert sum(tile["points"] for tile in tiles) == 115


def _only(cost: dict[str, int]) -> tuple[str, int]:
    ((good, number),) = cost.items()
    return good, number


def test_s5_trade_begins_when_every_player_is_ready() -> None:
    table = dealt(GAME, 3)

    table.play(0, "ready")
    table.play(1, "ready")
    assert table.public.stage == "ready"
    assert table.to_act == (2,)

    table.play(2, "ready")
    assert table.public.stage == "trade"


def test_without_the_ready_check_trade_begins_at_once() -> None:
    assert asks(dealt(GAME, 3, {"ready_check": False}), "trade")


def test_the_order_of_goods_and_the_rate_of_exchange_are_announced_at_the_start() -> None:
    announcements = [e for e in dealt(GAME, 3).effects_for(None, 0) if e["kind"] == "announced"]

    assert announcements[0]["details"] == {"order": list(reversed(GOODS)), "cheaper_for_one_dearer": 3}


def test_options_replace_goods_and_tiles() -> None:
    options: dict[str, Any] = {
        "goods": dict.fromkeys(GOODS, 11),
        "tiles": [{"cost": {"carpet": 2, "gold": 1}, "points": 6, "copies": 3}],
    }
    table = dealt(GAME, 3, options)

    assert table.size("tiles") == 3
    faces = view_json(GAME, table.view(0))["faces"].values()
    assert {"face": "tile_carpet_2_gold_1_6", "cost": {"carpet": 2, "gold": 1}, "points": 6} in list(faces)


def test_too_few_goods_for_the_table_are_refused() -> None:
    with pytest.raises(BadOptions):
        GAME.options.from_json({"goods": {**dict.fromkeys(GOODS, 0), "gold": 11}}, 3)


def test_by_web_seconds_become_hours_and_explicit_values_stay() -> None:
    by_web = GAME.options.from_json({"pace": "web", "vote_time": 600}, 3)

    assert (by_web.rush_window, by_web.pawn_time, by_web.vote_time) == (86_400, 43_200, 600)


def test_a_tile_that_costs_more_than_six_units_is_refused() -> None:
    dear = {"tiles": [{"cost": {"gold": 1}, "points": 1}, {"cost": {"carpet": 3, "gold": 4}, "points": 9}]}

    with pytest.raises(BadOptions) as error:
        GAME.options.from_json(dear, 3)

    assert [refusal.pointer for refusal in error.value.errors] == ["/options/tiles/1/cost"]


def test_a_match_of_version_1_keeps_tiles_that_cost_more() -> None:
    dear = {"tiles": [{"cost": {"carpet": 9, "gold": 9, "diamond": 9}, "points": 9}]}

    options = VERSIONS[1].options.from_json(dear, 3)

    assert VERSIONS[1].options(**options.to_json()) == options
