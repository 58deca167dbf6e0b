"""Adapting Veiled Chameleons (scenarios 65-77)."""

from __future__ import annotations

import pytest

from games import registry
from games.dale_of_merchants.copying import uses
from tests.games.dale_of_merchants.table import Dale, table_with


def meanings(table: Dale, face: str, seat: int = 0) -> set[str]:
    """Returns the possible meanings of a card in hand."""
    cards = [card for name in ("hand", "shown") for card in table.state.cards(name, seat)]
    return set(uses(table.state, seat, next(card for card in cards if table.state.face(card) == face)))


def test_s65_the_shopkeeper_copies_any_card_of_the_latest_stack_junk_too() -> None:
    table = table_with(hand0="flexible_shopkeeper", stall0=["cookies", "stashing_vendor junk"])

    assert meanings(table, "flexible_shopkeeper") == {"stashing_vendor", "junk"}
    assert table.refusal(0, "build", cards="flexible_shopkeeper=junk") is not None


def test_the_shopkeeper_without_a_stall_is_a_chameleon_of_one() -> None:
    table = table_with(hand0="flexible_shopkeeper")

    table.play(0, "build", cards="flexible_shopkeeper")

    assert (table.stall(0), table.announced("copied")) == (["flexible_shopkeeper"], [])


def test_a_chameleon_in_a_stall_copies_a_card_of_its_own_again() -> None:
    table = table_with(hand0="flexible_shopkeeper reflection", stall0=["reflection"], discard1="acorn")

    assert meanings(table, "flexible_shopkeeper") == {"acorn"}


def test_s67_reflection_with_no_discard_to_copy_is_a_chameleon_of_two() -> None:
    table = table_with(3, hand0="reflection", stall0=["junk"])

    assert meanings(table, "reflection") == {"reflection"}
    assert table.refusal(0, "build", cards="reflection") is None


def test_reflection_copies_the_top_of_either_opponents_discard() -> None:
    table = table_with(3, hand0="reflection", discard1="junk acorn", discard2="charm", discard0="cookies")

    assert meanings(table, "reflection") == {"acorn", "charm"}


def test_a_copy_of_a_technique_is_played_as_the_technique_and_discarded_as_a_chameleon() -> None:
    table = table_with(hand0="reflection", discard1="spyglass", deck0="acorn charm gamble")

    table.play(0, "play", card="reflection", copy="spyglass")
    table.play(0, "keep", card="acorn", others="charm gamble")

    assert (table.discard(0), table.question()) == ("reflection", "turn")
    assert table.announced("copied") == [{"seat": 0, "card": "reflection", "copy": "spyglass"}]


def test_a_copy_of_a_passive_is_not_played() -> None:
    table = table_with(hand0="reflection", discard1="cookies")

    assert "play" not in table.scenario.verbs(0)


def test_good_old_times_copies_the_market_discards_top_card() -> None:
    table = table_with(hand0="good_old_times", market_discard="gamble accordion", stall0=["junk"] * 5)

    table.play(0, "build", cards="good_old_times=accordion")

    assert table.stall(0)[5] == "good_old_times"


def test_good_old_times_may_throw_a_card_and_copy_another_one_afterwards() -> None:
    table = table_with(hand0="good_old_times", market_deck="acorn spyglass", market_discard="junk")

    table.play(0, "throw_top", card="good_old_times", copy="good_old_times")

    assert table.pile("market_discard") == "junk spyglass"
    assert meanings(table, "good_old_times") == {"spyglass"}
    assert "throw_top" not in table.scenario.verbs(0)


def test_a_good_old_times_that_has_copied_a_card_cannot_throw() -> None:
    table = table_with(hand0="good_old_times", market_discard="bold_haggler", market_deck="acorn")

    table.play(0, "roll", card="good_old_times", copy="bold_haggler")

    assert "throw_top" not in table.scenario.verbs(0)


def test_a_chameleon_that_copies_good_old_times_may_throw_once() -> None:
    table = table_with(
        hand0="reflection", discard1="good_old_times", market_deck="acorn charm", market_discard="gamble"
    )

    table.play(0, "throw_top", card="reflection", copy="good_old_times")

    assert table.pile("market_discard") == "gamble charm"
    assert meanings(table, "reflection") == {"charm"}
    assert "throw_top" not in table.scenario.verbs(0)


def test_a_copy_of_market_discovery_throws_and_remains_a_copy() -> None:
    table = table_with(hand0="reflection", discard1="market_discovery", market_deck="acorn charm")

    table.play(0, "throw_top", card="reflection", copy="market_discovery")

    assert (table.pile("market_discard"), meanings(table, "reflection")) == ("charm", {"market_discovery"})


def test_without_a_target_good_old_times_is_a_chameleon_of_three() -> None:
    table = table_with(hand0="good_old_times", stall0=["junk"] * 2)

    assert table.refusal(0, "build", cards="good_old_times") is None


def test_s69_gift_voucher_takes_a_card_of_the_market_and_lies_in_its_place() -> None:
    table = table_with(hand0="gift_voucher", market="acorn charm gamble sabotage spyglass")

    table.play(0, "play", card="gift_voucher", place=2)

    assert table.market() == "acorn charm gift_voucher sabotage spyglass"
    assert (table.hand(0), table.discard(0), table.question()) == ("gamble", "", "turn")


def test_gift_voucher_with_an_empty_market_is_discarded() -> None:
    table = table_with(hand0="gift_voucher")

    table.play(0, "play", card="gift_voucher")

    assert (table.discard(0), table.question()) == ("gift_voucher", "turn")


def test_a_copy_of_gift_voucher_or_acorn_moves_the_chameleon_itself() -> None:
    table = table_with(
        hand0="reflection seeing_doubles acorn", discard1="gift_voucher", market="charm", stall1=["cookies"]
    )

    table.play(0, "play", card="reflection", copy="gift_voucher", place=0)
    table.play(0, "play", card="seeing_doubles", copy="acorn", taken="cookies")

    assert (table.market(), table.stall(1)) == ("reflection - - - -", ["seeing_doubles"])


def test_s71_seeing_doubles_copies_an_acorn_and_both_are_stack_eight() -> None:
    table = table_with(hand0="seeing_doubles acorn", stall0=["junk"] * 7)

    table.play(0, "build", cards="seeing_doubles=acorn acorn")

    assert table.state.standings == ((0,), (1,))


def test_s71_the_card_copied_in_the_hand_is_shown() -> None:
    table = table_with(hand0="seeing_doubles acorn")

    table.play(0, "play", card="seeing_doubles", copy="acorn")

    effects = [effect for effect in table.scenario.effects_for(1) if effect["kind"] == "shown"]
    assert [effect["faces"] for effect in effects] == [["acorn"]]


def test_seeing_doubles_alone_is_a_chameleon_of_five() -> None:
    table = table_with(hand0="seeing_doubles", stall0=["junk"] * 4)

    assert table.refusal(0, "build", cards="seeing_doubles") is None


def test_a_copy_takes_the_die_its_target_has_rolled() -> None:
    for seed in range(40):
        table = table_with(hand0="seeing_doubles bold_haggler", seed=seed)
        table.play(0, "roll", card="bold_haggler")
        if table.announced("rolled")[0]["value"] == 3:
            break

    assert meanings(table, "seeing_doubles") == {"bold_haggler+3_rolled"}
    assert "roll" not in table.scenario.verbs(0)


def test_s73_trendsetting_must_copy_while_there_is_a_market() -> None:
    table = table_with(hand0="trendsetting junk", stall0=["junk"] * 4, market="acorn")

    assert table.refusal(0, "build", cards="trendsetting") is not None
    assert table.refusal(0, "discard", cards="trendsetting") is None


def test_trendsetting_without_a_market_is_a_chameleon_of_five() -> None:
    table = table_with(hand0="trendsetting", stall0=["junk"] * 4)

    assert table.refusal(0, "build", cards="trendsetting") is None


def test_s75_a_loop_of_chameleons_has_no_end_and_copies_nothing() -> None:
    table = table_with(hand0="reflection", discard1="good_old_times", market_discard="reflection", stall0=["junk"])

    assert meanings(table, "reflection") == {"reflection"}
    assert table.refusal(0, "build", cards="reflection") is None


def test_two_cards_that_see_only_each_other_are_a_loop() -> None:
    table = table_with(hand0="reflection flexible_shopkeeper", discard1="seeing_doubles")

    assert meanings(table, "reflection") == {"reflection"}
    assert meanings(table, "flexible_shopkeeper") == {"flexible_shopkeeper"}


def test_a_copied_chameleon_copies_cards_relative_to_the_player_who_uses_it() -> None:
    table = table_with(3, hand0="reflection", discard1="flexible_shopkeeper", stall0=["acorn"], stall1=["charm"])

    assert meanings(table, "reflection") == {"acorn"}


def test_a_chameleon_without_a_target_cannot_be_copied() -> None:
    """Ruling 11."""
    table = table_with(3, hand0="reflection", discard1="flexible_shopkeeper", discard2="charm")

    assert meanings(table, "reflection") == {"charm"}


def test_s77_seeing_doubles_among_cookies_may_count_as_cookies() -> None:
    table = table_with(hand0="seeing_doubles cookies*3 junk", deck0="acorn*3 charm*3", public={"actions": 1})

    table.play(0, "discard", cards="junk")
    table.play(0, "claim", card="seeing_doubles", copy="cookies")

    assert len(table.hand(0).split()) == 6


def test_s77_a_chameleon_that_can_only_be_cookies_has_to_be_claimed() -> None:
    table = table_with(hand0="reflection junk*4", discard1="cookies", deck0="acorn*3")

    table.play(0, "discard", cards=[])
    assert table.scenario.verbs(0) == {"claim"}
    table.play(0, "claim", card="reflection", copy="cookies")

    assert len(table.hand(0).split()) == 6


def test_a_chameleon_with_other_targets_may_count_as_cookies() -> None:
    table = table_with(3, hand0="reflection junk*4", discard1="cookies", discard2="charm", deck0="acorn*3")

    table.play(0, "discard", cards=[])

    assert table.scenario.verbs(0) == {"claim", "end_turn"}


def test_a_chameleon_remains_a_copy_until_the_end_of_the_turn() -> None:
    table = table_with(hand0="reflection nuisance junk*4", discard1="bold_haggler", hand1="acorn")

    table.play(0, "roll", card="reflection", copy="bold_haggler")
    table.play(0, "play", card="nuisance", targets=[1])

    (key,) = meanings(table, "reflection")
    assert (table.discard(1), key.startswith("bold_haggler")) == ("bold_haggler acorn", True)


def test_charm_lets_the_player_choose_a_fitting_copy_for_a_chameleon() -> None:
    """Ruling 9."""
    table = table_with(
        3,
        hand0="charm",
        discard1="accordion",
        discard2="winter_is_coming",
        stall0=["junk"] * 4,
        market_deck="reflection",
    )

    table.play(0, "play", card="charm")
    assert table.question() == "charm"
    table.play(0, "build_as", copy="winter_is_coming")

    assert (table.stall(0)[4], table.question()) == ("reflection", "extra_stack")


def test_charm_throws_a_chameleon_whose_copies_do_not_fit() -> None:
    table = table_with(hand0="charm", discard1="acorn", stall0=["junk"], market_deck="reflection")

    table.play(0, "play", card="charm")

    assert table.pile("market_discard") == "reflection"


def test_charm_builds_a_chameleon_without_targets_by_its_printed_value() -> None:
    table = table_with(hand0="charm", stall0=["junk"], market_deck="reflection")

    table.play(0, "play", card="charm")

    assert table.stall(0)[1] == "reflection"


def test_a_chameleon_from_the_discard_must_copy_a_card() -> None:
    table = table_with(hand0="nostalgic_item", discard0="trendsetting", market="empty_chest", stall0=["junk"] * 4)

    assert table.refusal(0, "build", cards="nostalgic_item @trendsetting=empty_chest") is None
    assert table.refusal(0, "build", cards="nostalgic_item @trendsetting=trendsetting") == "not_an_option"


def test_the_copy_of_a_hidden_chameleon_is_chosen_before_its_value_is_guessed() -> None:
    table = table_with(hand0="blindfold reflection", discard1="acorn", hand1="junk")

    table.play(0, "play", card="blindfold", target=1)
    table.play(0, "choose", card="reflection", copy="acorn")
    table.play(1, "guess", value=2)

    assert table.announced("guessed") == [{"value": 4, "guess": 2}]
    assert table.announced("copied") == [{"seat": 0, "card": "reflection", "copy": "acorn"}]


def test_a_chameleon_that_copies_junk_is_not_thrown_as_junk() -> None:
    table = table_with(hand0="seeing_doubles junk*2", market="essential_purchase", deck0="acorn*3 charm*3")

    table.play(0, "buy", place=0, cards="seeing_doubles=junk junk junk")

    assert table.refusal(0, "throw_junk", cards="seeing_doubles") == "not_an_option"


def test_two_reflections_of_a_favourite_toy_stop_at_the_limit_of_techniques() -> None:
    """Ruling 21."""
    table = table_with(hand0="reflection*2", discard1="favourite_toy", options={"max_techniques": 9})

    played = 0
    while "play" in table.scenario.verbs(0):
        table.play(0, "play", card="reflection", copy="favourite_toy")
        played += 1

    assert (played, table.question()) == (9, "turn")


def test_two_ways_to_copy_the_same_card_are_one_move_that_shows_no_card_of_the_hand() -> None:
    """Ruling 11."""
    table = table_with(3, hand0="reflection acorn", discard1="seeing_doubles", discard2="acorn", stall1=["cookies"])
    copies = [key for t in table.scenario.legal(0).of("play") if "copy" in t.slots for key in t.slots["copy"]]

    table.play(0, "play", card="reflection", copy="acorn", taken="cookies")

    assert copies == ["acorn"]
    assert [effect for effect in table.scenario.effects_for(1) if effect["kind"] == "shown"] == []


def test_a_required_claim_comes_before_the_market_refill() -> None:
    """The market refill would move the copied card (ruling 10)."""
    table = table_with(hand0="good_old_times junk*4", deck0="acorn*3", market_discard="cookies", market="charm")

    table.play(0, "discard", cards=[])
    assert (table.scenario.verbs(0), table.pile("market_discard")) == ({"claim"}, "cookies")
    table.play(0, "claim", card="good_old_times", copy="cookies")
    table.play(0, "end_turn")

    assert (len(table.hand(0).split()), table.market()) == (6, "charm cookies - - -")


def test_an_optional_claim_comes_before_the_market_refill() -> None:
    table = table_with(
        3, hand0="reflection junk*4", discard1="cookies", discard2="charm", deck0="acorn*3", market_deck="junk*9"
    )

    table.play(0, "discard", cards=[])
    table.play(0, "claim", card="reflection", copy="cookies")
    assert (len(table.hand(0).split()), table.market()) == (6, "- - - - -")
    table.play(0, "end_turn")

    assert table.market() == "junk junk junk junk junk"


@pytest.mark.parametrize("hand", ["junk*5", "reflection junk*4", "cookies junk*4"])
def test_the_market_refill_follows_the_clean_up_prompt_for_every_hand(hand: str) -> None:
    """Ruling 10: the order of hand refill, prompt and market refill reveals nothing about the hand."""
    table = table_with(hand0=hand, discard1="cookies", deck0="acorn*3", market_deck="junk*9")

    table.play(0, "discard", cards=[])

    assert (table.question(), table.market()) == ("clean_up", "- - - - -")


def test_version_1_refills_the_market_before_the_clean_up_prompt() -> None:
    zones = {"hand0": "good_old_times junk*4", "deck0": "acorn*3", "market_discard": "cookies", "market": "charm"}
    table = table_with(game=registry.get("dale_of_merchants", 1), **zones)

    table.play(0, "discard", cards=[])

    assert (table.market(), table.scenario.verbs(0)) == ("charm cookies - - -", {"end_turn"})


def test_a_technique_is_copied_with_its_printed_or_its_changed_value() -> None:
    marks = {"face": "acorn", "delta": 1, "rolled": False, "bound": True, "threw": False, "claimed": False}
    table = table_with(hand0="seeing_doubles acorn", shown0="acorn", stall1=["charm"])
    card = table.state.cards("shown", 0)[0]
    table.scenario.run(lambda dealer: dealer.change(marks={str(card): marks}))

    assert table.refusal(0, "play", card="seeing_doubles", copy="acorn", taken="charm") is None
    assert table.refusal(0, "play", card="seeing_doubles", copy="acorn+1", taken="charm") is None
