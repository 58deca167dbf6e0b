"""One decision through any door: what is read, which answers are given, and what that took."""

from __future__ import annotations

import random
from typing import NamedTuple, Protocol

MOST_ANSWERS = 60  # on the way to one move, at random
PLAYED = ("It is played.", "Your answer is sealed.")
"""How the texts say that an answer was a move."""
REPEATED = "nothing is played twice"  # of a sealed answer that is given again
ASKED_BACK = ("Nothing is played",)
"""How they say that an answer was not clear."""
SEVERAL = "1+2"  # in the sentence that says that several numbers may be given at once
FURTHER = "0"


class Stuck(Exception):
    """No answer leads on."""


class Shown(NamedTuple):
    """What a door shows: all its lines, and the answers among them, as number and words."""

    lines: tuple[str, ...]
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def takes_several(self) -> bool:
        """Whether several numbers may be given at once."""
        return any(SEVERAL in line for line in self.lines)

    @property
    def is_played(self) -> bool:
        """Whether it says that the last answer was a move."""
        return any(sentence in line for line in self.lines for sentence in PLAYED)

    @property
    def asks_back(self) -> bool:
        """Whether it says that the last answer was not clear."""
        return any(sentence in line for line in self.lines for sentence in ASKED_BACK)

    @property
    def begins_anew(self) -> bool:
        """Whether it tells the whole table again, so that what was chosen so far is gone."""
        return any(line.strip("= ") == "The table" for line in self.lines)


class Door(Protocol):
    """A way to a match, for one seat."""

    name: str

    def enter(self, match: str) -> None:
        """Goes to a match that is running."""

    def look(self) -> Shown | None:
        """What is asked now; None, or no answers: nothing, so far."""

    def give(self, answer: str) -> Shown | None:
        """Gives an answer; returns what is shown after it, or None if it was refused because it came too late."""


class Decided(NamedTuple):
    """What one move took. lines, size: what was read first, in lines and bytes; answers: all that were given.

    steps: the questions on the way, without pages turned; parts that could be given at once are one. way: the answers.
    """

    door: str
    lines: int
    size: int
    answers: int
    steps: int
    way: tuple[str, ...] = ()


def decide(door: Door, draws: random.Random) -> Decided | None:
    """Makes a move with answers drawn from those that are shown; None if nothing is asked. Raises Stuck."""
    shown = door.look()
    if shown is None or not shown.choices:
        return None
    first, steps, way = shown, 1, list[str]()
    for answers in range(1, MOST_ANSWERS + 1):
        answer = drawn(shown, draws)
        way.append(answer)
        after = door.give(answer)
        if after is None:
            return None
        if after.is_played:
            size = len("\n".join(first.lines).encode())
            return Decided(door.name, len(first.lines), size, answers, steps, tuple(way))
        if not after.choices or any(REPEATED in line for line in after.lines):
            return None
        is_anew = after.begins_anew or after.choices == first.choices
        if is_anew:
            steps = 0
        is_part = shown.takes_several and after.takes_several
        is_page = answer in (FURTHER, dict(shown.choices).get(FURTHER))
        if is_anew or (not is_page and not after.asks_back and not is_part):
            steps += 1
        shown = after
    raise Stuck(f"{door.name}: {shown}")


def drawn(shown: Shown, draws: random.Random) -> str:
    """One of the answers by its number or its words; where several may be given at once, sometimes two."""
    numbers = [number for number, _ in shown.choices if number != FURTHER]
    if shown.takes_several and len(numbers) > 1 and draws.random() < 0.4:
        return "+".join(draws.sample(numbers, 2))
    number, words = draws.choice(shown.choices)
    return words if draws.random() < 0.25 else number
