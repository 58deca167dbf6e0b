"""The slot for the payment of a deal: numbers of goods that exactly pay one of several prices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from games.dealmaker.payment import NO_LIMIT, Goods, SubstitutionLimits, can_pay, payments, pays
from games.kernel.rng import Draws
from games.kernel.shape import BOUNDS, INTEGER, STRING, array, field, mapping, or_null
from games.kernel.slots import Slot, is_whole

Json = Any


class GoodsPayment(Slot):
    """Held goods that exactly pay one of several prices. A value omits goods whose number is zero.

    names: the goods by rank, cheapest first; prices: the full price, or, at the sales, each reduced price; paid: goods
    chosen earlier, which are not among the held goods.

    >>> slot = GoodsPayment(("peanuts", "gold"), (7, 1), [(0, 2)], SubstitutionLimits(9, 9))
    >>> list(slot)
    [{'peanuts': 3, 'gold': 1}, {'peanuts': 6}]
    """

    __slots__ = ("names", "holds", "prices", "limits", "paid", "_all")
    kind = "goods_payment"
    shape = {
        "of": field(
            mapping(BOUNDS),
            "For each good that you hold, 0 and the number of units.",
            {"peanuts": [0, 4], "gold": [0, 1]},
        ),
        "order": field(array(STRING), "All goods, the cheapest first.", ["peanuts", "silk", "gold"]),
        "prices": field(array(mapping(INTEGER)), "The prices, one of which is paid exactly.", [{"gold": 2}]),
        "higher": field(or_null(INTEGER), "How often a dearer good may stand in for a unit; null: any number.", None),
        "triples": field(
            or_null(INTEGER), "How often three units of a cheaper good may stand in for one; null: any number.", 1
        ),
    }
    optional = {"paid": field(mapping(INTEGER), "The units that are chosen already and pay too.", {"gold": 1})}
    answer = field(
        mapping(INTEGER), "The units of each good; leave out goods of which you pay none.", {"peanuts": 3, "gold": 1}
    )

    def __init__(
        self,
        names: Sequence[str],
        holds: Goods,
        prices: Sequence[Goods],
        limits: SubstitutionLimits,
        *,
        paid: Goods | None = None,
    ) -> None:
        self.names, self.holds, self.prices, self.limits = tuple(names), holds, tuple(prices), limits
        self.paid = (0,) * len(holds) if paid is None else paid
        self.private = False
        self._all: tuple[Goods, ...] | None = None

    def reason(self, value: Json) -> str | None:
        if not isinstance(value, dict) or not all(is_whole(number) for number in value.values()):
            return "wrong_type"
        if not all(name in self.names for name in value):
            return "not_an_option"
        shown = self._shown(value)
        if not all(0 <= number <= held for number, held in zip(shown, self.holds, strict=True)):
            return "wrong_count"
        spent = _sum(self.paid, shown)
        return None if any(pays(spent, price, self.limits) for price in self.prices) else "does_not_pay"

    def __iter__(self) -> Iterator[Json]:
        for spent in self._listed():
            yield self._named(spent)

    def __bool__(self) -> bool:
        if any(self.paid):
            return self.count() > 0
        return any(can_pay(self.holds, price, self.limits) for price in self.prices)

    def count(self) -> int:
        return len(self._listed())

    def sample(self, draws: Draws) -> Json:
        listed = self._listed()
        return self._named(listed[draws.below(len(listed))])

    def normal(self, value: Json) -> Json:
        return {name: value[name] for name in self.names if value.get(name)}

    def rest(self, value: Json) -> Slot | None:
        """Returns the payments that contain these goods; these goods are left out of them.

        >>> list(GoodsPayment(("peanuts", "gold"), (7, 1), [(0, 2)], SubstitutionLimits(9, 9)).rest({"gold": 1}))
        [{'peanuts': 3}]
        """
        if self.reason(value) in ("wrong_type", "not_an_option", "wrong_count"):
            return None
        shown = self._shown(value)
        left = tuple([held - number for held, number in zip(self.holds, shown, strict=True)])
        return GoodsPayment(self.names, left, self.prices, self.limits, paid=_sum(self.paid, shown))

    def _shown(self, value: Mapping[str, int]) -> Goods:
        return tuple([value.get(name, 0) for name in self.names])

    def parts(self) -> Sequence[Json]:
        return tuple([name for name, held in zip(self.names, self.holds, strict=True) for _ in range(held)])

    def with_card(self, card: int, face: str) -> tuple[Collection[str], dict[str, int]]:
        return [name for name, held in zip(self.names, self.holds, strict=True) if held], {face: 1}

    def to_json(self) -> dict[str, Json]:
        return {
            "slot": self.kind,
            "of": {name: [0, held] for name, held in zip(self.names, self.holds, strict=True) if held},
            "order": list(self.names),
            "prices": [self._named(price) for price in self.prices],
            "higher": _limit(self.limits.higher),
            "triples": _limit(self.limits.triples),
            **({"paid": self._named(self.paid)} if any(self.paid) else {}),
        }

    def _listed(self) -> tuple[Goods, ...]:
        """Returns all payments, cached; there are at most some hundreds."""
        if self._all is None:
            holds = _sum(self.holds, self.paid)
            listed = dict.fromkeys(spent for price in self.prices for spent in payments(holds, price, self.limits))
            left = (tuple([number - paid for number, paid in zip(spent, self.paid, strict=True)]) for spent in listed)
            self._all = tuple([goods for goods in left if min(goods) >= 0])
        return self._all

    def _named(self, goods: Goods) -> Mapping[str, int]:
        return {name: number for name, number in zip(self.names, goods, strict=True) if number}


def _sum(goods: Goods, others: Goods) -> Goods:
    return tuple([number + other for number, other in zip(goods, others, strict=True)])


def _limit(number: int) -> int | None:
    return None if number == NO_LIMIT else number
