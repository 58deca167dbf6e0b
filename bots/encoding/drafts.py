"""Drafts: unfinished moves, chosen action by action.

The prompt's templates alone decide which moves are legal. Each template is a path through its slots, and an action
narrows the remaining paths. The draft takes an action without alternatives automatically. It names a card by its face
and, if cards of one face lie in several zones, by its zone; cards with the same name are interchangeable. Each move has
one spelling: lists without order are named in the order of the alphabet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from bots.encoding.alphabet import DONE, WAIT, Alphabet, Key
from games.dale_of_merchants.pick import CardChoice, CardPick
from games.dealmaker.slot import GoodsPayment
from games.kernel import offers
from games.kernel.slots import Counts, Integer, OneOf, Several, Slot, Text
from games.kernel.state import Move, Prompt, Zone
from games.kernel.template import LegalMoves, Template
from games.kernel.view import View
from games.monopoly_deal.payment import Payment

Json = Any
Steps = Iterable[tuple[int, "PartialValue"]]


class PartialValue(ABC):
    """An unfinished value. finished: whether `value` is complete."""

    __slots__ = ("finished", "value")
    finished: bool
    value: Json

    @abstractmethod
    def steps(self) -> Steps:
        """Returns the possible next actions, each with the value that follows; actions may repeat."""


class Finished(PartialValue):
    """A chosen value."""

    __slots__ = ()

    def __init__(self, value: Json) -> None:
        self.finished, self.value = True, value

    def steps(self) -> Steps:
        return ()


class Narrowed(PartialValue):
    """A choice among several values, each with its spelling."""

    __slots__ = ("candidates", "depth")

    def __init__(self, candidates: list[tuple[Key, Json]], depth: int = 0) -> None:
        self.candidates, self.depth = candidates, depth
        self.finished = all(len(key) == depth for key, _ in candidates)
        self.value = candidates[0][1]

    def steps(self) -> Steps:
        groups: dict[int, list[tuple[Key, Json]]] = {}
        for candidate in self.candidates:
            key = candidate[0]
            if len(key) == self.depth:
                groups.setdefault(DONE, []).append((key, candidate[1]))
            else:
                groups.setdefault(key[self.depth], []).append(candidate)
        for action, candidates in groups.items():
            yield action, Finished(candidates[0][1]) if action == DONE else Narrowed(candidates, self.depth + 1)


class Counted(PartialValue):
    """Numbers of faces (`Counts`), spelled as a face, its number, then a later face and its number.

    Spellings do not depend on the view, so `first_counted` shares them between drafts.
    """

    __slots__ = ("slot", "alphabet", "faces", "at", "_steps")

    def __init__(self, slot: Counts, alphabet: Alphabet, faces: list[str], at: int, value: dict[str, int]) -> None:
        self.slot, self.alphabet, self.faces, self.at, self.value = slot, alphabet, faces, at, value
        self.finished = at == len(faces) or sum(value.values()) == slot.total.stop - 1
        self._steps: list[tuple[int, PartialValue]] | None = None

    def steps(self) -> Steps:
        if self._steps is None:
            self._steps = list(self._possible())
        return self._steps

    def _possible(self) -> Steps:
        bounds, total, faces = self.slot.of, self.slot.total, self.faces
        chosen = sum(self.value.values())
        lows = [bounds[face][0] for face in faces]
        highs = [bounds[face][1] for face in faces]
        if chosen in total and not any(lows[self.at :]):
            yield DONE, Finished(self.value)
        for place in range(self.at, len(faces)):
            least, most = sum(lows[place + 1 :]), sum(highs[place + 1 :])
            first = max(lows[place], 1, total.start - chosen - most)
            last = min(highs[place], total.stop - 1 - chosen - least)
            if first <= last:
                yield self._face(place, range(first, last + 1))
            if lows[place]:
                return

    def _face(self, place: int, numbers: range) -> tuple[int, PartialValue]:
        face = self.faces[place]
        after = [
            (number, Counted(self.slot, self.alphabet, self.faces, place + 1, {**self.value, face: number}))
            for number in numbers
        ]
        part = after[0][1] if len(after) == 1 else Numbered([(self.alphabet.number(n), part) for n, part in after])
        return self.alphabet.word(face)[0], part


@lru_cache(maxsize=4096)
def first_counted(alphabet: Alphabet, of: tuple[tuple[str, tuple[int, int]], ...], total: range) -> Counted:
    """Returns the numbers of faces before anything is chosen."""
    slot = Counts(dict(of), total)
    return Counted(slot, alphabet, sorted(slot.of, key=alphabet.word), 0, {})


class Numbered(PartialValue):
    """The choice of a face's number: the possible actions, each with the value that follows."""

    __slots__ = ("after",)

    def __init__(self, after: list[tuple[int, PartialValue]]) -> None:
        self.finished, self.value, self.after = False, None, after

    def steps(self) -> Steps:
        return self.after


class Listed(PartialValue):
    """A list of items, each with its own spelling; subclasses decide which items may follow.

    item: the item that is being spelled, with the positions of its candidates.
    """

    __slots__ = ("items", "chosen", "item")

    def __init__(self, items: list[tuple[Key, Json]], chosen: tuple[int, ...], item: Narrowed | None = None) -> None:
        self.items, self.chosen, self.item = items, chosen, item
        self.value = [items[place][1] for place in chosen]
        self.finished = item is None and self.is_full()

    @abstractmethod
    def is_full(self) -> bool:
        """Returns whether no item can be added."""

    @abstractmethod
    def may_end(self) -> bool:
        """Returns whether the list, as it is, is a value of the slot."""

    @abstractmethod
    def next_places(self) -> list[int]:
        """Returns the positions of the items that may be named next."""

    @abstractmethod
    def followed(self, chosen: tuple[int, ...], item: Narrowed | None) -> Listed:
        """Returns a list with these items chosen."""

    def steps(self) -> Steps:
        item = self.item
        if item is None:
            if self.may_end():
                yield DONE, Finished(self.value)
            places = self.next_places()
            if not places:
                return
            item = Narrowed([(self.items[place][0], place) for place in places])
        for action, narrowed in item.steps():
            if narrowed.finished:
                yield action, self.followed((*self.chosen, narrowed.value), None)
            elif isinstance(narrowed, Narrowed):
                yield action, self.followed(self.chosen, narrowed)


class Chosen(Listed):
    """Several different values (`Subset`, `Ordered`)."""

    __slots__ = ("slot",)

    def __init__(
        self, slot: Several, items: list[tuple[Key, Json]], chosen: tuple[int, ...] = (), item: Narrowed | None = None
    ) -> None:
        self.slot = slot
        super().__init__(items, chosen, item)

    def is_full(self) -> bool:
        return len(self.chosen) >= self.slot.size.stop - 1

    def may_end(self) -> bool:
        return len(self.chosen) in self.slot.size

    def next_places(self) -> list[int]:
        if self.slot.ordered:
            free = [place for place in range(len(self.items)) if place not in self.chosen]
        else:
            needed = self.slot.size.start - len(self.chosen)
            free = list(range(self.chosen[-1] + 1 if self.chosen else 0, len(self.items) - max(needed, 1) + 1))
        first: dict[Key, int] = {}
        for place in free:
            first.setdefault(self.items[place][0], place)
        return list(first.values())

    def followed(self, chosen: tuple[int, ...], item: Narrowed | None) -> Listed:
        return Chosen(self.slot, self.items, chosen, item)


class Paid(Listed):
    """Items of a slot that can decide whether a partial value can be completed (`Slot.rest`)."""

    __slots__ = ("slot", "is_ordered")

    def __init__(
        self, slot: Slot, items: list[tuple[Key, Json]], chosen: tuple[int, ...] = (), item: Narrowed | None = None
    ) -> None:
        exactly = type(slot) is Payment and slot.minimal and slot.needs
        self.slot, self.is_ordered = slot, slot.ordered or bool(exactly)
        super().__init__(items, chosen, item)

    def is_full(self) -> bool:
        return bool(self.chosen) and not self.next_places()

    def may_end(self) -> bool:
        return self.slot.reason(self.value) is None

    def next_places(self) -> list[int]:
        named = {_card(self.items[place][1]) for place in self.chosen}
        first: dict[Key, int] = {}
        begin = 0 if self.is_ordered or not self.chosen else self.chosen[-1] + 1
        for place in range(begin, len(self.items)):
            key, item = self.items[place]
            if key not in first and _card(item) not in named and self._fits([*self.value, item], place):
                first[key] = place
        return list(first.values())

    def _fits(self, value: list[Json], place: int) -> bool:
        """Returns whether a list is a value, or can become a value with later items."""
        if self.slot.reason(value) is None:
            return True
        if self.is_ordered:
            return bool(self.slot.rest(value))
        later = [item for _, item in self.items[place + 1 :]]
        return _completes(self.slot, value, later)

    def followed(self, chosen: tuple[int, ...], item: Narrowed | None) -> Listed:
        return Paid(self.slot, self.items, chosen, item)


def _card(item: Json) -> Json:
    return item["card"] if isinstance(item, dict) else item


def _completes(slot: Slot, value: list[Json], later: list[Json]) -> bool:
    """Returns whether some of the later items complete the chosen items to a value of the slot."""
    if type(slot) is Payment:
        return _pays(slot, value, later)
    assert type(slot) is CardPick, "only payments and picks are put together of items that depend on each other"
    picked = [choice for item in value for choice in slot.choices if _names(item, choice)]
    cards = {choice.card for choice in picked}
    left = [choice for item in later for choice in slot.choices if _names(item, choice) and choice.card not in cards]
    fixed = [*slot.fixed, *picked]
    return bool(left and CardPick(left, slot.total, minimal=slot.minimal, requires=slot.requires, fixed=fixed))


def _pays(slot: Payment, value: list[int], later: list[int]) -> bool:
    """Returns whether later cards can complete a payment, without cards that need a card that was left out."""
    chosen = {*slot.paid, *value}
    if slot.minimal and sum(slot.worth[card] for card in chosen) >= slot.owed:
        return False
    cards = chosen.union(later)
    while loose := [card for card in cards if card in slot.needs and not any(map(cards.issuperset, slot.needs[card]))]:
        if not chosen.isdisjoint(loose):
            return False
        cards.difference_update(loose)
    return sum(slot.worth[card] for card in cards) >= slot.owed


def _names(item: Mapping[str, Json], choice: CardChoice) -> bool:
    return bool(item["card"] == choice.card and item["as"] == choice.meaning)


class Path:
    """A template with its chosen arguments."""

    __slots__ = ("prompt", "template", "names", "place", "args", "part")

    def __init__(
        self,
        prompt: Prompt,
        template: Template,
        names: tuple[str, ...],
        place: int,
        args: Mapping[str, Json],
        part: PartialValue | None,
    ) -> None:
        self.prompt, self.template, self.names, self.place = prompt, template, names, place
        self.args, self.part = args, part

    @property
    def is_whole(self) -> bool:
        """True if all arguments are chosen."""
        return self.place == len(self.names)


class MoveDraft:
    """The decision of one seat at its open prompts: its choices so far and the possible next actions.

    actions: the legal actions, each with the paths that remain after it, which are settled when the action is taken.
    history: all actions taken, including those without alternatives. has_waited: whether the seat has chosen to make no
    move. verbs: the actions of all legal verbs.
    """

    def __init__(
        self,
        alphabet: Alphabet,
        view: View,
        moves: Iterable[tuple[Prompt, LegalMoves]],
        *,
        may_wait: bool = False,
        without: frozenset[str] = frozenset(),
    ) -> None:
        self._alphabet, self._view, self._zones = alphabet, view, None
        self.history: list[int] = []
        self.move: tuple[Prompt, Move] | None = None
        self.has_waited = False
        self.actions: dict[int, list[Path]] = {}
        for prompt, legal in moves:
            for template in legal.templates:
                if template.verb not in without:
                    path = Path(prompt, template, tuple(template.slots), 0, {}, None)
                    self.actions.setdefault(alphabet.verb(template.verb), []).append(path)
        if may_wait:
            self.actions[WAIT] = []
        self.verbs = frozenset(self.actions)
        self._skip(keep_last=True)

    _zones: dict[int, Zone] | None

    @property
    def slot(self) -> str | None:
        """The argument that is being chosen; None while the verb is being chosen."""
        paths = next(iter(self.actions.values()), [])
        if not self.history or not paths:
            return None
        path = paths[0] = self._settled(paths[0])
        return path.names[min(path.place, len(path.names) - 1)] if path.names else None

    def choose(self, action: int) -> None:
        """Takes a legal action, then the following actions that have no alternative."""
        paths = self.actions[action]
        self.history.append(action)
        if action == WAIT:
            self.has_waited, self.actions = True, {}
            return
        self._follow(paths)
        self._skip(keep_last=False)

    def _skip(self, *, keep_last: bool) -> None:
        """Takes actions that have no alternative. keep_last: leaves an action that completes the move to the seat."""
        while self.move is None and len(self.actions) == 1 and WAIT not in self.actions:
            [(action, paths)] = self.actions.items()
            before = self.actions
            if self._follow(paths) and keep_last:
                self.move, self.actions = None, before
                return
            self.history.append(action)

    def _follow(self, paths: list[Path]) -> bool:
        """Continues with these paths; returns whether the move is complete."""
        paths = [self._settled(path) for path in paths]
        whole = [path for path in paths if path.is_whole]
        if len(whole) == len(paths):
            path = whole[0]
            self.move = path.prompt, path.template.normal(Move(path.template.verb, path.args))
            return True
        actions: dict[int, list[Path]] = {DONE: whole[:1]} if whole else {}
        for path in paths:
            if path.part is not None:
                for action, part in path.part.steps():
                    after = Path(path.prompt, path.template, path.names, path.place, path.args, part)
                    actions.setdefault(action, []).append(after)
        self.actions = actions
        return False

    def _settled(self, path: Path) -> Path:
        """Returns a path after all arguments without a choice, at the first part of the next argument."""
        if path.is_whole or (path.part is not None and not path.part.finished):
            return path
        prompt, template, names, place, args, part = (
            path.prompt,
            path.template,
            path.names,
            path.place,
            path.args,
            path.part,
        )
        while place < len(names):
            name = names[place]
            if part is None:
                part = self._part(template.verb, name, template.slots[name])
            if not part.finished:
                break
            args, place, part = {**args, name: part.value}, place + 1, None
        return Path(prompt, template, names, place, args, part)

    # The first part of an argument

    def _part(self, verb: str, name: str, slot: Slot) -> PartialValue:
        # Not `isinstance`: compiled classes share the cache of their abstract base class, which returns wrong results.
        kind = next((kind for kind in type(slot).__mro__ if kind in FIRST_PARTS), None)
        if kind is None:
            raise TypeError(f"expected a kind of slot that can be put together, got {slot!r}")
        return FIRST_PARTS[kind](self, slot, self._alphabet.means[verb, name])

    def _one_of(self, slot: OneOf, means: str) -> PartialValue:
        return Narrowed([(self.key(means, option), option) for option in slot.options])

    def _counts(self, slot: Counts, means: str) -> PartialValue:
        return first_counted(self._alphabet, tuple(slot.of.items()), slot.total)

    def _several(self, slot: Several, means: str) -> PartialValue:
        items = [(self.key(means, option), option) for option in slot.of]
        return Chosen(slot, items if slot.ordered else sorted(items, key=lambda item: item[0]))

    def _integer(self, slot: Integer, means: str) -> PartialValue:
        numbers = range(slot.low, slot.high + 1)
        return Narrowed([((self._alphabet.number(number),), number) for number in numbers])

    def _text(self, slot: Text, means: str) -> PartialValue:
        return Finished("")

    def _goods_payment(self, slot: GoodsPayment, means: str) -> PartialValue:
        return Narrowed([(self._goods(value), value) for value in slot])

    def _payment(self, slot: Payment, means: str) -> PartialValue:
        if slot.takes_all:
            return Finished(next(iter(slot)))
        cards = [(self.key("card", card), card) for card in slot.worth if card not in slot.paid]
        # Dearest cards first: then the last card completes a payment that may contain no superfluous card.
        cards.sort(key=lambda item: (-slot.worth[item[1]] if slot.minimal else 0, item[0]))
        return Paid(slot, cards)

    def _pick(self, slot: CardPick, means: str) -> PartialValue:
        return Paid(slot, self._picked(slot))

    def _picked(self, slot: CardPick) -> list[tuple[Key, Json]]:
        """Returns the choices of a pick. Choices that spend a credit come last, after those that earn it."""
        spelled = [
            (c.spends is not None, (*self.key("card", c.card), *self._alphabet.word(c.meaning)), c)
            for c in slot.choices
        ]
        spelled.sort(key=lambda item: item[:2])
        return [(key, {"card": choice.card, "as": choice.meaning}) for _, key, choice in spelled]

    def _goods(self, value: Mapping[str, int]) -> Key:
        spelled = sorted((self._alphabet.word(good)[0], number) for good, number in value.items())
        return tuple(action for good, number in spelled for action in (good, self._alphabet.number(number)))

    def key(self, means: str, option: Json) -> Key:
        """Returns the spelling of an option. means: the meaning of the argument's values (`Alphabet.means`)."""
        alphabet = self._alphabet
        if isinstance(option, str):
            return alphabet.word(option)
        if means == "card":
            return self._card(option)
        if means == "seat":
            return (alphabet.seat(option, self._view.me),)
        if means == "offer":
            return self._offer(option)
        if means == "version":
            return ()
        return (alphabet.number(option),)

    def _card(self, card: int) -> Key:
        """Returns the spelling of a card by its face and its zone."""
        if self._zones is None:
            view = self._view
            seen = [zone for zone in view.places if view.sees(view.viewer, zone)]
            self._zones = {card: zone for zone in seen for card in view.cards(*zone)}
        zone, alphabet = self._zones[card], self._alphabet
        key = (*alphabet.word(self._view.face(card)), *alphabet.word(zone.name))
        if zone.seat is not None:
            key = (*key, alphabet.seat(zone.seat, self._view.me))
        return key if zone.number is None else (*key, alphabet.number(self._place(zone)))

    def _place(self, zone: Zone) -> int:
        """Returns the number of a zone; for an offer's zone, its position among the zones of its kind and seat."""
        assert zone.number is not None, "only numbered zones have a place"
        if zone.name in self._alphabet.by_offer:
            return self._view.numbers(zone.name, zone.seat).index(zone.number)
        return zone.number

    def _offer(self, number: int) -> Key:
        """Returns the spelling of an offer: its owner and its position among the owner's offers."""
        offer = offers.standing(self._view, number)
        assert offer is not None, "a legal move names an offer that stands"
        own = [other.id for other in offers.offers_of(self._view, offer.owner)]
        return self._alphabet.seat(offer.owner, self._view.me), self._alphabet.number(own.index(number))


FIRST_PARTS: Mapping[type, Callable[[MoveDraft, Any, str], PartialValue]] = {
    OneOf: MoveDraft._one_of,
    Counts: MoveDraft._counts,
    Several: MoveDraft._several,
    Integer: MoveDraft._integer,
    Text: MoveDraft._text,
    GoodsPayment: MoveDraft._goods_payment,
    Payment: MoveDraft._payment,
    CardPick: MoveDraft._pick,
}


def spelled(draft: MoveDraft) -> Iterator[tuple[int, str]]:
    """Yields the legal actions of a draft with their names, in order; for messages."""
    return ((action, draft._alphabet.names[action]) for action in sorted(draft.actions))
