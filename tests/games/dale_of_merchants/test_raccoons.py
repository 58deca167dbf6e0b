"""Thieving Northern Raccoons (scenarios 39-43)."""

from __future__ import annotations

from games.kernel.knowledge.memory import Known
from games.kernel.state import Zone
from tests.games.dale_of_merchants.table import table_with


def test_s39_wily_fellow_with_an_empty_discard_empties_the_deck() -> None:
    table = table_with(hand0="wily_fellow junk*5", deck0="acorn charm gamble")

    table.play(0, "play", card="wily_fellow")

    assert (table.deck(0), table.discard(0)) == ("", "gamble charm acorn wily_fellow")


def test_s39_a_draw_after_wily_fellow_shuffles_this_card_with_the_rest() -> None:
    table = table_with(hand0="wily_fellow", deck0="acorn charm")

    table.play(0, "play", card="wily_fellow")
    table.play(0, "discard", cards=[])

    assert table.hand(0).startswith("wily_fellow acorn charm")


def test_wily_fellow_turns_the_deck_over_and_shuffles_the_discard_into_a_new_one() -> None:
    """Ruling 4: the former bottom card of the deck lies on top."""
    table = table_with(hand0="wily_fellow", deck0="acorn charm", discard0="junk cookies")

    table.play(0, "play", card="wily_fellow")

    assert sorted(table.deck(0).split()) == ["cookies", "junk"]
    assert table.discard(0) == "charm acorn wily_fellow"


def test_nuisance_makes_up_to_two_others_discard() -> None:
    table = table_with(4, hand0="nuisance", hand1="junk", hand2="acorn*2", hand3="charm")

    table.play(0, "play", card="nuisance", targets=[1, 2])

    assert [table.hand(seat) for seat in (1, 2, 3)] == ["", "acorn", "charm"]
    assert [table.discard(seat) for seat in (1, 2, 3)] == ["junk", "acorn", ""]


def test_nuisance_strikes_up_to_two_players_or_an_empty_hand() -> None:
    table = table_with(4, hand0="nuisance*2", hand1="junk", hand2="acorn")

    assert table.refusal(0, "play", card="nuisance", targets=[1, 2, 3]) == "wrong_size"
    table.play(0, "play", card="nuisance", targets=[3])
    table.play(0, "play", card="nuisance", targets=[])

    assert (table.discard(3), table.question()) == ("", "turn")


def test_s41_rotten_food_lies_on_the_targets_deck_unseen_by_others() -> None:
    table = table_with(3, hand0="rotten_food sabotage", hand1="junk*4", deck1="acorn*3", public={"actions": 1})

    table.play(0, "play", card="rotten_food", given="sabotage", target=1)

    assert table.deck(1) == "acorn acorn acorn sabotage"
    assert "sabotage" not in str(table.scenario.effects_for(2)) + str(table.scenario.effects_for(1))
    assert Known(Zone("deck", 1), 3, "sabotage") in table.scenario.view(0).known


def test_s41_rotten_food_alone_has_no_effect_and_keeps_its_bonus() -> None:
    table = table_with(hand0="rotten_food", deck1="junk")

    table.play(0, "play", card="rotten_food")

    assert (table.deck(1), table.question()) == ("junk", "turn")


def test_dirty_exchange_gives_any_card_back_even_the_one_taken() -> None:
    table = table_with(3, hand0="dirty_exchange acorn", hand1="charm")

    table.play(0, "play", card="dirty_exchange", target=1)
    assert table.hand(0) == "acorn charm"
    assert "charm" not in str(table.scenario.effects_for(2))
    table.play(0, "give", card="charm")

    assert (table.hand(0), table.hand(1), table.question()) == ("acorn", "charm", "turn")


def test_dirty_exchange_takes_and_gives_nothing_from_an_empty_hand() -> None:
    table = table_with(hand0="dirty_exchange acorn")

    table.play(0, "play", card="dirty_exchange", target=1)

    assert (table.hand(0), table.question()) == ("acorn", "turn")


def test_s43_sabotage_shuffles_the_victims_discard_when_the_deck_is_short() -> None:
    table = table_with(hand0="sabotage", deck1="acorn", discard1="charm*3")

    table.play(0, "play", card="sabotage", target=1)
    assert table.scenario.faces("drawn", 0) == "acorn charm"
    table.play(0, "throw", card="acorn")

    assert (table.pile("market_discard"), table.discard(1), table.deck(1)) == ("acorn", "charm", "charm charm")


def test_sabotage_on_an_exhausted_victim_draws_junk() -> None:
    table = table_with(hand0="sabotage", deck1="acorn", junk="junk*2")

    table.play(0, "play", card="sabotage", target=1)
    table.play(0, "throw", card="junk")

    assert (table.pile("junk"), table.discard(1)) == ("junk junk", "acorn")


def test_only_the_saboteur_sees_both_cards_before_choosing() -> None:
    table = table_with(hand0="sabotage", deck1="acorn charm")

    table.play(0, "play", card="sabotage", target=1)

    assert "acorn" not in str(table.scenario.effects_for(1))


def test_treasure_hunter_takes_the_top_of_a_discard_and_gives_no_bonus() -> None:
    table = table_with(3, hand0="treasure_hunter", discard1="junk acorn", deck0="junk*9")

    assert table.refusal(0, "play", card="treasure_hunter", target=2) == "not_an_option"
    table.play(0, "play", card="treasure_hunter", target=1)

    assert ("acorn" in table.hand(0), table.discard(1), table.question()) == (True, "junk", "clean_up")


def test_treasure_hunter_takes_no_card_from_empty_discards() -> None:
    table = table_with(hand0="treasure_hunter junk*5")

    table.play(0, "play", card="treasure_hunter")

    assert table.discard(0) == "treasure_hunter"
