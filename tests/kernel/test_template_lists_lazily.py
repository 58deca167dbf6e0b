"""A template lists its moves lazily, because a prompt's default is the first of up to 10^12 moves."""

from __future__ import annotations

from itertools import islice

from games.kernel.slots import OneOf, Ordered, Subset
from games.kernel.template import template


def test_the_first_of_very_many_moves_is_listed_at_once():
    pay = template("pay", cards=Subset(range(60), range(5, 31)))
    order = template("put_away", cards=Ordered(range(40), range(30, 31)))

    assert next(iter(pay)).args == {"cards": [0, 1, 2, 3, 4]}
    assert next(iter(order)).args == {"cards": list(range(30))}


def test_the_last_argument_varies_fastest():
    both = template("say", one=OneOf([1, 2]), other=OneOf(["a", "b"]))

    assert [tuple(move.args.values()) for move in islice(both, 3)] == [(1, "a"), (1, "b"), (2, "a")]
