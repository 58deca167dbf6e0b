"""The texts of the API and of each app in all languages, and the choice of a language for a request."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils.translation.trans_real import parse_accept_lang_header

from games.kernel.words.sentence import Term, filled
from games.kernel.words.texts import LANGUAGES, number_term

DEFAULT_LANGUAGE = next(iter(LANGUAGES))
_EVENTS = Path(__file__).parent.parent


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Texts:
    """All texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        table = _read(_EVENTS / "http" / "texts" / f"{language}.toml")
        problems = dict(table["problems"])
        for path in _EVENTS.glob(f"*/texts/problems_{language}.toml"):
            problems |= _read(path)["problems"]
        self.titles: Mapping[str, str] = {code: texts["title"] for code, texts in problems.items()}
        details = {code: texts["detail"] for code, texts in problems.items()}
        self.details: Mapping[str, str] = {**details, **table["details"]}
        self.errors: Mapping[str, str] = table["errors"]
        self.expected: Mapping[str, str] = table["expected"]
        self.hints: Mapping[str, str] = table["hints"]

    def detail(self, text: str, params: Mapping[str, Any]) -> str:
        """Returns the text of a problem, with its params filled in."""
        return self._filled(self.details[text], params)

    def error_detail(self, code: str, params: Mapping[str, Any]) -> str:
        """Returns the text of an error, with its params filled in and a suggestion."""
        text = self._filled(self.errors[code], params)
        if "choices" in params and "nearest" not in params:
            text += " " + self.hints["choices"].format(choices=", ".join(map(str, params["choices"])))
        return text + self.meant(params)

    def _filled(self, pattern: str, params: Mapping[str, Any]) -> str:
        """Returns a text with its params filled in; its words agree with the numbers."""
        terms = {
            name: number_term(self.language, value) if type(value) is int else Term(str(value))
            for name, value in params.items()
        }
        return filled(pattern, terms)

    def meant(self, params: Mapping[str, Any]) -> str:
        """Returns the sentence that suggests the nearest name, after a space; otherwise an empty text."""
        return " " + self.hints["nearest"].format(nearest=params["nearest"]) if "nearest" in params else ""


TEXTS: Mapping[str, Texts] = {language: Texts(language) for language in LANGUAGES}


def language_of(accept_language: str, default: str = DEFAULT_LANGUAGE) -> str:
    """Returns the language in LANGUAGES that an Accept-Language header prefers; otherwise the default.

    >>> language_of("fr-CA, en;q=0.8")
    'fr'
    """
    for tag, quality in parse_accept_lang_header(accept_language):
        language = tag.partition("-")[0]
        if quality and language in LANGUAGES:
            return language
    return default
