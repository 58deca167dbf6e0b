"""Faults that teach: which choices there are, and which of them was probably meant.

The choices are names of the contract or what the caller may read elsewhere, never what he may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.base.exceptions import FieldError
from games.kernel.errors import Refusal
from games.kernel.nearest import meant
from games.kernel.words.meanings import declared

MOST_CHOICES = 50


def unknown(pointer: str, value: Any, choices: Iterable[Any], code: str = "not_an_option") -> FieldError:
    """Returns the error for a value, or for the name of a member, that is not one of the choices."""
    return FieldError(pointer, code, params=suggestions(value, choices))


def suggestions(value: Any, choices: Iterable[Any]) -> Mapping[str, Any]:
    """Returns the params of such an error: `choices`, unless they are too many, and `nearest`, if one is similar."""
    known = list(choices)
    params = {"choices": known} if 0 < len(known) <= MOST_CHOICES else {}
    return {**params, **meant(value, known)}


def for_verb(package: str, verb: str, refusal: Refusal) -> Refusal:
    """Returns the refusal of a move; for an unknown verb, with the nearest verb that the sender may use now."""
    if refusal.code != "not_a_verb_now" or verb in declared(package)["verbs"]:
        return refusal
    return refusal._replace(params={**refusal.params, **meant(verb, refusal.params.get("choices", ()))})
