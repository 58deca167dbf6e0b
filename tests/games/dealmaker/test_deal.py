"""The pawn: scenarios S35 to S47 of RULES.md."""

from __future__ import annotations

from tests.games.dealmaker.table import announced, asks, conclude, faces, goods, offer, prompt, trading

THREE_CARPETS = "tile_carpet_3_5"


def test_s35_a_seat_without_the_payment_is_refused_and_keeps_the_pawn() -> None:
    table = trading("tt", "f", "c", tiles=f"{THREE_CARPETS} tile_carpet_2_3")
    table.play(0, "grab")

    assert table.refusal(0, "conclude", tile=THREE_CARPETS, payment=goods("ttt")) is not None
    assert table.public.holders == (0,)
    assert table.faces("hand", 0) == faces("tt")


def test_s37_while_the_pawn_is_held_offers_cannot_be_accepted() -> None:
    table = trading("t", "f", "v")
    offer_args = offer(table, 1, "f", "v", 2)
    table.play(0, "grab")

    assert [prompt.phase for prompt in table.game.prompts_for(table.state, 2)] == ["talk"]
    assert table.refusal(2, "accept", **offer_args) == "not_a_verb_now"


def test_s38_only_one_seat_takes_the_pawn() -> None:
    table = trading("t", "f", "v")
    table.play(0, "grab")

    assert table.refusal(1, "grab") == "not_a_verb_now"
    assert table.to_act == (0,)


def test_s39_five_goods_pay_three_carpets_and_three_are_drawn() -> None:
    table = trading("t o vvv", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", stock="ccc dff")

    conclude(table, 0, THREE_CARPETS, "t o vvv")

    assert table.faces("discard") == faces("t o vvv")
    assert table.faces("won", 0) == THREE_CARPETS
    assert table.faces("hand", 0) == faces("dff")


def test_s41_a_seat_draws_two_cards_when_two_are_in_stock() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", stock="cc")

    conclude(table, 0, THREE_CARPETS, "ttt")

    assert (table.faces("hand", 0), table.size("stock")) == (faces("cc"), 0)


def test_s43_a_tile_that_is_bought_is_no_longer_for_sale() -> None:
    table = trading("t o vvv", "ttt", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9")
    conclude(table, 0, THREE_CARPETS, "t o vvv")
    table.play(1, "grab")

    assert table.verbs(1) == {"release"}


def test_s45_the_pawn_is_released_without_penalty_after_its_time() -> None:
    table = trading("ttt", "f", "c")
    table.play(0, "grab")

    assert prompt(table, "deal").after == 20
    table.expire(prompt(table, "deal").id)

    assert (table.public.holders, table.faces("hand", 0)) == ((), faces("ttt"))
    assert "grab" in table.verbs(0)


def test_s46_a_seat_that_released_the_pawn_may_take_it_again() -> None:
    table = trading("ttt", "f", "c")
    table.play(0, "grab")
    table.play(0, "release")

    assert (table.public.holders, table.faces("hand", 0)) == ((), faces("ttt"))
    assert "grab" in table.verbs(0)


def test_s47_other_seats_see_how_many_tiles_a_seat_has_won_but_not_which() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9")
    conclude(table, 0, THREE_CARPETS, "ttt")

    assert table.view(1).cards("won", 0) == (None,)
    assert table.view(0).cards("won", 0) != (None,)


def test_an_option_shows_the_tiles_won_to_all() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", options={"won_public": True})
    conclude(table, 0, THREE_CARPETS, "ttt")

    assert table.faces("won_open", 0) == THREE_CARPETS
    assert table.view(1).cards("won_open", 0) != (None,)


def test_taking_the_pawn_withdraws_the_own_offers_only() -> None:
    table = trading("ttt", "f", "c", tiles=THREE_CARPETS)
    offer(table, 0, "tt", "f")
    others = offer(table, 1, "f", "c")
    table.play(0, "grab")

    assert table.faces("hand", 0) == faces("ttt")
    assert [standing["id"] for standing in table.public.offers] == [others["offer"]]
    assert "conclude" in table.verbs(0)


def test_offers_can_be_accepted_again_after_the_pawn_is_released() -> None:
    table = trading("ttt", "f", "c")
    offer_args = offer(table, 1, "f", "c")
    table.play(0, "grab")
    table.play(0, "release")

    assert table.refusal(2, "accept", **offer_args) is None


def test_an_option_lets_the_pawn_void_all_offers() -> None:
    table = trading("ttt", "f", "c", options={"offers_on_grab": "void"})
    offer(table, 1, "f", "c")
    table.play(0, "grab")

    assert (table.public.offers, table.faces("hand", 1)) == ((), faces("f"))


def test_no_card_is_drawn_from_the_discard() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", stock="")

    conclude(table, 0, THREE_CARPETS, "ttt")

    assert (table.size("hand", 0), table.size("discard")) == (0, 3)


def test_manual_resume_stops_the_trade_until_the_buyer_resumes_or_a_timeout() -> None:
    options = {"manual_resume": True}
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", options=options)
    conclude(table, 0, THREE_CARPETS, "ttt")
    assert (asks(table, "resume"), table.to_act, prompt(table, "resume").after) == (True, (0,), 10)

    table.expire(prompt(table, "resume").id)

    assert "grab" in table.verbs(1)


def test_the_idle_clock_stops_while_the_pawn_is_held() -> None:
    table = trading("t", "f", "c")
    table.play(0, "grab")
    assert not asks(table, "trade_idle")

    table.play(0, "release")
    assert asks(table, "trade_idle")


def test_a_deal_is_announced_with_its_tile() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9")

    assert announced(conclude(table, 0, THREE_CARPETS, "ttt")) == ["deal"]


def test_holding_the_pawn_without_a_deal_counts_as_twenty_idle_acts() -> None:
    table = trading("ttt", "f", "c")
    table.play(0, "grab")
    table.play(0, "release")

    assert table.public.idle_acts == 20


def test_each_player_draws_after_the_pawn_was_held_ten_times_without_a_deal() -> None:
    table = trading("ttt", "f", "c")
    for _ in range(10):
        assert table.size("hand", 1) == 1
        table.play(0, "grab")
        table.expire(prompt(table, "deal").id)

    assert (table.size("hand", 1), table.public.idle_acts) == (2, 0)


def test_the_pawn_has_no_holder_before_trade_resumes() -> None:
    options = {"manual_resume": True}
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", options=options)

    conclude(table, 0, THREE_CARPETS, "ttt")

    assert (asks(table, "resume"), table.public.holders) == (True, ())
