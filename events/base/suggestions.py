"""Faults that teach: which choices there are, and which of them was probably meant.

The choices are names of the contract or what the caller may read elsewhere, never what he may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.base.exceptions import Fault
from games.kernel.errors import Refusal
from games.kernel.nearest import meant
from games.kernel.words.meanings import declared

MOST_CHOICES = 50


def unknown(pointer: str, value: Any, choices: Iterable[Any], code: str = "not_an_option") -> Fault:
    """A fault for a value, or for the name of a member, that is none of the choices."""
    return Fault(pointer, code, facts=suggestions(value, choices))


def suggestions(value: Any, choices: Iterable[Any]) -> Mapping[str, Any]:
    """The facts of such a fault: `choices`, where they are not too many, and `nearest`, if there is a similar one."""
    known = list(choices)
    facts = {"choices": known} if 0 < len(known) <= MOST_CHOICES else {}
    return {**facts, **meant(value, known)}


def for_verb(package: str, verb: str, refusal: Refusal) -> Refusal:
    """The refusal of a move; if its game has no such verb, with the nearest of those that the sender may use now."""
    if refusal.code != "not_a_verb_now" or verb in declared(package)["verbs"]:
        return refusal
    return refusal._replace(params={**refusal.params, **meant(verb, refusal.params.get("choices", ()))})
