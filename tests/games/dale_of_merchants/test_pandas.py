"""Dealing Giant Pandas (scenarios 29-37)."""

from __future__ import annotations

import pytest

from tests.games.dale_of_merchants.table import table_with


def test_loyal_partner_throws_the_whole_market_in_order_and_fills_it_from_the_cheap_end() -> None:
    table = table_with(hand0="loyal_partner", market="acorn - charm", market_deck="cookies*2 sabotage gamble spyglass")

    table.play(0, "play", card="loyal_partner", cards="charm acorn")

    assert table.pile("market_discard") == "charm acorn"
    assert table.market() == "spyglass gamble sabotage cookies cookies"
    assert table.question() == "turn"


def test_loyal_partner_shuffles_the_cards_thrown_when_the_market_deck_runs_out() -> None:
    table = table_with(hand0="loyal_partner", market="acorn charm")

    table.play(0, "play", card="loyal_partner", cards="charm acorn")

    assert sorted(table.market().split()) == ["-", "-", "-", "acorn", "charm"]


def test_loyal_partner_fills_an_empty_market() -> None:
    table = table_with(hand0="loyal_partner", market_deck="acorn")

    table.play(0, "play", card="loyal_partner")

    assert table.market() == "acorn - - - -"


def test_s29_prepaid_good_takes_the_dearest_card_for_nothing_and_gives_no_bonus() -> None:
    table = table_with(hand0="prepaid_good", market="acorn acorn charm charm gamble", deck0="junk*9")

    table.play(0, "play", card="prepaid_good", place=4)

    assert "gamble" in table.hand(0)
    assert (table.question(), table.public.actions) == ("clean_up", 0)


def test_prepaid_good_with_an_empty_market_does_nothing() -> None:
    table = table_with(hand0="prepaid_good", deck0="junk*9")

    table.play(0, "play", card="prepaid_good")

    assert (table.hand(0), table.discard(0)) == ("junk junk junk junk junk", "prepaid_good")


def test_prepaid_good_does_not_count_as_a_purchase() -> None:
    table = table_with(hand0="prepaid_good junk*3", market="essential_purchase", deck0="acorn*3")

    table.play(0, "play", card="prepaid_good", place=0)

    assert table.question() == "clean_up"


@pytest.mark.parametrize("thrown", [0, 1, 3])
def test_s31_essential_purchase_throws_up_to_three_junk_of_its_price(thrown: int) -> None:
    table = table_with(hand0="junk*3 prepaid_good", market="- - essential_purchase", deck0="acorn*3 charm*3")

    table.play(0, "buy", place=2, cards="junk prepaid_good junk junk")
    table.play(0, "throw_junk", cards="junk" + f"*{thrown}" if thrown else [])

    assert len(table.pile("junk").split()) == thrown
    assert table.discard(0).split().count("junk") == 3 - thrown
    assert "prepaid_good" in table.discard(0)


def test_essential_purchase_throws_no_more_than_three() -> None:
    table = table_with(hand0="junk*5 stock_clearance", market="essential_purchase", deck0="acorn*3 charm*3")

    table.play(0, "buy", place=0, cards="stock_clearance junk*4")

    assert table.refusal(0, "throw_junk", cards="junk*4") == "wrong_size"


def test_essential_purchase_works_from_the_market_discard_too() -> None:
    table = table_with(
        hand0="market_discovery stock_clearance junk", market_discard="essential_purchase", deck0="acorn*3"
    )

    table.play(0, "buy_discarded", cards="market_discovery stock_clearance junk")

    assert table.question() == "throw_junk"


def test_essential_purchase_has_no_effect_when_it_is_spent_as_payment() -> None:
    table = table_with(hand0="essential_purchase junk", market="acorn", deck0="charm*3 gamble")

    table.play(0, "buy", place=0, cards="essential_purchase junk")

    assert (table.question(), table.discard(0)) == ("clean_up", "essential_purchase junk")


def test_s33_market_discovery_throws_the_market_decks_top_card_once_in_a_turn() -> None:
    table = table_with(hand0="market_discovery", market_deck="acorn charm gamble")

    table.play(0, "throw_top", card="market_discovery")

    assert table.pile("market_discard") == "gamble"
    assert table.refusal(0, "throw_top", card="market_discovery") == "not_a_verb_now"
    assert table.scenario.faces("shown", 0) == "market_discovery"


def test_each_market_discovery_throws_once() -> None:
    table = table_with(hand0="market_discovery*2", market_deck="acorn charm gamble")

    table.play(0, "throw_top", card="market_discovery")
    table.play(0, "throw_top", card="market_discovery")

    assert table.pile("market_discard") == "gamble charm"


def test_market_discovery_may_throw_in_the_clean_up() -> None:
    """Ruling 10."""
    table = table_with(hand0="junk*4", deck0="market_discovery", market_deck="acorn*3 charm*3")

    table.play(0, "discard", cards=[])
    table.play(0, "throw_top", card="market_discovery")

    assert (table.pile("market_discard"), table.question()) == ("charm", "clean_up")


def test_s35_market_discovery_pays_four_for_the_top_of_the_market_discard() -> None:
    table = table_with(
        hand0="market_discovery junk stock_clearance",
        market_discard="gamble acorn",
        deck0="charm*3",
        market="cookies*3 spyglass*2",
    )

    assert table.refusal(0, "buy_discarded", cards="market_discovery junk") == "superfluous"
    assert table.refusal(0, "buy_discarded", cards="stock_clearance") == "needs_discarded"
    assert table.refusal(0, "buy_discarded", cards="market_discovery stock_clearance junk") is None

    table.play(0, "buy_discarded", cards="market_discovery")
    assert ("acorn" in table.hand(0), table.pile("market_discard")) == (True, "gamble")


def test_special_offer_keeps_one_of_three_and_throws_the_others_in_order() -> None:
    table = table_with(
        hand0="special_offer", market_deck="acorn charm gamble sabotage", deck0="junk*9", market="cookies*3 spyglass*2"
    )

    table.play(0, "play", card="special_offer")
    table.play(0, "keep", card="gamble", others="charm sabotage")

    assert ("gamble" in table.hand(0), table.pile("market_discard")) == (True, "charm sabotage")
    assert table.question() == "clean_up"


def test_special_offer_keeps_the_only_card_there_is() -> None:
    table = table_with(hand0="special_offer", market_deck="acorn", market="cookies*3 charm*2", deck0="junk*9")

    table.play(0, "play", card="special_offer")
    table.play(0, "keep", card="acorn")

    assert "acorn" in table.hand(0)


def test_s37_stock_clearance_allows_a_payment_of_any_number_of_cards() -> None:
    table = table_with(hand0="stock_clearance junk*4", market="cookies", deck0="acorn*3 charm*3")

    table.play(0, "buy", place=0, cards="stock_clearance junk*4")

    assert table.discard(0).split() == ["stock_clearance", *["junk"] * 4]


def test_stock_clearance_does_not_allow_a_payment_below_the_price() -> None:
    table = table_with(hand0="stock_clearance junk*4", market="- - gamble")

    assert table.refusal(0, "buy", place=2, cards="stock_clearance junk") == "too_little"
