"""Placing, offering and accepting (rules, 'Tours suivants : ventes par négociations')."""

from __future__ import annotations

import pytest

from games.kernel.errors import IllegalMove, StaleOffer, StalePrompt
from games.kernel.state import Move
from games.kernel.view import view_of
from tests.games.negoces2.table import A, B, C, D, accept, haggling, offer_of, open_phases, placing, retract, sold_to

# Placing


def test_s11_a_card_placed_face_up_is_seen_by_all() -> None:
    table = placing()
    table.play(A, "place", card="wine", face="up")

    assert table.faces("lot_open", A) == "wine"
    assert all(table.view(viewer).cards("lot_open", A) != (None,) for viewer in (B, C, D, None))
    assert table.size("hand", A) == 8
    assert open_phases(table) == {"negotiate"}


def test_n11_a_card_placed_face_down_is_seen_by_the_seller_only() -> None:
    table = placing()
    table.play(A, "place", card="wine", face="down")

    assert table.view(A).cards("lot_down", A) != (None,)
    assert all(table.view(viewer).cards("lot_down", A) == (None,) for viewer in (B, C, D, None))
    assert all("wine" not in str(table.effects_for(viewer)) for viewer in (B, C, D, None))
    assert table.acts[-1].private == ("card",)


def test_s13_only_the_seller_places_one_card_from_their_hand() -> None:
    table = placing()

    assert table.to_act == (A,)
    assert not table.game.prompts_for(table.state, B)
    assert table.refusal(A, "place", card="tea", face="up") == "not_an_option"
    table.play(A, "place", card="wine", face="up")
    assert table.refusal(A, "place", card="wine", face="up") == "not_a_verb_now"


def test_a22_a_card_placed_face_down_is_never_turned_nor_taken_back() -> None:
    table = haggling("wine", "down")

    assert table.verbs(A) == {"force", "lot_coins", "hide", "seek", "give"}


def test_a4_contraband_may_be_sold_face_up_or_face_down() -> None:
    table = placing()

    assert table.refusal(A, "place", card="contraband", face="down") is None
    assert table.refusal(A, "place", card="contraband", face="up") is None


# Offering


def test_s15_an_open_offer_shows_its_card_and_a_covered_offer_hides_it() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="up", coins=0)
    table.play(C, "offer", card="coffee", face="down", coins=2)

    number = offer_of(table, C)["id"]
    assert table.faces("offer_open", B, offer_of(table, B)["id"]) == "tea"
    assert offer_of(table, C)["give"] == {"coins": 2}
    for viewer in (A, B, D, None):
        assert view_of(table.state, viewer).cards("offer_down", C, number) == (None,)
        assert "coffee" not in str(table.effects_for(viewer))
    assert table.view(C).cards("offer_down", C, number) != (None,)


def test_s17_n14_an_offer_is_raised_lowered_and_taken_back_in_sight_of_all() -> None:
    table = haggling()
    visible_coins = []
    for coins in (4, 1):
        table.play(C, "offer", coins=coins)
        visible_coins.append(offer_of(table, C)["give"]["coins"])
    retract(table, C)

    assert visible_coins == [4, 1]
    assert table.public.offers == ()


@pytest.mark.parametrize("verb", ["accept", "force", "place", "pick", "lot_coins"])
def test_s19_n15_buyers_trade_with_the_seller_only(verb: str) -> None:
    table = haggling()
    table.play(B, "offer", coins=1)

    assert verb not in table.verbs(C)
    assert offer_of(table, B)["audience"] == (A,)


def test_s21_each_buyer_has_one_offer_and_all_offers_are_open_together() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="up", coins=0)
    table.play(C, "offer", coins=3)
    table.play(D, "offer", card="jade", face="down", coins=1)
    table.play(B, "offer", coins=2)

    assert sorted(offer["owner"] for offer in table.public.offers) == [B, C, D]
    assert table.faces("hand", B) == "tea tea tea tea silk silk silk silk"
    assert offer_of(table, B)["version"] == 2


def test_n13_an_offer_holds_one_card_at_most() -> None:
    table = haggling()

    assert table.refusal(B, "offer", card=["tea", "silk"], face="up", coins=0) == "wrong_type"


def test_a5_an_offer_holds_a_card_or_a_coin() -> None:
    table = haggling()

    assert table.refusal(B, "offer", coins=0) is not None
    assert table.refusal(B, "offer", card="tea", face="up", coins=0) is None


def test_n13_a_seat_cannot_offer_coins_that_it_does_not_own() -> None:
    table = haggling(coins=(15, 3, 15, 15))

    assert table.refusal(B, "offer", coins=4) is not None
    assert table.refusal(B, "offer", coins=3) is None


def test_a6_a20_every_offer_is_public() -> None:
    table = haggling()
    table.play(B, "offer", coins=2)

    received = [table.effects_for(viewer) for viewer in (A, C, D, None)]
    assert received[0] == received[1] == received[2] == received[3]
    assert table.verbs(B) == {"offer", "retract", "hide", "seek", "give"}


def test_a21_a_card_offered_face_down_may_be_offered_face_up() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="down", coins=0)
    table.play(B, "offer", card="tea", face="up", coins=0)

    number = offer_of(table, B)["id"]
    assert (table.size("offer_down", B, number), table.faces("offer_open", B, number)) == (0, "tea")


def test_a_covered_card_stays_where_it_lies_while_its_owner_changes_the_coins() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="down", coins=0)
    number = offer_of(table, B)["id"]
    lying = table.state.cards("offer_down", B, number)
    table.play(B, "offer", card="tea", face="down", coins=5)

    assert table.state.cards("offer_down", B, number) == lying


def test_the_same_terms_again_are_the_same_offer() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="down", coins=1)
    before = table.public.offers
    table.play(B, "offer", card="tea", face="down", coins=1)

    assert table.public.offers == before


def test_a4_an_option_forbids_buyers_to_pay_with_contraband() -> None:
    hands = {A: "wine*4 spices*4 tea", B: "tea*3 silk*4 contraband"}

    assert haggling(hands=hands).refusal(B, "offer", card="contraband", face="down", coins=0) is None
    strict = haggling(hands=hands, contraband_offers=False)
    assert strict.refusal(B, "offer", card="contraband", face="down", coins=0) == "not_an_option"


def test_n15_a23_announcements_are_public_and_not_binding() -> None:
    table = haggling()
    table.play(B, "seek", good="wine")
    table.play(A, "give", good="jade")

    assert table.effects_for(D)[-1] == {"kind": "announced", "what": "gives", "details": {"seat": A, "good": "jade"}}
    assert table.effects_for(None, -2)[-1]["details"] == {"seat": B, "good": "wine"}


# Accepting


def test_s23_only_the_two_traders_know_the_cards_of_a_covered_exchange() -> None:
    table = haggling("wine", "down")
    table.play(C, "offer", card="coffee", face="down", coins=2)
    accept(table, C)

    assert (table.size("hand", A), table.size("hand", C)) == (9, 8)
    assert "coffee" in table.faces("hand", A) and "wine" in table.faces("hand", C)
    assert table.public.coins == (17, 15, 13, 15)
    assert table.public.seller == A and table.to_act == (A,)
    for viewer in (B, D, None):
        received = str(table.effects_for(viewer))
        assert "wine" not in received and "coffee" not in received
    assert "coffee" in str(table.effects_for(A)) and "wine" in str(table.effects_for(C))


def test_s25_the_coins_on_the_card_go_to_the_buyer() -> None:
    table = haggling("wine")
    table.play(A, "lot_coins", coins=2)
    table.play(B, "offer", card="tea", face="up", coins=0)
    accept(table, B)

    assert table.size("hand", A) == 9
    assert "wine" in table.faces("hand", B)
    assert table.public.coins == (13, 17, 15, 15)
    assert table.public.lot_coins == 0


def test_n19_a_deal_for_coins_makes_the_buyer_the_next_seller() -> None:
    table = sold_to(haggling("wine"), B, coins=3)

    assert [table.size("hand", seat) for seat in range(4)] == [8, 9, 8, 8]
    assert table.public.coins == (18, 12, 15, 15)
    assert table.public.seller == B and table.to_act == (B,)


def test_s27_an_offer_changed_meanwhile_is_not_accepted() -> None:
    table = haggling()
    table.play(B, "offer", coins=3)
    offer_before = offer_of(table, B)
    table.play(B, "offer", coins=1)
    before = table.state

    with pytest.raises(StaleOffer) as error:
        table.play(A, "accept", offer=offer_before["id"], version=offer_before["version"])
    assert error.value.offer == offer_before["id"]
    assert table.state == before


def test_s27_changes_by_other_seats_do_not_block_the_deal() -> None:
    table = haggling()
    table.play(B, "offer", coins=3)
    offer_before = offer_of(table, B)
    table.play(C, "offer", coins=1)
    table.play(D, "seek", good="wine")

    table.play(A, "accept", offer=offer_before["id"], version=offer_before["version"])

    assert table.public.buyer == B


def test_s29_a_retracted_offer_cannot_be_accepted() -> None:
    table = haggling()
    table.play(B, "offer", coins=3)
    offer_before = offer_of(table, B)
    retract(table, B)

    with pytest.raises(StaleOffer):
        table.play(A, "accept", offer=offer_before["id"], version=offer_before["version"])


def test_s29_an_accepted_offer_cannot_be_retracted() -> None:
    table = haggling()
    prompt = table.open_prompt(B).id
    table.play(B, "offer", coins=3)
    offer_before = offer_of(table, B)
    accept(table, B)

    late = Move("retract", {"offer": offer_before["id"], "version": offer_before["version"]})
    with pytest.raises(StalePrompt):
        table.game.play(table.state, B, prompt, late, table.rng)
    assert table.public.coins == (18, 12, 15, 15)


def test_s31_contraband_may_be_paid_face_down() -> None:
    table = haggling("wine", hands={A: "wine*4 spices*4 tea", B: "tea*3 silk*4 contraband"})
    table.play(B, "offer", card="contraband", face="down", coins=0)
    accept(table, B)

    assert "contraband" in table.faces("hand", A)
    assert "contraband" not in str(table.effects_for(C))


def test_a7_an_offer_is_repeated_before_acceptance_if_the_coins_on_the_card_decrease() -> None:
    table = haggling()
    table.play(A, "lot_coins", coins=3)
    table.play(B, "offer", card="tea", face="up", coins=0)
    table.play(A, "lot_coins", coins=1)

    assert "accept" not in table.verbs(A)
    table.play(B, "offer", card="tea", face="up", coins=0)
    assert offer_of(table, B)["version"] == 2
    accept(table, B)
    assert table.public.coins == (14, 16, 15, 15)


def test_a7_an_offer_is_accepted_if_the_coins_on_the_card_increase() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="up", coins=0)
    table.play(A, "lot_coins", coins=3)
    accept(table, B)

    assert table.public.coins == (12, 18, 15, 15)


def test_a7_without_the_guard_an_offer_is_accepted_although_the_coins_decreased() -> None:
    table = haggling(lot_guard=False)
    table.play(A, "lot_coins", coins=3)
    table.play(B, "offer", card="tea", face="up", coins=0)
    table.play(A, "lot_coins", coins=0)
    accept(table, B)

    assert table.public.coins == (15, 15, 15, 15)


def test_n16_the_seller_cannot_lay_more_coins_than_they_own() -> None:
    table = haggling(coins=(4, 15, 15, 15))

    assert table.refusal(A, "lot_coins", coins=5) == "out_of_range"
    assert table.refusal(A, "lot_coins", coins=4) is None


def test_all_other_offers_are_returned_when_one_is_accepted() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="down", coins=1)
    table.play(C, "offer", coins=3)
    accept(table, C)

    assert table.faces("hand", B) == "tea tea tea tea silk silk silk silk"
    assert table.public.offers == ()


# Limits


def test_a18_a_seat_without_acts_left_can_only_end_the_sale_or_retract() -> None:
    table = haggling(max_acts=5)
    for _ in range(5):
        table.play(A, "seek", good="tea")
        table.play(B, "offer", coins=1)

    assert table.verbs(A) == {"accept", "force"}
    assert table.verbs(B) == {"retract"}
    assert "offer" in table.verbs(C)


def test_an_offer_may_expire() -> None:
    table = haggling(offer_seconds=30)
    table.play(B, "offer", card="tea", face="up", coins=0)
    (clock,) = [prompt for prompt in table.state.prompts.values() if prompt.phase == "offer_time"]
    table.expire(clock.id)

    assert table.public.offers == ()
    assert table.faces("hand", B) == "tea tea tea tea silk silk silk silk"
    assert open_phases(table) == {"negotiate"}


def test_the_table_waits_for_the_seller_and_lets_all_others_act() -> None:
    table = haggling()

    assert table.to_act == (A,)
    assert table.game.may_act(table.state) == (B, C, D)


def test_a_buyer_without_acts_left_and_without_an_offer_may_not_act() -> None:
    table = haggling(max_acts=5)
    for coins in range(1, 6):
        table.play(B, "offer", coins=coins)
    assert B in table.game.may_act(table.state)

    retract(table, B)

    assert table.game.may_act(table.state) == (C, D)
    assert not table.legal(B)


def test_an_illegal_offer_is_refused_to_its_sender_only() -> None:
    table = haggling()
    before = table.state

    with pytest.raises(IllegalMove) as error:
        table.play(B, "offer", card="jade", face="up", coins=0)
    assert error.value.errors[0].pointer == "/args/card"
    assert table.state == before
