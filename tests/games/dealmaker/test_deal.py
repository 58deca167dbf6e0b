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


def test_s37_while_the_pawn_is_held_nobody_accepts() -> None:
    table = trading("t", "f", "v")
    offer_args = offer(table, 1, "f", "v", 2)
    table.play(0, "grab")

    assert [prompt.phase for prompt in table.game.prompts_for(table.state, 2)] == ["talk"]
    assert table.refusal(2, "accept", **offer_args) == "not_a_verb_now"


def test_s38_the_pawn_is_taken_once() -> None:
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


def test_s41_with_two_in_stock_two_are_drawn() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", stock="cc")

    conclude(table, 0, THREE_CARPETS, "ttt")

    assert (table.faces("hand", 0), table.size("stock")) == (faces("cc"), 0)


def test_s43_a_tile_that_is_taken_is_gone() -> None:
    table = trading("t o vvv", "ttt", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9")
    conclude(table, 0, THREE_CARPETS, "t o vvv")
    table.play(1, "grab")

    assert table.verbs(1) == {"release"}


def test_s45_after_the_time_with_the_pawn_it_is_free_without_penalty() -> None:
    table = trading("ttt", "f", "c")
    table.play(0, "grab")

    assert prompt(table, "deal").after == 20
    table.expire(prompt(table, "deal").id)

    assert (table.public.holders, table.faces("hand", 0)) == ((), faces("ttt"))
    assert "grab" in table.verbs(0)


def test_s46_a_seat_that_lets_go_may_take_the_pawn_again() -> None:
    table = trading("ttt", "f", "c")
    table.play(0, "grab")
    table.play(0, "release")

    assert (table.public.holders, table.faces("hand", 0)) == ((), faces("ttt"))
    assert "grab" in table.verbs(0)


def test_s47_others_see_how_many_tiles_a_seat_has_won_but_not_which() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9")
    conclude(table, 0, THREE_CARPETS, "ttt")

    assert table.view(1).cards("won", 0) == (None,)
    assert table.view(0).cards("won", 0) != (None,)


def test_where_it_is_agreed_all_see_the_tiles_won() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", options={"won_public": True})
    conclude(table, 0, THREE_CARPETS, "ttt")

    assert table.faces("won_open", 0) == THREE_CARPETS
    assert table.view(1).cards("won_open", 0) != (None,)


def test_taking_the_pawn_returns_the_own_goods_on_offer_and_leaves_those_of_others() -> None:
    table = trading("ttt", "f", "c", tiles=THREE_CARPETS)
    offer(table, 0, "tt", "f")
    others = offer(table, 1, "f", "c")
    table.play(0, "grab")

    assert table.faces("hand", 0) == faces("ttt")
    assert [standing["id"] for standing in table.public.offers] == [others["offer"]]
    assert "conclude" in table.verbs(0)


def test_offers_are_open_again_after_the_pawn() -> None:
    table = trading("ttt", "f", "c")
    offer_args = offer(table, 1, "f", "c")
    table.play(0, "grab")
    table.play(0, "release")

    assert table.refusal(2, "accept", **offer_args) is None


def test_where_it_is_agreed_the_pawn_makes_all_offers_void() -> None:
    table = trading("ttt", "f", "c", options={"offers_on_grab": "void"})
    offer(table, 1, "f", "c")
    table.play(0, "grab")

    assert (table.public.offers, table.faces("hand", 1)) == ((), faces("f"))


def test_the_discard_is_never_drawn_from() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", stock="")

    conclude(table, 0, THREE_CARPETS, "ttt")

    assert (table.size("hand", 0), table.size("discard")) == (0, 3)


def test_resume_by_hand_holds_the_trade_up_and_comes_by_itself() -> None:
    options = {"manual_resume": True}
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", options=options)
    conclude(table, 0, THREE_CARPETS, "ttt")
    assert (asks(table, "resume"), table.to_act, prompt(table, "resume").after) == (True, (0,), 10)

    table.expire(prompt(table, "resume").id)

    assert "grab" in table.verbs(1)


def test_the_clock_of_idleness_stops_while_the_pawn_is_held() -> None:
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


def test_ten_holds_for_nothing_and_the_table_goes_on_by_itself() -> None:
    table = trading("ttt", "f", "c")
    for _ in range(10):
        assert table.size("hand", 1) == 1
        table.play(0, "grab")
        table.expire(prompt(table, "deal").id)

    assert (table.size("hand", 1), table.public.idle_acts) == (2, 0)


def test_before_trade_goes_on_nobody_holds_the_pawn() -> None:
    options = {"manual_resume": True}
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9", options=options)

    conclude(table, 0, THREE_CARPETS, "ttt")

    assert (asks(table, "resume"), table.public.holders) == (True, ())
