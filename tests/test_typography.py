"""Typography of texts: one apostrophe in all languages; French spaces, guillemets and elisions."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.kernel.words.sentence import Term, blanks, filled

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "games/*/texts",
    "games/*/sentences",
    "events/http/texts",
    "project/web/static/texts",
    "project/startgame/template/game/texts",
    "project/startgame/template/game/sentences",
)
LANGUAGES = ("en", "fr")
WRONG = re.compile("[ \u00a0][;!?]|[ \u202f]:|\\w[!?»]|« | »|[^\\W\\d]'[^\\W\\d]")
# The blanks that contain players' names, and French words that lose their last vowel before a vowel.
NAMED = set(
    "by buyer declared guesser name names owner partner proposer seat seats seller target targets to turn".split()
)
UNELIDED = re.compile(r"\b(?:de|que|ne|se|le|la|jusque|lorsque|puisque) Éléonore", re.IGNORECASE)


def files_in(language: str) -> list[Path]:
    """Returns all texts of a language that people read."""
    own = [path for folder in FOLDERS for path in ROOT.glob(f"{folder}/{language}.*")]
    return sorted(
        [
            *own,
            *ROOT.glob(f"events/*/texts/*_{language}.toml"),
            *ROOT.glob(f"project/texts/*_{language}.toml"),
            *ROOT.glob(f"project/web/static/texts/{language}.*.json"),
        ]
    )


def strings(value: Any) -> Iterator[str]:
    """Yields all texts of a parsed file."""
    if isinstance(value, str):
        yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from strings(part)


def texts_in(path: Path) -> list[str]:
    source = path.read_text(encoding="utf-8")
    return list(strings(json.loads(source) if path.suffix == ".json" else tomllib.loads(source)))


FRENCH = files_in("fr")
EVERY = [path for language in LANGUAGES for path in files_in(language)]


def misset(text: str) -> list[str]:
    """Returns each sign with a wrong space, and each straight apostrophe, with its surroundings."""
    return [text[max(found.start() - 12, 0) : found.end() + 6] for found in WRONG.finditer(text)]


def test_the_tests_find_texts_of_every_part() -> None:
    assert {path.parent.parent.name for path in FRENCH} > {"dealmaker", "http", "static", "users"}
    assert len(EVERY) == 2 * len(FRENCH)


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_have_the_typographic_apostrophe(path: Path) -> None:
    assert [text for text in texts_in(path) if "'" in text] == []


@pytest.mark.parametrize("path", FRENCH, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_punctuation_has_its_narrow_or_wide_no_break_space(path: Path) -> None:
    assert misset(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", ["Oui !", "Oui!", "Oui\u00a0!", "un : deux", "un\u202f: deux", "« oui »", "l'offre"])
def test_punctuation_with_a_wrong_space_is_found(text: str) -> None:
    assert len(misset(text)) >= 1


def test_correct_punctuation_is_not_reported() -> None:
    assert misset('help = "L’offre\u202f: non\u202f!"'.replace("\u202f:", "\u00a0:")) == []


def said_to_names(pattern: str) -> Iterator[str]:
    """Yields a pattern with a name that begins with a vowel in each blank for names, in each form."""
    for form in range(4):
        terms = {name: Term("Éléonore" if name in NAMED else "x", form) for name in blanks(pattern)}
        yield filled(pattern, terms)


def patterns_in(path: Path) -> list[str]:
    return [text for text in texts_in(path) if NAMED.intersection(blanks(text))]


@pytest.mark.parametrize("path", [path for path in FRENCH if patterns_in(path)], ids=lambda path: path.name)
def test_words_before_a_name_are_elided(path: Path) -> None:
    assert [said for text in patterns_in(path) for said in said_to_names(text) if UNELIDED.search(said)] == []


def test_a_word_before_a_name_without_elision_is_found() -> None:
    assert [
        UNELIDED.search(said) is not None for said in said_to_names("le pion reste à côté du tapis, que le {seat}")
    ] == [True] * 4
