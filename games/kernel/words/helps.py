"""Help texts that depend on a match's options: patterns whose blanks are options.

A number fills its blank directly; a word fills it with its title among the option's `values`. The forms of a blank are:
for a flag, on and off; for a word, one form for each possible word, in order: `{pass_rule|you may return|you are out}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from games.kernel.options import Options
from games.kernel.words.sentence import BLANK, Term, filled
from games.kernel.words.texts import entry, number_term, texts, value_titles

ON, OFF = 0, 1


def help_of(package: str, language: str, table: str, key: str, options: Options | None = None) -> str:
    """Returns a help text under some options; by default under the game's default options."""
    pattern = entry(package, language, table, key)["help"]
    if not follows_options(pattern):
        return pattern
    return filled(pattern, option_terms(package, language, options or default_options(package)))


def follows_options(pattern: str) -> bool:
    """Returns whether a help text has blanks."""
    return BLANK.search(pattern) is not None


def option_terms(package: str, language: str, options: Options) -> dict[str, Term]:
    """Returns the terms that fill the blanks of options."""
    schemas = type(options).schema()["properties"]
    titles = texts(package, language)["options"]
    return {
        name: _term(language, value, schemas[name], value_titles(titles, name))
        for name, value in options.to_json().items()
    }


def _term(language: str, value: Any, schema: Mapping[str, Any], titles: Mapping[str, str]) -> Term:
    if isinstance(value, bool):
        return Term("+" if value else "", ON if value else OFF)
    if isinstance(value, int):
        return number_term(language, value)
    if isinstance(value, str):
        words = list(schema.get("enum", ()))
        return Term(titles.get(value, value), words.index(value) if value in words else 0)
    return Term("", is_none=True)


@cache
def default_options(package: str) -> Options:
    """Returns the default options of a match with the fewest seats."""
    game = import_module(package).GAME
    options: Options = game.options.from_json({}, game.seats[0])
    return options
