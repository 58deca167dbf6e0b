"""The API's own texts in the languages it speaks, and which of them a caller asked for."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")

_FOLDER = Path(__file__).parent / "texts"
_RANGE = re.compile(r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*").fullmatch


class Texts:
    """All texts of one language."""

    def __init__(self, language: str) -> None:
        table = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
        self.titles: Mapping[str, str] = {code: texts["title"] for code, texts in table["problems"].items()}
        details = {code: texts["detail"] for code, texts in table["problems"].items()}
        self.details: Mapping[str, str] = {**details, **table["details"]}
        self.faults: Mapping[str, str] = table["faults"]

    def fault(self, code: str, facts: Mapping[str, Any]) -> str:
        """The text of a fault, with its facts filled in."""
        return self.faults[code].format(**facts)


TEXTS: Mapping[str, Texts] = {language: Texts(language) for language in LANGUAGES}


@lru_cache(maxsize=256)
def language_of(accept_language: str) -> str:
    """The language an Accept-Language header prefers among LANGUAGES; English if it names none of them.

    >>> language_of("fr-CA, en;q=0.8")
    'fr'
    """
    chosen, best = LANGUAGES[0], 0.0
    for part in accept_language[:256].split(","):
        found = _RANGE(part)
        if found and found[1].lower() in LANGUAGES and float(found[2] or 1) > best:
            chosen, best = found[1].lower(), float(found[2] or 1)
    return chosen
