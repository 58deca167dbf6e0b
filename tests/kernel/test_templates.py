"""Templates: products of slots, disjoint unions of them, and the reasons why a move matches none."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from games.dale_of_merchants.pick import CardChoice, CardPick
from games.dealmaker.payment import SubstitutionLimits
from games.dealmaker.slot import GoodsPayment
from games.kernel.errors import IllegalMove, Refusal
from games.kernel.rng import policy_draws
from games.kernel.slots import Counts, Integer, OneOf, Ordered, Slot, Subset, Text
from games.kernel.state import Move
from games.kernel.template import LegalMoves, template
from games.monopoly_deal.payment import Payment
from tests.games.harness.simulate import canonical

MOVES = LegalMoves(
    [
        template("pass"),
        template("give", card=OneOf([4, 7], private=True), target=OneOf([1, 2])),
        template("give", card=OneOf([9]), target=OneOf([3])),
        template("stack", cards=Ordered([4, 7], range(3))),
        template("never", card=OneOf([])),
    ]
)


def test_a_union_lists_counts_and_contains_the_same_moves() -> None:
    listed = list(MOVES)
    assert len(listed) == MOVES.count() == 1 + 4 + 1 + 5
    assert all(move in MOVES for move in listed)


def test_an_empty_template_is_omitted() -> None:
    assert [t.verb for t in MOVES.templates] == ["pass", "give", "give", "stack"]
    assert not LegalMoves([template("never", card=OneOf([]))])


def test_all_moves_of_a_union_are_sampled_equally_often() -> None:
    draws = policy_draws(b"templates")
    counts = Counter(canonical(MOVES.sample(draws)) for _ in range(1100))
    assert len(counts) == MOVES.count()
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 40


@pytest.mark.parametrize(
    ("move", "refusals"),
    [
        (Move("steal"), [("/verb", "not_a_verb_now")]),
        (Move("pass", {"card": 4}), [("/args/card", "unknown_field")]),
        (Move("stack"), [("/args/cards", "missing")]),
        (Move("give", {"card": 5, "target": 1}), [("/args/card", "not_an_option")]),
        (Move("give", {"card": 9, "target": 1}), [("/args/target", "not_an_option")]),
        (Move("give", {"card": None, "target": 3}), [("/args/card", "wrong_type")]),
        (Move("stack", {"cards": [4, 4]}), [("/args/cards", "twice_the_same")]),
    ],
)
def test_a_refusal_points_at_the_wrong_argument_of_the_nearest_template(
    move: Move, refusals: list[tuple[str, str]]
) -> None:
    assert [(refusal.pointer, refusal.code) for refusal in MOVES.refusals(move)] == refusals
    with pytest.raises(IllegalMove) as error:
        MOVES.matching(move)
    assert error.value.errors == MOVES.refusals(move)


@pytest.mark.parametrize("reverse", [False, True])
def test_a_refusal_prefers_the_template_whose_earlier_arguments_fit(reverse: bool) -> None:
    buys = [
        template("buy", place=OneOf([2]), cards=Subset(range(7), range(7, 8))),
        template("buy", place=OneOf([4]), cards=Subset(range(7), range(5, 6))),
    ]
    moves = LegalMoves(buys[::-1] if reverse else buys)

    (refusal,) = moves.refusals(Move("buy", {"place": 4, "cards": list(range(7))}))

    assert (refusal.pointer, refusal.code) == ("/args/cards", "wrong_size")


def test_a_legal_move_has_no_refusals() -> None:
    assert all(MOVES.refusals(move) == () for move in MOVES)


def test_a_refusal_lists_only_the_offered_verbs() -> None:
    offered = {"choices": ["give", "pass", "stack"]}

    assert MOVES.refusals(Move("x")) == (
        Refusal("/verb", "not_a_verb_now", "expected one of ['give', 'pass', 'stack'], got 'x'", offered),
    )


def test_a_matching_template_names_private_and_ordered_arguments() -> None:
    assert MOVES.matching(Move("give", {"card": 4, "target": 1})).private == ("card",)
    assert MOVES.matching(Move("stack", {"cards": [7, 4]})).ordered == ("cards",)


def test_a_normal_move_has_sorted_arguments_and_sorted_unordered_values() -> None:
    chosen = template("drop", cards=Subset([9, 4], range(1, 3)), number=Integer(1, 2))
    assert chosen.normal(Move("drop", {"number": 1, "cards": [4, 9]})).args == {"cards": [9, 4], "number": 1}


def test_the_remaining_choices_decrease_as_arguments_are_filled_in() -> None:
    chosen = template("give", card=OneOf([4, 7]), target=OneOf([1, 2, 3]))
    left = chosen.remaining({"card": 4})
    assert left is not None and left.count() == 3
    assert chosen.remaining({"card": 5}) is None
    assert chosen.remaining({"card": 4, "cards": []}) is None


PARTLY_FILLED = [
    Subset([9, 4, 6, 2], range(2, 4)),
    Ordered([9, 4, 6], range(2, 4)),
    Counts({"7": (1, 2), "jester": (0, 1), "3": (0, 2)}, range(2, 4)),
    CardPick(
        [CardChoice(1, "coin", 2), CardChoice(1, "card", 1), CardChoice(2, "coin", 3), CardChoice(3, "coin", 4)],
        (5, None),
    ),
    Payment({1: 1, 2: 2, 5: 5, 6: 0}, owed=3),
    Payment({1: 1, 2: 2, 5: 5, 3: 3}, owed=4, minimal=True),
    Payment({1: 1, 2: 2, 5: 5, 3: 3}, owed=4, needs={5: [[1], [3]], 1: [[2]]}),
    Payment({1: 1, 2: 2, 5: 5, 3: 3}, owed=6, needs={5: [[1, 2], [3]]}, minimal=True),
    Payment({1: 1, 2: 2}, owed=9),
    GoodsPayment(("peanuts", "silk", "gold"), (7, 2, 1), [(0, 1, 1), (0, 0, 2)], SubstitutionLimits(1, 9)),
]


def parts(value: Any) -> Iterator[Any]:
    """Yields every part of a list, or of a number of each face."""
    if isinstance(value, dict):
        for numbers in product(*(range(number + 1) for number in value.values())):
            yield {face: number for face, number in zip(value, numbers, strict=True) if number}
    else:
        yield from (value[:size] for size in range(len(value) + 1))


def together(part: Any, more: Any) -> Any:
    if isinstance(part, dict):
        return {face: part.get(face, 0) + more.get(face, 0) for face in {**part, **more}}
    return [*part, *more]


@pytest.mark.parametrize("slot", PARTLY_FILLED, ids=lambda slot: slot.kind)
def test_the_rest_of_a_partly_filled_slot_contains_exactly_the_values_that_complete_it(slot: Slot) -> None:
    """Compares with all members: the rest of a part contains exactly the values that complete it."""
    members = [slot.normal(value) for value in slot]
    for part in (part for member in members for part in parts(member)):
        rest = slot.rest(part)
        completed = [slot.normal(together(part, more)) for more in rest or ()]
        whole = [member for member in members if contains(member, part, slot)]
        for value in completed:
            assert value in whole, (part, value)
        if slot.reason(part) is not None:
            assert {json.dumps(value) for value in completed} == {json.dumps(value) for value in whole}, part


def contains(member: Any, part: Any, slot: Slot) -> bool:
    if isinstance(part, dict):
        return all(member.get(face, 0) >= number for face, number in part.items())
    if slot.ordered:
        return bool(member[: len(part)] == part)
    return all(item in member for item in part)


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        (Subset([4, 7], range(1, 3)), [4, 4]),
        (Subset([4, 7], range(1, 2)), [4, 7]),
        (Subset([4, 7], range(1, 3)), "47"),
        (Counts({"7": (0, 2)}, range(2, 3)), {"7": 3}),
        (Counts({"7": (0, 2)}, range(2, 3)), {"8": 1}),
        (Counts({"7": (0, 2)}, range(2, 3)), {"7": -1}),
        (Counts({"7": (0, 2)}, range(2, 3)), {"7": True}),
        (CardPick([CardChoice(1, "coin", 2)], (1, None)), [{"card": 1, "as": "card"}]),
        (
            CardPick([CardChoice(1, "coin", 2), CardChoice(1, "card", 2)], (1, None)),
            [{"card": 1, "as": a} for a in ("coin", "card")],
        ),
        (CardPick([CardChoice(1, "coin", 2)], (1, None)), [{"card": 1}]),
        (Payment({1: 1, 2: 2}, owed=2), [2, 7]),
        (Payment({1: 1, 2: 2}, owed=2, minimal=True), [1, 2]),
        (Payment({1: 1, 2: 2, 5: 5}, owed=5, minimal=True), [1, 5]),
        (GoodsPayment(("peanuts", "gold"), (7, 1), [(0, 2)], SubstitutionLimits(9, 9)), {"peanuts": 8}),
        (GoodsPayment(("peanuts", "gold"), (7, 1), [(0, 2)], SubstitutionLimits(9, 9)), {"peanuts": 7}),
        (Integer(1, 3), 0),
        (OneOf([4]), 5),
    ],
)
def test_the_rest_of_an_invalid_part_is_empty(slot: Slot, value: Any) -> None:
    assert not slot.rest(value)


def test_templates_can_be_written_as_json() -> None:
    assert MOVES.to_json()[2] == {
        "verb": "give",
        "slots": {"card": {"slot": "one_of", "options": [9]}, "target": {"slot": "one_of", "options": [3]}},
    }


def test_the_first_move_of_a_union_is_listed_at_once() -> None:
    many = LegalMoves([template("give", cards=Subset(range(200), range(201)), target=OneOf([1, 2]))])
    assert next(iter(many)) == Move("give", {"cards": [], "target": 1})


def test_a_value_of_a_wrong_type_is_refused_without_parameters() -> None:
    [refusal] = template("say", text=Text(3)).refusals(Move("say", {"text": 7}))

    assert (refusal.code, refusal.params) == ("wrong_type", {})
