"""Setting up, and the auction of the contraband (rules, 'Mise en place', 'Premier tour')."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.kernel.view import view_of
from games.negoces2 import GAME
from games.negoces2.auction import Auction
from games.negoces2.board import MARKET, hand
from games.negoces2.deck import CONTRABAND, DECK, GOODS
from games.negoces2.sale import Fair
from tests.games.harness.scenario import Scenario, dealt, lay
from tests.games.harness.simulate import played
from tests.games.negoces2.table import START, A, B, C, D


def auction(starter: int = A, coins: tuple[int, ...] = (15,) * 4, **public: Any) -> Scenario:
    """Returns a table with the contraband on the market and a seat prompted for its bid."""
    zones = {hand(seat): faces.replace(" contraband", "") for seat, faces in START.items()}
    table = lay(GAME, 4, {}, {**zones, MARKET: CONTRABAND}, {"coins": coins, **public})
    table.prompt(Auction, starter, within=table.prompt(Fair))
    return table


def after_bids(table: Scenario, *calls: tuple[int, int | None]) -> Scenario:
    """Lets seats bid coins, or withdraw (None)."""
    for seat, coins in calls:
        table.play(seat, "withdraw") if coins is None else table.play(seat, "bid", coins=coins)
    return table


def test_n2_there_are_eight_goods_of_four_and_one_contraband() -> None:
    assert Counter(DECK.faces()) == Counter({**dict.fromkeys(GOODS, 4), CONTRABAND: 1})
    assert len(DECK) == 33


def test_n1_the_game_has_exactly_four_seats() -> None:
    assert list(GAME.seats) == [4]


@pytest.mark.parametrize("seed", range(5))
def test_s1_everybody_gets_two_whole_series_and_fifteen_coins(seed: int) -> None:
    table = dealt(GAME, 4, seed=seed)

    hands = [Counter(table.faces("hand", seat).split()) for seat in range(4)]
    assert all(sorted(hand.values()) == [4, 4] for hand in hands), seed
    assert sum(hands, Counter()) == Counter(dict.fromkeys(GOODS, 4)), seed
    assert table.faces("market") == CONTRABAND
    assert table.public.coins == (15,) * 4 and sum(table.public.coins) == 60


def test_s1_all_seats_see_the_series_dealt_and_later_only_their_own_hand() -> None:
    table = dealt(GAME, 4)

    dealt_to_b = {
        effect["details"]["good"] for effect in table.effects_for(A) if effect.get("details", {}).get("seat") == B
    }
    assert dealt_to_b == set(table.faces("hand", B).split())
    assert set(view_of(table.state, A).cards("hand", B)) == {None}
    assert {known.face for known in table.view(A).known if known.zone == hand(B)} == dealt_to_b


def test_s3_the_starter_must_bid_one() -> None:
    table = auction(B)

    assert table.refusal(B, "bid", coins=2) == "out_of_range"
    assert table.refusal(B, "withdraw") == "not_a_verb_now"
    assert table.refusal(B, "bid", coins=1) is None


def test_n8_a_seat_raises_by_one_or_two_clockwise() -> None:
    table = after_bids(auction(A), (A, 1))

    assert table.to_act == (B,)
    assert [table.refusal(B, "bid", coins=coins) is None for coins in (1, 2, 3, 4)] == [False, True, True, False]


def test_s5_a_seat_cannot_bid_out_of_turn() -> None:
    table = after_bids(auction(A), (A, 1), (B, 2))

    assert table.to_act == (C,)
    assert not table.game.prompts_for(table.state, A)


def test_s7_a_seat_that_withdraws_is_out_for_good() -> None:
    table = after_bids(auction(A), (A, 1), (B, 2), (C, None), (D, 3), (A, 4), (B, 5))

    assert table.to_act == (D,)
    assert table.public.withdrawn == (C,)


def test_s9_the_price_leaves_the_game() -> None:
    table = after_bids(auction(A), (A, 1), (B, 3), (C, 5), (D, 7), (A, None), (B, None), (C, None))

    assert table.public.coins == (15, 15, 15, 8)
    assert sum(table.public.coins) == 53 == 60 - table.public.price
    assert table.size("hand", D) == 9 and CONTRABAND in table.faces("hand", D)


def test_n9_a_single_bid_of_one_wins_if_all_others_withdraw() -> None:
    table = after_bids(auction(C), (C, 1), (D, None), (A, None), (B, None))

    assert table.public.price == 1
    assert table.public.seller == C and table.to_act == (C,)


def test_a15_a_seat_cannot_bid_more_than_it_owns() -> None:
    table = after_bids(auction(A, coins=(15, 2, 15, 15)), (A, 1))

    assert table.refusal(B, "bid", coins=3) == "out_of_range"


def test_a15_a_seat_that_cannot_go_higher_is_not_prompted() -> None:
    table = auction(D, coins=(15, 15, 3, 15), high=3, bidder=A, withdrawn=(B,))
    after_bids(table, (D, 5))

    assert table.to_act == (A,), "C owns three coins"


def test_a15_at_fifteen_the_auction_is_over() -> None:
    table = auction(D, high=14, bidder=A)
    after_bids(table, (D, 15))

    assert table.public.price == 15 and table.public.coins == (15, 15, 15, 0)


def test_n7_a16_any_seat_may_be_drawn_to_start() -> None:
    starters = {dealt(GAME, 4, seed=seed).to_act[0] for seed in range(30)}

    assert starters == {A, B, C, D}


def test_a17_one_of_the_last_winners_is_drawn_to_start() -> None:
    starters = {dealt(GAME, 4, {"starters": [1, 3]}, seed=seed).to_act[0] for seed in range(20)}

    assert starters == {B, D}


def test_a17_a_winner_starts_the_rematch() -> None:
    end = played(GAME, 4, GAME.options(), seed=2).state
    assert end.standings is not None

    rematch = GAME.rematch(end)
    starters = {dealt(GAME, 4, rematch.options, seed=seed).to_act[0] for seed in range(20)}

    assert rematch.order == (A, B, C, D)
    assert starters == set(end.standings[0])


def test_a19_the_series_may_be_chosen_in_turn() -> None:
    table = dealt(GAME, 4, {"series": "chosen", "starters": [2]})
    for seat, goods in ((C, "wine jade"), (D, "tea silk"), (A, "coffee spices"), (B, "jewels perfume")):
        assert table.to_act == (seat,)
        table.play(seat, "take_series", goods=goods.split())

    assert table.faces("hand", C) == "wine wine wine wine jade jade jade jade"
    assert table.to_act == (C,) and table.verbs(C) == {"bid"}


def test_a19_a_series_is_taken_once() -> None:
    table = dealt(GAME, 4, {"series": "chosen", "starters": [2]})
    table.play(C, "take_series", goods=["wine", "jade"])

    assert table.refusal(D, "take_series", goods=["wine", "tea"]) == "not_an_option"


def test_a_timeout_in_the_auction_withdraws_a_seat_and_bids_one_for_the_starter() -> None:
    table = auction(A)
    table.default(A)
    table.default(B)

    assert table.public.high == 1 and table.public.withdrawn == (B,)
