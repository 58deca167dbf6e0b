"""The errors of moves, options and logs; each class has a stable code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Refusal(NamedTuple):
    """One reason for a refusal: a JSON pointer, a stable code, and a sentence for programmers.

    params: the values that the sentence for players contains. reason: the key of a rule's own sentence, if the rule has
    one.
    """

    pointer: str
    code: str
    detail: str
    params: Mapping[str, Any] = {}
    reason: str = ""

    @property
    def slot(self) -> str:
        """The argument of a move that the pointer names; empty for the verb."""
        return self.pointer.removeprefix("/args/") if self.pointer.startswith("/args/") else ""


class Reason(NamedTuple):
    """A rule's reason against a move: the key of a sentence in `reasons`, and the values that the sentence contains."""

    key: str
    params: Mapping[str, Any] = {}


def because(key: str, **params: Any) -> Reason:
    """Makes a reason: `because("no_better", rank=9, beaten=7)`."""
    return Reason(key, params)


class RulesError(Exception):
    """Error for an action of a player that the rules do not allow; the table is unchanged."""

    code = "illegal_move"

    def __init__(self, detail: str, errors: tuple[Refusal, ...] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors


class IllegalMove(RulesError):
    """Error for a move that is not a legal answer to its prompt.

    seq: the last event before the move, if the match has a log. package, verb, view: the game's package, the move's
    verb and the sender's view; the sentence for players is made from them.
    """

    code = "illegal_move"
    seq: int | None = None

    def __init__(
        self, detail: str, errors: tuple[Refusal, ...] = (), package: str = "", verb: str = "", view: Any = None
    ) -> None:
        super().__init__(detail, errors)
        self.package, self.verb, self.view = package, verb, view


class StalePrompt(RulesError):
    """Error for a prompt that is not open for this seat, or no longer open."""

    code = "stale_prompt"


class StaleOffer(RulesError):
    """Error for an offer that has changed or closed since the seat saw it; `offer` is the offer's number."""

    code = "stale_offer"

    def __init__(self, detail: str, offer: int, errors: tuple[Refusal, ...] = ()) -> None:
        super().__init__(detail, errors)
        self.offer = offer


class BadOptions(RulesError):
    """Error for options that do not fit the game or its number of seats; pointers begin with `/options`."""

    code = "malformed"

    def __init__(self, detail: str, errors: tuple[Refusal, ...] = (), package: str = "") -> None:
        super().__init__(detail, errors)
        self.package = package


class AuditError(Exception):
    """Error for a log that does not follow from its own moves and rules; `seq` is the first event that differs."""

    def __init__(self, seq: int, detail: str) -> None:
        super().__init__(f"seq {seq}: {detail}")
        self.seq = seq
        self.detail = detail
