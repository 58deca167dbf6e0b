"""The forced sale (rules, 'Tours suivants': 'Si aucune offre n'intéresse le vendeur')."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from games.negoces2.board import hand
from games.negoces2.forced import nameable, rank
from tests.games.harness.scenario import Scenario
from tests.games.negoces2.table import A, B, C, D, haggling, open_phases, placing

SPREAD = {
    A: "wine*4 spices*4 contraband",
    B: "tea*4 silk*3 coffee",
    C: "coffee*2 jewels*4 silk jade",
    D: "perfume*4 jade*3 coffee",
}
ALL_EIGHT = {
    A: "wine spices tea silk coffee jewels perfume jade contraband",
    B: "wine*3 tea*3 silk*2",
    C: "spices*3 coffee*3 silk jewels",
    D: "perfume*3 jade*3 jewels*2",
}


def forced_sale(card: str, good: str, lot: str = "wine", face: str = "up", **options: object) -> Scenario:
    """Returns a table on which A has forced the sale with a second card and named a good."""
    table = haggling(lot, face, **options)  # type: ignore[arg-type]
    table.play(A, "force", card=card, good=good)
    return table


def copies(table: Scenario) -> list[int]:
    """Returns how many copies each buyer shows."""
    return [table.size("shown", seat) for seat in (B, C, D)]


def test_s33_the_named_good_is_shown_and_its_owner_gets_both_cards() -> None:
    table = haggling("wine")
    table.play(B, "offer", card="tea", face="up", coins=0)
    table.play(A, "force", card="spices", good="coffee")

    assert table.faces("hand", B) == "tea tea tea tea silk silk silk silk"
    assert table.faces("shown", C) == "coffee coffee coffee coffee"
    assert copies(table) == [0, 4, 0]
    table.play(A, "pick", owner=C)
    assert table.faces("hand", A) == "wine wine wine spices spices spices coffee contraband"
    assert table.faces("hand", C) == "wine spices coffee coffee coffee jewels jewels jewels jewels"
    assert table.public.seller == C and table.to_act == (C,)


def test_s35_naming_a_good_in_hand_is_refused_without_an_effect() -> None:
    table = haggling("wine")
    before = table.state

    assert table.refusal(A, "force", card="spices", good="wine") == "not_an_option"
    assert table.state == before


def test_s37_several_owners_show_and_the_picked_one_gets_both_cards() -> None:
    table = forced_sale("spices", "coffee", hands=SPREAD)

    assert copies(table) == [1, 2, 1]
    table.play(A, "pick", owner=D)
    assert table.size("hand", D) == 9
    assert "coffee" in table.faces("hand", B) and table.faces("hand", C).count("coffee") == 2
    assert copies(table) == [0, 0, 0]


def test_s37_a_seat_that_shows_nothing_cannot_be_picked() -> None:
    table = forced_sale("spices", "coffee")

    assert table.refusal(A, "pick", owner=B) == "not_an_option"


def test_s39_a_copy_on_the_market_counts_before_copies_of_the_buyers() -> None:
    hands = {A: "wine*4 spices*3 tea contraband", B: "tea*3 silk*4 spices"}
    table = forced_sale("wine", "tea", lot="tea", hands=hands)

    assert copies(table) == [3, 0, 0]
    assert table.faces("lot_open", A) == "tea"


def test_s41_a_seller_with_all_goods_in_hand_may_name_the_second_card() -> None:
    table = haggling("contraband", "down", hands=ALL_EIGHT)
    goods = {
        move.args["good"] for template in table.legal(A).of("force") for move in template if move.args["card"] == "jade"
    }

    assert goods == {"jade"}
    table.play(A, "force", card="jade", good="jade")
    assert copies(table) == [0, 0, 3]


def test_s41_a1_without_goods_on_the_market_a_seller_still_has_a_good_to_name() -> None:
    table = haggling("contraband", "down", hands=ALL_EIGHT, name_market_goods=False)

    assert {(m.args["card"], m.args["good"]) for t in table.legal(A).of("force") for m in t} == {
        (good, good) for good in "wine spices tea silk coffee jewels perfume jade".split()
    }


def test_a1_goods_just_put_on_the_market_may_be_named_unless_the_option_forbids_it() -> None:
    hands = {A: "wine*4 spices*3 tea contraband", B: "tea*3 silk*4 spices"}

    assert haggling("tea", hands=hands).refusal(A, "force", card="wine", good="tea") is None
    strict = haggling("tea", hands=hands, name_market_goods=False)
    assert strict.refusal(A, "force", card="wine", good="tea") == "not_an_option"
    assert strict.refusal(A, "force", card="wine", good="silk") is None


def test_s43_a3_the_coins_on_the_card_return_to_the_seller() -> None:
    table = haggling()
    table.play(A, "lot_coins", coins=4)
    table.play(A, "force", card="spices", good="coffee")
    table.play(A, "pick", owner=C)

    assert table.public.coins == (15, 15, 15, 15)
    assert table.public.lot_coins == 0


def test_s43_a3_an_option_gives_the_coins_on_the_card_to_the_owner() -> None:
    table = haggling(forced_lot_coins="give")
    table.play(A, "lot_coins", coins=4)
    table.play(A, "force", card="spices", good="coffee")
    table.play(A, "pick", owner=C)

    assert table.public.coins == (11, 15, 19, 15)
    assert table.public.lot_coins == 0


def test_s45_a2_a_sale_may_be_forced_before_any_offer() -> None:
    assert haggling().refusal(A, "force", card="spices", good="coffee") is None


def test_a2_an_option_delays_the_forced_sale() -> None:
    table = haggling(force_after=60)
    (patience,) = [prompt for prompt in table.state.prompts.values() if prompt.phase == "patience"]

    assert patience.after == 60
    assert "force" not in table.verbs(A)
    table.expire(patience.id)
    assert "force" in table.verbs(A)


def test_a2_a_seller_without_acts_left_may_force_the_sale_at_once() -> None:
    table = haggling(force_after=60, max_acts=5)
    for _ in range(5):
        table.play(A, "seek", good="tea")

    assert table.verbs(A) == {"force"}


@pytest.mark.parametrize("face", ["up", "down"])
def test_s47_hidden_cards_of_the_market_are_seen_by_seller_and_owner_only(face: str) -> None:
    table = forced_sale("spices", "coffee", lot="wine", face=face)
    force_effects = [str(table.effects_for(viewer)) for viewer in (B, C, D, None)]
    table.play(A, "pick", owner=C)

    assert not any("spices" in effects for effects in force_effects)
    for viewer in (B, D, None):
        assert "spices" not in str(table.effects_for(viewer))
        assert ("wine" in str(table.effects_for(viewer))) == (face == "up")
    assert "spices" in str(table.effects_for(C)) and "wine" in str(table.effects_for(C))


def test_s49_contraband_as_second_card_goes_to_the_owner() -> None:
    table = forced_sale("contraband", "coffee")
    table.play(A, "pick", owner=C)

    assert "contraband" in table.faces("hand", C)


def test_a4_contraband_cannot_be_named() -> None:
    table = haggling("wine", hands={A: "wine*4 spices*4 tea", B: "tea*3 silk*4 contraband"})

    assert table.refusal(A, "force", card="spices", good="contraband") == "not_an_option"


def test_n18_a_shown_card_is_known_to_lie_in_that_hand_afterwards() -> None:
    table = forced_sale("spices", "coffee", hands=SPREAD)
    table.play(A, "pick", owner=D)

    known = Counter(known.face for known in table.view(B).known if known.zone == hand(C))
    assert known["coffee"] == 2


# Stalling


def test_a_timeout_of_the_seller_forces_the_sale_by_chance() -> None:
    table = haggling(negotiation_limit=60)
    table.play(B, "offer", card="tea", face="up", coins=0)
    prompt = table.open_prompt(A)
    assert prompt.after == 60
    table.expire(prompt.id)

    assert open_phases(table) == {"pick"}
    assert table.public.offers == ()
    assert table.public.named not in table.faces("hand", A)
    assert sum(copies(table)) >= 2
    table.default(A)
    assert sorted(table.size("hand", seat) for seat in range(4)) == [8, 8, 8, 9]


def test_a_sale_forced_by_chance_reveals_no_goods_of_the_seller() -> None:
    table = haggling(negotiation_limit=60)
    table.expire(table.open_prompt(A).id)

    received = str(table.effects_for(B)).replace("coffee", table.public.named)
    assert "wine" not in received and "spices" not in received


def test_chance_forces_every_legal_sale_equally_often() -> None:
    counts = Counter()
    seeds = 600
    for seed in range(seeds):
        table = haggling(negotiation_limit=60, hands={A: "wine*4 spices*4 contraband"})
        table.rng = type(table.rng)(seed.to_bytes(32, "big"))
        table.expire(table.open_prompt(A).id)
        counts[(table.faces("lot_down", A), table.public.named)] += 1

    seconds, goods = Counter(), Counter()
    for (second, good), times in counts.items():
        seconds[second] += times
        goods[good] += times
    assert set(goods) == {"tea", "silk", "coffee", "jewels", "perfume", "jade"}
    assert all(60 <= times <= 145 for times in goods.values()), goods
    assert 40 <= seconds["contraband"] <= 115 and 160 <= seconds["wine"] <= 290, seconds


def test_the_rank_of_an_order_numbers_all_orders_without_a_gap() -> None:
    assert sorted(rank(order) for order in permutations(range(5))) == list(range(120))


def test_there_is_always_a_good_to_name() -> None:
    """Seven cards in hand cover at most seven of the eight goods."""
    table = placing(hands=ALL_EIGHT)
    table.play(A, "place", card="contraband", face="down")
    hand = table.faces("hand", A).split()

    assert all(nameable(table.state, A, Counter(hand), card) for card in hand)
