"""Setup, market, clean-up and inventory (scenarios 1-15)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dale_of_merchants import GAME, VERSIONS
from games.dale_of_merchants.animalfolk import FOLKS
from games.dale_of_merchants.cards import JUNK
from games.kernel.game import Game
from tests.games.dale_of_merchants.table import table_with
from tests.games.harness.scenario import dealt

STACK_1, STACK_2 = "swift_broker", "cookies"


def test_s1_two_players_begin_with_ten_cards_six_junk_in_the_supply_and_28_market_cards() -> None:
    table = dealt(GAME, 2, {"decks": ["macaws", "pandas", "raccoons"], "first_seat": 1})

    for seat in (0, 1):
        own = (table.faces("deck", seat) + " " + table.faces("hand", seat)).split()
        assert sorted(own) == sorted(["junk"] * 7 + ["swift_broker", "loyal_partner", "wily_fellow"])
        assert table.size("hand", seat) == 5
    assert (table.size("junk"), table.size("market_deck"), table.to_act) == (6, 28, (1,))
    assert [table.size("market", None, place) for place in range(5)] == [1] * 5


@pytest.mark.parametrize(("seats", "junk", "market"), [(3, 2, 39), (4, 0, 50)])
def test_s1_more_players_share_more_decks(seats: int, junk: int, market: int) -> None:
    table = dealt(GAME, seats)

    assert (table.size("junk"), table.size("market_deck")) == (junk, market)
    assert len(table.public.decks) == seats + 1
    assert [table.size("deck", seat) + table.size("hand", seat) for seat in range(seats)] == [10] * seats


def test_s3_every_deck_has_six_cards_in_fifteen_copies() -> None:
    for folk in FOLKS:
        assert [card.value for card in folk.cards] == [1, 2, 3, 4, 5, 5]
        assert [card.number for card in folk.cards] == [4, 3, 3, 3, 1, 1]
    assert len({card.face for folk in FOLKS for card in folk.cards}) == 36


def test_s5_a_price_of_five_is_paid_with_two_fours() -> None:
    table = table_with(hand0="spyglass*2", market="flashy_show")

    table.play(0, "buy", place=0, cards="spyglass spyglass")

    assert table.hand(0).split()[-1] != "spyglass"
    assert "flashy_show" in table.hand(0)


def test_the_place_named_in_a_purchase_determines_why_its_payment_is_refused() -> None:
    """Seven junk would buy at place 2, but the move names place 4, which costs five."""
    table = table_with(hand0="junk*7", market="spyglass spyglass flashy_show spyglass swift_broker")

    assert table.refusal(0, "buy", place=2, cards=" ".join(["junk"] * 7)) is None
    assert table.refusal(0, "buy", place=4, cards=" ".join(["junk"] * 7)) == "superfluous"


@pytest.mark.parametrize("cards", ["flashy_show junk", "cookies shattered_relic junk", "cookies flashy_show"])
def test_s5_no_card_of_a_payment_may_be_superfluous(cards: str) -> None:
    table = table_with(hand0="flashy_show cookies shattered_relic junk", market="favourite_toy")

    assert table.refusal(0, "buy", place=0, cards=cards) == "superfluous"


def test_s5_too_little_is_refused() -> None:
    table = table_with(hand0="cookies spyglass junk", market="favourite_toy")

    assert table.refusal(0, "buy", place=0, cards="cookies junk") == "too_little"


def test_a_bought_card_costs_its_place_more_and_its_payment_is_discarded_in_the_chosen_order() -> None:
    table = table_with(hand0="cookies junk shattered_relic", market="- - - cookies", deck0="junk*9", deck1="junk*3")

    table.play(0, "buy", place=3, cards="shattered_relic cookies")

    assert table.discard(0) == "shattered_relic cookies"


def test_s7_the_market_slides_to_the_cheap_end_and_fills_up_from_there() -> None:
    table = table_with(
        deck0="junk*9",
        market="- acorn - charm gamble",
        market_deck="cookies spyglass",
    )

    table.play(0, "discard", cards=[])
    table.play(0, "end_turn")

    assert table.market() == "acorn charm gamble spyglass cookies"


def test_market_places_stay_empty_during_the_turn() -> None:
    table = table_with(
        hand0="prepaid_good swift_broker", public={"actions": 2}, market="acorn charm gamble", deck0="junk*9"
    )

    table.play(0, "play", card="prepaid_good", place=1)

    assert table.market() == "acorn - gamble - -"


def test_s9_the_discard_is_shuffled_only_when_a_card_is_needed() -> None:
    table = table_with(hand0="cookies", deck0="junk*2", discard0="junk*4", market="acorn")

    table.play(0, "discard", cards="cookies")

    assert len(table.hand(0).split()) >= 5
    assert table.discard(0) == ""
    assert len(table.deck(0).split()) + len(table.hand(0).split()) == 7


def test_s9_an_empty_deck_stays_empty_until_a_card_is_needed() -> None:
    table = table_with(hand0="junk*3", deck0="junk*2", discard0="spyglass*3")

    table.play(0, "discard", cards=[])

    assert (table.deck(0), table.discard(0)) == ("", "spyglass spyglass spyglass")


def test_s11_the_market_stays_incomplete_when_nothing_is_left() -> None:
    """Only two cards remain for three places."""
    table = table_with(hand0="junk*5", market="acorn charm", market_deck="cookies gamble")

    table.play(0, "discard", cards=[])
    table.play(0, "end_turn")

    assert table.market() == "acorn charm gamble cookies -"


def test_s13_a_player_may_discard_no_card_and_end_the_turn() -> None:
    table = table_with(hand0="junk*5", hand1="junk")

    table.play(0, "discard", cards=[])
    table.play(0, "end_turn")

    assert (table.public.turn, table.hand(0)) == (1, "junk junk junk junk junk")


def test_cards_are_discarded_in_the_order_chosen() -> None:
    table = table_with(hand0="junk acorn charm", deck0="junk*9")

    table.play(0, "discard", cards="charm junk acorn")

    assert table.discard(0) == "charm junk acorn"


def test_a_hand_of_more_than_five_cards_is_kept() -> None:
    table = table_with(hand0="junk*8")

    table.play(0, "discard", cards=[])

    assert len(table.hand(0).split()) == 8


def test_ruling_2_junk_comes_from_the_supply_when_deck_and_discard_are_empty() -> None:
    table = table_with(hand0="acorn*3", junk="junk")

    table.play(0, "discard", cards=[])

    assert (table.hand(0), table.pile("junk")) == ("acorn acorn acorn junk junk", "")


def test_ruling_2_when_all_junk_is_in_play_fewer_cards_are_drawn() -> None:
    junk = Counter(GAME.box(2, GAME.options.from_json({}, 2)))[JUNK]
    table = table_with(hand0="acorn*3", junk="junk", stall1=[f"junk*{junk - 1}"])

    table.play(0, "discard", cards=[])

    assert (table.hand(0), table.pile("junk")) == ("acorn acorn acorn junk", "")


def test_s15_a_stack_has_one_set_and_no_junk() -> None:
    table = table_with(hand0="swift_broker cookies prepaid_good junk", stall0=[STACK_1, STACK_2])

    assert table.refusal(0, "build", cards="swift_broker prepaid_good") == "mixed_groups"
    assert table.refusal(0, "build", cards="junk cookies") == "needs_junk"
    assert table.refusal(0, "build", cards="cookies") == "too_little"
    assert table.refusal(0, "build", cards="swift_broker cookies") is None


def test_a_sum_that_is_too_high_is_refused() -> None:
    table = table_with(hand0="spyglass cookies", stall0=[STACK_1])

    assert table.refusal(0, "build", cards="spyglass") == "too_much"


def test_the_eighth_stack_wins_at_once() -> None:
    stall = ["junk"] * 7
    table = table_with(hand0="spyglass*2", stall0=stall, hand1="junk")

    table.play(0, "build", cards="spyglass spyglass")

    assert (table.state.standings, table.state.scores) == (((0,), (1,)), (8, 0))


def test_a_purchased_cookies_counts_in_the_clean_up_of_the_same_turn() -> None:
    table = table_with(hand0="junk*4", deck0="junk*9", market="- - cookies")

    table.play(0, "buy", place=2, cards="junk*4")
    table.play(0, "claim", card="cookies")

    assert len(table.hand(0).split()) == 6


def test_the_match_ends_at_its_turn_limit_and_the_highest_stall_wins() -> None:
    """Ruling 20."""
    table = table_with(3, options={"max_turns": 4}, public={"turns": 3}, hand0="junk*5", stall1=["swift_broker"])

    table.play(0, "discard", cards=[])
    table.play(0, "end_turn")

    assert (table.state.standings, table.state.scores) == (((1,), (0, 2)), (0, 1, 0))


@pytest.mark.parametrize("game", VERSIONS.values(), ids=VERSIONS)
def test_at_the_turn_limit_only_players_who_stayed_are_ranked_by_stalls(game: Game) -> None:
    """Rulings 20 and 23."""
    table = table_with(
        3, game=game, options={"max_turns": 5}, public={"turns": 4, "turn": 1, "left": (0,)}, stall0=["swift_broker"]
    )

    table.scenario.default(1)
    table.scenario.default(1)

    assert table.state.standings == ((1, 2), (0,))


def test_after_the_limit_of_techniques_the_player_has_to_take_another_action() -> None:
    """Ruling 21."""
    table = table_with(options={"max_techniques": 1}, public={"techniques": 1}, hand0="spyglass junk")

    assert "play" not in table.scenario.verbs(0)


def test_the_turn_of_a_seat_that_does_not_answer_passes() -> None:
    table = table_with(hand0="junk*5", hand1="junk*5")

    table.scenario.default(0)
    table.scenario.default(0)

    assert table.public.turn == 1


def test_the_last_of_two_players_wins_when_the_other_leaves() -> None:
    table = table_with(hand0="junk")

    table.scenario.resign(0)

    assert (table.state.standings, table.state.scores) == (((1,), (0,)), (0, 0))
