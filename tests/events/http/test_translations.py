"""The texts are complete in each language, and Accept-Language chooses the language."""

import ast

import pytest

from events.base.exceptions import all_problems
from events.http.translations import LANGUAGES, TEXTS, language_of
from games.kernel.words.sentence import blanks
from tests.stack import ROOT

EVENTS = ROOT / "events"


def gaps(text):
    return set(blanks(text))


def calls_in_source():
    for path in EVENTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path, node, getattr(node.func, "id", "")


def error_codes_in_source():
    """Yields the codes of faults whose text is in the language files."""
    for path, call, name in calls_in_source():
        if name == "FieldError" and len(call.args) == 2 and isinstance(call.args[1], ast.Constant):
            yield pytest.param(call.args[1].value, facts_of(call), id=f"{path.name}:{call.lineno}")


def facts_of(call):
    params = next((keyword.value for keyword in call.keywords if keyword.arg == "params"), None)
    return {key.value for key in params.keys} if isinstance(params, ast.Dict) else None if params else set()


def detail_keys_in_source():
    for path, call, _ in calls_in_source():
        for keyword in call.keywords:
            if keyword.arg == "text" and isinstance(keyword.value, ast.Constant) and isinstance(call.func, ast.Name):
                yield pytest.param(keyword.value.value, id=f"{path.name}:{call.lineno}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_its_texts(language):
    assert set(TEXTS[language].titles) == set(all_problems())


@pytest.mark.parametrize("part", ["titles", "details", "errors"])
def test_all_languages_have_the_same_texts_with_the_same_placeholders(part):
    first, *others = (
        {code: gaps(text) for code, text in getattr(TEXTS[language], part).items()} for language in LANGUAGES
    )

    assert all(other == first for other in others)


@pytest.mark.parametrize(("code", "params"), list(error_codes_in_source()))
def test_every_error_raised_has_a_text_and_the_params_it_needs(code, params):
    assert code in TEXTS["en"].errors
    assert params is None or gaps(TEXTS["en"].errors[code]) == params


@pytest.mark.parametrize("key", list(detail_keys_in_source()))
def test_every_detail_raised_has_a_text(key):
    assert key in TEXTS["en"].details


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (1, "Wait 1 second before you do this again.", "Attendez 1 seconde avant de recommencer."),
        (2, "Wait 2 seconds before you do this again.", "Attendez 2 secondes avant de recommencer."),
    ],
)
def test_a_text_has_the_plural_form_of_its_number(seconds, english, french):
    said = [TEXTS[language].error_detail("cools_down", {"seconds": seconds}) for language in ("en", "fr")]

    assert said == [english, french]


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
def test_the_language_is_the_preferred_one_of_the_supported_languages(header, language):
    assert language_of(header) == language
