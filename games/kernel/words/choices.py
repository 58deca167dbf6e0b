"""The legal moves of a seat as questions with a few numbered answers; each answer leads to a question or is a move.

The questions follow from the templates. Moves that differ only in cards of one face in one zone share an answer. A
question with one answer is skipped, unless it is the first. A value with many parts, such as a payment, is chosen by
its parts: several at once, or one after another until they form a value of the slot.

    1                an answer, by its number
    2.1              the answer 2, then the answer 1 of the next question
    1+3, 1+1+3       several answers of one question together; a number may be repeated
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from games.kernel.slots import Slot
from games.kernel.state import Json, Move
from games.kernel.template import LegalMoves, Template
from games.kernel.words.labels import Labels
from games.kernel.words.meanings import declared, slot_title

MOST = 9  # the maximum number of answers shown at once
LISTED = 64  # the maximum number of values examined to decide whether they are few
WHOLE = 512  # the maximum number of values of a slot without parts
PREVIEWED = 4
Group = tuple[int, str, str | None]


class NoSuchAnswer(Exception):
    """Error for a number that no answer has, or for parts that form no value together."""


class Way(NamedTuple):
    """A template of a prompt, and the arguments chosen so far."""

    prompt: int
    template: Template
    args: Mapping[str, Json] = {}

    @property
    def slot(self) -> str | None:
        """The next argument to choose; None if all are chosen."""
        return next((name for name in self.template.slots if name not in self.args), None)

    def with_value(self, value: Json) -> Way:
        """Returns the way with a value for the next argument."""
        assert self.slot is not None, "there is an argument to choose"
        return self._replace(args={**self.args, self.slot: value})

    @property
    def last(self) -> str:
        """The argument that was chosen last."""
        return [name for name in self.template.slots if name in self.args][-1]

    @property
    def move(self) -> Move:
        """The move, once all arguments are chosen."""
        return Move(self.template.verb, {name: self.args[name] for name in self.template.slots})

    def moves(self) -> Iterator[Way]:
        """Yields all moves with these arguments."""
        left = {name: slot for name, slot in self.template.slots.items() if name not in self.args}
        for move in Template(self.template.verb, left):
            yield self._replace(args={**self.args, **move.args})


class Choice(NamedTuple):
    """One answer. name: its title; words: its title, followed by the next choices.

    ways: the remaining ways; parts: for a part of a value, its interchangeable parts, each of which can be taken once.
    """

    name: str
    words: str
    ways: tuple[Way, ...]
    parts: tuple[Json, ...] = ()


class ChosenMove(NamedTuple):
    """A move, and the prompt that it answers."""

    prompt: int
    move: Move


class Question:
    """One step of choosing a move.

    choices: its answers, numbered from 1. takes_several: whether several answers may be chosen together. chosen: the
    parts chosen so far of an unfinished value. ways: the possible moves.
    """

    def __init__(
        self,
        labels: Labels,
        ways: tuple[Way, ...],
        choices: Sequence[Choice],
        chosen: tuple[Json, ...] = (),
        *,
        takes_several: bool = False,
    ) -> None:
        self.labels, self.ways, self.choices, self.chosen = labels, ways, tuple(choices), chosen
        self.takes_several = takes_several

    @property
    def sentence(self) -> str:
        """The move so far, with blanks for the open arguments; empty before a verb is chosen."""
        verbs = {way.template.verb for way in self.ways}
        if len(verbs) != 1 or not self.ways:
            return ""
        way = self.ways[0]
        args = dict(way.args)
        if self.chosen and way.slot is not None:
            args[way.slot] = way.template.slots[way.slot].assembled(self.chosen)
        return self.labels.begun(way.template.verb, args, list(way.template.slots))

    @property
    def title(self) -> str:
        """The title of the next choice; empty before a verb is chosen."""
        named = {(way.template.verb, way.slot) for way in self.ways if way.slot is not None}
        if len(named) != 1:
            return ""
        [(verb, slot)] = named
        return slot_title(self.labels.game.package, self.labels.language, verb, slot or "")

    def after(self, numbers: Sequence[int]) -> Question | ChosenMove:
        """Returns the next question or the move after an answer. Raises NoSuchAnswer."""
        if not numbers or not all(1 <= number <= len(self.choices) for number in numbers):
            raise NoSuchAnswer
        if not self.takes_several:
            if len(numbers) > 1:
                raise NoSuchAnswer
            return next_question(self.labels, self.choices[numbers[0] - 1].ways)
        return self._with(self._taken(numbers))

    def _taken(self, numbers: Sequence[int]) -> tuple[Json, ...]:
        """Returns the parts chosen with these numbers; none for a choice without parts."""
        if any(not self.choices[number - 1].parts for number in numbers):
            if len(numbers) > 1 or self.chosen:
                raise NoSuchAnswer
            return ()
        taken = list(self.chosen)
        for place, number in enumerate(numbers):
            before = numbers[:place].count(number)
            parts = self.choices[number - 1].parts
            if before >= len(parts):
                raise NoSuchAnswer
            taken.append(parts[before])
        return tuple(taken)

    def _with(self, parts: tuple[Json, ...]) -> Question | ChosenMove:
        values = [(way, way.template.slots[way.slot]) for way in self.ways if way.slot is not None]
        whole = [way.with_value(slot.assembled(parts)) for way, slot in values if slot.assembled(parts) in slot]
        if whole:
            return next_question(self.labels, tuple(whole))
        partly = tuple(way for way, slot in values if slot.rest(slot.assembled(parts)))
        if not partly or not parts:
            raise NoSuchAnswer
        return _by_parts(self.labels, partly, parts)


def begin(labels: Labels, moves: Iterable[tuple[int, LegalMoves]]) -> Question:
    """Returns the first question: among the legal moves of some prompts."""
    ways = tuple(Way(prompt, template) for prompt, legal in moves for template in legal.templates)
    return _question(labels, ways)


def next_question(labels: Labels, ways: tuple[Way, ...]) -> Question | ChosenMove:
    """Returns the next question that has more than one answer, or the move."""
    if all(way.slot is None for way in ways):
        return ChosenMove(ways[0].prompt, ways[0].move)
    question = _question(labels, ways)
    return question.after([1]) if len(question.choices) == 1 else question


def _question(labels: Labels, ways: tuple[Way, ...]) -> Question:
    if few_moves(labels, ways) is None and len({(way.template.verb, way.slot) for way in ways}) == 1:
        slots = [way.template.slots[way.slot] for way in ways if way.slot is not None]
        if all(slot.parts() for slot in slots) and few_values(labels, ways) is None:
            return _by_parts(labels, ways)
    return Question(labels, ways, _choices(labels, ways))


def few_moves(labels: Labels, ways: Iterable[Way]) -> list[Way] | None:
    """Returns the moves that a player can distinguish, or None if there are many."""
    return _few((way for one in ways for way in one.moves()), lambda way: _key_of_move(labels, way))


def few_values(labels: Labels, ways: Iterable[Way]) -> list[Way] | None:
    """Returns the values of the next argument, each with its first way, or None if there are many."""
    return _few(_valued(ways), lambda way: _key_of_last(labels, way))


def _few(ways: Iterator[Way], key: Callable[[Way], Hashable]) -> list[Way] | None:
    found: dict[Hashable, Way] = {}
    for way in islice(ways, LISTED):
        found.setdefault(key(way), way)
        if len(found) > MOST:
            return None
    return list(found.values()) if next(ways, None) is None else None


def _valued(ways: Iterable[Way]) -> Iterator[Way]:
    """Yields the ways with each value of their next argument."""
    for way in ways:
        if way.slot is not None:
            for value in islice(way.template.slots[way.slot], WHOLE):
                yield way.with_value(value)


def _key_of_move(labels: Labels, way: Way) -> Hashable:
    args = tuple(_key_of(labels, way, name) for name in way.template.slots)
    return way.prompt, way.template.verb, args


def _key_of_last(labels: Labels, way: Way) -> Hashable:
    return _key_of(labels, way, way.last)


def _key_of(labels: Labels, way: Way, name: str) -> Hashable:
    ordered = way.template.slots[name].ordered
    return name, labels.key(_means(labels, way, name), way.args[name], ordered=ordered)


def _means(labels: Labels, way: Way, name: str) -> str:
    means: str = declared(labels.game.package)["verbs"][way.template.verb][name]
    return means


# The answers of a question


def _choices(labels: Labels, ways: tuple[Way, ...]) -> list[Choice]:
    moves = few_moves(labels, ways)
    if moves is not None:
        return _distinct(labels, [_of_move(labels, way) for way in moves])
    groups: dict[Group, list[Way]] = {}
    for way in ways:
        groups.setdefault((way.prompt, way.template.verb, way.slot if way.args else None), []).append(way)
    if len(groups) > 1:
        return _by_group(labels, groups)
    if not ways[0].args and ways[0].slot is not None and len({way.slot for way in ways}) > 1:
        return _by_first_argument(labels, _by_slot(ways))
    return _by_value(labels, ways)


def _by_slot(ways: Iterable[Way]) -> dict[Group, list[Way]]:
    groups: dict[Group, list[Way]] = {}
    for way in ways:
        groups.setdefault((way.prompt, way.template.verb, way.slot), []).append(way)
    return groups


def _by_first_argument(labels: Labels, groups: Mapping[Group, list[Way]]) -> list[Choice]:
    """Returns an answer for each argument that a move may begin with, or for each of its values if they fit."""
    choices = _by_group(labels, groups)
    for group, ways in groups.items():
        at = next((place for place, choice in enumerate(choices) if choice.ways == tuple(ways)), None)
        values = few_values(labels, ways)
        if at is None or values is None or len(choices) - 1 + len(values) > MOST:
            continue
        title = slot_title(labels.game.package, labels.language, group[1], group[2] or "")
        named = [
            choice._replace(words=f"{title}{labels.phrases['colon']} {choice.name}")
            for choice in _by_value(labels, ways)
        ]
        choices[at : at + 1] = named
    return _distinct(labels, choices)


def _by_group(labels: Labels, groups: Mapping[Group, list[Way]]) -> list[Choice]:
    """Returns an answer for each group of ways; if they fit, moves of small groups become separate answers."""
    few = {group: few_moves(labels, ways) for group, ways in groups.items()}
    total, expanded = len(groups), set()
    for group, moves in sorted(few.items(), key=lambda item: len(item[1] or ())):
        if moves is not None and (len(moves) == 1 or total - 1 + len(moves) <= MOST):
            total += len(moves) - 1
            expanded.add(group)
    choices = []
    for group, ways in groups.items():
        moves = few[group]
        if moves is not None and group in expanded:
            choices += [_of_move(labels, way) for way in moves]
        else:
            choices.append(_of_group(labels, group, tuple(ways)))
    return _distinct(labels, choices)


def _of_move(labels: Labels, way: Way) -> Choice:
    sentence = labels.move(way.move, way.template.ordered)
    return Choice(sentence, sentence, (way,))


def _of_group(labels: Labels, group: Group, ways: tuple[Way, ...]) -> Choice:
    """Returns an answer for a verb or an argument, with a preview of its first choices."""
    _, verb, slot = group
    title = labels.verb(verb) if slot is None else slot_title(labels.game.package, labels.language, verb, slot)
    names = list(dict.fromkeys(_previewed(labels, ways)))
    if not names:
        return Choice(title, title, ways)
    rest = ["…"] if len(names) > PREVIEWED else []
    return Choice(title, f"{title}{labels.phrases['colon']} {', '.join([*names[:PREVIEWED], *rest])}", ways)


def _previewed(labels: Labels, ways: tuple[Way, ...]) -> Iterator[str]:
    """Yields the first choices after a verb or an argument."""
    moves = few_moves(labels, ways)
    if moves is None:
        following = next_question(labels, ways)
        yield from (choice.name for choice in following.choices) if isinstance(following, Question) else ()
        return
    for name in moves[0].template.slots:
        means = _means(labels, moves[0], name)
        values = [labels.value(means, way.args[name]) for way in moves if name in way.args]
        if len(set(values)) > 1:
            yield from values
            return


def _by_value(labels: Labels, ways: Sequence[Way]) -> list[Choice]:
    """Returns an answer for each value of the next argument; values that need no further argument are moves."""
    values: dict[Hashable, list[Way]] = {}
    for way in _valued(ways):
        values.setdefault(_key_of_last(labels, way), []).append(way)
    choices = [_of_move(labels, way) for way in ways if way.slot is None]
    for valued in values.values():
        name = valued[0].last
        ordered = valued[0].template.slots[name].ordered
        text = labels.value(_means(labels, valued[0], name), valued[0].args[name], ordered=ordered)
        choices.append(Choice(text, text, tuple(valued)))
    return _distinct(labels, choices)


def _by_parts(labels: Labels, ways: tuple[Way, ...], chosen: tuple[Json, ...] = ()) -> Question:
    """Returns a question for the parts of a value. chosen: the parts already chosen."""
    parts: dict[Hashable, list[Json]] = {}
    may_be_empty = False
    for way in ways:
        slot: Slot | None = way.template.slots[way.slot or ""]
        assert slot is not None
        may_be_empty = may_be_empty or (not chosen and slot.assembled(()) in slot)
        slot = slot.rest(slot.assembled(chosen)) if chosen else slot
        means, counted = _means(labels, way, way.slot or ""), dict[Hashable, list[Json]]()
        for part in slot.parts() if slot is not None else ():
            counted.setdefault(labels.key(means, part), []).append(part)
        for key, same in counted.items():
            parts[key] = max(parts.get(key, []), same, key=len)
    firsts = [same[0] for same in parts.values()]
    alone = [part for part in firsts if _leads_on(ways, (*chosen, part))]
    choices = [
        _of_part(labels, ways[0], same)
        for same in parts.values()
        if same[0] in alone or any(_leads_on(ways, (*chosen, other, same[0])) for other in alone)
    ]
    if may_be_empty:
        nothing = labels.phrases["nothing"]
        choices.insert(0, Choice(nothing, nothing, ways))
    return Question(labels, ways, _distinct(labels, choices), chosen, takes_several=True)


def _leads_on(ways: Iterable[Way], parts: tuple[Json, ...]) -> bool:
    """Returns whether some parts form a value of the next argument, or can become one."""
    slots = [way.template.slots[way.slot] for way in ways if way.slot is not None]
    return any(slot.assembled(parts) in slot or bool(slot.rest(slot.assembled(parts))) for slot in slots)


def _of_part(labels: Labels, way: Way, same: Sequence[Json]) -> Choice:
    name = labels.part(_means(labels, way, way.slot or ""), same[0])
    return Choice(name, f"{name} (× {len(same)})" if len(same) > 1 else name, (way,), tuple(same))


def _distinct(labels: Labels, choices: list[Choice]) -> list[Choice]:
    """Returns the answers; answers with equal names also name the zone of their cards."""
    names = [choice.words for choice in choices]
    return [_placed(labels, choice) if names.count(choice.words) > 1 else choice for choice in choices]


def _placed(labels: Labels, choice: Choice) -> Choice:
    way = choice.ways[0]
    values = {way.slot: choice.parts[0]} if choice.parts else way.args
    places = [labels.place(_means(labels, way, name), value) for name, value in values.items() if name is not None]
    place = ", ".join(filter(None, places))
    return choice._replace(name=f"{choice.name} ({place})", words=f"{choice.words} ({place})") if place else choice
