"""Examples of a game's rules with cards, as a client draws them beside the texts.

A game may have `examples.toml`, a list `examples`. An example has a `name`, by which `examples` of each of the game's
texts has its title and help, and `groups`: faces that lie together, one group after another, such as the set that lies
there and the one that beats it. `legal = false`: the example shows what the rules do not allow.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.kernel.words.texts import entry


@cache
def declared_examples(package: str) -> tuple[Mapping[str, Any], ...]:
    """The examples that a game declares, without their texts."""
    source = files(package).joinpath("examples.toml")
    return tuple(tomllib.loads(source.read_text(encoding="utf-8"))["examples"]) if source.is_file() else ()


def examples(package: str, language: str) -> list[dict[str, Any]]:
    """A game's examples with their texts in one language; none if it declares none."""
    return [
        {"legal": True, **example, **entry(package, language, "examples", example["name"])}
        for example in declared_examples(package)
    ]
