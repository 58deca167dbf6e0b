"""The server's texts, in the folder `texts` of the app that uses them.

`events.http.translations` reads the texts of problems.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps

from games.kernel.words.texts import LANGUAGES


@cache
def texts_of(part: str) -> Mapping[str, Mapping[str, Any]]:
    """Returns the texts of one part, such as `mails`, by language.

    Their files are `texts/<part>_<language>.toml` in one app.
    """
    return {
        language: tomllib.loads(_file(f"{part}_{language}.toml").read_text(encoding="utf-8")) for language in LANGUAGES
    }


def _file(name: str) -> Path:
    paths = [Path(config.path) / "texts" / name for config in apps.get_app_configs()]
    [found] = [path for path in paths if path.exists()]
    return found
