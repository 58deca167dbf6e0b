"""The settings of a match; RULES.md has the reason for each setting."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.errors import Refusal
from games.kernel.options import Options, flag, number, optional_number, setting, word, wrong


def options_of(folks: tuple[str, ...]) -> type[Options]:
    """Returns the options type for a game with these animalfolk decks."""

    @dataclass(frozen=True)
    class DaleOptions(Options):
        """The options of a match.

        decks: the decks in play, empty for a random choice; teams: whether seats 0 and 2 play against 1 and 3;
        first_seat: the seat that begins, null for a random seat; max_turns, max_techniques, max_requests: see RULES.md,
        rulings 20-22.
        """

        decks: tuple[str, ...] = setting((), {"type": "array", "items": word(*folks), "uniqueItems": True})
        teams: bool = flag(False)
        first_seat: int | None = optional_number(None, 0, 3)
        max_turns: int = number(300, 4, 2000)
        max_techniques: int = number(40, 1, 200)
        max_requests: int = number(3, 0, 20)

        def __post_init__(self) -> None:
            object.__setattr__(self, "decks", tuple(self.decks))

        def refusals(self, seats: int) -> list[Refusal]:
            reasons = []
            if self.teams and seats != 4:
                reasons.append(wrong("teams", "teams_of_two"))
            elif self.decks and len(self.decks) != decks_for(seats, self.teams):
                needed = decks_for(seats, self.teams)
                reasons.append(wrong("decks", "deck_number", needed=needed, number=len(self.decks)))
            if self.first_seat is not None and self.first_seat >= seats:
                reasons.append(wrong("first_seat", "no_such_seat", seat=self.first_seat + 1, seats=seats))
            return reasons

    return DaleOptions


def decks_for(seats: int, teams: bool) -> int:
    """Returns the number of animalfolk decks in a match."""
    return seats if teams else seats + 1
