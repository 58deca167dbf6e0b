"""The description of a game for clients: its options, and the names and meanings of all its parts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from events.base.policies import levels_of, policies_of
from events.base.texts import texts_of
from games import registry
from games.kernel.game import Game
from games.kernel.words.examples import examples
from games.kernel.words.guides import guide
from games.kernel.words.helps import follows_options, help_of
from games.kernel.words.meanings import (
    data_types,
    declared,
    detail_types,
    look_of,
    sentences,
    slot_title,
    type_of,
    zone_meaning,
)
from games.kernel.words.texts import HELPED, TABLES, entry, texts, value_titles, word_title

Tables = dict[str, dict[str, dict[str, Any]]]


@cache
def described(game: Game, language: str) -> dict[str, Any]:
    """Returns a game in one language, as in `GET /games/{game}`."""
    package = game.package
    words = texts(package, language)
    tables = {table: {key: _entry(package, language, table, key) for key in words.get(table, {})} for table in TABLES}
    return {
        "game": game.key,
        "title": words["title"],
        "summary": words["summary"],
        "seats": {"min": game.seats.start, "max": game.seats.stop - 1},
        "about": dict(words["about"]),
        "length": _length(game),
        "guide": guide(package, language),
        "examples": examples(package, language),
        "score": sentences(package, language)["scores"].get("seat"),
        "options": _options(game, words["options"], tables["options"]),
        "rules_versions": sorted(registry.GAMES[game.key]),
        "policies": list(policies_of(game.key)),
        "levels": levels(game.key, language),
        **{table: tables[table] for table in TABLES if table != "options"},
        "notes": {key: entry(package, language, "notes", key) for key in words.get("notes", {})},
        **_meanings(game, language, tables),
    }


def _entry(package: str, language: str, table: str, key: str) -> dict[str, Any]:
    """Returns a title and its help under the default options. If the options change the help, adds its pattern."""
    text = entry(package, language, table, key)
    if table not in HELPED or not follows_options(text["help"]):
        return text
    return {**text, "help": help_of(package, language, table, key), "help_pattern": text["help"]}


def levels(game_key: str, language: str) -> list[dict[str, str]]:
    """Returns the levels of a game's bots, the weakest first."""
    words = texts_of("levels")[language]
    return [{"policy": level, **words[level]} for level in levels_of(game_key)]


def _meanings(game: Game, language: str, tables: Tables) -> Tables:
    """Returns the tables whose entries also have the meanings of their names."""
    package, said = game.package, sentences(game.package, language)
    meaning, attributes = declared(package), game.deck.attributes
    return {
        "faces": {
            face: {
                **tables["faces"].get(face, _built(package, language, face)),
                **line,
                "look": look_of(game, face, line),
            }
            for face, line in attributes.items()
        },
        "zones": {zone: {**label, **zone_meaning(game, zone)} for zone, label in tables["zones"].items()},
        "verbs": {
            verb: {**label, "says": said["says"][verb], "slots": _slots(package, language, verb)}
            for verb, label in tables["verbs"].items()
        },
        "phases": {
            phase: {**label, "asks": said["asks"][phase], "data": data_types(package, phase)}
            for phase, label in tables["phases"].items()
        },
        "public": {name: {**label, **type_of(meaning["public"][name])} for name, label in tables["public"].items()},
        "announcements": {
            what: {**label, "says": said["announced"][what], "details": detail_types(package, what)}
            for what, label in tables["announcements"].items()
        },
    }


def _built(package: str, language: str, face: str) -> dict[str, Any]:
    """Returns the text of a face whose name is composed of parts."""
    return {"title": word_title(package, language, face) or face, "help": ""}


def _slots(package: str, language: str, verb: str) -> dict[str, dict[str, str]]:
    """Returns the slots of a verb, each with its title and the meaning of its values."""
    slots: dict[str, str] = declared(package)["verbs"][verb]
    return {s: {"title": slot_title(package, language, verb, s), "means": means} for s, means in slots.items()}


def _length(game: Game) -> dict[str, Any] | None:
    """Returns the length of a match, and the options of a short first one."""
    if game.length is None:
        return None
    minutes, option, first = game.length
    usual: Any = {name: one.get("default") for name, one in game.options.schema()["properties"].items()}
    for key in option:
        usual = usual[key]
    return {"minutes": minutes, "option": list(option), "usual": usual if option else None, "first": dict(first)}


def _options(game: Game, words: Mapping[str, Any], labels: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Returns the options' JSON Schema. Each option has its title, its help, and the titles of its words."""
    schema = game.options.schema()
    for name, setting in schema["properties"].items():
        label = labels.get(name, {"title": name, "help": ""})
        setting["title"], setting["description"] = label["title"], label["help"]
        if values := value_titles(words, name):
            setting["titles"] = values
    return schema


def face_names(game: Game, language: str) -> dict[str, str]:
    """Returns the title of each face."""
    return {face: label["title"] for face, label in described(game, language)["faces"].items()}


def verb_label(game: Game, language: str, verb: str) -> str:
    """Returns the label of the button for a verb."""
    title: str = described(game, language)["verbs"].get(verb, {"title": verb})["title"]
    return title


@cache
def word_label(game: Game, language: str, word: str) -> str:
    """Returns the label of the button that fills a slot with a word."""
    return word_title(game.package, language, word) or word
