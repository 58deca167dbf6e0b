"""The actions of an environment: a small fixed alphabet that spells every move.

A move has several arguments, and some arguments are sets of cards, so a game has too many moves to number them: a
payment in Monopoly Deal alone has thousands of values. A policy therefore chooses a move step by step: first its verb,
then one action for each part of each argument. An action is a word (a face, a colour, a zone), a number, or a seat
counted from the policy's own seat; its meaning depends on the earlier choices. The alphabet depends only on the game,
the number of seats and the options, so an index keeps its meaning in every match.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from bots.encoding.declared import DECLARED, Declared
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.words.meanings import declared

WAIT, DONE = 0, 1
NUMBERED = re.compile(r"(.+)_(\d+)")
CHANGED = re.compile(r"([^+-]+?)([+-]\d+)?(_rolled)?")

Key = tuple[int, ...]


class Alphabet:
    """The actions of one game with a number of seats and options.

    names: the name of each action. `wait` makes no move for now at an open prompt; `done` ends a list.
    """

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.declared = DECLARED.get(game.key, Declared())
        box = Counter(game.box(seats, options))
        self.faces = tuple(box)
        zones = [name for name in game.sights if name != "position"]
        self.words = tuple(dict.fromkeys((*self.faces, *zones, *self.declared.words, *self.declared.wares)))
        self.verbs = tuple(declared(game.package)["verbs"])
        self.most = max(self.declared.numbers, *box.values())
        self.first_verb = 2
        self.first_seat = self.first_verb + len(self.verbs)
        self.first_number = self.first_seat + seats
        self.first_word = self.first_number + self.most + 1
        self.size = self.first_word + len(self.words)
        self.word_index = {word: index for index, word in enumerate(self.words)}
        self._word = {word: self.first_word + index for index, word in enumerate(self.words)}
        self._verb = {verb: self.first_verb + index for index, verb in enumerate(self.verbs)}
        self._spelled: dict[str, Key] = {word: (index,) for word, index in self._word.items()}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each action, by its index."""
        return (
            "wait",
            "done",
            *(f"verb:{verb}" for verb in self.verbs),
            *(f"seat:+{step}" for step in range(self.seats)),
            *(f"number:{n}" for n in range(self.most + 1)),
            *(f"word:{word}" for word in self.words),
        )

    @cached_property
    def by_offer(self) -> frozenset[str]:
        """The kinds of zones that are numbered by offers; their numbers are unbounded."""
        zones = declared(self.game.package)["zones"]
        return frozenset(name for name, zone in zones.items() if zone.get("numbered") == "offer")

    @cached_property
    def slots(self) -> Sequence[str]:
        """The names of all arguments of moves, in a stable order."""
        verbs = declared(self.game.package)["verbs"]
        return tuple(dict.fromkeys(name for verb in self.verbs for name in verbs.get(verb, {})))

    @cached_property
    def means(self) -> dict[tuple[str, str], str]:
        """The meaning of values, by verb and argument."""
        verbs = declared(self.game.package)["verbs"]
        return {(verb, name): what for verb, slots in verbs.items() for name, what in slots.items()}

    def verb(self, verb: str) -> int:
        """Returns the action that chooses a verb."""
        return self._verb[verb]

    def seat(self, seat: int, viewer: int) -> int:
        """Returns the action that names a seat, counted clockwise from the viewer."""
        return self.first_seat + (seat - viewer) % self.seats

    def number(self, number: int) -> int:
        """Returns the action that names a number. Raises ValueError if the number is too high."""
        if not 0 <= number <= self.most:
            raise ValueError(f"expected a number of 0 to {self.most}, got {number!r}")
        return self.first_number + number

    def word(self, word: str) -> Key:
        """Returns the actions that spell a word: `red`; `red` and 1 for the group `red_1`; a face with its changes."""
        key = self._spelled.get(word)
        if key is None:
            key = self._spelled[word] = self._spell(word)
        return key

    def _spell(self, word: str) -> Key:
        if (group := NUMBERED.fullmatch(word)) and group[1] in self._word:
            return self._word[group[1]], self.number(int(group[2]))
        changed = CHANGED.fullmatch(word)
        if changed is None:
            raise ValueError(f"expected a word of {self.game.key}, got {word!r}")
        face, change, rolled = changed.groups()
        return tuple(self._word[part] for part in (face, change, rolled and "rolled") if part)
