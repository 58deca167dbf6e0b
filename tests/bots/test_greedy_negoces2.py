"""The greedy policy of Négoces 2: it trades, it answers, and it cannot be exploited."""

from __future__ import annotations

from typing import Any

import pytest

from bots import policies
from games.kernel.rng import policy_draws
from games.kernel.state import Move, Seat
from games.negoces2 import GAME
from tests.bots.playing import Watched, played
from tests.games.harness.scenario import Scenario
from tests.games.negoces2.table import A, B, C, accept, haggling, offer_of, placing

GREEDY = policies.get("negoces2", "greedy")


def choice(table: Scenario, seat: Seat) -> Move | None:
    return GREEDY(table.view(seat), table.legal(seat), policy_draws(b"test"))


def let_speak(table: Scenario, seat: Seat, most: int = 10) -> list[Move]:
    """Plays moves of a seat until it has no legal move or the negotiation is over."""
    moves: list[Move] = []
    while table.open_prompt(seat).phase == "negotiate" and len(moves) < most and (move := choice(table, seat)):
        moves.append(move)
        table.play(seat, move.verb, **move.args)
    return moves


def test_a_seller_without_offers_forces_a_good_that_they_lack() -> None:
    table = haggling("wine")

    moves = let_speak(table, A)

    assert [move.verb for move in moves] == ["seek", "seek", "seek", "force"]
    assert moves[-1].args["good"] not in ("wine", "spices", "contraband")


def test_a_seller_that_cannot_force_yet_waits_for_offers() -> None:
    table = haggling("wine", force_after=30)

    moves = let_speak(table, A)

    assert {move.verb for move in moves} == {"seek"} and choice(table, A) is None
    table.play(B, "offer", coins=3)
    assert choice(table, A) is None, "that the sale cannot be forced yet makes a poor offer no better"
    table.play(B, "offer", coins=4)
    accepted = choice(table, A)
    assert accepted is not None and accepted.verb == "accept"


def test_a_seller_takes_a_good_that_they_lack_for_a_card_that_they_can_spare() -> None:
    table = haggling("wine")
    table.play(B, "offer", card="tea", face="up", coins=0)

    assert let_speak(table, A)[-1].verb == "accept"


def test_a_seller_does_not_take_one_coin() -> None:
    table = haggling("wine")
    table.play(B, "offer", coins=1)

    assert let_speak(table, A)[-1].verb == "force"


def test_a_buyer_offers_a_card_that_they_can_spare_and_raises_it_once() -> None:
    table = haggling("wine")

    first = let_speak(table, B)
    table.play(A, "seek", good="silk")
    second = let_speak(table, B)
    table.play(A, "seek", good="silk")
    third = let_speak(table, B)

    assert (len(first), len(second), len(third)) == (1, 1, 0)
    assert first[0].args["card"] in ("tea", "silk")
    assert second[0].args["coins"] > first[0].args["coins"]


def test_a_buyer_offers_little_for_a_card_that_they_have() -> None:
    table = haggling("wine", hands={A: "wine*3 spices*4 silk contraband", B: "tea*4 silk*3 wine"})

    moves = let_speak(table, B)

    assert [set(move.args) for move in moves] == [{"coins"}]
    assert moves[0].args["coins"] <= 2
    assert choice(table, B) is None


def test_an_offer_that_is_repeated_gets_no_new_version() -> None:
    table = haggling("wine")
    worth = set()
    for _ in range(4):
        table.play(B, "offer", coins=2)
        offer = offer_of(table, B)
        assert choice(table, A) != Move("accept", {"offer": offer["id"], "version": offer["version"]})
        worth.add((offer["id"], offer["version"]))

    assert len(worth) == 1, "the same terms again are the same offer"


def test_every_repeated_deal_increases_the_value_of_the_hand_and_coins_of_the_bot() -> None:
    """Every accepted deal increases the value of its hand and coins, by its own measure."""
    table = haggling("wine", hands={B: "tea*4 silk*4"})
    for _ in range(3):
        table.play(B, "offer", card="tea", face="up", coins=0)
        moves = let_speak(table, A)
        if moves[-1].verb != "accept":
            break
        card = "wine" if "wine" in table.faces("hand", A) else "spices"
        table.play(A, "place", card=card, face="up")

    assert moves[-1].verb == "force", "tea is a good that it lacks only once"


def test_the_bot_declares_as_soon_as_it_may() -> None:
    table = placing(coins=(15, 31, 7, 7), public={"sold": (0, 1, 2, 3)})
    table.play(A, "place", card="wine", face="up")
    table.play(C, "offer", coins=7)
    accept(table, C)

    assert choice(table, B) == Move("declare")
    assert choice(table, A) == Move("play_on")


@pytest.mark.parametrize("coins", ["player_choice", "private"])
@pytest.mark.parametrize("seed", range(2))
def test_four_bots_trade_and_end_a_match(seed: int, coins: str) -> None:
    match = Watched(GAME, [GREEDY] * 4, seed, coins=coins)

    assert match.played().is_over, seed
    assert len(match.announced("sold")) > 3, seed
    assert not match.announced("last_sale"), seed


def test_the_bot_beats_three_uniform_bots() -> None:
    uniform: Any = policies.get("negoces2", "uniform")
    places = [played(GAME, [GREEDY, uniform, uniform, uniform], seed).places for seed in range(4)]

    assert all(place[0] == 1 for place in places), places
