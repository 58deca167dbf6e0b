"""Examples of a game's rules with cards, which clients draw next to the texts.

A game may have `examples.toml`, a list `examples`. An example has a `name` and `groups`. The table `examples` of the
texts has its title and help under that name. `groups` are faces that lie together, such as a set and the set that beats
it. `legal = false` marks an example that the rules do not allow.
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
    """Returns the examples that a game declares, without their texts."""
    source = files(package).joinpath("examples.toml")
    return tuple(tomllib.loads(source.read_text(encoding="utf-8"))["examples"]) if source.is_file() else ()


def examples(package: str, language: str) -> list[dict[str, Any]]:
    """Returns a game's examples with their texts in one language; an empty list if it declares none."""
    return [
        {"legal": True, **example, **entry(package, language, "examples", example["name"])}
        for example in declared_examples(package)
    ]
