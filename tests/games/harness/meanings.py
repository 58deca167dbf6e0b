"""Finds missing, superfluous and wrong entries in a game's descriptions of its names: `faults` of data, `deaf` in play.

`Seen` holds the names in some random matches. The data are passed as dictionaries so that a test can damage them.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from games import registry
from games.kernel.effect import Announced
from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.kernel.state import Prompt, Zone, phase_name, plain
from games.kernel.view import Window, view_of
from games.kernel.words.meanings import (
    KINDS,
    MEANS,
    SENTENCES,
    TYPES,
    declared,
    look_rule,
    sentences,
    type_of,
    zone_meaning,
)
from games.kernel.words.sentence import BLANK, OPTIONAL, blanks
from games.kernel.words.texts import LANGUAGES, texts
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, Players
from tests.games.harness.time_budget import SEED

MATCHES, DECISIONS = 4, 40
SILENT = {"offer", "version"}
LISTS = ("looks", "situation")
SHAPES = ("hand", "pile", "row", "stack", "group", "hidden")
NUMBERED = ("place", "group", "offer")
Data = Mapping[str, Any]


@dataclass
class Seen:
    """The names that occurred in some matches, with their values."""

    slots: dict[str, set[str]] = field(default_factory=dict)
    zones: set[Zone] = field(default_factory=set)
    prompts: dict[int, tuple[Prompt, int]] = field(default_factory=dict)
    announced: list[tuple[Announced, int]] = field(default_factory=list)
    public: list[tuple[Mapping[str, Any], int]] = field(default_factory=list)


@cache
def matches(key: str) -> tuple[Match, ...]:
    """Returns some random matches of a game's newest rules, under options of every kind."""
    game, found = registry.get(key), []
    varied = covering_options(game, game.seats[0], policy_draws(b"meanings", SEED))
    for seed in range(SEED, SEED + MATCHES):
        seats = game.seats[seed % len(game.seats)]
        chosen = varied[seed % len(varied)] if seats == game.seats[0] else game.options.from_json({}, seats)
        match, players = Match(game, seats, chosen, seed), Players.of_seed(seed)
        while not match.state.is_over and len(match.decisions) < DECISIONS:
            match.decide(players.decision(match))
        found.append(match)
    return tuple(found)


@cache
def seen(key: str) -> Seen:
    """Returns the names that occurred in those matches."""
    found = Seen()
    for number, match in enumerate(matches(key)):
        for step in match.steps:
            for prompt in step.after.open_prompts:
                if (1000 * number + prompt.id) not in found.prompts:
                    found.prompts[1000 * number + prompt.id] = (prompt, match.seats)
                    for seat in prompt.seats:
                        for template in match.game.legal_moves(Window(step.after, seat), prompt.id).templates:
                            found.slots.setdefault(template.verb, set()).update(template.slots)
            found.zones.update(step.after.places)
            found.announced += [(e, match.seats) for e in step.outcome.effects if isinstance(e, Announced)]
            found.public.append((vars(step.after.public), match.seats))
    return found


def faults(game: Game, data: Data, said: Mapping[str, Mapping[str, Mapping[str, str]]], met: Seen) -> list[str]:
    """Returns all faults in a game's meanings and sentences. said: the sentences by language."""
    return [
        *_verbs(game, data, said, met),
        *_zones(game, met),
        *_public(game, data, met),
        *_prompts(game, data, said, met),
        *_announcements(game, data, said, met),
        *_reasons(game, data, said),
        *_explained(data, said),
        *_faces(game, data),
        *_patterns(said),
        *_scores(game, said),
        *_situation(game, data, said),
    ]


def data_of(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns a copy of a game's own data for `faults`; tests may damage the copy."""
    said = {language: {t: dict(v) for t, v in sentences(game.package, language).items()} for language in LANGUAGES}
    own = declared(game.package)
    copied = {
        table: {key: dict(v) if isinstance(v, dict) else v for key, v in own[table].items()}
        for table in own
        if table not in LISTS
    }
    return {**copied, **{name: list(own[name]) for name in LISTS}}, said


def _verbs(game: Game, data: Data, said: Data, met: Seen) -> Iterator[str]:
    verbs = set(texts(game.package, "en")["verbs"]) | set(met.slots) | {v for p in game.phase_types for v in p.verbs}
    yield from differing("verbs", verbs, data["verbs"])
    for verb, slots in data["verbs"].items():
        yield from (f"verbs.{verb}.{slot} is {means!r}" for slot, means in slots.items() if means not in MEANS)
        yield from (
            f"-verbs.{verb}.{slot}" for slot in sorted((met.slots.get(verb, set()) | named(game, verb)) - set(slots))
        )
        for language in LANGUAGES:
            yield from untitled(said[language]["slots"], verb, slots, language)
            pattern = said[language]["says"].get(verb)
            if pattern is None:
                yield f"-{language}.says.{verb}"
                continue
            yield from strange(f"{language}.says.{verb}", pattern, {*slots, "seat"})
            yield from (
                f"{language}.says.{verb} is silent on {slot}"
                for slot in sorted(set(slots) - SILENT - set(blanks(pattern)))
            )


def untitled(titles: Mapping[str, str], verb: str, slots: Iterable[str], language: str) -> Iterator[str]:
    for slot in slots:
        if not titles.get(f"{verb}.{slot}", titles.get(slot)):
            yield f"-{language}.slots.{slot}"


def named(game: Game, verb: str) -> set[str]:
    """Returns the arguments that the methods of a verb name."""
    found: set[str] = set()
    for phase in game.phase_types:
        if verb in phase.verbs:
            parameters = inspect.signature(getattr(phase, phase.verbs[verb])).parameters.values()
            found |= {p.name for p in list(parameters)[2:] if p.kind is not p.VAR_KEYWORD} - {"seat", "prompt"}
    return found


def _zones(game: Game, met: Seen) -> Iterator[str]:
    for zone in game.sights:
        meaning = zone_meaning(game, zone)
        if meaning["shape"] not in SHAPES or (meaning["numbered"] or "place") not in NUMBERED:
            yield f"zones.{zone} is {meaning}"
    for zone in sorted(met.zones, key=str):
        meaning = zone_meaning(game, zone.name)
        if (meaning["per"] == "seat") != (zone.seat is not None):
            yield f"zones.{zone.name} is per {meaning['per']}, and {zone} was met"
        if (meaning["numbered"] is not None) != (zone.number is not None):
            yield f"zones.{zone.name} is numbered by {meaning['numbered']}, and {zone} was met"


def _public(game: Game, data: Data, met: Seen) -> Iterator[str]:
    yield from differing("public", {f.name for f in fields(game.public)}, data["public"], {"offers", "next_offer"})
    for values, seats in met.public:
        yield from unfit("public", data["public"], values, seats, game)


def _prompts(game: Game, data: Data, said: Data, met: Seen) -> Iterator[str]:
    phases = {phase_name(phase) for phase in game.phase_types}
    yield from (f"+prompts.{phase}" for phase in sorted(set(data["prompts"]) - phases - {"offer_time"}))
    for prompt, seats in met.prompts.values():
        types = data["prompts"].get(prompt.phase, {})
        yield from (f"-prompts.{prompt.phase}.{name}" for name in sorted(set(prompt.data) - set(types)))
        yield from unfit(f"prompts.{prompt.phase}", types, prompt.data, seats, game)
    for language in LANGUAGES:
        yield from differing(f"{language}.asks", phases, said[language]["asks"], {"offer_time"})
        for phase, pattern in said[language]["asks"].items():
            yield from strange(f"{language}.asks.{phase}", pattern, {*data["prompts"].get(phase, {}), *data["public"]})
        for phase, pattern in said[language]["outcomes"].items():
            yield from strange(f"{language}.outcomes.{phase}", pattern, {*data["prompts"].get(phase, {}), "seats"})
        yield from (f"+{language}.outcomes.{phase}" for phase in sorted(set(said[language]["outcomes"]) - phases))


def _announcements(game: Game, data: Data, said: Data, met: Seen) -> Iterator[str]:
    whats = set(texts(game.package, "en")["announcements"])
    yield from (f"+announcements.{what}" for what in sorted(set(data["announcements"]) - whats))
    for what, name in detailed(game):
        if name not in data["announcements"].get(what, {}):
            yield f"-announcements.{what}.{name}"
    for announced, seats in met.announced:
        types = data["announcements"].get(announced.what, {})
        yield from (f"-announcements.{announced.what}.{name}" for name in sorted(set(announced.details) - set(types)))
        yield from unfit(f"announcements.{announced.what}", types, announced.details, seats, game)
    for language in LANGUAGES:
        yield from differing(f"{language}.announced", whats, said[language]["announced"])
        for what, pattern in said[language]["announced"].items():
            yield from strange(f"{language}.announced.{what}", pattern, set(data["announcements"].get(what, {})))


def _reasons(game: Game, data: Data, said: Data) -> Iterator[str]:
    codes = {
        "needs_another_card",
        "superfluous_card",
        "does_not_pay",
        "mixed_groups",
        "superfluous",
        "needs_junk",
        "needs_discarded",
        "no_credit",
    }
    kernel = set(declared("games.kernel")["reasons"])
    yield from differing("reasons", given(game), data["reasons"], kernel)
    for language in LANGUAGES:
        yield from differing(f"{language}.reasons", given(game), said[language]["reasons"], kernel | codes)
        for reason, pattern in said[language]["reasons"].items():
            if reason not in codes:
                yield from strange(f"{language}.reasons.{reason}", pattern, set(data["reasons"].get(reason, {})))


def _explained(data: Data, said: Data) -> Iterator[str]:
    for code, kinds in data["explained"].items():
        yield from (f"explained.{code}.{name} is {kind!r}" for name, kind in kinds.items() if kind not in KINDS)
    for language in LANGUAGES:
        yield from differing(f"{language}.explained", set(data["explained"]), said[language]["explained"])
        for code, pattern in said[language]["explained"].items():
            yield from strange(f"{language}.explained.{code}", pattern, set(data["explained"].get(code, {})))


def _scores(game: Game, said: Data) -> Iterator[str]:
    needed = {"seat"} if has_scores(game) else set()
    for language in LANGUAGES:
        yield from differing(f"{language}.scores", needed, said[language]["scores"])
        for key, pattern in said[language]["scores"].items():
            yield from strange(f"{language}.scores.{key}", pattern, {"score"})


def _situation(game: Game, data: Data, said: Data) -> Iterator[str]:
    """Yields faults of patterns: one is missing, describes nothing that the game shows, or lacks its blanks."""
    told = {name for entry in data["situation"] for name in (entry["tell"] if isinstance(entry, dict) else [entry])}
    numbers = {
        name for printed in game.deck.attributes.values() for name, value in printed.items() if type(value) is int
    }
    yield from (f"+situation.{name}" for name in sorted(told - set(game.sights) - set(data["public"])))
    groups = {f"card.{rule.get('group')}" for rule in data["looks"]}
    for language in LANGUAGES:
        for key, pattern in said[language]["situation"].items():
            name = key.removesuffix(".all")
            if name not in told | groups | {"card"}:
                yield f"+{language}.situation.{key}"
            blanks_of = {"card", *numbers} if name in groups | {"card"} else {"all"} if key != name else None
            if blanks_of is None and name in data["public"]:
                blanks_of = set(type_of(data["public"][name]).get("members", {"value"}))
            elif blanks_of is None:
                blanks_of = {"cards", "number", "top", "title", "index", *numbers, *said_of(game)}
            yield from strange(f"{language}.situation.{key}", pattern, blanks_of)


@cache
def said_of(game: Game) -> set[str]:
    """Returns the numbers that a game shows for its zones in random matches."""
    states = (step.after for match in matches(game.key) for step in match.steps)
    views = (view_of(state, None) for state in states)
    return {
        name
        for view in views
        for zone in view.places
        if view.sees(None, zone) and view.size(*zone)
        for name in game.zone_values(view, zone)
    }


def has_scores(game: Game) -> bool:
    """Returns whether a game's code ends a match with scores: `dealer.end(standings, scores)`."""
    nodes = (node for path in sources(game) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    calls = (node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "end")
    scored = (call for call in calls if len(call.args) + len(call.keywords) > 1)
    return any(getattr(getattr(call.func, "value", None), "id", "") == "dealer" for call in scored)


def detailed(game: Game) -> Iterator[tuple[str, str]]:
    """Yields each literal announcement in a game's code, with each of its details."""
    for node in (node for path in sources(game) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        is_call = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "announce" and node.args
        if is_call and isinstance(node.args[0], ast.Constant):
            yield from ((node.args[0].value, keyword.arg) for keyword in node.keywords if keyword.arg)


def given(game: Game) -> set[str]:
    """Returns the reasons in a game's code: `because("key")`, `wrong("option", "key")`, and keys in tables."""
    found: set[str] = set()
    for node in (node for path in sources(game) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("because", "wrong"):
            found |= set(chosen(node.args[1 if getattr(node.func, "id", "") == "wrong" else 0]))
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").endswith("_REASONS"):
            assert isinstance(node.value, ast.Dict)
            found |= {word for value in node.value.values for word in chosen(value)}
    return found


def chosen(node: ast.AST) -> Iterator[str]:
    """Yields the words to which an expression may evaluate."""
    if isinstance(node, ast.IfExp):
        yield from chosen(node.body)
        yield from chosen(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def sources(game: Game) -> Iterator[Path]:
    yield from sorted(Path(str(files(game.package))).rglob("*.py"))


def _faces(game: Game, data: Data) -> Iterator[str]:
    for face, printed in game.deck.attributes.items():
        rule = look_rule(data["looks"], face)
        if rule is None:
            yield f"-looks.{face}"
        elif "corner" in rule and rule["corner"] not in printed:
            yield f"looks.{face} has {rule['corner']!r} in its corner"


def _patterns(said: Data) -> Iterator[str]:
    for language in LANGUAGES:
        for table in SENTENCES:
            for key, pattern in said[language][table].items():
                yield from (f"{language}.{table}.{key}: {fault}" for fault in malformed(pattern))


def malformed(pattern: str) -> Iterator[str]:
    """Yields syntax errors of a pattern: unmatched braces and brackets."""
    rest = BLANK.sub("", pattern)
    if "{" in rest or "}" in rest:
        yield f"a brace that is no blank in {pattern!r}"
    bare = OPTIONAL.sub(r"\1", rest)
    if "[" in bare or "]" in bare:
        yield f"a bracket that is no optional part in {pattern!r}"
    if any(not blanks(part[1]) for part in OPTIONAL.finditer(pattern)):
        yield f"an optional part without a blank in {pattern!r}"


def strange(place: str, pattern: str, names: set[str]) -> Iterator[str]:
    """Yields the blanks of a pattern that no name fills."""
    yield from (f"{place} has a blank {{{name}}}" for name in blanks(pattern) if name not in names)


def differing(table: str, needed: set[str], there: Iterable[str], allowed: set[str] = frozenset()) -> Iterator[str]:
    yield from (f"-{table}.{key}" for key in sorted(needed - set(there)))
    yield from (f"+{table}.{key}" for key in sorted(set(there) - needed - set(allowed)))


def unfit(place: str, types: Data, values: Mapping[str, Any], seats: int, game: Game) -> Iterator[str]:
    """Yields the values that are not of their type."""
    for name, value in values.items():
        if name in types and not is_of(type_of(types[name]), plain(value), seats, game):
            yield f"{place}.{name} is {types[name]!r}, and {value!r} was met"


def is_of(meaning: Mapping[str, Any], value: Any, seats: int, game: Game) -> bool:
    """Returns whether a value has a type; null has every type."""
    inner = {"type": meaning.get("of", "object")}
    match meaning["type"]:
        case _ if value is None:
            return True
        case "seat":
            return value in range(seats)
        case "seats":
            return isinstance(value, list) and all(item in range(seats) for item in value)
        case "integer" | "number" | "coins" | "card":
            return type(value) is int
        case "boolean":
            return type(value) is bool
        case "face" | "good":
            return value in game.deck.attributes or str(value).startswith("tile_")
        case "word" | "zone" | "text":
            return isinstance(value, str)
        case "by_seat":
            return (
                isinstance(value, list)
                and len(value) in (0, seats)
                and all(is_of(inner, v, seats, game) for v in value)
            )
        case "faces":
            return isinstance(value, list) and all(item in game.deck.attributes for item in value)
        case "list" | "offers":
            return isinstance(value, list) and all(is_of(inner, item, seats, game) for item in value)
        case "object":
            return isinstance(value, dict | list)
        case other:
            return other in TYPES
