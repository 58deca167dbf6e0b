"""The conditions of standing orders: their form, and the detection of conditions that can never hold.

A condition is JSON: `{"all": [...]}`, `{"any": [...]}`, `{"not": ...}`, `{"can": verb}`, `{"only": verb}` (no other
verb is legal), or a comparison `{"value": path, "is": "lt", "to": 3}`. A path is resolved in the seat's view. Examples:

- `prompt.data.owed`
- `public.turn`
- `count.hand`: the number of cards in the seat's own zone of that name
- `parent.data.by`: `parent` is the prompt that waits until this prompt is closed, such as the claim behind the question
  for a Joker

A path must lead to a name that the game declares, and its declared type must allow the comparison. The checks use only
the declared names and types, never the state of the table.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from events.base.exceptions import FieldError
from events.base.suggestions import unknown
from games.kernel.game import Game
from games.kernel.words.meanings import data_types, declared, type_of

MOST_PARTS, DEEPEST, LONGEST_PATH = 20, 5, 80
COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "in": lambda value, among: value in among,
    "has": lambda values, one: one in values,
}
ORDERED = frozenset({"lt", "le", "gt", "ge"})
COMPARISON = ("value", "is", "to")
GROUPS = ("all", "any")
FORMS = (*GROUPS, "not", "can", "only", *COMPARISON)

Type = Mapping[str, Any]
INTEGER: Type = {"type": "integer"}
BOOLEAN: Type = {"type": "boolean"}
PROMPT: Mapping[str, Type] = {
    "id": INTEGER,
    "parent": INTEGER,
    "phase": {"type": "phase"},
    "mode": {"type": "word"},
    "seats": {"type": "seats"},
    "after": INTEGER,
    "window": INTEGER,
    "beside": BOOLEAN,
    "arrived": {"type": "seats"},
    "open": BOOLEAN,
}
"""The members of a prompt beside its data, as `games.kernel.codec.view_json` returns them."""
WHOLE = frozenset({"integer", "coins", "number", "card", "seat"})
LISTS: Mapping[str, str] = {"seats": "seat", "faces": "face", "list": "", "any": "any"}
"""The types that `has` searches, each with the type of its items; empty: the declared item type."""
SEVERAL = frozenset({"seats", "by_seat", "list", "faces", "offers"})


class Order(NamedTuple):
    """The context of a condition: the rules, the number of seats, and the kind of prompt that the order answers."""

    game: Game
    seats: int
    phase: str

    @property
    def verbs(self) -> list[str]:
        """The verbs that can answer the prompt; for a sealed prompt, all verbs of the game."""
        phase = self.game.phases.get(self.phase)
        own = () if phase is None or phase.sealed else phase.verbs
        return list(own or declared(self.game.package)["verbs"])

    def members(self, root: str) -> Mapping[str, Type]:
        """Returns the types of the members under the root name of a path."""
        package = self.game.package
        match root:
            case "prompt":
                return {**PROMPT, "data": {"type": "object", "members": data_types(package, self.phase)}}
            case "parent":
                return {**PROMPT, "data": {"type": "object", "members": self._data_of_any()}}
            case "public":
                return {name: type_of(value) for name, value in declared(package)["public"].items()}
            case _:
                return dict.fromkeys(self.game.sights, INTEGER)

    def _data_of_any(self) -> Mapping[str, Type]:
        """Returns the types of the data that prompts of all phases may have. If phases give a name different types, its
        type is `any`.
        """
        members: dict[str, Type] = {}
        for phase in self.game.phases:
            for name, kind in data_types(self.game.package, phase).items():
                members[name] = kind if members.get(name, kind) == kind else {"type": "any"}
        return members


ROOTS = ("prompt", "parent", "public", "count")


def condition_errors(order: Order, condition: Any) -> Iterator[FieldError]:
    """Yields the errors in the form of a condition, and its parts that can never hold."""
    if condition is None:
        return
    if _parts(condition) > MOST_PARTS or _depth(condition) > DEEPEST:
        yield FieldError("/if", "bad_condition")
        return
    yield from _errors(order, condition, "/if")


def _parts(condition: Any) -> int:
    """Returns the number of conditions in a condition, including the condition itself."""
    return 1 + sum(map(_parts, _inner(condition)))


def _depth(condition: Any) -> int:
    return 1 + max(map(_depth, _inner(condition)), default=0)


def _inner(condition: Any) -> list[Any]:
    if not isinstance(condition, Mapping):
        return []
    groups = [condition[name] for name in GROUPS if isinstance(condition.get(name), list)]
    return [*(part for group in groups for part in group), *([condition["not"]] if "not" in condition else [])]


def _errors(order: Order, condition: Any, at: str) -> Iterator[FieldError]:
    if not isinstance(condition, dict):
        yield FieldError(at, "bad_condition")
    elif set(condition) & set(COMPARISON):
        yield from _comparison_errors(order, condition, at)
    elif len(condition) != 1:
        yield FieldError(at, "bad_condition")
    else:
        ((form, value),) = condition.items()
        yield from _form_errors(order, form, value, f"{at}/{form}")


def _form_errors(order: Order, form: str, value: Any, at: str) -> Iterator[FieldError]:
    match form:
        case "all" | "any" if isinstance(value, list):
            for place, part in enumerate(value):
                yield from _errors(order, part, f"{at}/{place}")
        case "not":
            yield from _errors(order, value, at)
        case "can" | "only" if isinstance(value, str):
            if value not in order.verbs:
                yield unknown(at, value, order.verbs)
        case "all" | "any" | "can" | "only":
            yield FieldError(at, "bad_condition")
        case _:
            yield unknown(at.removesuffix(f"/{form}"), form, FORMS, "bad_condition")


def _comparison_errors(order: Order, condition: Mapping[str, Any], at: str) -> Iterator[FieldError]:
    """Yields the errors of a comparison: of its members, then of its path, then of its operator and value."""
    others = [unknown(at, name, COMPARISON, "bad_condition") for name in condition if name not in COMPARISON]
    missing = [FieldError(f"{at}/{name}", "required") for name in COMPARISON if name not in condition]
    yield from (*others, *missing)
    path, how = condition.get("value"), condition.get("is")
    if "is" in condition and how not in COMPARISONS:
        yield unknown(f"{at}/is", how, COMPARISONS)
    if others or missing:
        return
    if not isinstance(path, str) or len(path) > LONGEST_PATH:
        yield FieldError(f"{at}/value", "bad_condition")
        return
    kind = _led_to(order, path, f"{at}/value")
    if isinstance(kind, FieldError):
        yield kind
    elif isinstance(how, str) and how in COMPARISONS:
        yield from _type_errors(order, kind, how, condition["to"], at)


def _led_to(order: Order, path: str, at: str) -> Type | FieldError:
    """Returns the type at the end of a path, or the error for the first unknown name."""
    root, *names = path.split(".")
    if root not in ROOTS:
        return unknown(at, root, ROOTS)
    kind: Type = {"type": "object", "members": order.members(root)}
    for name in names:
        members = kind.get("members")
        if kind["type"] != "object":
            return FieldError(at, "never_holds", params={"type": kind["type"]})
        if members is None:  # an object whose names the game does not list
            return {"type": "any"}
        if name not in members:
            return unknown(at, name, members)
        kind = type_of(members[name])
    return kind


def _type_errors(order: Order, kind: Type, how: str, to: Any, at: str) -> Iterator[FieldError]:
    """Yields the reasons why a comparison with values of a type can never hold."""
    name = kind["type"]
    if how == "in":
        if not isinstance(to, list) or len(to) > MOST_PARTS:
            yield FieldError(f"{at}/to", "bad_condition")
            return
        for place, item in enumerate(to):
            yield from _value_errors(order, name, item, f"{at}/to/{place}", is_list=True)
    elif how == "has" and (name not in LISTS or not isinstance(to, str | int)):
        yield FieldError(f"{at}/is" if name not in LISTS else f"{at}/to", "never_holds", params={"type": name})
    elif how == "has":
        yield from _value_errors(order, LISTS[name] or kind["of"], to, f"{at}/to")
    elif how in ORDERED and (name not in WHOLE | {"any"} or type(to) is not int):
        yield FieldError(f"{at}/is" if type(to) is int else f"{at}/to", "never_holds", params={"type": name})
    elif not isinstance(to, str | int | bool):
        yield FieldError(f"{at}/to", "bad_condition")
    else:
        yield from _value_errors(order, name, to, f"{at}/to")


def _value_errors(order: Order, kind: str, to: Any, at: str, *, is_list: bool = False) -> Iterator[FieldError]:
    """Yields the reasons why no value of type `kind` can equal `to`."""
    choices = _choices(order, kind)
    if choices is not None:
        if not any(type(to) is type(choice) and to == choice for choice in choices):
            yield unknown(at, to, choices)
    elif not _fits(kind, to, is_list):
        yield FieldError(at, "never_holds", params={"type": kind})


def _choices(order: Order, kind: str) -> list[Any] | None:
    """Returns all values of a type; None for a type without a list of values."""
    match kind:
        case "seat":
            return list(range(order.seats))
        case "phase":
            return list(order.game.phases)
        case "boolean":
            return [True, False]
        case "face":
            return list(order.game.deck.attributes)
        case _:
            return None


def _fits(kind: str, to: Any, is_list: bool) -> bool:
    if kind == "any":
        return True
    if kind in SEVERAL:
        return is_list and isinstance(to, list)
    if kind == "object":
        return is_list and isinstance(to, dict)
    return type(to) is int if kind in WHOLE else isinstance(to, str)
