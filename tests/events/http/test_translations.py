"""The texts are complete in each language, and Accept-Language chooses the language."""

import ast
import string

import pytest

from events.base.exceptions import PROBLEMS
from events.http.translations import LANGUAGES, TEXTS, language_of
from tests.stack import ROOT

EVENTS = ROOT / "events"


def gaps(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def calls_in_source():
    for path in EVENTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path, node, getattr(node.func, "id", "")


def fault_codes_in_source():
    """Yields the codes of faults whose text is in the language files."""
    for path, call, name in calls_in_source():
        if name == "Fault" and len(call.args) == 2 and isinstance(call.args[1], ast.Constant):
            yield pytest.param(call.args[1].value, facts_of(call), id=f"{path.name}:{call.lineno}")


def facts_of(call):
    facts = next((keyword.value for keyword in call.keywords if keyword.arg == "facts"), None)
    return {key.value for key in facts.keys} if isinstance(facts, ast.Dict) else None if facts else set()


def detail_keys_in_source():
    for path, call, _ in calls_in_source():
        for keyword in call.keywords:
            if keyword.arg == "text" and isinstance(keyword.value, ast.Constant) and isinstance(call.func, ast.Name):
                yield pytest.param(keyword.value.value, id=f"{path.name}:{call.lineno}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_its_texts(language):
    assert set(TEXTS[language].titles) == set(PROBLEMS)


@pytest.mark.parametrize("part", ["titles", "details", "faults"])
def test_all_languages_say_the_same_things_with_the_same_facts(part):
    first, *others = (
        {code: gaps(text) for code, text in getattr(TEXTS[language], part).items()} for language in LANGUAGES
    )

    assert all(other == first for other in others)


@pytest.mark.parametrize(("code", "facts"), list(fault_codes_in_source()))
def test_every_fault_raised_has_a_text_and_the_facts_it_needs(code, facts):
    assert code in TEXTS["en"].faults
    assert facts is None or gaps(TEXTS["en"].faults[code]) == facts


@pytest.mark.parametrize("key", list(detail_keys_in_source()))
def test_every_detail_raised_has_a_text(key):
    assert key in TEXTS["en"].details


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("FR-ca", "fr"),
        ("de, fr;q=0.5, en;q=0.4", "fr"),
        ("fr;q=0.2, en;q=0.9", "en"),
        ("fr;q=0, de", "en"),
        ("de", "en"),
        ("*", "en"),
        ("fr;q=2", "en"),
        ("fr;q=nan", "en"),
        (";;;,,,q=1", "en"),
        ("fr" * 10_000, "en"),
    ],
)
def test_the_language_is_the_one_preferred_among_ours(header, language):
    assert language_of(header) == language
