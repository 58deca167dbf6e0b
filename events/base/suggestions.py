"""Suggestions in errors: the possible choices, and the choice that was probably meant.

Choices are names in the API contract, or values that the caller may read elsewhere.
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
    """Returns the params of an error: `choices`, unless there are too many, and `nearest`, if a choice is similar."""
    known = list(choices)
    params = {"choices": known} if 0 < len(known) <= MOST_CHOICES else {}
    return {**params, **meant(value, known)}


def for_verb(package: str, verb: str, refusal: Refusal) -> Refusal:
    """Returns the refusal of a move. For an unknown verb, it adds the nearest verb that the sender may use now."""
    if refusal.code != "not_a_verb_now" or verb in declared(package)["verbs"]:
        return refusal
    return refusal._replace(params={**refusal.params, **meant(verb, refusal.params.get("choices", ()))})
