"""The meanings of names on the wire, for clients: data next to each game's cards.

Each game has `meanings.toml`, in no language, and `sentences/en.toml` and `sentences/fr.toml`. `games/kernel` has both
too, for what all games share. Tables of `meanings.toml`:

    verbs           each verb with its slots and the meaning of a slot's values (`MEANS`)
    zones           `per`, `numbered` and `shape`, if the kernel does not know them
    public          the type of each field of the public state (`TYPES`), or a table with `type`, `of`, `hidden`,
                    `members`, and `keys` (the type of an object's keys). A fork translates every `card`
    prompts         by phase, the type of each of its prompts' data
    announcements   by announcement, the type of each detail
    reasons         by reason, the type of each parameter
    explained       by code, the kind (`KINDS`) of each parameter of the explanation of a trade
    looks           a list: `faces` (names, `*` for any letters) with `corner`, `bands`, `glyph`, `group`
    situation       a list: the contents of a text about the table, in the order that interests a player of the game
                    (games/kernel/words/situation.py)

Tables of the sentences: `says` (verbs), `asks` (phases), `slots` (titles), `announced`, `reasons`, `outcomes` (phases),
`explained` (codes), `scores` (`seat`: a seat's score, with the blank `score`; only in games that have scores),
`situation` (zones, public fields, and cards).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from games.kernel.deck import Face
from games.kernel.game import Game
from games.kernel.state import Json, Sight
from games.kernel.words.texts import spoken

KERNEL = "games.kernel"
MEANS = (
    "card",
    "face",
    "seat",
    "zone",
    "place",
    "offer",
    "version",
    "colour",
    "coins",
    "good",
    "die",
    "number",
    "word",
    "text",
)
TYPES = (
    "seat",
    "seats",
    "integer",
    "boolean",
    "by_seat",
    "list",
    "card",
    "face",
    "faces",
    "zone",
    "coins",
    "good",
    "word",
    "offers",
    "object",
    "number",
)
TABLES = ("verbs", "zones", "public", "prompts", "announcements", "reasons", "explained")
SENTENCES = ("says", "asks", "slots", "announced", "reasons", "outcomes", "explained", "scores", "situation")
KINDS = ("goods", "worth", "boolean")
"""The kinds of parameters.

goods: numbers by face, with `coins` and `hidden` for face-down cards; worth: may have decimals.
"""
SIGHTS = {Sight.ALL: "all", Sight.OWNER: "owner", Sight.NOBODY: "none"}


@cache
def declared(package: str) -> Mapping[str, Any]:
    """Returns the declarations of a package merged over the kernel's, table by table."""
    own, shared = _read(package, "meanings.toml"), _read(KERNEL, "meanings.toml")
    tables = {table: {**shared.get(table, {}), **own.get(table, {})} for table in TABLES}
    return {**tables, "looks": own.get("looks", []), "situation": own.get("situation", [])}


@cache
def sentences(package: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """Returns a package's patterns merged over the kernel's, in one language."""
    own, shared = _read(package, _file(spoken(package, language))), _read(KERNEL, _file(language))
    return {table: {**shared.get(table, {}), **own.get(table, {})} for table in SENTENCES}


@cache
def phrases(language: str) -> Mapping[str, str]:
    """Returns the kernel's own words and patterns: the refusals by code, and the names of values."""
    shared = _read(KERNEL, _file(language))
    return {**shared["refusals"], **shared["phrases"]}


def _file(language: str) -> str:
    return f"sentences/{language}.toml"


@cache
def _read(package: str, path: str) -> Mapping[str, Any]:
    return tomllib.loads(files(package).joinpath(path).read_text(encoding="utf-8"))


# Slots, public fields and prompt data


def slot_title(package: str, language: str, verb: str, slot: str) -> str:
    """Returns the title of a slot; an entry `"verb.slot"` overrides the bare slot for one verb."""
    titles = sentences(package, language)["slots"]
    return titles.get(f"{verb}.{slot}") or titles[slot]


def type_of(value: str | Mapping[str, Any]) -> dict[str, Any]:
    """Returns a type as the API sends it: `{type, of?, members?, keys?, hidden?}`.

    >>> type_of("seat"), type_of({"type": "by_seat", "of": "integer"})
    ({'type': 'seat'}, {'type': 'by_seat', 'of': 'integer'})
    """
    return {"type": value} if isinstance(value, str) else dict(value)


def data_types(package: str, phase: str) -> dict[str, dict[str, Any]]:
    """Returns the types of the data of a phase's prompts."""
    return {name: type_of(value) for name, value in declared(package)["prompts"].get(phase, {}).items()}


def detail_types(package: str, what: str) -> dict[str, dict[str, Any]]:
    """Returns the types of an announcement's details."""
    return {name: type_of(value) for name, value in declared(package)["announcements"].get(what, {}).items()}


# Zones


def zone_meaning(game: Game, name: str) -> dict[str, Any]:
    """Returns the sight, owner, numbering, layout and order of a kind of zone."""
    own = declared(game.package)["zones"].get(name, {})
    sight = game.sights[name]
    seated = own.get("per") or ("seat" if sight is Sight.OWNER else "table")
    is_set, numbered = name in game.sets, own.get("numbered")
    return {
        "sight": SIGHTS[sight],
        "per": seated,
        "numbered": numbered,
        "shape": own.get("shape") or _shape(sight, seated, is_set),
        "order": "set" if is_set else "pile",
    }


def _shape(sight: Sight, seated: str, is_set: bool) -> str:
    """Returns the default layout of a zone: a hand, a row of open cards, or a pile."""
    if sight is Sight.OWNER:
        return "hand"
    return "row" if sight is Sight.ALL and (is_set or seated == "seat") else "pile"


# Looks


def look_of(game: Game, face: Face, printed: Mapping[str, Json]) -> dict[str, Any]:
    """Returns the look of a face: the value in its corner, its bands, its glyph, and its group.

    `bands` and `glyph` may name a printed attribute; then its value is used. `{face}` is the face's own name.
    """
    rule = look_rule(declared(game.package)["looks"], face)
    if rule is None:
        raise KeyError(face)
    bands = [band for name in _names(rule.get("bands", [])) for band in _printed(name, face, printed)]
    glyph = _printed(rule["glyph"], face, printed)[0] if "glyph" in rule else None
    return {"corner": rule.get("corner"), "bands": bands, "glyph": glyph, "group": rule["group"]}


def look_rule(rules: list[dict[str, Any]], face: Face) -> dict[str, Any] | None:
    """Returns the first look whose names match a face; None if there is none."""
    return next((rule for rule in rules if any(fnmatchcase(face, name) for name in _names(rule["faces"]))), None)


def _names(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _printed(name: str, face: Face, printed: Mapping[str, Json]) -> list[str]:
    value = printed.get(name, name.replace("{face}", face))
    return [str(item) for item in value] if isinstance(value, list | tuple | dict) else [str(value)]
