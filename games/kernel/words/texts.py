"""The titles and help texts of a game in French and English: data next to the cards, separate from the rules.

Each game has `texts/en.toml` and `texts/fr.toml`: `title`, `summary`, the table `about` (`goal`, `setup`, `turn`,
`end`, of a match with the default options), and the tables `faces`, `zones`, `verbs`, `words`, `phases`, `public`,
`options`, `announcements`, `rulings`, whose entries are a title or `{title, help}`. `words` has the words of slots that
are neither faces nor zones. An option that takes words also has `values`, a title for each of them; a face with a long
help also has `short`, at most 30 letters for a card on a table. A game with a guided first match (`guides`) also has
the table `guide`, one with examples of cards (`examples`) the table `examples`.

`notes` has the parts of the rule sheet that are not rules: advice, names, stories. `families` has the faces that
options generate, by their first word: a pattern for each part with its number `n`, and `title` for all `parts` with the
number at the end: `tile_carpet_1_gold_2_7` is "1 carpet, 2 gold: 7 points".

A help text may have blanks for options (`games.kernel.words.helps`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from games.kernel.words.sentence import Term, filled

LANGUAGES = {"en": "English", "fr": "Français"}
"""The languages of all texts and their names, the default first. This is the only list of languages."""
TABLES = ("faces", "zones", "verbs", "words", "phases", "public", "options", "announcements", "rulings")
WORDS = ("words", "faces", "zones")
HELPED = ("faces", "zones", "verbs", "phases", "public", "announcements")
"""The tables, in addition to `guide`, whose help texts may have blanks for options."""
# A word with a suffix: a group's number, a change of value, or another word.
# `carpet_1_gold_2_7`: words with a number each, and a number at the end.
_PARTS = re.compile(r"((?:[a-z]+_\d+_)+)(\d+)")
_PART = re.compile(r"([a-z]+)_(\d+)_")
_LONGER = re.compile(r"(.+?)_?([+-]?\d+)|(.+)_([a-z]+)")


@cache
def texts(package: str, language: str) -> Mapping[str, Any]:
    """Returns all texts of one game's package in one language."""
    source = files(package).joinpath("texts", f"{spoken(package, language)}.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


@cache
def spoken(package: str, language: str) -> str:
    """Returns the language of a package's texts: the given language or, if a draft lacks it, a language that it has."""
    folder = files(package).joinpath("texts")
    there = [known for known in (language, *LANGUAGES) if folder.joinpath(f"{known}.toml").is_file()]
    return there[0] if there else language


def entry(package: str, language: str, table: str, key: str) -> dict[str, str]:
    """Returns the title and help text of one entry; `help` may be empty. A face may also have `short`."""
    text = texts(package, language)[table][key]
    if isinstance(text, str):
        return {"title": text, "help": ""}
    short = {"short": text["short"]} if "short" in text else {}
    return {"title": text["title"], **short, "help": text["help"]}


@cache
def singular(language: str) -> Sequence[int]:
    """Returns the numbers that take the singular."""
    source = files("games.kernel").joinpath("sentences", f"{language}.toml").read_text(encoding="utf-8")
    numbers: Sequence[int] = tomllib.loads(source)["singular"]
    return numbers


def number_term(language: str, number: int) -> Term:
    """Returns a number, and the form of the words that agree with it."""
    return Term(str(number), 0 if number in singular(language) else 1, number == 0)


def value_titles(options: Mapping[str, Any], option: str) -> dict[str, str]:
    """Returns the titles of the words that an option takes, from the texts of a game's options."""
    text = options.get(option, "")
    return {} if isinstance(text, str) else dict(text.get("values", {}))


def word_title(package: str, language: str, word: str) -> str | None:
    """Returns the title of a word that a slot offers; None if the game has no text for it.

    A word is an entry of `words`, a face or a zone. A longer word is translated part by part: `red_1` is "Red 1".
    """
    table = next((table for table in WORDS if word in texts(package, language).get(table, {})), None)
    if table is not None:
        return entry(package, language, table, word)["title"]
    if (built := _built(package, language, word)) is not None:
        return built
    if (longer := _LONGER.fullmatch(word)) is None:
        return None
    base, number, start, end = longer.groups()
    parts = (base, number) if base else (start, end)
    titles = [part if part == number else word_title(package, language, part) for part in parts]
    return None if None in titles else " ".join(part for part in titles if part)


def _built(package: str, language: str, word: str) -> str | None:
    """Returns the title of a face that options generate; None for other words."""
    start, _, rest = word.partition("_")
    family = texts(package, language).get("families", {}).get(start)
    if family is None or (found := _PARTS.fullmatch(rest)) is None:
        return None
    parts = _PART.findall(found[1])
    if any(name not in family for name, _ in parts):
        return None
    named = [filled(family[name], {"n": number_term(language, int(number))}) for name, number in parts]
    return filled(family["title"], {"parts": Term(", ".join(named)), "n": number_term(language, int(found[2]))})


def words_of(slot: Mapping[str, Any]) -> Iterator[str]:
    """Yields the words that a slot offers, in its JSON: options, members, faces, or the meanings of cards.

    >>> list(words_of({"slot": "one_of", "options": ["up", "down"]}))
    ['up', 'down']
    """
    for offered in slot.get("options", slot.get("of", ())):
        word = offered.get("as") if isinstance(offered, Mapping) else offered
        if isinstance(word, str):
            yield word
