"""Texts of e-mails and their pages, and of notices on devices: `events/texts/mails_<language>.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

_FOLDER = Path(__file__).parent.parent / "texts"
TEXTS: Mapping[str, Mapping[str, Any]] = {
    language: tomllib.loads((_FOLDER / f"mails_{language}.toml").read_text(encoding="utf-8"))
    for language, _ in settings.LANGUAGES
}
