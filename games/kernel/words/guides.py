"""Guided first matches: their tables, and the ideas that they explain.

A game may have `guide.toml`: `bots`, `seed` and `options` of the match, and the list `ideas`. An idea has a `name` and
`at`, the element next to which clients show it. The table `guide` of the texts has its title and help under that name.
Clients show each idea once, when all its conditions hold: `phase`, a prompt of that phase is open to the player;
`verb`, the player may play that verb; `happened`, that verb was played or that announcement was made. Without the file,
clients show the texts of the phases.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.kernel.words.helps import help_of
from games.kernel.words.texts import entry

PLACES = ("hand", "question", "table")
CONDITIONS = {"phase": ("phases",), "verb": ("verbs",), "happened": ("verbs", "announcements")}
"""The conditions of an idea, each with the tables of texts that contain its names."""


@cache
def declared_guide(package: str) -> Mapping[str, Any] | None:
    """Returns the guide that a game declares, without its texts; None if there is none."""
    source = files(package).joinpath("guide.toml")
    return tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else None


def guide(package: str, language: str) -> dict[str, Any] | None:
    """Returns a game's guide with its texts in one language; None if it declares none."""
    declared = declared_guide(package)
    if declared is None:
        return None
    ideas = [
        {**idea, **entry(package, language, "guide", name), "help": help_of(package, language, "guide", name)}
        for idea in declared["ideas"]
        for name in [idea["name"]]
    ]
    return {"bots": declared["bots"], "seed": declared["seed"], "options": declared.get("options", {}), "ideas": ideas}
