"""The description of a game for clients: its options as JSON Schema, and labels for everything it shows."""

from __future__ import annotations

from functools import cache
from typing import Any

from events.policies import POLICIES
from games import registry
from games.kernel.game import Game
from games.kernel.texts import TABLES, entry, texts, word_title


def package_of(game: Game) -> str:
    """The package that holds a game's texts."""
    return type(game).__module__.removesuffix(".game").split(".rules")[0]


@cache
def described(game: Game, language: str) -> dict[str, Any]:
    """A game as `GET /games/{game}` returns it, in one language."""
    package = package_of(game)
    words = texts(package, language)
    tables = {table: {key: entry(package, language, table, key) for key in words.get(table, {})} for table in TABLES}
    faces = {
        face: {**tables["faces"].get(face, {"title": face, "help": ""}), **game.deck.attributes[face]}
        for face in game.deck.attributes
    }
    return {
        "game": game.key, "title": words["title"], "summary": words["summary"],
        "seats": {"min": game.seats.start, "max": game.seats.stop - 1},
        "options": _options(game, tables["options"]), "rules_versions": sorted(registry.GAMES[game.key]),
        "policies": list(POLICIES), **{table: tables[table] for table in TABLES if table != "options"}, "faces": faces,
    }  # fmt: skip


def _options(game: Game, words: dict[str, dict[str, str]]) -> dict[str, Any]:
    """The options' JSON Schema, each with its title and help."""
    schema = game.options.schema()
    for name, setting in schema["properties"].items():
        label = words.get(name, {"title": name, "help": ""})
        setting["title"], setting["description"] = label["title"], label["help"]
    return schema


def face_names(game: Game, language: str) -> dict[str, str]:
    """The title of each face."""
    return {face: label["title"] for face, label in described(game, language)["faces"].items()}


def verb_label(game: Game, language: str, verb: str) -> str:
    """The label of a button for this verb."""
    title: str = described(game, language)["verbs"].get(verb, {"title": verb})["title"]
    return title


@cache
def word_label(game: Game, language: str, word: str) -> str:
    """The label of a button that fills a slot with this word."""
    return word_title(package_of(game), language, word) or word
