"""Legal moves as objects: moves that can be played, and drafts that are completed step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from comptoir_client import types


@dataclass(frozen=True)
class Move:
    """A move that answers a prompt. args: the arguments by the name of each slot."""

    prompt: int
    verb: str
    args: Mapping[str, Any]

    def body(self) -> types.MoveCreate:
        """Returns the body of `matches_moves_create`."""
        return {"prompt": self.prompt, "verb": self.verb, "args": dict(self.args)}


@dataclass(frozen=True)
class Draft:
    """A verb with the arguments chosen so far. Each way to fill the open slots makes a legal move.

    slots: the possible values by the slot's name; docs/first-match.md describes the nine kinds. chosen: the arguments
    so far. label: the verb in the language of the client. available_at: the time from which the move can be played, if
    it is delayed.
    """

    prompt: int
    verb: str
    label: str
    slots: Mapping[str, types.Slot]
    chosen: Mapping[str, Any]
    available_at: str | None = None

    def choose(self, **args: Any) -> Move:
        """Returns the move with these choices. Additions to lists and counts are joined to earlier choices.

        The move may be incomplete: the client's `complete` returns the remaining choices.
        """
        further = {name: joined(self.chosen.get(name), value) for name, value in args.items()}
        return Move(self.prompt, self.verb, {**self.chosen, **further})


@dataclass(frozen=True)
class Completion:
    """The server's answer about a move: whether it can be played, and drafts with the remaining choices.

    errors: the reasons why no legal move has these arguments; outcome: the certain consequences, in the language of the
    client.
    """

    move: Move
    is_legal: bool
    drafts: tuple[Draft, ...]
    errors: tuple[types.Fault, ...]
    outcome: tuple[str, ...]

    @classmethod
    def of(cls, move: Move, tried: types.LegalMovesTrialResult) -> Completion:
        """Reads the reply to `matches_legal_moves_try`."""
        drafts = tuple(draft(move.prompt, template, move.args) for template in tried["templates"])
        return cls(move, tried["legal"], drafts, tuple(tried["errors"]), tuple(tried["outcome"]))


@dataclass(frozen=True)
class LegalMoves:
    """The legal answers of a seat to one prompt.

    drafts: all legal moves, as verbs with slots; moves: the first legal moves, complete; count: the number of moves
    that can be played now; is_complete: whether `moves` contains all legal moves; words: the titles of words in slots.
    """

    prompt: int
    drafts: tuple[Draft, ...]
    moves: tuple[Move, ...]
    count: int
    is_complete: bool
    words: Mapping[str, str]

    @classmethod
    def of(cls, prompt: int, legal: types.LegalMoves | types.LegalMovesAfter) -> LegalMoves:
        """Returns the legal moves of a prompt."""
        return cls(
            prompt=prompt,
            drafts=tuple(draft(prompt, template, {}) for template in legal["templates"]),
            moves=tuple(Move(prompt, move["verb"], move["args"]) for move in legal["moves"]),
            count=int(legal["count"]),
            is_complete=legal["complete"],
            words=legal["words"],
        )


def draft(prompt: int, template: types.Template, chosen: Mapping[str, Any]) -> Draft:
    """Returns a template as a draft."""
    verb, label, slots = template["verb"], template["label"], template["slots"]
    return Draft(prompt, verb, label, slots, chosen, template.get("available_at"))


def joined(chosen: Any, added: Any) -> Any:
    """Returns a chosen value, joined with an addition.

    >>> joined([17], [40]), joined({"7": 1}, {"7": 1, "jester": 1}), joined(None, 3)
    ([17, 40], {'7': 2, 'jester': 1}, 3)
    """
    if isinstance(chosen, list) and isinstance(added, list):
        return [*chosen, *added]
    if isinstance(chosen, dict) and isinstance(added, dict):
        return {face: chosen.get(face, 0) + added.get(face, 0) for face in {**chosen, **added}}
    return added
