"""Selections of cards, each used with one of its meanings, that together satisfy an account: a payment, a stack.

A choice is a card and one of its meanings; a pick contains at most one choice of each card. Contributions of a choice:

    value, slack     adds `value` to the sum, which may be read as up to `slack` more or less
    group            all picked groups must be equal, unless a picked choice gives "groups"
    needs, gives     a pick with a choice that needs a flag also contains a choice that gives it
    earns, spends    each choice that spends a credit uses up a credit that another choice earned; a choice that earns
                     and spends passes a credit on, so the first choice of a chain only earns

Picks are counted by dynamic programming over the cards: the possible continuations depend only on the account so far.
The counts of different sizes are kept separate, packed into one number, so that orders can be counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations
from math import factorial
from typing import NamedTuple

from games.kernel.rng import Draws, shuffled
from games.kernel.shape import BOOLEAN, INTEGER, STRING, array, field, object_of, or_null
from games.kernel.slots import Json, Slot, is_whole
from games.kernel.state import tupled

GROUPS, SURPLUS = "groups", "surplus"
FAULTS = {None: None, GROUPS: "mixed_groups", SURPLUS: "superfluous"}
MIXED = ""
SHIFT = 128
ONES = (1 << SHIFT) - 1
FEW = 300


CHOICE = object_of(
    {
        "card": field(INTEGER, "The id of the card.", 88),
        "as": field(STRING, "The meaning that the card takes; a card may have several.", "chameleon_as_macaw"),
        "value": field(INTEGER, "What the choice adds to the sum.", 3),
    },
    {
        "slack": field(INTEGER, "By how much the value may be read as more or less; left out: by nothing.", 1),
        "group": field(STRING, "All groups picked must be the same, unless a choice gives `groups`.", "macaws"),
        "needs": field(STRING, "A flag that another choice, or a fixed one, must give.", "help"),
        "gives": field(array(STRING), "The flags that the choice gives.", ["groups"]),
        "earns": field(STRING, "The credit that the choice earns for another.", "copy"),
        "spends": field(STRING, "The credit that the choice uses up.", "copy"),
    },
)


TOTAL = array(or_null(INTEGER), minItems=2, maxItems=2)
PICKED = object_of({name: CHOICE["properties"][name] for name in ("card", "as")})


class CardChoice(NamedTuple):
    """A card and one of its meanings, and their contributions."""

    card: int
    meaning: str
    value: int
    slack: int = 0
    group: str | None = None
    needs: str | None = None
    gives: tuple[str, ...] = ()
    earns: str | None = None
    spends: str | None = None

    def to_json(self) -> dict[str, Json]:
        """Returns the choice as clients read it, without empty contributions."""
        brought = {name: getattr(self, name) for name in ("slack", "group", "needs", "gives", "earns", "spends")}
        extra = {name: list(value) if name == "gives" else value for name, value in brought.items() if value}
        return {"card": self.card, "as": self.meaning, "value": self.value, **extra}


class PickAccount(NamedTuple):
    """The totals of the choices so far.

    low, high: the range of the sum. least: the smallest value, if it matters (0: none yet). needed, provided: flags.
    credits: for each name, the number left and whether any was earned.
    """

    low: int
    high: int
    least: int
    group: str | None
    needed: int
    provided: int
    credits: tuple[tuple[int, bool], ...]


class CardPick(Slot):
    """One or more choices, as a list of `{"card": id, "as": meaning}`.

    total: the least and the largest sum (None: no limit). minimal: whether the sum must be too small without its
    smallest value, unless a picked choice gives "surplus". requires: the flags that must be provided. fixed: choices
    made earlier, which count but are not part of the pick; they spend no credit that only the pick could earn. ordered:
    whether the order is chosen, too. A card spends a credit in all its meanings or in none.

    >>> two, three = CardChoice(1, "two", 2), CardChoice(2, "three", 3)
    >>> CardPick([two, three], (3, None)).count(), CardPick([two, three], (3, None), minimal=True).count()
    (2, 1)
    """

    __slots__ = (
        "choices",
        "total",
        "minimal",
        "requires",
        "fixed",
        "is_ordered",
        "_cards",
        "_flags",
        "_credits",
        "_memo",
        "_dead_ends",
        "_counted",
        "_numbered",
        "_picks",
    )
    kind = "pick"
    shape = {
        "of": field(
            array(CHOICE),
            "The choices; at most one of each card.",
            [
                {"card": 88, "as": "macaw_two", "value": 2},
                {"card": 12, "as": "owl_three", "value": 3},
            ],
        ),
        "total": field(TOTAL, "The smallest and the largest sum of the values; null: no limit.", [4, None]),
        "minimal": field(BOOLEAN, "Whether the sum without the smallest value must be too little.", True),
        "requires": field(array(STRING), "Flags that the choices must give.", []),
        "fixed": field(array(CHOICE), "Choices that are made already; they count but are not part of the answer.", []),
        "ordered": field(BOOLEAN, "Whether the order of the answer matters.", False),
    }
    answer = field(
        array(PICKED),
        "A list of cards, each with the meaning it takes.",
        [
            {"card": 88, "as": "macaw_two"},
            {"card": 12, "as": "owl_three"},
        ],
    )

    def __init__(
        self,
        choices: Iterable[CardChoice],
        total: tuple[int, int | None],
        *,
        minimal: bool = False,
        requires: Sequence[str] = (),
        fixed: Iterable[CardChoice] = (),
        ordered: bool = False,
        private: bool = False,
    ) -> None:
        self.choices, self.fixed = _spenders_last(choices), _spenders_last(fixed)
        self.total, self.minimal, self.requires = total, minimal, tuple(requires)
        self.is_ordered, self.private = ordered, private
        by_card: dict[int, list[CardChoice]] = {}
        for choice in self.choices:
            by_card.setdefault(choice.card, []).append(choice)
        self._cards = tuple(tuple(meanings) for meanings in by_card.values())
        self._flags: dict[str, int] = {}
        self._credits: tuple[str, ...] = ()
        self._memo: dict[tuple[int, PickAccount], int] = {}
        self._dead_ends: set[tuple[int, PickAccount]] = set()
        self._counted: list[int] | None = None
        self._picks: list[list[list[CardChoice]]] | None = None
        self._numbered: dict[tuple[int, int], list[CardChoice]] = {}

    @property
    def ordered(self) -> bool:  # type: ignore[override]
        """True if the order of the cards is part of the pick."""
        return self.is_ordered

    # The account

    def _opened(self) -> PickAccount | None:
        """Returns the account of the fixed choices; None if they fit no pick."""
        if not self._flags:
            self._number()
        needed = sum(self._flags[name] for name in set(self.requires))
        account: PickAccount | None = PickAccount(0, 0, 0, None, needed, 0, ((0, False),) * len(self._credits))
        for choice in self.fixed:
            account = None if account is None else self._added(account, choice)
        return account

    def _number(self) -> None:
        """Numbers the flags and credits; this is needed only to count or check picks."""
        assert all(len({c.spends is None for c in meanings}) == 1 for meanings in self._cards), "spend always or never"
        every = (*self.choices, *self.fixed)
        needed = [choice.needs for choice in every if choice.needs is not None]
        names = dict.fromkeys((GROUPS, SURPLUS, *self.requires, *needed, *(f for c in every for f in c.gives)))
        self._flags = {name: 1 << place for place, name in enumerate(names)}
        self._credits = tuple(dict.fromkeys(n for c in every for n in (c.earns, c.spends) if n is not None))

    def _added(self, account: PickAccount, choice: CardChoice) -> PickAccount | None:
        """Returns the account with one more choice; None if no continuation can satisfy it."""
        low, high, least, group, needed, provided, credits = account
        if choice.spends is not None or choice.earns is not None:
            booked = self._booked(credits, choice)
            if booked is None:
                return None
            credits = booked
        for flag in choice.gives:
            provided |= self._flags[flag]
        if choice.needs is not None:
            needed |= self._flags[choice.needs]
        if choice.group is not None and choice.group != group:
            group, needed = (choice.group, needed) if group is None else (MIXED, needed | self._flags[GROUPS])
        low, high = low + choice.value - choice.slack, high + choice.value + choice.slack
        fewest, most = self.total
        if most is not None:
            if low > most:
                return None
            return tupled(PickAccount, (low, min(high, fewest), 0, group, needed, provided, credits))
        surplus = self._flags[SURPLUS]
        if self.minimal and not needed & surplus:
            least = choice.value if least == 0 else min(least, choice.value)
            if high - least < fewest:
                return tupled(PickAccount, (high, high, least, group, needed, provided, credits))
            needed |= surplus
        high = min(high, fewest)
        return tupled(PickAccount, (high, high, 0, group, needed, provided, credits))

    def _booked(self, credits: tuple[tuple[int, bool], ...], choice: CardChoice) -> tuple[tuple[int, bool], ...] | None:
        """Returns the credits after a choice that earns or spends; None if there is no credit to spend."""
        place = self._credits.index(choice.spends or choice.earns or "")
        left, rooted = credits[place]
        if choice.spends is None:
            left, rooted = left + 1, True
        elif choice.earns is None:
            left -= 1
        if left < 0 or not rooted:
            return None
        return (*credits[:place], (left, rooted), *credits[place + 1 :])

    def _fault(self, account: PickAccount) -> str | None:
        """Returns a code for why an account is not satisfied; None if it is."""
        if account.high < self.total[0]:
            return "too_little"
        missing = account.needed & ~account.provided
        name = next((flag for flag, bit in self._flags.items() if missing & bit), None)
        return FAULTS.get(name, f"needs_{name}")

    def _ways(self, place: int, account: PickAccount) -> int:
        """Returns the number of ways in which the cards from an index on complete an account.

        The numbers for all sizes are packed into one integer: the number for k cards is shifted by k words.
        """
        if place == len(self._cards):
            return self._fault(account) is None
        key = (place, account)
        ways = self._memo.get(key)
        if ways is None:
            ways = self._ways(place + 1, account)
            for choice in self._cards[place]:
                after = self._added(account, choice)
                if after is not None:
                    ways += self._ways(place + 1, after) << SHIFT
            self._memo[key] = ways
        return ways

    def _sizes(self) -> list[int]:
        """Returns the number of picks of each size, from one card on."""
        if self._counted is not None:
            return self._counted
        if self._is_small():
            self._counted = [len(picks) for picks in self._of_sizes()]
        else:
            opened = self._opened()
            packed = (0 if opened is None else self._ways(0, opened)) >> SHIFT
            self._counted = []
            while packed:
                self._counted.append(packed & ONES)
                packed >>= SHIFT
        return self._counted

    def _is_small(self) -> bool:
        """Returns whether listing all subsets of the cards is faster than counting."""
        subsets = 1
        for meanings in self._cards:
            subsets *= len(meanings) + 1
        return subsets <= FEW

    def _of_sizes(self) -> list[list[list[CardChoice]]]:
        """Returns all picks of each size, from one card on, in listing order."""
        if self._picks is None:
            self._picks = [[] for _ in self._cards]
            opened = self._opened()
            if opened is not None:
                self._collect(0, opened, [], self._picks)
            while self._picks and not self._picks[-1]:
                self._picks.pop()
        return self._picks

    def _collect(
        self, place: int, account: PickAccount, chosen: list[CardChoice], picks: list[list[list[CardChoice]]]
    ) -> None:
        if place == len(self._cards):
            if chosen and self._fault(account) is None:
                picks[len(chosen) - 1].append(chosen)
            return
        self._collect(place + 1, account, chosen, picks)
        for choice in self._cards[place]:
            after = self._added(account, choice)
            if after is not None:
                self._collect(place + 1, after, [*chosen, choice], picks)

    # The slot

    def read(self, value: Json) -> list[CardChoice]:
        """Returns the choices that a legal value names, in its order."""
        named = {(choice.card, choice.meaning): choice for choice in self.choices}
        return [named[item["card"], item["as"]] for item in value]

    def reason(self, value: Json) -> str | None:
        if not isinstance(value, list | tuple) or not all(_is_item(item) for item in value):
            return "wrong_type"
        named = {(item["card"], item["as"]) for item in value}
        if not named <= {(choice.card, choice.meaning) for choice in self.choices}:
            return "not_an_option"
        if len({card for card, _ in named}) < len(value):
            return "twice_the_same"
        return self._refused(named) if named else "too_few"

    def _refused(self, named: set[tuple[int, str]]) -> str | None:
        account = self._opened()
        for choice in self.choices:
            if account is not None and (choice.card, choice.meaning) in named:
                before, account = account, self._added(account, choice)
                if account is None:
                    return "too_much" if choice.spends is None or self._booked(before.credits, choice) else "no_credit"
        return "too_much" if account is None else self._fault(account)

    def facts(self, value: Json) -> dict[str, Json]:
        """Returns the required sum and the sum of the choices."""
        worth = {(choice.card, choice.meaning): choice.value for choice in self.choices}
        chosen = sum(worth.get((item["card"], item["as"]), 0) for item in value)
        return {"sum": self.total[0], "number": chosen + sum(choice.value for choice in self.fixed)}

    def rest(self, value: Json) -> Slot | None:
        """Returns a pick of other cards; the given choices are added to the fixed choices."""
        if not isinstance(value, list | tuple) or not all(_is_item(item) for item in value):
            return None
        named = {(item["card"], item["as"]) for item in value}
        picked = [choice for choice in self.choices if (choice.card, choice.meaning) in named]
        cards = {choice.card for choice in picked}
        if not len(picked) == len(cards) == len(value):
            return None
        return CardPick(
            [choice for choice in self.choices if choice.card not in cards],
            self.total,
            minimal=self.minimal,
            requires=self.requires,
            fixed=[*self.fixed, *picked],
            ordered=self.is_ordered,
            private=self.private,
        )

    def normal(self, value: Json) -> Json:
        """Returns the cards in the order of the choices, unless the player chooses the order."""
        if self.is_ordered:
            return [dict(item) for item in value]
        named = {(item["card"], item["as"]) for item in value}
        return [_item(choice) for choice in self.choices if (choice.card, choice.meaning) in named]

    def __iter__(self) -> Iterator[Json]:
        opened = self._opened()
        for chosen in self._listed(0, opened) if opened is not None else ():
            if chosen:
                orders = permutations(chosen) if self.is_ordered else (chosen,)
                for order in orders:
                    yield [_item(choice) for choice in order]

    def _listed(self, place: int, account: PickAccount) -> Iterator[tuple[CardChoice, ...]]:
        if not self._ways(place, account):
            return
        if place == len(self._cards):
            yield ()
            return
        yield from self._listed(place + 1, account)
        for choice in self._cards[place]:
            after = self._added(account, choice)
            if after is not None:
                for others in self._listed(place + 1, after):
                    yield (choice, *others)

    def __bool__(self) -> bool:
        """Returns whether there is a pick; does not count if only the sum matters.

        In that case, superfluous cards can be removed from the pick of all cards.
        """
        highest = sum([max([c.value + c.slack for c in meanings]) for meanings in self._cards])
        if not self.fixed and highest < self.total[0]:
            return False
        is_sum = self.total[1] is None and not self.requires and not self.fixed
        if is_sum and not any(c.group or c.needs or c.spends for c in self.choices):
            return bool(self._cards)
        opened = self._opened()
        return opened is not None and self._may_follow(0, opened)

    def _may_follow(self, place: int, account: PickAccount) -> bool:
        """Returns whether at least one card from an index on can complete an account."""
        for later in range(place, len(self._cards)):
            for choice in self._cards[later]:
                after = self._added(account, choice)
                if after is None or (later, after) in self._dead_ends:
                    continue
                if self._fault(after) is None or self._may_follow(later + 1, after):
                    return True
                self._dead_ends.add((later, after))
        return False

    def count(self) -> int:
        return sum(number * self._orders(size) for size, number in enumerate(self._sizes(), 1))

    def _orders(self, size: int) -> int:
        return factorial(size) if self.is_ordered else 1

    def sample(self, draws: Draws) -> Json:
        sizes = self._sizes()
        nth = draws.below(self.count())
        for size, number in enumerate(sizes, 1):
            orders = factorial(size) if self.is_ordered else 1
            if nth < number * orders:
                chosen = self._nth(size, nth // orders)
                return [_item(choice) for choice in (shuffled(chosen, draws) if self.is_ordered else chosen)]
            nth -= number * orders
        raise AssertionError("the count of a pick is the sum of its sizes' counts")

    def _nth(self, size: int, nth: int) -> list[CardChoice]:
        """Returns the pick with this size and index; cached, since policies often sample the same few picks."""
        if self._picks is not None:
            return self._picks[size - 1][nth]
        chosen = self._numbered.get((size, nth))
        if chosen is None:
            chosen = self._numbered[size, nth] = self._found(size, nth)
        return chosen

    def _found(self, size: int, nth: int) -> list[CardChoice]:
        account = self._opened()
        assert account is not None, "a pick that has a size can be opened"
        chosen: list[CardChoice] = []
        for place, meanings in enumerate(self._cards):
            steps: list[tuple[CardChoice | None, PickAccount | None]] = [(None, account)]
            steps += [(choice, self._added(account, choice)) for choice in meanings]
            for choice, after in steps:
                left = size - len(chosen) - (choice is not None)
                ways = 0 if after is None or left < 0 else self._ways(place + 1, after) >> (SHIFT * left) & ONES
                if nth < ways and after is not None:
                    break
                nth -= ways
            assert after is not None, "the steps of a card have as many ways as the card"
            account = after
            chosen += [] if choice is None else [choice]
        return chosen

    def parts(self) -> Sequence[Json]:
        return tuple([_item(choice) for choice in self.choices])

    def with_card(self, card: int, face: str) -> tuple[Collection[Json], Json]:
        meanings = [choice.meaning for choice in self.choices if choice.card == card]
        return [choice.card for choice in self.choices], [{"card": card, "as": (*meanings, face)[0]}]

    def to_json(self) -> dict[str, Json]:
        return {
            "slot": self.kind,
            "of": [choice.to_json() for choice in self.choices],
            "total": list(self.total),
            "minimal": self.minimal,
            "requires": list(self.requires),
            "fixed": [choice.to_json() for choice in self.fixed],
            "ordered": self.is_ordered,
        }


def _spenders_last(choices: Iterable[CardChoice]) -> tuple[CardChoice, ...]:
    choices = tuple(choices)
    for choice in choices:
        if choice.spends is not None:
            return tuple(sorted(choices, key=lambda choice: choice.spends is not None))
    return choices


def _is_item(item: Json) -> bool:
    return (
        isinstance(item, dict)
        and set(item) == {"card", "as"}
        and is_whole(item["card"])
        and isinstance(item["as"], str)
    )


def _item(choice: CardChoice) -> dict[str, Json]:
    return {"card": choice.card, "as": choice.meaning}
