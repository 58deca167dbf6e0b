"""Snappy Scarlet Macaws (scenarios 17-27)."""

from __future__ import annotations

from games import registry
from tests.games.dale_of_merchants.table import table_with


def test_s17_swift_broker_discards_the_hand_in_order_and_draws_as_many() -> None:
    table = table_with(hand0="swift_broker junk cookies acorn charm", deck0="gamble*1 sabotage spyglass*3")

    table.play(0, "play", card="swift_broker", cards="charm junk acorn cookies")

    assert table.discard(0) == "charm junk acorn cookies swift_broker"
    assert table.hand(0) == "spyglass spyglass spyglass sabotage"
    assert (table.question(), table.public.actions) == ("turn", 1)


def test_s19_swift_broker_alone_draws_nothing_and_gives_its_bonus() -> None:
    table = table_with(hand0="swift_broker", deck0="junk*3")

    table.play(0, "play", card="swift_broker")

    assert (table.hand(0), table.question()) == ("", "turn")


def test_swift_broker_draws_cards_that_it_has_discarded_when_the_deck_runs_out() -> None:
    table = table_with(hand0="swift_broker junk cookies", deck0="acorn")

    table.play(0, "play", card="swift_broker", cards="junk cookies")

    assert "acorn" in table.hand(0)
    assert (len(table.hand(0).split()), table.discard(0)) == (2, "swift_broker")


def test_s21_cookies_drawn_while_refilling_raise_the_hand_size_at_once() -> None:
    table = table_with(hand0="junk*4", deck0="junk*3 acorn cookies")

    table.play(0, "discard", cards=[])
    assert table.hand(0) == "cookies junk junk junk junk"
    table.play(0, "claim", card="cookies")

    assert table.hand(0) == "cookies acorn junk junk junk junk"


def test_each_cookies_in_hand_counts_and_is_shown_until_the_end_of_the_turn() -> None:
    table = table_with(hand0="cookies*2 junk", deck0="junk*9")

    table.play(0, "discard", cards=[])
    assert table.scenario.verbs(0) == {"claim"}
    table.play(0, "claim", card="cookies")
    table.play(0, "claim", card="cookies")
    assert (len(table.hand(0).split()), table.scenario.faces("shown", 0)) == (7, "cookies cookies")

    table.play(0, "end_turn")
    assert (table.scenario.size("hand", 0), table.scenario.size("shown", 0), table.public.marks) == (7, 0, {})


def test_cookies_in_a_stall_do_not_count() -> None:
    table = table_with(hand0="junk", deck0="junk*9", stall0=["swift_broker", "cookies"])

    table.play(0, "discard", cards=[])

    assert len(table.hand(0).split()) == 5


def test_s23_shattered_relic_alone_throws_nothing_and_draws_one() -> None:
    table = table_with(hand0="shattered_relic", deck0="junk acorn")

    table.play(0, "play", card="shattered_relic")

    assert (table.hand(0), table.discard(0), table.question()) == ("acorn", "shattered_relic", "turn")


def test_shattered_relic_throws_junk_to_the_supply_and_other_cards_to_the_market_discard() -> None:
    table = table_with(hand0="shattered_relic*2 junk swift_broker", deck0="acorn charm")

    table.play(0, "play", card="shattered_relic", thrown="junk")
    table.play(0, "play", card="shattered_relic", thrown="swift_broker")

    assert (table.pile("junk"), table.pile("market_discard")) == ("junk", "swift_broker")
    assert table.hand(0) == "acorn charm"


def test_shattered_relic_must_throw_a_card_if_there_is_one() -> None:
    table = table_with(hand0="shattered_relic junk", deck0="acorn")

    assert table.refusal(0, "play", card="shattered_relic") == "missing"


def test_spyglass_keeps_one_card_and_puts_the_others_back_in_order() -> None:
    table = table_with(hand0="spyglass", deck0="junk acorn charm gamble")

    table.play(0, "play", card="spyglass")
    table.play(0, "keep", card="charm", others="gamble acorn")

    assert (table.hand(0), table.deck(0), table.discard(0)) == ("charm", "junk gamble acorn", "spyglass")


def test_other_players_do_not_see_the_cards_that_spyglass_shows() -> None:
    table = table_with(hand0="spyglass", deck0="junk acorn charm gamble")

    table.play(0, "play", card="spyglass")
    table.play(0, "keep", card="charm", others="gamble acorn")

    for seat in (1, None):
        effects = str([table.scenario.effects_for(seat, outcome) for outcome in (-2, -1)])
        assert not any(face in effects for face in ("acorn", "charm", "gamble"))


def test_spyglass_takes_junk_when_deck_and_discard_are_too_short() -> None:
    table = table_with(hand0="spyglass", deck0="acorn", junk="junk*6")

    table.play(0, "play", card="spyglass")

    assert table.scenario.faces("drawn", 0) == "acorn junk junk"


def test_s25_flashy_show_makes_two_twos_pay_six_and_leaves_prices_alone() -> None:
    table = table_with(hand0="flashy_show cookies*2", market="acorn gamble", deck0="junk*5")

    table.play(0, "play", card="flashy_show")
    table.play(0, "buy", place=1, cards="cookies cookies")

    assert ("gamble" in table.hand(0), table.discard(0)) == (True, "flashy_show cookies cookies")


def test_flashy_show_counts_in_stacks_and_for_junk_until_the_end_of_the_turn() -> None:
    table = table_with(hand0="flashy_show stashing_vendor junk", stall0=["junk"] * 3, deck0="junk*6")

    table.play(0, "play", card="flashy_show")
    table.play(0, "build", cards="stashing_vendor junk")
    table.play(0, "end_turn")

    assert (table.stall(0)[3], table.public.flashy) == ("junk stashing_vendor", 0)


def test_s27_favourite_toy_takes_the_technique_played_just_before() -> None:
    table = table_with(hand0="nuisance favourite_toy", hand1="junk")

    table.play(0, "play", card="nuisance", targets=[])
    table.play(0, "play", card="favourite_toy")

    assert (table.hand(0), table.discard(0)) == ("nuisance", "favourite_toy")


def test_s27_favourite_toy_with_an_empty_discard_does_nothing_and_shuffles_nothing() -> None:
    table = table_with(hand0="favourite_toy", deck0="junk")

    table.play(0, "play", card="favourite_toy")

    assert (table.hand(0), table.discard(0), table.question()) == ("", "favourite_toy", "turn")


def test_two_flashy_shows_and_a_charm_build_the_eighth_stack() -> None:
    """Flashy Show, Favourite Toy, Flashy Show, then Charm draws Accordion: 5+1+1+1."""
    table = table_with(hand0="flashy_show favourite_toy charm", stall0=["junk"] * 7, market_deck="accordion")

    table.play(0, "play", card="flashy_show")
    table.play(0, "play", card="favourite_toy")
    table.play(0, "play", card="flashy_show")
    table.play(0, "play", card="charm")

    assert table.state.standings == ((0,), (1,))


def test_a_claim_that_would_draw_nothing_is_not_prompted() -> None:
    table = table_with(hand0="cookies junk*5", deck0="acorn*3")

    table.play(0, "discard", cards=[])

    assert (table.scenario.verbs(0), len(table.hand(0).split())) == ({"end_turn"}, 6)


def test_claims_that_draw_only_together_are_prompted() -> None:
    table = table_with(hand0="cookies*2 junk*4", deck0="acorn*3")

    table.play(0, "discard", cards=[])
    assert table.scenario.verbs(0) == {"claim"}
    table.play(0, "claim", card="cookies")
    table.play(0, "claim", card="cookies")

    assert (len(table.hand(0).split()), table.scenario.verbs(0)) == (7, {"end_turn"})


def test_version_1_prompts_for_a_claim_that_draws_nothing() -> None:
    table = table_with(game=registry.get("dale_of_merchants", 1), hand0="cookies junk*5", deck0="acorn*3")

    table.play(0, "discard", cards=[])

    assert table.scenario.verbs(0) == {"claim"}
