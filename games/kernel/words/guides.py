"""A first match with a guide: at which table it is played, and which ideas it shows, each once and where it happens.

A game may have `guide.toml`: `bots`, `seed` and `options` of the match, and the list `ideas`. An idea has a `name`, by
which `guide` of each of the game's texts has its title and help, and `at`: what it stands beside. It is shown when all
holds that it names: `phase`, a prompt of that phase is open to the player; `verb`, the player may play it; `happened`,
that verb was played or that announcement made. A game without the file has no guide of its own; clients show what its
phases say.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.kernel.words.texts import entry

PLACES = ("hand", "question", "table")
CONDITIONS = {"phase": ("phases",), "verb": ("verbs",), "happened": ("verbs", "announcements")}
"""What an idea may wait for, and the tables of texts in which its names are."""


@cache
def declared_guide(package: str) -> Mapping[str, Any] | None:
    """The guide that a game declares, without its texts; None if there is none."""
    source = files(package).joinpath("guide.toml")
    return tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else None


def guide(package: str, language: str) -> dict[str, Any] | None:
    """A game's guide with its texts in one language; None if it declares none."""
    declared = declared_guide(package)
    if declared is None:
        return None
    ideas = [{**idea, **entry(package, language, "guide", idea["name"])} for idea in declared["ideas"]]
    return {"bots": declared["bots"], "seed": declared["seed"], "options": declared.get("options", {}), "ideas": ideas}
