"""The server's own texts: `events/texts/<part>_<language>.toml`. Those of problems are in `events/http/texts`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.kernel.words.texts import LANGUAGES

_FOLDER = Path(__file__).parent.parent / "texts"


@cache
def texts_of(part: str) -> Mapping[str, Mapping[str, Any]]:
    """The texts of one part, such as `mails`, by language."""
    return {
        language: tomllib.loads((_FOLDER / f"{part}_{language}.toml").read_text(encoding="utf-8"))
        for language in LANGUAGES
    }
