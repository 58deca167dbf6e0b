"""Trade: offers, counters, acceptances, announcements; scenarios S7 and S8 of RULES.md, and the limits."""

from __future__ import annotations

import pytest

from games.kernel.errors import StaleOffer
from tests.games.dealmaker.table import announced, faces, goods, offer, prompt, selling, trading


def test_s7_the_first_acceptance_wins_and_the_second_is_refused_as_stale() -> None:
    table = trading("v", "f", "f")
    offer_args = offer(table, 0, "v", "f")

    table.play(1, "accept", **offer_args)
    with pytest.raises(StaleOffer):
        table.play(2, "accept", **offer_args)

    assert [table.faces("hand", seat) for seat in range(3)] == [faces("f"), faces("v"), faces("f")]


def test_all_seats_know_goods_named_in_an_offer_after_the_exchange() -> None:
    table = trading("v", "f", "f")

    table.play(1, "accept", **offer(table, 0, "v", "f"))

    known = [(entry.zone.seat, entry.face) for entry in table.view(2).known]
    assert known == [(0, faces("f")), (1, faces("v"))]


def test_an_offer_exchanges_any_goods_in_any_number() -> None:
    table = trading("o", "t f", "c")
    offer_args = offer(table, 0, "o", "t f")

    table.play(1, "accept", **offer_args)

    assert (table.faces("hand", 0), table.faces("hand", 1)) == (faces("t f"), faces("o"))


def test_goods_on_offer_lie_openly_before_their_owner() -> None:
    table = trading("v o", "f", "c")
    offer_args = offer(table, 0, "v", "f")

    assert table.faces("offer_open", 0, offer_args["offer"]) == faces("v")
    assert table.view(2).cards("offer_open", 0, offer_args["offer"]) != (None,)


def test_a_card_backs_one_offer_at_a_time() -> None:
    table = trading("v", "f", "c")
    offer(table, 0, "v", "f")

    assert "offer" not in table.verbs(0)


def test_an_offer_may_be_open_to_one_seat_and_is_seen_by_all() -> None:
    table = trading("v", "f", "f")
    offer_args = offer(table, 0, "v", "f", 1)

    assert table.refusal(2, "accept", **offer_args) is not None
    assert table.view(2).public.offers[0]["want"] == goods("f")
    assert table.refusal(1, "accept", **offer_args) is None


def test_a_seat_that_lacks_the_goods_of_an_offer_cannot_accept() -> None:
    table = trading("v", "f", "c")

    assert table.refusal(2, "accept", **offer(table, 0, "v", "f")) == "not_a_verb_now"


def test_a_counter_is_linked_and_leaves_the_first_offer_open() -> None:
    table = trading("v o", "f t", "c")
    offer_args = offer(table, 0, "v", "f")

    table.play(1, "counter", **offer_args, give=goods("f"), want=goods("o"))

    first, counter = table.public.offers
    assert (counter["answers"], counter["audience"], first["id"]) == (offer_args["offer"], (0,), offer_args["offer"])


def test_accepting_a_counter_returns_the_goods_of_the_own_offer() -> None:
    table = trading("v", "f", "c")
    offer_args = offer(table, 0, "v", "ff")
    table.play(1, "counter", **offer_args, give=goods("f"), want=goods("v"))

    table.play(0, "accept", offer=1, version=1)

    assert (table.faces("hand", 0), table.faces("hand", 1), table.public.offers) == (faces("f"), faces("v"), ())


def test_an_offer_that_everybody_declines_closes_and_its_goods_go_back() -> None:
    table = trading("v", "f", "c")
    offer_args = offer(table, 0, "v", "f")

    table.play(1, "decline", **offer_args)
    assert table.to_act == (2,)
    table.play(2, "decline", **offer_args)

    assert (table.faces("hand", 0), table.public.offers) == (faces("v"), ())


def test_withdrawing_an_offer_returns_its_goods() -> None:
    table = trading("v", "f", "c")
    table.play(0, "withdraw", **offer(table, 0, "v", "f"))

    assert table.faces("hand", 0) == faces("v")


def test_a_gift_is_refused_unless_an_option_allows_it() -> None:
    gift = {"audience": [1], "give": goods("v"), "want": {}}

    assert trading("v", "f", "c").refusal(0, "offer", **gift) == "wrong_total"
    assert trading("v", "f", "c", options={"allow_gifts": True}).refusal(0, "offer", **gift) is None


def test_an_offer_has_at_most_six_goods_on_each_side() -> None:
    table = trading("ccccccc", "f", "v")

    assert table.refusal(0, "offer", audience=[1], give=goods("ccccccc"), want=goods("f")) == "wrong_total"
    assert table.refusal(0, "offer", audience=[1], give=goods("c"), want=goods("fffffff")) is not None


def test_a_seat_has_at_most_five_open_offers() -> None:
    table = trading("cccccc", "f", "v")
    for _ in range(5):
        offer(table, 0, "c", "f")

    assert "offer" not in table.verbs(0)
    assert table.size("hand", 0) == 1


def test_announcements_are_not_binding_and_allowed_while_the_pawn_is_held() -> None:
    table = trading("v", "f", "c")
    table.play(0, "grab")

    effects = table.play(1, "announce", seeks=["gold"], gives=["flowers"])

    assert announced(effects) == ["announcement"]
    assert table.effects_for(None)[1]["details"] == {"seat": 1, "seeks": ["gold"], "gives": ["flowers"]}


def test_announcements_beyond_the_limit_are_refused_until_the_next_event() -> None:
    table = trading("v", "f", "c", options={"max_announcements": 1})
    table.play(0, "announce", seeks=[], gives=[])
    assert not any("announce" in table.verbs(0, p.id) for p in table.state.open_prompts if 0 in p.seats)

    table.expire(prompt(table, "trade_idle").id)

    assert "announce" in table.verbs(0, prompt(table, "talk").id)


def test_a_trade_restarts_the_idle_clock() -> None:
    table = trading("v", "f", "c")
    before = prompt(table, "trade_idle").id
    offer_args = offer(table, 0, "v", "f")
    assert prompt(table, "trade_idle").id == before

    table.play(1, "accept", **offer_args)

    assert prompt(table, "trade_idle").id != before


def test_trade_continues_during_the_sales() -> None:
    table = selling("v", "f", "c")
    table.play(1, "accept", **offer(table, 0, "v", "f"))

    assert table.faces("hand", 0) == faces("f")


def test_tiles_cannot_be_offered() -> None:
    table = trading("v", "f", "c", won={0: "tile_carpet_3_5"})

    assert table.refusal(0, "offer", audience=[1], give={"tile_carpet_3_5": 1}, want=goods("f")) == "not_an_option"


def test_accepting_one_of_two_crossing_offers_closes_both() -> None:
    table = trading("v", "f", "c")
    first = offer(table, 0, "v", "f")
    offer(table, 1, "f", "v")

    table.play(1, "accept", **first)

    assert (table.faces("hand", 0), table.faces("hand", 1), table.public.offers) == (faces("f"), faces("v"), ())


def test_the_template_lists_the_own_offers_that_acceptance_withdraws() -> None:
    table = trading("v", "f t", "c")
    first = offer(table, 0, "v", "f")
    held_back = offer(table, 1, "f", "o")
    offer(table, 1, "t", "o")

    (accept,) = table.legal(1).of("accept")

    assert accept.to_json()["slots"]["offer"]["withdraws"] == [held_back["offer"]]
    table.play(1, "accept", **first)
    assert [standing["want"] for standing in table.public.offers] == [goods("o")]


def test_acceptance_withdraws_no_own_offer_if_the_goods_are_in_hand() -> None:
    table = trading("v", "f f", "c")
    first = offer(table, 0, "v", "f")
    mine = offer(table, 1, "f", "o")

    (accept,) = table.legal(1).of("accept")
    table.play(1, "accept", **first)

    assert "withdraws" not in accept.to_json()["slots"]["offer"]
    assert [standing["id"] for standing in table.public.offers] == [mine["offer"]]


def test_an_offer_cannot_be_accepted_if_goods_are_lacking_even_with_the_own_offers() -> None:
    table = trading("v", "f", "c")
    first = offer(table, 0, "v", "f f")
    offer(table, 1, "f", "v")

    assert table.refusal(1, "accept", **first) == "not_a_verb_now"
