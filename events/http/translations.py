"""The API's own texts in each of its languages, and the choice of a language for a request."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils.translation.trans_real import parse_accept_lang_header

from games.kernel.words.texts import LANGUAGES

DEFAULT_LANGUAGE = next(iter(LANGUAGES))
_FOLDER = Path(__file__).parent / "texts"


class Texts:
    """All texts of one language."""

    def __init__(self, language: str) -> None:
        table = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
        self.titles: Mapping[str, str] = {code: texts["title"] for code, texts in table["problems"].items()}
        details = {code: texts["detail"] for code, texts in table["problems"].items()}
        self.details: Mapping[str, str] = {**details, **table["details"]}
        self.faults: Mapping[str, str] = table["faults"]
        self.expected: Mapping[str, str] = table["expected"]
        self.hints: Mapping[str, str] = table["hints"]

    def fault(self, code: str, facts: Mapping[str, Any]) -> str:
        """The text of a fault, with its facts filled in, and what to write instead."""
        text = self.faults[code].format(**facts)
        if "choices" in facts and "nearest" not in facts:
            text += " " + self.hints["choices"].format(choices=", ".join(map(str, facts["choices"])))
        return text + self.meant(facts)

    def meant(self, facts: Mapping[str, Any]) -> str:
        """A sentence that asks whether the nearest name was meant, with a space before it; empty without one."""
        return " " + self.hints["nearest"].format(nearest=facts["nearest"]) if "nearest" in facts else ""


TEXTS: Mapping[str, Texts] = {language: Texts(language) for language in LANGUAGES}


def language_of(accept_language: str, default: str = DEFAULT_LANGUAGE) -> str:
    """Returns the language of LANGUAGES that an Accept-Language header prefers; the default if it names none of them.

    >>> language_of("fr-CA, en;q=0.8")
    'fr'
    """
    for tag, quality in parse_accept_lang_header(accept_language):
        language = tag.partition("-")[0]
        if quality and language in LANGUAGES:
            return language
    return default
