"""The errors of moves, options and logs; each class has a stable code."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """One reason: where (a JSON pointer), a stable code, and a sentence for programmers."""

    pointer: str
    code: str
    detail: str


class RulesError(Exception):
    """A player tried something that the rules do not allow; the table is unchanged."""

    code = "illegal_move"

    def __init__(self, detail: str, errors: tuple[Refusal, ...] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors


class IllegalMove(RulesError):
    """The move is not a legal answer to its prompt."""

    code = "illegal_move"


class StalePrompt(RulesError):
    """The prompt is not open for this seat, or no longer."""

    code = "stale_prompt"


class StaleOffer(RulesError):
    """The offer has changed or closed since the seat saw it; `offer` is its number."""

    code = "stale_offer"

    def __init__(self, detail: str, offer: int, errors: tuple[Refusal, ...] = ()) -> None:
        super().__init__(detail, errors)
        self.offer = offer


class BadOptions(RulesError):
    """The options do not fit the game or its number of seats; pointers begin with `/options`."""

    code = "malformed"


class AuditError(Exception):
    """A log does not follow from its own moves under its rules; `seq` is the first event that differs."""

    def __init__(self, seq: int, detail: str) -> None:
        super().__init__(f"seq {seq}: {detail}")
        self.seq = seq
        self.detail = detail
