"""Updates for a program: news of a match that the program follows, and decisions of its bot."""

from __future__ import annotations

from dataclasses import dataclass

from comptoir_client import types
from comptoir_client.moves import LegalMoves


@dataclass(frozen=True)
class News:
    """News of a match that a program follows.

    view: the current table. row: the event that led to it, None at first and for changed prompts without an event.
    prompts: the prompts open to the seat, required ones first; they come after the events that change them.
    """

    view: types.View
    row: types.Event | None
    prompts: tuple[types.StreamedPrompt, ...]

    @property
    def legal(self) -> tuple[LegalMoves, ...]:
        """The legal moves of the prompts not answered by the seat; empty if `follow` was called without `legal`."""
        return tuple(
            LegalMoves.of(prompt["id"], prompt["legal"])
            for prompt in self.prompts
            if "legal" in prompt and "answer" not in prompt
        )


@dataclass(frozen=True)
class Decision:
    """A decision that a bot's program has leased. is_required: whether the match waits for it."""

    match: str
    game: str
    seat: int
    is_required: bool
    lease: str
    view: types.View
    legal: LegalMoves

    @classmethod
    def of(cls, leased: types.Lease) -> Decision:
        """Reads an item of `bots_decisions_create`."""
        legal = LegalMoves.of(leased["prompt"], leased["legal_moves"])
        return cls(
            leased["match"], leased["game"], leased["seat"], leased["required"], leased["lease"], leased["view"], legal
        )
