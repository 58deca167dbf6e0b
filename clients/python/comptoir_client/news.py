"""Updates for a program: news of a match that it follows, decisions of its bot."""

from __future__ import annotations

from dataclasses import dataclass

from comptoir_client import types
from comptoir_client.moves import LegalMoves


@dataclass(frozen=True)
class News:
    """News of a match that a program follows.

    view: the table now; row: the row that led to it, None at first and for prompts without one; prompts: those open to
    the seat, after the rows that change them, those that require an answer first.
    """

    view: types.View
    row: types.Event | None
    prompts: tuple[types.StreamedPrompt, ...]

    @property
    def legal(self) -> tuple[LegalMoves, ...]:
        """The legal moves of the prompts that the seat has not answered; none if `follow` was not asked for them."""
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
