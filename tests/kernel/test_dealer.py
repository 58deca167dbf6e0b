"""The dealer's methods: the effect of each, with its new ids, places and draws; and the calls that raise."""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel.dealer import Dealer
from games.kernel.effect import Changed, Ended, Moved, Rolled, Shown, Shuffled
from games.kernel.rng import Rng
from games.kernel.state import Prompt, Zone
from tests.kernel.test_effects import faces, table
from tests.kernel.toy import DISCARD, PILE, Turn, hand


def dealer(seed: int = 0, inside: Prompt | None = None) -> Dealer:
    return Dealer(table(), Rng(seed.to_bytes(32, "big")), inside)


def test_moved_cards_get_ids_in_the_order_of_the_argument() -> None:
    deals = dealer()
    assert deals.move([11, 10], hand(0), DISCARD) == (20, 21)
    assert faces(deals.state, DISCARD) == "b b a"


def test_moving_no_cards_has_no_effect() -> None:
    deals = dealer()
    assert deals.move([], hand(0), DISCARD) == ()
    assert deals.effects == []


def test_a_card_that_is_not_there_cannot_be_moved() -> None:
    with pytest.raises((KeyError, ValueError)):
        dealer().move([12], hand(0), DISCARD)


def test_drawing_takes_the_top_card_first() -> None:
    deals = dealer()
    deals.draw(2, PILE, hand(2))
    assert faces(deals.state, hand(2)) == "a d"
    assert isinstance(deals.effects[0], Moved)
    assert deals.effects[0].at == (1, 0)


def test_drawing_more_than_there_are_takes_all() -> None:
    deals = dealer()
    assert len(deals.draw(5, PILE, hand(2))) == 2
    assert deals.draw(1, PILE, hand(2)) == ()


def test_drawing_zero_cards_does_nothing() -> None:
    deals = dealer()
    assert deals.draw(0, PILE, hand(2)) == ()
    assert deals.effects == []


def test_a_random_card_is_picked_with_a_draw_and_without_a_place() -> None:
    deals = dealer()
    deals.pick(1, hand(0), hand(2), "steal")
    (moved,) = deals.effects
    assert isinstance(moved, Moved)
    assert moved.draw == {"k": 0, "label": "steal"}
    assert moved.at is None
    assert deals.state.draws == 1


def test_each_card_is_picked_equally_often() -> None:
    counts: Counter[str] = Counter()
    for seed in range(600):
        deals = dealer(seed)
        deals.pick(1, hand(0), hand(2), "steal")
        counts[faces(deals.state, hand(2))] += 1
    assert set(counts) == {"a", "b"}
    assert abs(counts["a"] - 300) < 75


def test_picking_from_an_empty_zone_raises_an_error() -> None:
    with pytest.raises(ValueError, match="expected"):
        dealer().pick(1, hand(2), hand(0), "steal")


def test_all_cards_are_picked_if_there_are_fewer_than_asked() -> None:
    deals = dealer()
    assert len(deals.pick(9, hand(0), hand(2), "steal")) == 2


def test_a_shuffle_of_an_empty_pile_is_a_draw() -> None:
    deals = dealer()
    deals.move(deals.state.cards("pile"), PILE, DISCARD)
    deals.shuffle(PILE)
    (_, shuffled) = deals.effects
    assert isinstance(shuffled, Shuffled)
    assert (shuffled.size, shuffled.draw) == (0, {"k": 0, "label": "shuffle:pile"})
    assert deals.state.draws == 1


def test_a_shuffle_keeps_the_cards() -> None:
    deals = dealer()
    deals.move(deals.state.cards("discard"), DISCARD, PILE, index=0)
    deals.shuffle(PILE)
    assert sorted(faces(deals.state, PILE)) == sorted("b d a")


def test_the_label_of_a_shuffle_names_the_seat_of_the_pile() -> None:
    deals = dealer()
    deals.move([15], DISCARD, Zone("pile", 2))
    deals.shuffle(Zone("pile", 2))
    (_, shuffled) = deals.effects
    assert isinstance(shuffled, Shuffled)
    assert shuffled.draw["label"] == "shuffle:pile:2"


def test_draws_are_numbered_one_by_one() -> None:
    deals = dealer()
    deals.roll("die", 6)
    deals.shuffle(PILE)
    deals.roll("die", 6)
    assert [e.draw["k"] for e in deals.effects if isinstance(e, Rolled | Shuffled)] == [0, 1, 2]


def test_a_card_of_a_pile_is_shown_with_its_place() -> None:
    deals = dealer()
    deals.show([14], PILE, [2, 0])
    (effect,) = deals.effects
    assert isinstance(effect, Shown)
    assert effect.at == (1,)
    assert effect.to == (0, 2)


def test_numbers_that_do_not_change_have_no_effect() -> None:
    deals = dealer()
    deals.change(turn=0, words=[])
    assert deals.effects == []
    deals.change(turn=0, taken=4)
    assert deals.effects == [Changed({"taken": 4})]


def test_lists_in_the_public_state_become_tuples() -> None:
    deals = dealer()
    deals.change(words=[1, [2]])
    assert deals.state.public.words == (1, (2,))


def test_answered_raises_an_error_outside_an_answer_to_a_prompt() -> None:
    with pytest.raises(AssertionError):
        dealer().answered(0)


def test_resigned_seats_come_last_in_reverse_order_of_their_resignations() -> None:
    deals = dealer()
    deals.change(left=(2, 0))
    deals.end([[0, 1], [2]], [1, 2, 3])
    assert deals.effects[-1] == Ended(((1,), (0,), (2,)), (1, 2, 3))


def test_a_first_place_of_resigned_seats_only_raises_an_error() -> None:
    deals = dealer()
    deals.change(left=(1,))
    with pytest.raises(AssertionError, match="first place"):
        deals.end([[1], [0, 2]])


def test_a_dealer_leaves_its_initial_state_unchanged() -> None:
    state = table()
    deals = Dealer(state, Rng(bytes(32)))
    deals.shuffle(PILE)
    deals.change(turn=1)
    deals.prompt(Turn, 1)
    assert state == table()


def test_cards_of_a_pile_leave_in_the_order_of_the_argument() -> None:
    deals = dealer()
    deals.move([13, 14], PILE, DISCARD)
    assert faces(deals.state, DISCARD) == "b d a"
    assert isinstance(deals.effects[0], Moved)
    assert deals.effects[0].at == (0, 1)


def test_a_match_may_end_without_scores() -> None:
    deals = dealer()
    deals.end([[1], [0, 2]])
    assert deals.effects == [Ended(((1,), (0, 2)), None)]
