"""Every game has all its texts in every language: no key is missing and none is unused."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from games import registry
from games.kernel.game import Game
from games.kernel.phase import OpenPhase, Phase, SealedPhase
from games.kernel.state import phase_name
from games.kernel.words import texts as kernel_texts
from games.kernel.words.examples import declared_examples, examples
from games.kernel.words.guides import CONDITIONS, PLACES, declared_guide
from games.kernel.words.texts import LANGUAGES, TABLES, entry, spoken, texts, value_titles, word_title
from tests.games.harness.fixtures import words

GAMES = pytest.mark.parametrize("key", list(registry.GAMES))
IN_EACH = pytest.mark.parametrize("language", LANGUAGES)
SHORT_MOST = 30  # three lines on a card of 100 pixels


def package_of(game: Game) -> str:
    return ".".join(type(game).__module__.split(".")[:2])


@cache
def sources(game: Game) -> tuple[ast.AST, ...]:
    paths = sorted(Path(str(files(package_of(game)))).rglob("*.py"))
    return tuple(node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def called_with(game: Game, name: str) -> set[str]:
    """Returns the string literals that calls of a function or method have as their first argument."""
    calls = (node for node in sources(game) if isinstance(node, ast.Call) and node.args)
    matching_calls = (call for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) == name)
    return {
        arg.value
        for call in matching_calls
        if isinstance(arg := call.args[0], ast.Constant) and isinstance(arg.value, str)
    }


@cache
def words_in(game: Game) -> set[str]:
    return {n.value for n in sources(game) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def verb_methods(game: Game) -> set[str]:
    """Returns the methods of phases that take (self, dealer, prompt, seat, ...) and are not the kernel's."""
    kernel = {name for phase in (Phase, SealedPhase, OpenPhase) for name in dir(phase)}
    methods = ((n, m) for phase in game.phase_types for n, m in inspect.getmembers(phase, inspect.isfunction))
    own = ((name, m) for name, m in methods if name not in kernel and not name.startswith("_"))
    return {n for n, m in own if list(inspect.signature(m).parameters)[1:4] == ["dealer", "prompt", "seat"]}


def needed(game: Game) -> dict[str, set[str]]:
    """Returns the required keys of each table of texts."""
    return {
        "faces": {face for face in game.deck.attributes if not is_of_a_family(game, face)},
        "zones": set(game.sight),
        "verbs": verb_methods(game) | called_with(game, "template"),
        "words": set(),
        "phases": {phase_name(phase) for phase in game.phase_types},
        "public": {f.name for f in fields(game.public)},
        "options": set(game.options.schema()["properties"]),
        "announcements": called_with(game, "announce"),
    }


def is_of_a_family(game: Game, face: str) -> bool:
    """Returns whether the title of a face is made from its parts."""
    return face.partition("_")[0] in texts(package_of(game), "en").get("families", {})


def allowed(game: Game) -> dict[str, set[str]]:
    """Returns optional keys: those of the kernel, and verbs and announcements that come from tables."""
    return {
        "zones": {"box"},
        "verbs": words_in(game),
        "words": words_in(game) | {part for word in words_in(game) for part in re.split(r"[^a-z]+", word)},
        "announcements": words_in(game),
    }


def missing_and_superfluous(game: Game, game_texts: dict[str, dict[str, object]]) -> dict[str, list[str]]:
    wrong = {}
    for table, keys in needed(game).items():
        missing = keys - set(game_texts[table])
        superfluous = set(game_texts[table]) - keys - allowed(game).get(table, set())
        wrong[table] = sorted([f"-{key}" for key in missing] + [f"+{key}" for key in superfluous])
    return {table: keys for table, keys in wrong.items() if keys}


offered = cache(words)


def option_words(game: Game) -> dict[str, set[str]]:
    """Returns the words that each option accepts, for options with words as values.

    With an array, the words of its items; the one key of a mapping counts as a word: `{"hands": 20}`.
    """
    taken = {name: words_of_schema(schema) for name, schema in game.options.schema()["properties"].items()}
    return {name: words for name, words in taken.items() if words}


def words_of_schema(schema: dict[str, Any]) -> set[str]:
    parts = [schema, *schema.get("oneOf", ()), schema.get("items", {})]
    keys = {key for part in parts for key in part.get("properties", ()) if len(part["properties"]) == 1}
    return keys | {word for part in parts for word in part.get("enum", ()) if isinstance(word, str)}


def anonymous(key: str, language: str) -> list[str]:
    """Returns the words that slots of a game offer but no text names."""
    return sorted(word for word in offered(key) if word_title(package_of(registry.get(key)), language, word) is None)


@GAMES
@IN_EACH
def test_every_name_on_the_wire_has_a_text_and_every_text_has_a_name(key: str, language: str) -> None:
    game = registry.get(key)

    wrong = missing_and_superfluous(game, dict(texts(package_of(game), language)))

    assert wrong == {}, f"texts/{language}.toml by table; - is missing there, + names nothing in the code: {wrong}"


@GAMES
@IN_EACH
def test_a_game_has_a_title_a_summary_four_paragraphs_and_the_nine_tables(key: str, language: str) -> None:
    game_texts = texts(package_of(registry.get(key)), language)

    assert set(game_texts) - {"guide", "examples", "families", "notes"} == {"title", "summary", "about", *TABLES}
    assert game_texts["title"] and game_texts["summary"]
    assert set(game_texts["about"]) == {"goal", "setup", "turn", "end"}
    assert all(len(paragraph) > 20 for paragraph in game_texts["about"].values())


@GAMES
@IN_EACH
def test_every_entry_is_a_title_or_a_title_with_help(key: str, language: str) -> None:
    package = package_of(registry.get(key))
    game_texts = texts(package, language)

    for table in TABLES:
        for name, value in game_texts[table].items():
            optional = {"options": {"values"}, "faces": {"short"}}.get(table, set())
            assert isinstance(value, str) or set(value) - optional == {"title", "help"}, f"{table}.{name}"
            assert entry(package, language, table, name)["title"].strip(), f"{table}.{name}"


@GAMES
def test_all_languages_state_the_same_rulings(key: str) -> None:
    package = package_of(registry.get(key))
    english, *others = (set(texts(package, language)["rulings"]) for language in LANGUAGES)

    assert english != set()
    assert all(other == english for other in others)


@GAMES
def test_a_released_game_has_its_texts_in_every_language(key: str) -> None:
    game = registry.get(key)
    there = [language for language in LANGUAGES if spoken(package_of(game), language) == language]

    assert there == list(LANGUAGES) if game.version != registry.DRAFT else there


def test_a_draft_with_one_language_uses_that_language_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(str(files("games.great_dalmuti"))) / "texts"
    is_file = Path.is_file
    monkeypatch.setattr(Path, "is_file", lambda path: path != folder / "en.toml" and is_file(path))
    for cached in (spoken, texts):
        monkeypatch.setattr(f"games.kernel.words.texts.{cached.__name__}", cached.__wrapped__)

    assert kernel_texts.spoken("games.great_dalmuti", "en") == "fr"
    assert kernel_texts.texts("games.great_dalmuti", "en")["title"] == "Le Grand Dalmuti"


@GAMES
def test_help_is_translated_not_copied(key: str) -> None:
    package = package_of(registry.get(key))
    if any(spoken(package, language) != language for language in LANGUAGES):
        pytest.skip("a draft in one language")
    entries = [(table, name) for table in TABLES for name in texts(package, "en")[table]]
    helps = {(t, n): [entry(package, language, t, n)["help"] for language in LANGUAGES] for t, n in entries}

    assert [place for place, said in helps.items() if any(said) and len(set(said)) < len(said)] == []
    assert [place for place, said in helps.items() if any(said) and not all(said)] == []


@GAMES
@IN_EACH
def test_names_on_the_wire_are_snake_case(key: str, language: str) -> None:
    game_texts = texts(package_of(registry.get(key)), language)
    names = [name for table in TABLES for name in game_texts[table]]

    assert [name for name in names if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name)] == []


@GAMES
@pytest.mark.parametrize("table", ["faces", "zones", "phases", "public", "options"])
def test_missing_and_superfluous_texts_are_found(key: str, table: str) -> None:
    game = registry.get(key)
    game_texts = {name: dict(entries) for name, entries in texts(package_of(game), "en").items() if name in TABLES}
    removed_key = min(needed(game)[table])
    del game_texts[table][removed_key]
    game_texts[table]["never_heard_of"] = "?"

    assert missing_and_superfluous(game, game_texts) == {table: ["+never_heard_of", f"-{removed_key}"]}


@GAMES
@IN_EACH
def test_every_word_offered_by_a_slot_has_a_text(key: str, language: str) -> None:
    assert anonymous(key, language) == []


@GAMES
@IN_EACH
def test_every_word_accepted_by_an_option_has_a_title(key: str, language: str) -> None:
    game = registry.get(key)
    labels = texts(package_of(game), language)["options"]

    assert {name: words - {*value_titles(labels, name)} for name, words in option_words(game).items()} == {
        name: set() for name in option_words(game)
    }
    assert {name for name in labels if value_titles(labels, name)} <= set(option_words(game))


def test_a_word_of_an_option_without_a_title_is_found() -> None:
    game = registry.get("great_dalmuti")
    labels = texts(package_of(game), "en")["options"]
    without = {**labels, "pass_rule": {**labels["pass_rule"], "values": {"locked": "is out"}}}

    assert option_words(game)["pass_rule"] - {*value_titles(without, "pass_rule")} == {"reenter"}


@pytest.mark.parametrize(("key", "table", "word"), [("negoces2", "words", "up"), ("monopoly_deal", "faces", "brown")])
def test_a_word_without_a_text_is_found(monkeypatch: pytest.MonkeyPatch, key: str, table: str, word: str) -> None:
    game_texts = texts(f"games.{key}", "fr")
    without = {**game_texts, table: {name: text for name, text in game_texts[table].items() if name != word}}
    without["zones"] = {name: text for name, text in game_texts["zones"].items() if name != word}
    monkeypatch.setattr("games.kernel.words.texts.texts", lambda package, language: without)

    assert word in anonymous(key, "fr")


@pytest.mark.parametrize(
    ("key", "word", "titles"),
    [
        ("negoces2", "down", ("Face down", "Face cachée")),
        ("negoces2", "wine", ("1 Wine", "1 Vin")),
        ("dealmaker", "tile_carpet_3_5", ("3 carpets: 5 points", "3 tapis\u00a0: 5 points")),
        ("dealmaker", "tile_carpet_1_gold_2_7", ("1 carpet, 2 gold: 7 points", "1 tapis, 2 or\u00a0: 7 points")),
        ("dealmaker", "tile_peanuts_1_1", ("1 packet of peanuts: 1 point", "1 cacahouète\u00a0: 1 point")),
        ("dealmaker", "tile_rubies_1_1", (None, None)),
        ("monopoly_deal", "light_blue_2", ("Light blue 2", "Bleu clair 2")),
        ("dale_of_merchants", "bold_haggler+3_rolled", ("Bold Haggler +3 rolled", "Marchandeur audacieux +3 dé lancé")),
        ("dale_of_merchants", "nobody_knows", (None, None)),
    ],
)
def test_the_title_of_a_word_comes_from_the_words_faces_or_zones(
    key: str, word: str, titles: tuple[str | None, str | None]
) -> None:
    assert tuple(word_title(f"games.{key}", language, word) for language in ("en", "fr")) == titles


@IN_EACH
@GAMES
def test_the_short_texts_of_cards_fit_a_small_card_and_exist_for_all_cards_or_none(key: str, language: str) -> None:
    package = package_of(registry.get(key))
    found = {face: entry(package, language, "faces", face).get("short") for face in texts(package, language)["faces"]}

    assert all(found.values()) or not any(found.values())
    assert [short for short in found.values() if short and len(short) > SHORT_MOST] == []


@GAMES
@IN_EACH
def test_each_idea_of_a_guide_has_a_text_and_existing_conditions(key: str, language: str) -> None:
    game = registry.get(key)
    declared = declared_guide(package_of(game))
    if declared is None:  # clients show the texts of the game's phases
        assert "guide" not in texts(package_of(game), language)
        return

    assert wrong_ideas(declared, texts(package_of(game), language)) == []
    assert declared["bots"] + 1 in game.seats and re.fullmatch("[0-9a-f]{64}", declared["seed"])


def wrong_ideas(declared: Mapping[str, Any], game_texts: Mapping[str, Any]) -> list[str]:
    """Returns faults of a guide: names without or beyond its texts, unknown places, conditions that cannot hold."""
    names = [idea["name"] for idea in declared["ideas"]]
    wrong = sorted(set(names) ^ set(game_texts.get("guide", {})))
    for idea in declared["ideas"]:
        known = {
            "name": names,
            "at": PLACES,
            **{way: [name for table in tables for name in game_texts[table]] for way, tables in CONDITIONS.items()},
        }
        wrong += [f"{idea['name']}: {way} {value}" for way, value in idea.items() if value not in known.get(way, ())]
    return wrong


def test_an_idea_with_an_unknown_condition_or_without_a_text_is_found() -> None:
    idea = {"name": "beat", "at": "ceiling", "phase": "sale", "verb": "pass"}
    game_texts = {"guide": {"lead": "?"}, "phases": {"lead": ""}, "verbs": {"pass": ""}, "announcements": {}}

    found = wrong_ideas({"ideas": [idea]}, game_texts)

    assert found == ["beat", "lead", "beat: at ceiling", "beat: phase sale"]


@GAMES
@IN_EACH
def test_each_example_has_a_text_and_cards_of_the_game(key: str, language: str) -> None:
    game = registry.get(key)
    package = package_of(game)

    assert wrong_examples(declared_examples(package), texts(package, language), set(game.deck.attributes)) == []
    assert all(example["title"] and example["help"] for example in examples(package, language))


def wrong_examples(declared: Iterable[Mapping[str, Any]], game_texts: Mapping[str, Any], faces: set[str]) -> list[str]:
    """Returns faults of examples: names without or beyond their texts, faces that the game lacks, no cards."""
    names = [example["name"] for example in declared]
    wrong = sorted(set(names) ^ set(game_texts.get("examples", {})))
    for example in declared:
        wrong += [f"{example['name']}: no cards"] if not all(example["groups"]) or not example["groups"] else []
        wrong += [f"{example['name']}: {face}" for group in example["groups"] for face in group if face not in faces]
    return wrong


def test_an_example_without_a_text_or_with_a_card_of_another_game_is_found() -> None:
    game_texts = {"examples": {"beat": "Two 5s", "lost": "?"}}
    declared = [{"name": "beat", "groups": [["7"], ["queen"]]}, {"name": "empty", "groups": [[]]}]

    wrong = wrong_examples(declared, game_texts, {"7"})

    assert wrong == ["empty", "lost", "beat: queen", "empty: no cards"]
