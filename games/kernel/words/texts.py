"""A game's titles and helps in French and English: data beside the cards, never in the rules.

Each game has `texts/en.toml` and `texts/fr.toml`: `title`, `summary`, the table `about` (`goal`, `turn`, `end`: what
one tries, what one does in turn, who wins), and the tables `faces`, `zones`, `verbs`, `words`, `phases`, `public`,
`options`, `announcements`, `rulings`, whose entries are a title or `{title, help}`. `words` has those that slots offer
and that are neither faces nor zones. An option that takes words also has `values`, a title for each of them; a face
whose help is long also has `short`, what it does in at most 30 letters, for a card on a table. A game with a guided
first match (`guides`) also has the table `guide`, one with examples of cards (`examples`) the table `examples`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = {"en": "English", "fr": "Français"}
"""The languages of all texts and their names, the default first: the one list."""
TABLES = ("faces", "zones", "verbs", "words", "phases", "public", "options", "announcements", "rulings")
WORDS = ("words", "faces", "zones")
# A word with something after it: a group's number, a change of value, or another word.
_LONGER = re.compile(r"(.+?)_?([+-]?\d+)|(.+)_([a-z]+)")


@cache
def texts(package: str, language: str) -> Mapping[str, Any]:
    """All texts of one game's package in one language."""
    source = files(package).joinpath("texts", f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


def entry(package: str, language: str, table: str, key: str) -> dict[str, str]:
    """The title and help of one thing; `help` is empty where the title is enough. A face may have `short`, too."""
    text = texts(package, language)[table][key]
    if isinstance(text, str):
        return {"title": text, "help": ""}
    short = {"short": text["short"]} if "short" in text else {}
    return {"title": text["title"], **short, "help": text["help"]}


def value_titles(options: Mapping[str, Any], option: str) -> dict[str, str]:
    """The titles of the words that an option takes, from the texts of a game's options."""
    text = options.get(option, "")
    return {} if isinstance(text, str) else dict(text.get("values", {}))


def word_title(package: str, language: str, word: str) -> str | None:
    """The title of a word that a slot offers; None if the game has no text for it.

    A word is one of `words`, a face or a zone; a longer word is translated part by part: `red_1` is "Red 1".
    """
    table = next((table for table in WORDS if word in texts(package, language).get(table, {})), None)
    if table is not None:
        return entry(package, language, table, word)["title"]
    if (longer := _LONGER.fullmatch(word)) is None:
        return None
    base, number, start, end = longer.groups()
    parts = (base, number) if base else (start, end)
    titles = [part if part == number else word_title(package, language, part) for part in parts]
    return None if None in titles else " ".join(part for part in titles if part)


def words_of(slot: Mapping[str, Any]) -> Iterator[str]:
    """The words that a slot offers, as it stands in JSON: options, members, faces, or the meanings of cards.

    >>> list(words_of({"slot": "one_of", "options": ["up", "down"]}))
    ['up', 'down']
    """
    for offered in slot.get("options", slot.get("of", ())):
        word = offered.get("as") if isinstance(offered, Mapping) else offered
        if isinstance(word, str):
            yield word
