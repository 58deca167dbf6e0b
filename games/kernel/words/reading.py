"""Finds the answer to a question that a text in words or numbers means.

A text is a number, several numbers, a path of numbers (`games.kernel.words.choices`), or all or some words of an
answer. Each word must belong to the final choice, so a text that says more than a move is never taken for that move.
Case, accents and symbols are ignored; three letters may stand for the word that they begin.

A text with digits and without letters is read as numbers, with any punctuation around them. Numbers that fit no answer
are never searched among the words, where they would match the rank of a card or the name of a seat.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from games.kernel.words.choices import Choice, ChosenMove, NoSuchAnswer, Question, Way
from games.kernel.words.labels import Labels
from games.kernel.words.meanings import declared, sentences
from games.kernel.words.sentence import BLANK

SHORTEST = 3  # the minimum number of letters that may stand for a word
MOST_NAMED = 99  # the maximum number of parts in one answer
OFFERED = 512  # the maximum number of values of an argument whose words are matched
LONGEST_NUMBER = 3  # digits
AROUND = re.compile(r"[\s()\[\]{}<>«»“”„‘’\"'`*_#]+")
TIMES = re.compile(r"\b(\d{1,2})(?:\s*[×*]\s*|\s+x\s+|x\s*(?=\d))")
STEP = "."
BESIDE = frozenset({"", "+", ",", ";", "&"})
Path = tuple[tuple[int, ...], ...]


class Read(NamedTuple):
    """The reading of a text. path: the recognised answers, step by step; result: the next question or the move.

    meant: if the text fits several answers, their numbers in `result`; rest: the words that fit no answer.
    """

    path: Path
    result: Question | ChosenMove
    meant: tuple[int, ...] = ()
    rest: tuple[str, ...] = ()


class Said(NamedTuple):
    """All words of an answer, and the arguments that were chosen before the answer."""

    words: tuple[str, ...]
    chosen: frozenset[str]


def follow(question: Question, path: Path) -> Question | ChosenMove:
    """Returns the question or the move after some answers. Raises NoSuchAnswer."""
    result: Question | ChosenMove = question
    for numbers in path:
        if isinstance(result, ChosenMove):
            raise NoSuchAnswer
        result = result.after(numbers)
    return result


def read(question: Question, answer: str) -> Read:
    """Returns the meaning of an answer.

    If it is unclear, `result` is the open question; `meant` or `rest` has the cause.
    """
    text = answer.strip()
    if is_numeric(text):
        path = numbered(text)
        try:
            return Read(path, follow(question, path)) if path else Read((), question, rest=tokens(text))
        except NoSuchAnswer:
            return Read((), question, rest=tokens(text))
    if (number := _shown(question, text)) is not None:
        return Read(((number,),), question.after((number,)))
    return _heard(question, tokens(text))


def is_numeric(text: str) -> bool:
    """Returns whether a text has digits and no letters.

    >>> is_numeric("[2]"), is_numeric("２"), is_numeric("2M"), is_numeric("?")
    (True, True, False, False)
    """
    signs = unicodedata.normalize("NFKC", text)
    return any(sign.isdecimal() for sign in signs) and not any(sign.isalpha() for sign in signs)


def numbered(text: str) -> Path:
    """Returns the path that a numeric text names; an empty path if a symbol between its numbers has no meaning here.

    >>> numbered("(2)"), numbered("2.1+3"), numbered("#1, #3"), numbered("1-3")
    (((2,),), ((2,), (1, 3)), ((1, 3),), ())
    """
    _, first, *pieces, _ = re.split(r"(\d+)", unicodedata.normalize("NFKC", text))
    if any(len(number) > LONGEST_NUMBER for number in (first, *pieces[1::2])):
        return ()
    steps = [[int(first)]]
    for between_them, number in zip(pieces[::2], pieces[1::2], strict=True):
        sign = AROUND.sub("", between_them)
        if sign == STEP:
            steps.append([int(number)])
        elif sign in BESIDE:
            steps[-1].append(int(number))
        else:
            return ()
    return tuple(map(tuple, steps))


def _shown(question: Question, text: str) -> int | None:
    """Returns the number of the only answer with exactly these words; None if there is none, or more than one."""
    same = [
        number
        for number, choice in enumerate(question.choices, 1)
        if text.casefold() in (choice.words.casefold(), choice.name.casefold())
    ]
    return same[0] if len(same) == 1 else None


def tokens(text: str) -> tuple[str, ...]:
    """Returns the words of a text, without case, accents and symbols.

    >>> tokens("Vous cédez 2 × 7 !")
    ('vous', 'cedez', '2', 'x', '7')
    """
    text = TIMES.sub(r"\1 x ", text)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return tuple(re.findall(r"[^\W_]+", bare.casefold()))


def _is_among(word: str, words: Iterable[str]) -> bool:
    return any(word == other or (len(word) >= SHORTEST and other.startswith(word)) for other in words)


def _left(words: Sequence[str], heard: Iterable[str]) -> tuple[str, ...]:
    """Returns the words that are not among the recognised ones."""
    there = set(heard)
    return tuple(word for word in words if not _is_among(word, there))


# Words


def _heard(question: Question, words: tuple[str, ...], path: Path = (), said: Said | None = None) -> Read:
    """Follows the words as far as they are unambiguous."""
    said = said or Said(words, _chosen(question))
    if not words:
        return Read(path, question, rest=words)
    if question.takes_several:
        return _several(question, words, path, said)
    first, later = _of_argument(question, words)
    numbers = _fitting(question, first)
    if len(numbers) != 1:
        return Read(path, question, tuple(numbers), () if numbers else words)
    choice = question.choices[numbers[0] - 1]
    rest = _left(first, tokens(choice.name))
    if later and (strange := _left(rest, _around(question, choice))):
        return Read(path, question, tuple(numbers), strange)
    return _on(question, (numbers[0],), (*rest, *later), path, said)


def _chosen(question: Question) -> frozenset[str]:
    """Returns the arguments that are already chosen in all ways of a question."""
    return frozenset.intersection(*(frozenset(way.args) - {way.slot or ""} for way in question.ways))


def _of_argument(question: Question, words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the words about the argument being chosen, and the words after it.

    The separator is the word with which the sentence continues after that argument.
    """
    ends = _ends(question)
    at = next((place for place, word in enumerate(words) if place and word in ends), len(words))
    return words[:at], words[at + 1 :]


def _ends(question: Question) -> tuple[str, ...]:
    """Returns the words of the sentence that follow the argument being chosen; none if several are possible."""
    named = {(way.template.verb, way.slot) for way in question.ways}
    if len(named) != 1:
        return ()
    [(verb, slot)] = named
    return between(question.labels.game.package, question.labels.language, verb).get(slot or "", ())


def _on(question: Question, numbers: tuple[int, ...], words: tuple[str, ...], path: Path, said: Said) -> Read:
    """Takes an answer and continues with the remaining words; returns a move only if no words remain."""
    result, path = question.after(numbers), (*path, numbers)
    words = words if _left(words, _around(question, question.choices[numbers[0] - 1])) else ()
    if isinstance(result, ChosenMove):
        is_meant = not words and _is_sure(question, numbers, result, said)
        return Read(path, result) if is_meant else Read(path[:-1], question, numbers, words or said.words)
    return _heard(result, words, path, said) if words else Read(path, result)


def _is_sure(question: Question, numbers: tuple[int, ...], decision: ChosenMove, said: Said) -> bool:
    """Returns whether a move is certainly meant: if a word may belong to two arguments, the order must match, too.

    Arguments that were chosen before are not in doubt.
    """
    way = question.choices[numbers[0] - 1].ways[0]
    offered = [_offered_for(question.labels, way, name) for name in way.template.slots if name not in said.chosen]
    if len(set().union(*offered)) == sum(map(len, offered)):
        return True
    sentence = question.labels.move(decision.move, way.template.ordered)
    around = _around(question, question.choices[numbers[0] - 1]) - set().union(*offered)
    return _left(tokens(sentence), around) == _left(said.words, around)


def _fitting(question: Question, words: Sequence[str]) -> list[int]:
    """Returns the numbers of the answers that the words may mean: exactly this name, or a name with all the words."""
    choices = list(enumerate(question.choices, start=1))
    if same := [number for number, choice in choices if tuple(words) in _called(question, choice)]:
        return same
    bare = _left(_uncounted(words), tokens(question.labels.phrases["and"]))
    heard = [
        number
        for number, choice in choices
        if not _left(words, _own(question, choice))
        or (any(way.slot for way in choice.ways) and not _left(bare, _beneath(question, choice)))
    ]
    return _named_in_full(question, words, heard)


def _named_in_full(question: Question, words: Sequence[str], numbers: list[int]) -> list[int]:
    """Returns the answers with the longest names that occur in full in the words; all answers if there is none."""
    said = Counter([*words, *tokens(f"{question.labels.phrases['you']} {question.sentence}")])
    names = {number: Counter(tokens(question.choices[number - 1].name)) for number in numbers}
    full = [number for number, name in names.items() if not name - said]
    longest = max((names[number].total() for number in full), default=0)
    return [number for number in full if names[number].total() == longest] or numbers


def _called(question: Question, choice: Choice) -> tuple[tuple[str, ...], ...]:
    """Returns the names of an answer: its name, its words, and its verb's title if no other answer has the verb."""
    verbs = {way.template.verb for way in choice.ways}
    is_only = len([other for other in question.choices if other.ways[0].template.verb in verbs]) == 1
    titles = [tokens(question.labels.verb(verb)) for verb in verbs] if is_only else []
    return tokens(choice.name), tokens(choice.words), *titles


def _own(question: Question, choice: Choice) -> set[str]:
    """Returns the answer's own words: its name, and the words around the blanks of its verb's sentence."""
    return {*tokens(choice.name), *_around(question, choice)}


def _around(question: Question, choice: Choice) -> set[str]:
    """Returns the words of a sentence around its blanks, and the words of the arguments already chosen."""
    verbs = {way.template.verb for way in choice.ways}
    said = (between(question.labels.game.package, question.labels.language, verb) for verb in verbs)
    so_far = tokens(f"{question.labels.phrases['you']} {question.sentence}")
    return {*so_far, *(word for parts in said for words in parts.values() for word in words)}


@cache
def between(package: str, language: str, verb: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the words of a verb's sentence after each of its blanks, in the form addressed to `you`."""
    found: dict[str, tuple[str, ...]] = {}
    name, at, pattern = "", 0, sentences(package, language)["says"][verb]
    for blank in BLANK.finditer(pattern):
        found[name] = (*found.get(name, ()), *tokens(pattern[at : blank.start()]))
        at = blank.end()
        if blank[2]:
            found[name] += tokens(blank[2].split("|")[1])
        else:
            name = blank[1]
    found[name] = (*found.get(name, ()), *tokens(pattern[at:]))
    return found


def _uncounted(words: Sequence[str]) -> tuple[str, ...]:
    """Returns the words without counts: `2 x gold` becomes `gold`. If all words are counts, they stay."""
    return tuple(word for word in words if word != "x" and not (word.isdecimal() and len(word) < SHORTEST)) or (*words,)


def _beneath(question: Question, choice: Choice) -> set[str]:
    """Returns the words of an answer and of all choices after it."""
    return {*_own(question, choice), *(word for way in choice.ways for word in _offered(question.labels, way))}


def _offered(labels: Labels, way: Way) -> Iterable[str]:
    """Yields the words of all choices that a way still offers."""
    for name in way.template.slots:
        yield from _offered_for(labels, way, name)


def _offered_for(labels: Labels, way: Way, name: str) -> set[str]:
    """Returns the words of all choices that a way still offers for one argument."""
    means, slot = declared(labels.game.package)["verbs"][way.template.verb][name], way.template.slots[name]
    values = [way.args[name]] if name in way.args else slot.parts() or tuple(islice(slot, OFFERED))
    return {word for value in values for word in tokens(labels.value(means, value))}


def _several(question: Question, words: tuple[str, ...], path: Path, said: Said) -> Read:
    """Reads the names of parts one after another, each with an optional count before it: `2 gold and carpet`."""
    names = [tokens(choice.name) for choice in question.choices]
    filler = {"x", *tokens(question.labels.phrases["and"]), *_own(question, question.choices[0]._replace(name=""))}
    ends = _ends(question)
    numbers: list[int] = []
    rest: list[str] = []
    at, count = 0, 1
    while at < len(words):
        meant, length = _named(names, words[at:], filler)
        if numbers and not meant and words[at] in ends:
            if rest:
                return Read(path, question, rest=tuple(rest))
            rest += words[at + 1 :]
            break
        if meant and len(meant) > 1:
            return Read(path, question, tuple(meant), words)
        if meant:
            numbers += meant * count
            count = 1
        elif words[at].isdecimal() and len(words[at]) < SHORTEST:
            count = int(words[at])
        elif words[at] not in filler:
            rest.append(words[at])
        at += length
    if not 0 < len(numbers) <= MOST_NAMED:
        return Read(path, question, rest=words)
    try:
        return _on(question, tuple(numbers), tuple(rest), path, said)
    except NoSuchAnswer:
        return Read(path, question, rest=words)


def _named(names: Sequence[tuple[str, ...]], words: Sequence[str], filler: set[str]) -> tuple[list[int], int]:
    """Returns the parts whose name begins the words, and the number of words in that name.

    The longest full name wins; otherwise a single word of a name counts.
    """
    if words[0].isdecimal() and words[1:2] == ("x",):
        return [], 1
    whole = [(len(name), number) for number, name in enumerate(names, 1) if name and tuple(words[: len(name)]) == name]
    if whole:
        longest = max(length for length, _ in whole)
        return [number for length, number in whole if length == longest], longest
    if words[0] in filler:
        return [], 1
    return [number for number, name in enumerate(names, 1) if _is_among(words[0], name)], 1
