"""Picks against all sets of choices, for random choices with every property; and the codes of refusals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import factorial

import pytest

from games.dale_of_merchants.pick import GROUPS, SURPLUS, CardChoice, CardPick
from games.kernel.rng import Draws, policy_draws


def choices(draws: Draws, first: int, most: int) -> list[CardChoice]:
    """Returns some cards with one or two meanings each, covering every property of a choice."""
    options = []
    for card in range(first, first + draws.below(most + 1)):
        spends = "credit" if draws.below(4) == 0 else None
        for meaning in range(1 + draws.below(3) // 2):
            options.append(
                CardChoice(
                    card,
                    f"m{meaning}",
                    1 + draws.below(5),
                    slack=draws.below(5) // 4,
                    group=(None, "a", "b")[draws.below(3)],
                    needs="flag" if draws.below(5) == 0 else None,
                    gives=((), ("flag",), (GROUPS,), (SURPLUS,), ())[draws.below(5)],
                    earns="credit" if draws.below(4) == 0 else None,
                    spends=spends,
                )
            )
    return options


def is_legal(chosen: tuple[CardChoice, ...], total: tuple[int, int | None], requires: tuple[str, ...]) -> bool:
    """Returns whether a pick is legal, computed independently of the slot."""
    values, slack = [choice.value for choice in chosen], sum(choice.slack for choice in chosen)
    flags = {flag for choice in chosen for flag in choice.gives}
    required_flags = {choice.needs for choice in chosen if choice.needs} | set(requires)
    if sum(values) + slack < total[0] or (total[1] is not None and sum(values) - slack > total[1]):
        return False
    if total[1] is None and SURPLUS not in flags and _is_superfluous(chosen, total[0]):
        return False
    if len({choice.group for choice in chosen if choice.group}) > 1 and GROUPS not in flags:
        return False
    roots = sum(choice.earns is not None and choice.spends is None for choice in chosen)
    passing = sum(choice.earns is not None and choice.spends is not None for choice in chosen)
    spending = sum(choice.spends is not None for choice in chosen) - passing
    return required_flags <= flags and spending <= roots and (roots > 0 or not passing)


def _is_superfluous(chosen: tuple[CardChoice, ...], owed: int) -> bool:
    most = sum(choice.value + choice.slack for choice in chosen)
    return any(most - choice.value >= owed for choice in chosen)


@pytest.mark.parametrize("seed", range(600))
def test_a_pick_lists_the_sets_that_trying_all_sets_finds(seed: int) -> None:
    draws = policy_draws(b"pick", seed)
    offered, fixed = choices(draws, 0, 6), choices(draws, 100, 2) if seed % 3 == 0 else []
    fixed = [choice._replace(spends=None) for choice in fixed if choice.meaning == "m0"]
    low = 1 + draws.below(9)
    total = (low, None) if seed % 2 else (low, low + draws.below(2))
    requires = ("flag",) if draws.below(4) == 0 else ()
    ordered = bool(draws.below(2))
    pick = CardPick(offered, total, minimal=True, requires=requires, fixed=fixed, ordered=ordered)

    by_card: dict[int, list[CardChoice]] = {}
    for choice in offered:
        by_card.setdefault(choice.card, []).append(choice)
    sets = [s for size in range(1, 7) for cards in combinations(by_card.values(), size) for s in product(*cards)]
    legal = [s for s in sets if is_legal((*s, *fixed), total, requires)]

    listed = Counter(frozenset((item["card"], item["as"]) for item in value) for value in pick)
    orders = {frozenset((c.card, c.meaning) for c in s): factorial(len(s)) if ordered else 1 for s in legal}
    assert listed == Counter(orders), f"seed {seed}"
    assert pick.count() == sum(orders.values())
    assert bool(pick) == bool(legal)
    for s in sets[:80]:
        value = [{"card": c.card, "as": c.meaning} for c in s]
        assert (pick.reason(value) is None) == (s in legal), f"seed {seed}: {value}"
    if legal:
        assert pick.reason(pick.sample(draws)) is None


def test_samples_of_a_pick_are_uniform() -> None:
    pick = CardPick([CardChoice(card, "m", 1 + card % 2) for card in range(4)], (2, 3))
    draws, drawn = policy_draws(b"uniform"), Counter[str]()
    for _ in range(4000):
        drawn[str(pick.sample(draws))] += 1

    assert len(drawn) == pick.count()
    assert min(drawn.values()) > 0.8 * 4000 / pick.count()


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("two", "wrong_type"),
        ([{"card": 1}], "wrong_type"),
        ([{"card": True, "as": "one"}], "wrong_type"),
        ([{"card": 9, "as": "one"}], "not_an_option"),
        ([{"card": 1, "as": "two"}], "not_an_option"),
        ([{"card": 1, "as": "one"}, {"card": 1, "as": "one"}], "twice_the_same"),
        ([], "too_few"),
        ([{"card": 1, "as": "one"}], "too_little"),
        ([{"card": 4, "as": "four"}], "too_much"),
        ([{"card": 1, "as": "one"}, {"card": 2, "as": "two"}], "mixed_groups"),
        ([{"card": 3, "as": "three"}], "needs_vendor"),
        ([{"card": 1, "as": "one"}, {"card": 5, "as": "two"}], "no_credit"),
    ],
)
def test_a_refusal_names_its_reason(value: object, code: str) -> None:
    pick = CardPick(
        [
            CardChoice(1, "one", 1, group="a"),
            CardChoice(2, "two", 2, group="b"),
            CardChoice(3, "three", 3, needs="vendor"),
            CardChoice(4, "four", 4, group="a"),
            CardChoice(5, "two", 2, spends="item"),
        ],
        (3, 3),
    )

    assert pick.reason(value) == code


def test_a_superfluous_card_is_refused_unless_a_picked_card_allows_it() -> None:
    pick = CardPick(
        [CardChoice(1, "a", 4), CardChoice(2, "b", 1), CardChoice(3, "c", 5, gives=(SURPLUS,))], (4, None), minimal=True
    )

    assert pick.reason([{"card": 1, "as": "a"}, {"card": 2, "as": "b"}]) == "superfluous"
    assert pick.reason([{"card": 3, "as": "c"}, {"card": 2, "as": "b"}]) is None


def test_an_ordered_pick_keeps_its_order_and_an_unordered_pick_is_sorted() -> None:
    offered, value = [CardChoice(1, "a", 1), CardChoice(2, "b", 1)], [{"card": 2, "as": "b"}, {"card": 1, "as": "a"}]

    assert CardPick(offered, (1, None), ordered=True).normal(value) == value
    assert CardPick(offered, (1, None)).normal(value) == value[::-1]
