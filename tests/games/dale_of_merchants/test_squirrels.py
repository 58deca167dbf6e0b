"""Hoarding Flying Squirrels (scenarios 45-51)."""

from __future__ import annotations

import pytest

from tests.games.dale_of_merchants.table import table_with


def stall_before_stack(number: int) -> list[str]:
    return ["junk"] * (number - 1)


def test_s45_a_vendor_lets_junk_into_a_stack_but_no_other_set() -> None:
    table = table_with(hand0="stashing_vendor junk*2 cookies", stall0=stall_before_stack(3))

    assert table.refusal(0, "build", cards="stashing_vendor cookies") == "mixed_groups"
    table.play(0, "build", cards="stashing_vendor junk junk")

    assert table.stall(0)[2] == "junk junk stashing_vendor"


def test_one_vendor_is_enough_for_any_number_of_junk() -> None:
    table = table_with(hand0="stashing_vendor junk*7", stall0=stall_before_stack(8))

    table.play(0, "build", cards="stashing_vendor junk*7")

    assert table.state.standings == ((0,), (1,))


def test_empty_chest_allows_cards_of_different_sets_in_a_stack() -> None:
    table = table_with(hand0="empty_chest swift_broker prepaid_good", stall0=stall_before_stack(5))

    assert table.refusal(0, "build", cards="empty_chest swift_broker prepaid_good") is None


def test_empty_chest_allows_no_junk() -> None:
    table = table_with(hand0="empty_chest junk stashing_vendor", stall0=stall_before_stack(3))

    assert table.refusal(0, "build", cards="empty_chest junk") == "needs_junk"
    assert table.refusal(0, "build", cards="empty_chest stashing_vendor") is None


def test_s47_nostalgic_item_takes_junk_from_the_discard() -> None:
    table = table_with(
        hand0="nostalgic_item", discard0="acorn junk charm", stall0=stall_before_stack(4), deck0="junk*9"
    )

    table.play(0, "build", cards="nostalgic_item @junk")

    assert (table.stall(0)[3], table.discard(0)) == ("junk nostalgic_item", "acorn charm")


def test_s47_a_nostalgic_item_in_hand_is_required_for_each_card_from_the_discard() -> None:
    table = table_with(hand0="nostalgic_item charm stashing_vendor", discard0="junk*2", stall0=stall_before_stack(5))

    assert table.refusal(0, "build", cards="nostalgic_item @junk @junk") == "no_credit"
    assert table.refusal(0, "build", cards="stashing_vendor charm") == "mixed_groups"
    assert table.refusal(0, "build", cards="charm @junk") == "no_credit"


def test_a_second_nostalgic_item_from_the_discard_allows_one_more_card() -> None:
    table = table_with(hand0="nostalgic_item", discard0="nostalgic_item junk*2", stall0=stall_before_stack(7))

    assert table.refusal(0, "build", cards="nostalgic_item @nostalgic_item @junk") is None
    assert table.refusal(0, "build", cards="nostalgic_item @nostalgic_item") == "too_little"


def test_an_empty_chest_from_the_discard_allows_different_sets_in_the_whole_stack() -> None:
    table = table_with(
        hand0="nostalgic_item loyal_partner cookies", discard0="empty_chest", stall0=stall_before_stack(8)
    )

    table.play(0, "build", cards="nostalgic_item @empty_chest loyal_partner cookies")

    assert table.state.is_over


def test_a_nostalgic_item_requires_one_set_among_the_cards_from_the_hand() -> None:
    table = table_with(hand0="nostalgic_item cookies empty_chest", discard0="junk charm", stall0=stall_before_stack(6))

    assert table.refusal(0, "build", cards="nostalgic_item cookies @junk") == "mixed_groups"
    assert table.refusal(0, "build", cards="nostalgic_item empty_chest @junk") is None


def test_junk_from_the_hand_needs_a_vendor_even_with_a_nostalgic_item() -> None:
    table = table_with(hand0="nostalgic_item junk", discard0="stashing_vendor charm", stall0=stall_before_stack(5))

    assert table.refusal(0, "build", cards="nostalgic_item junk @stashing_vendor") is None
    given_4 = table_with(hand0="nostalgic_item junk acorn", discard0="charm", stall0=stall_before_stack(4))
    assert given_4.refusal(0, "build", cards="nostalgic_item junk") == "needs_junk"


def test_s49_acorn_takes_the_exact_place_of_a_card_in_anothers_stall() -> None:
    table = table_with(hand0="acorn", stall1=["swift_broker", "cookies", "junk", "junk", "gamble", "charm new_season"])

    table.play(0, "play", card="acorn", taken="gamble")

    assert table.stall(1)[4:] == ["acorn", "charm new_season"]
    assert (table.hand(0), table.discard(0), table.question()) == ("gamble", "", "turn")


def test_acorn_keeps_the_order_within_a_stack() -> None:
    table = table_with(hand0="acorn", stall1=["cookies charm junk"])

    table.play(0, "play", card="acorn", taken="charm")

    assert table.stall(1) == ["cookies acorn junk"]


def test_acorn_without_a_stall_to_take_from_is_discarded() -> None:
    table = table_with(hand0="acorn", stall0=["swift_broker"])

    table.play(0, "play", card="acorn")

    assert (table.discard(0), table.question()) == ("acorn", "turn")


@pytest.mark.parametrize("stack", [4, 5, 6])
def test_s51_accordion_is_worth_four_five_or_six(stack: int) -> None:
    table = table_with(hand0="accordion", stall0=stall_before_stack(stack))

    assert table.refusal(0, "build", cards="accordion") is None


def test_s51_accordion_with_a_vendor_and_junk_is_eight_and_pays_five() -> None:
    table = table_with(hand0="accordion stashing_vendor junk", stall0=stall_before_stack(8), market="- gamble")

    assert table.refusal(0, "buy", place=1, cards="accordion") == "too_little"
    table.play(0, "build", cards="accordion stashing_vendor junk")

    assert table.state.is_over


def test_winter_is_coming_allows_the_next_stack_at_once() -> None:
    table = table_with(hand0="winter_is_coming empty_chest acorn", stall0=stall_before_stack(5), deck0="junk*9")

    table.play(0, "build", cards="winter_is_coming")
    assert (table.question(), table.hand(0)) == ("extra_stack", "empty_chest acorn")
    table.play(0, "build", cards="empty_chest acorn")

    assert (len(table.stall(0)), table.question()) == (6, "clean_up")


def test_winter_is_coming_lets_the_player_stop_after_one_stack() -> None:
    table = table_with(hand0="winter_is_coming", stall0=stall_before_stack(5), deck0="junk*9")

    table.play(0, "build", cards="winter_is_coming")
    table.play(0, "stop")

    assert (table.question(), table.public.extra) == ("clean_up", 0)


def test_a_copy_of_winter_is_coming_allows_a_second_extra_stack() -> None:
    table = table_with(
        hand0="winter_is_coming seeing_doubles stashing_vendor nostalgic_item",
        stall0=stall_before_stack(5),
        discard0="junk",
    )

    table.play(0, "build", cards="seeing_doubles=winter_is_coming")
    table.play(0, "build", cards="winter_is_coming stashing_vendor")

    assert (table.question(), len(table.stall(0))) == ("extra_stack", 6)


def test_a_die_may_be_rolled_before_the_extra_stack() -> None:
    table = table_with(hand0="winter_is_coming bold_haggler", stall0=stall_before_stack(5))

    table.play(0, "build", cards="winter_is_coming")
    table.play(0, "roll", card="bold_haggler")

    assert (table.question(), len(table.announced("rolled"))) == ("extra_stack", 1)
