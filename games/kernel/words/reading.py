"""What an answer in words or numbers means, among the answers of a question.

An answer is a number, numbers of a question that takes several, a path of them (`games.kernel.words.choices`), the
words of an answer, or some of them: each word has to belong to what is chosen in the end, so an answer that says more
than a move is never taken for it. Case, accents and signs do not matter; three letters may stand for the word that they
begin.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from games.kernel.words.choices import Choice, Decision, NoSuchAnswer, Question, Way
from games.kernel.words.labels import Labels
from games.kernel.words.meanings import declared, sentences
from games.kernel.words.sentence import BLANK

SHORTEST = 3  # letters that may stand for a word
MOST_NAMED = 99  # parts in one answer
OFFERED = 512  # values of an argument whose words are known
NUMBERS = re.compile(r"\d{1,3}(?:\s*[.,+;\s]\s*\d{1,3})*", re.ASCII)
TIMES = re.compile(r"\b(\d{1,2})(?:\s*[×*]\s*|\s+x\s+|x\s*(?=\d))")
BESIDE = re.compile(r"[+,;\s]+")
Path = tuple[tuple[int, ...], ...]


class Read(NamedTuple):
    """What an answer comes to. path: the answers up to there, step by step; result: the next question or the move.

    meant: where several answers can be meant, their numbers in `result`; rest: the words that fit none of its answers.
    """

    path: Path
    result: Question | Decision
    meant: tuple[int, ...] = ()
    rest: tuple[str, ...] = ()


class Said(NamedTuple):
    """All words of an answer, and the arguments that were chosen before it."""

    words: tuple[str, ...]
    chosen: frozenset[str]


def follow(question: Question, path: Path) -> Question | Decision:
    """What is asked, or decided, after some answers. Raises NoSuchAnswer."""
    result: Question | Decision = question
    for numbers in path:
        if isinstance(result, Decision):
            raise NoSuchAnswer
        result = result.after(numbers)
    return result


def read(question: Question, answer: str) -> Read:
    """What an answer means. Where it is not clear, `result` is the question that remains, and `meant` or `rest` why."""
    text = answer.strip()
    if NUMBERS.fullmatch(text):
        path = tuple(tuple(map(int, BESIDE.split(step.strip()))) for step in text.split("."))
        try:
            return Read(path, follow(question, path))
        except NoSuchAnswer:
            if len(tokens(text)) > 1 or not any(text in tokens(choice.name) for choice in question.choices):
                return Read((), question, rest=tokens(text))
    if (number := _shown(question, text)) is not None:
        return Read(((number,),), question.after((number,)))
    return _heard(question, tokens(text))


def _shown(question: Question, text: str) -> int | None:
    """The number of the answer that is shown with these very words; None if there is none, or more than one."""
    same = [
        number for number, choice in enumerate(question.choices, 1)
        if text.casefold() in (choice.words.casefold(), choice.name.casefold())
    ]  # fmt: skip
    return same[0] if len(same) == 1 else None


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text, without case, accents and signs.

    >>> tokens("Vous cédez 2 × 7 !")
    ('vous', 'cedez', '2', 'x', '7')
    """
    text = TIMES.sub(r"\1 x ", text)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return tuple(re.findall(r"[^\W_]+", bare.casefold()))


def _is_among(word: str, words: Iterable[str]) -> bool:
    return any(word == other or (len(word) >= SHORTEST and other.startswith(word)) for other in words)


def _left(words: Sequence[str], heard: Iterable[str]) -> tuple[str, ...]:
    """The words that are not among those heard."""
    there = set(heard)
    return tuple(word for word in words if not _is_among(word, there))


# Words


def _heard(question: Question, words: tuple[str, ...], path: Path = (), said: Said | None = None) -> Read:
    """Goes as far as the words lead without a doubt."""
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
    """The arguments that no answer of a question changes."""
    return frozenset.intersection(*(frozenset(way.args) - {way.slot or ""} for way in question.ways))


def _of_argument(question: Question, words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words up to the one with which the sentence goes on after the argument that is chosen, and those after it."""
    ends = _ends(question)
    at = next((place for place, word in enumerate(words) if place and word in ends), len(words))
    return words[:at], words[at + 1 :]


def _ends(question: Question) -> tuple[str, ...]:
    """The words of the sentence that follow the argument that is chosen; none where several may be."""
    named = {(way.template.verb, way.slot) for way in question.ways}
    if len(named) != 1:
        return ()
    [(verb, slot)] = named
    return between(question.labels.game.package, question.labels.language, verb).get(slot or "", ())


def _on(question: Question, numbers: tuple[int, ...], words: tuple[str, ...], path: Path, said: Said) -> Read:
    """Takes an answer, and goes on with the words that are left; a move is decided only if none is."""
    result, path = question.after(numbers), (*path, numbers)
    words = words if _left(words, _around(question, question.choices[numbers[0] - 1])) else ()
    if isinstance(result, Decision):
        is_meant = not words and _is_sure(question, numbers, result, said)
        return Read(path, result) if is_meant else Read(path[:-1], question, numbers, words or said.words)
    return _heard(result, words, path, said) if words else Read(path, result)


def _is_sure(question: Question, numbers: tuple[int, ...], decision: Decision, said: Said) -> bool:
    """Whether a move is what was said: where a word may belong to two arguments, only if all is said in its order.

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
    """The numbers of the answers that may be meant: those so called, else all that have these words or lead to them."""
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
    """Those of some answers whose names are in the words in full, the longest; all of them if none is."""
    said = Counter([*words, *tokens(f"{question.labels.phrases['you']} {question.sentence}")])
    names = {number: Counter(tokens(question.choices[number - 1].name)) for number in numbers}
    full = [number for number, name in names.items() if not name - said]
    longest = max((names[number].total() for number in full), default=0)
    return [number for number in full if names[number].total() == longest] or numbers


def _called(question: Question, choice: Choice) -> tuple[tuple[str, ...], ...]:
    """What an answer is called: its name, its words, or the title of a verb that it alone has."""
    verbs = {way.template.verb for way in choice.ways}
    is_only = len([other for other in question.choices if other.ways[0].template.verb in verbs]) == 1
    titles = [tokens(question.labels.verb(verb)) for verb in verbs] if is_only else []
    return tokens(choice.name), tokens(choice.words), *titles


def _own(question: Question, choice: Choice) -> set[str]:
    """The words of an answer itself: its name, and the words around the blanks of its verb's sentence."""
    return {*tokens(choice.name), *_around(question, choice)}


def _around(question: Question, choice: Choice) -> set[str]:
    """The words of a sentence that stand around its blanks, with what is chosen of it already."""
    verbs = {way.template.verb for way in choice.ways}
    said = (between(question.labels.game.package, question.labels.language, verb) for verb in verbs)
    so_far = tokens(f"{question.labels.phrases['you']} {question.sentence}")
    return {*so_far, *(word for parts in said for words in parts.values() for word in words)}


@cache
def between(package: str, language: str, verb: str) -> Mapping[str, tuple[str, ...]]:
    """The words of a verb's sentence after each of its blanks, as it is said to `you`."""
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
    """The words that say not only how many: `2 x gold` is `gold`."""
    return tuple(word for word in words if word != "x" and not (word.isdecimal() and len(word) < SHORTEST)) or (*words,)


def _beneath(question: Question, choice: Choice) -> set[str]:
    """The words of an answer and of everything that can be chosen after it."""
    return {*_own(question, choice), *(word for way in choice.ways for word in _offered(question.labels, way))}


def _offered(labels: Labels, way: Way) -> Iterable[str]:
    """The words of all that a way still offers."""
    for name in way.template.slots:
        yield from _offered_for(labels, way, name)


def _offered_for(labels: Labels, way: Way, name: str) -> set[str]:
    """The same for one argument."""
    means, slot = declared(labels.game.package)["verbs"][way.template.verb][name], way.template.slots[name]
    values = [way.args[name]] if name in way.args else slot.parts() or tuple(islice(slot, OFFERED))
    return {word for value in values for word in tokens(labels.value(means, value))}


def _several(question: Question, words: tuple[str, ...], path: Path, said: Said) -> Read:
    """Reads the names of parts one after another, with how many of each before it: `2 gold and carpet`."""
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
    """The numbers of the parts whose name comes first, the longest one, else a word of it; and by how many words."""
    if words[0].isdecimal() and words[1:2] == ("x",):
        return [], 1
    whole = [(len(name), number) for number, name in enumerate(names, 1) if name and tuple(words[: len(name)]) == name]
    if whole:
        longest = max(length for length, _ in whole)
        return [number for length, number in whole if length == longest], longest
    if words[0] in filler:
        return [], 1
    return [number for number, name in enumerate(names, 1) if _is_among(words[0], name)], 1
