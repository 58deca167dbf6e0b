"""The sales and the rush: scenarios S57 to S67 of RULES.md."""

from __future__ import annotations

import json

from games.kernel.codec import view_json
from games.kernel.effect import Answered
from games.kernel.record import record
from tests.games.dealmaker.table import announced, asks, faces, goods, offer, prompt, rush, selling

CARPETS, GOLD = "tile_carpet_3_5", "tile_gold_2_4"
BOTH = f"{CARPETS} {GOLD} tile_diamond_3_8"


def test_s57_the_buyer_pays_one_good_less_and_draws_no_card() -> None:
    table = selling("t ccc", "f", "d", tiles=BOTH)
    rush(table, CARPETS, None, None)

    table.play(0, "pay", payment=goods("t ccc"))

    assert (table.faces("won", 0), table.size("hand", 0), table.faces("discard")) == (CARPETS, 0, faces("t ccc"))


def test_s58_a_payment_of_the_full_price_is_refused() -> None:
    table = selling("ttt", "f", "d", tiles=BOTH)
    rush(table, CARPETS, None, None)

    assert table.refusal(0, "pay", payment=goods("ttt")) == "does_not_pay"


def test_s59_a_seat_that_has_bought_cannot_take_the_pawn_again() -> None:
    table = selling("tttt", "o", "d", tiles=BOTH)
    rush(table, CARPETS, None, None)
    table.play(0, "pay", payment=goods("tt"))

    assert "seize" not in table.verbs(0)
    assert "seize" in table.verbs(1)


def test_s61_two_claims_on_one_tile_cancel_it_and_both_seats_keep_goods_and_sale() -> None:
    table = selling("tt o", "tt o", "d", tiles=BOTH)

    effects = rush(table, CARPETS, CARPETS, None)

    assert announced(effects) == ["claims", "cancelled"]
    assert (table.faces("cancelled"), table.size("won", 0), table.faces("hand", 0)) == (CARPETS, 0, faces("tt o"))
    assert {"seize"} <= table.verbs(0) & table.verbs(1)


def test_the_claim_of_a_seat_that_has_resigned_cancels_no_tile() -> None:
    table = selling("tt o", "tt o", "d", tiles=BOTH)
    table.play(0, "seize")
    table.play(1, "claim", tile=CARPETS)

    table.resign(1)
    table.play(0, "claim", tile=CARPETS)
    effects = table.play(2, "hands_off")

    assert [e.move.verb for e in effects if isinstance(e, Answered) and e.move] == ["claim", "hands_off", "hands_off"]
    assert announced(effects) == ["claims"]
    assert "pay" in table.verbs(0)


def test_s62_an_option_lets_a_cancelled_tile_use_up_the_sale() -> None:
    table = selling("tt o", "tt o", "d", tiles=BOTH, options={"rush_uses_sale": True})
    rush(table, CARPETS, CARPETS, None)

    assert table.public.sales_used == (0, 1)


def test_s63_a_seat_that_has_used_its_sale_is_not_prompted_and_cancels_no_tile() -> None:
    table = selling("tt o", "tttt", "d", tiles=f"{BOTH} tile_carpet_2_3")
    rush(table, None, "tile_carpet_2_3", None)
    table.play(1, "pay", payment=goods("t"))

    table.play(0, "seize")
    assert prompt(table, "rush").seats == (0, 2)
    table.play(0, "claim", tile=CARPETS)
    table.play(2, "hands_off")

    assert prompt(table, "sale_deal").seats == (0,)


def test_s65_a_claim_after_the_window_is_refused() -> None:
    table = selling("tt", "tt", "d", tiles=BOTH)
    table.play(0, "seize")
    table.play(0, "claim", tile=CARPETS)
    assert prompt(table, "rush").after == 5

    table.expire(prompt(table, "rush").id)

    assert table.public.holders == (0,)
    assert table.refusal(1, "claim", tile=CARPETS) == "not_a_verb_now"


def test_s66_every_seat_that_claims_its_tile_alone_pays() -> None:
    table = selling("tt", "o", "d", tiles=BOTH)
    rush(table, CARPETS, GOLD, None)
    assert table.public.holders == (0, 1)

    table.play(1, "pay", payment=goods("o"))
    assert not table.state.is_open(prompt(table, "sales"))
    table.play(0, "pay", payment=goods("tt"))

    assert (table.faces("won", 0), table.faces("won", 1)) == (CARPETS, GOLD)


def test_s67_the_game_ends_when_every_sale_is_used_or_waived() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    rush(table, CARPETS, None, None)
    table.play(0, "pay", payment=goods("tt"))
    table.play(1, "waive")

    table.play(2, "waive")

    assert (table.state.is_over, table.state.scores) == (True, (5, 0, 0))


# The rush


def test_the_row_that_seizes_the_pawn_names_no_seat() -> None:
    table = selling("tt", "tt", "d", tiles=BOTH)
    table.play(1, "seize")

    outcome = table.acts[-1]
    assert outcome.seat is None
    assert record(outcome, 3, table.game.sights).hidden_parts == ()
    assert [effect["kind"] for effect in table.effects_for(2)] == ["closed", "closed", "changed", "prompted", "changed"]


def test_views_do_not_reveal_who_seized_the_pawn_while_the_rush_is_open() -> None:
    outputs = []
    for seizer in (0, 1):
        table = selling("tt o", "tt o", "d", tiles=BOTH)
        table.play(seizer, "seize")
        table.play(seizer, "claim", tile=CARPETS)
        outputs.append(json.dumps(view_json(table.game, table.view(2)), sort_keys=True))

    assert outputs[0] == outputs[1]
    assert table.public.seized and table.to_act == (0, 1, 2)


def test_trade_and_clocks_stop_during_the_rush_and_offers_stay_visible() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    offer(table, 1, "f", "d", 2)
    table.play(0, "seize")

    assert len(table.public.offers) == 1
    assert not asks(table, "sales_time") and not asks(table, "sales_idle")
    assert not table.state.is_open(prompt(table, "sales"))


def test_all_claims_are_shown_at_once() -> None:
    table = selling("tt", "o", "d", tiles=BOTH)

    rush(table, CARPETS, GOLD, None)

    announcement = next(effect for effect in table.effects_for(None) if effect["kind"] == "announced")
    assert announcement["details"] == {"claims": [{"seat": 0, "tile": CARPETS}, {"seat": 1, "tile": GOLD}]}


def test_a_seat_that_can_pay_nothing_cannot_seize_the_pawn_but_is_prompted() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    assert "seize" not in table.verbs(1)

    table.play(0, "seize")

    assert table.verbs(1) == {"hands_off"}


def test_only_a_tile_that_the_seat_can_pay_is_claimed() -> None:
    table = selling("tt", "o", "d", tiles=BOTH)
    table.play(0, "seize")

    assert table.refusal(0, "claim", tile="tile_diamond_3_8") is not None


def test_goods_on_offer_count_as_held_and_come_back_with_the_deal() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    offer(table, 0, "tt", "d", 2)
    rush(table, CARPETS, None, None)

    assert (table.faces("hand", 0), table.public.offers) == (faces("tt"), ())


def test_a_seat_that_releases_the_pawn_keeps_its_sale() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    rush(table, CARPETS, None, None)
    assert prompt(table, "sale_deal").after == 20

    table.expire(prompt(table, "sale_deal").id)

    assert "seize" in table.verbs(0)
    assert (table.public.sales_used, table.faces("hand", 0)) == ((), faces("tt"))


def test_without_a_window_the_first_claim_takes_the_tile() -> None:
    table = selling("tt", "tt", "d", tiles=BOTH, options={"rush_window": 0})

    table.play(1, "grab_tile", tile=CARPETS)

    assert table.public.holders == (1,)
    assert table.refusal(0, "grab_tile", tile=CARPETS) == "not_a_verb_now"


def test_at_web_pace_the_rush_lasts_a_day() -> None:
    table = selling("tt", "f", "d", tiles=BOTH, options={"pace": "web"})
    table.play(0, "seize")

    assert prompt(table, "rush").after == 86_400


# Their end


def test_the_sales_end_after_two_minutes() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)

    assert prompt(table, "sales_time").after == 120
    table.expire(prompt(table, "sales_time").id)

    assert table.state.is_over


def test_the_clock_of_the_sales_starts_again_after_a_rush() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    rush(table, None, None, None)

    assert asks(table, "sales_time") and asks(table, "sales_idle")


def test_the_sales_end_with_their_last_tile() -> None:
    table = selling("tt", "f", "d", tiles=CARPETS)
    rush(table, CARPETS, None, None)
    table.play(0, "pay", payment=goods("tt"))

    assert table.state.is_over


def test_the_sales_end_when_their_last_tile_is_cancelled() -> None:
    table = selling("tt", "tt", "d", tiles=CARPETS)
    rush(table, CARPETS, CARPETS, None)

    assert (table.state.is_over, table.state.scores) == (True, (0, 0, 0))


def test_a_sale_is_announced_like_any_deal() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    rush(table, CARPETS, None, None)

    effects = table.play(0, "pay", payment=goods("tt"))

    assert announced(effects) == ["deal"]


def test_a_seat_that_paid_no_longer_holds_the_pawn() -> None:
    table = selling("tt", "o", "d", tiles=BOTH)
    rush(table, CARPETS, GOLD, None)

    table.play(1, "pay", payment=goods("o"))
    assert table.public.holders == (0,)
    table.resign(0)

    assert table.public.holders == ()


def test_a_rush_without_claims_counts_as_twenty_idle_acts() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)

    rush(table, None, None, None)

    assert table.public.idle_acts == 20


def test_the_sales_end_at_their_limit_once_the_pawn_is_free() -> None:
    table = selling("tt", "f", "d", tiles=BOTH)
    rush(table, CARPETS, None, None)
    assert prompt(table, "sales_limit").after == 900

    table.expire(prompt(table, "sales_limit").id)
    assert not table.state.is_over
    table.play(0, "pay", payment=goods("tt"))

    assert (table.state.is_over, table.faces("won", 0)) == (True, CARPETS)
