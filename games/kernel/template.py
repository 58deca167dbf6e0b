"""Templates: sets of moves with a verb and one slot for each argument; and legal moves, a union of templates.

The templates of a prompt are disjoint, so their counts can be added. A move is legal if and only if it matches a
template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

from games.kernel.errors import IllegalMove, Refusal
from games.kernel.nearest import meant
from games.kernel.rng import Draws
from games.kernel.slots import Slot
from games.kernel.state import Move, Prompt, tupled

Json = Any


class Template:
    """All moves of one verb whose arguments fit the slots; built with `template`."""

    __slots__ = ("verb", "slots")

    def __init__(self, verb: str, slots: Mapping[str, Slot]) -> None:
        self.verb = verb
        self.slots = slots

    def refusals(self, move: Move) -> tuple[Refusal, ...]:
        """Returns the reasons why a move of this verb does not match, slot by slot; an empty tuple if it matches."""
        return tuple(self._refusal(name, code, move) for name, code in self._faults(move))

    def _faults(self, move: Move) -> Iterator[tuple[str, str]]:
        """Yields the arguments that do not fit, each with a code."""
        for name, slot in self.slots.items():
            code = slot.reason(move.args[name]) if name in move.args else "missing"
            if code is not None:
                yield name, code
        for name in move.args:
            if name not in self.slots:
                yield name, "unknown_field"

    def _refusal(self, name: str, code: str, move: Move) -> Refusal:
        if code == "unknown_field":
            facts = {"choices": list(self.slots), **meant(name, self.slots)}
            return Refusal(f"/args/{name}", code, f"{self.verb!r} has no argument {name!r}", facts)
        slot = self.slots[name]
        detail = f"expected {slot!r}, got {move.args.get(name)!r}"
        facts = {} if code in ("missing", "wrong_type") else slot.facts(move.args[name])
        return Refusal(f"/args/{name}", code, detail, facts)

    def distance(self, move: Move) -> tuple[int, tuple[bool, ...]]:
        """Returns how far a move of this verb is from matching: the number of reasons, and the unfitting slots."""
        faults = {name for name, _ in self._faults(move)}
        return len(faults), tuple(name in faults for name in self.slots)

    def __contains__(self, move: Move) -> bool:
        if move.verb != self.verb:
            return False
        slots, args = self.slots, move.args
        if len(args) != len(slots):
            return False
        return not slots or all(name in args and slot.reason(args[name]) is None for name, slot in slots.items())

    def __iter__(self) -> Iterator[Move]:
        for values in _choices(tuple(self.slots.values())):
            yield Move(self.verb, dict(zip(self.slots, values, strict=True)))

    def count(self) -> int:
        """Returns the number of moves."""
        return prod(slot.count() for slot in self.slots.values())

    def sample(self, draws: Draws) -> Move:
        """Returns a uniformly random move."""
        return tupled(Move, (self.verb, {name: slot.sample(draws) for name, slot in self.slots.items()}))

    def normal(self, move: Move) -> Move:
        """Returns the normal form of a move; equivalent moves have the same normal form."""
        return tupled(Move, (self.verb, {name: slot.normal(move.args[name]) for name, slot in self.slots.items()}))

    @property
    def private(self) -> tuple[str, ...]:
        """The arguments that other seats do not receive."""
        return tuple([name for name, slot in self.slots.items() if slot.private])

    @property
    def ordered(self) -> tuple[str, ...]:
        """The arguments whose order matters."""
        return tuple([name for name, slot in self.slots.items() if slot.ordered])

    def remaining(self, args: Mapping[str, Json]) -> Template | None:
        """Returns the template of the remaining choices once some arguments, or parts of them, are chosen.

        None if no move has these arguments.

        >>> from games.kernel.slots import OneOf, Subset
        >>> template("give", cards=Subset([4, 7, 9], range(2, 3)), to=OneOf([1, 2])).remaining({"cards": [7], "to": 1})
        Template({'verb': 'give', 'slots': {'cards': {'slot': 'subset', 'of': [4, 9], 'size': [1, 1]}}})
        """
        if not args.keys() <= self.slots.keys():
            return None
        slots = dict(self.slots)
        for name, value in args.items():
            if slots[name].reason(value) is None:
                del slots[name]
            elif rest := slots[name].rest(value):
                slots[name] = rest
            else:
                return None
        return Template(self.verb, slots)

    def to_json(self) -> dict[str, Json]:
        """Returns the template as clients read it."""
        return {"verb": self.verb, "slots": {name: slot.to_json() for name, slot in self.slots.items()}}

    def __repr__(self) -> str:
        return f"Template({self.to_json()!r})"


def template(verb: str, **slots: Slot) -> Template:
    """Makes a template: `template("ask", seat=OneOf([1, 2]))`."""
    return Template(verb, slots)


class LegalMoves:
    """The moves that may answer a prompt: a disjoint union of templates that are not empty.

    prompt: the prompt that they answer; None for moves without a prompt.

    >>> from games.kernel.slots import Integer
    >>> moves = LegalMoves([template("pass"), template("bid", coins=Integer(1, 3))])
    >>> moves.count(), Move("bid", {"coins": 2}) in moves, Move("bid", {"coins": 9}) in moves
    (4, True, False)
    """

    __slots__ = ("prompt", "templates")

    def __init__(self, templates: Iterable[Template], prompt: Prompt | None = None) -> None:
        self.prompt = prompt
        self.templates = tuple([t for t in templates if not t.slots or all(t.slots.values())])

    def matching(self, move: Move) -> Template:
        """Returns the template that a move matches; raises IllegalMove, with the reasons of the nearest template."""
        for candidate in self.templates:
            if move in candidate:
                return candidate
        raise IllegalMove(f"{move.verb!r} with these arguments is not legal now", self.refusals(move))

    def refusals(self, move: Move) -> tuple[Refusal, ...]:
        """Returns the reasons why a move is not legal, from the nearest template of its verb; empty if it is legal.

        The nearest template has the fewest reasons. Among equals, it is the template whose earlier arguments fit: an
        earlier argument (the card to buy) determines the later arguments (the payment).
        """
        same_verb = [t for t in self.templates if t.verb == move.verb]
        if not same_verb:
            verbs = sorted({t.verb for t in self.templates})
            detail = f"expected one of {verbs}, got {move.verb!r}"
            return (Refusal("/verb", "not_a_verb_now", detail, {"choices": verbs}),)
        return min(same_verb, key=lambda candidate: candidate.distance(move)).refusals(move)

    def __contains__(self, move: Move) -> bool:
        return any(move in candidate for candidate in self.templates)

    def __iter__(self) -> Iterator[Move]:
        for candidate in self.templates:
            yield from candidate

    def __bool__(self) -> bool:
        return bool(self.templates)

    def count(self) -> int:
        """Returns the number of moves."""
        return sum(candidate.count() for candidate in self.templates)

    def sample(self, draws: Draws) -> Move:
        """Returns a uniformly random move."""
        nth = draws.below(self.count())
        for candidate in self.templates:
            if nth < candidate.count():
                return candidate.sample(draws)
            nth -= candidate.count()
        raise AssertionError("counts of disjoint templates add up")

    def of(self, verb: str) -> tuple[Template, ...]:
        """Returns the templates of one verb."""
        return tuple(candidate for candidate in self.templates if candidate.verb == verb)

    def to_json(self) -> list[dict[str, Json]]:
        """Returns the templates as clients read them."""
        return [candidate.to_json() for candidate in self.templates]


def _choices(slots: Sequence[Slot]) -> Iterator[tuple[Json, ...]]:
    """Yields every combination of values, lazily, since a slot may have more values than can be listed."""
    if not slots:
        yield ()
        return
    for value in slots[0]:
        for others in _choices(slots[1:]):
            yield (value, *others)
