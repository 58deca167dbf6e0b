"""The stored contract of the last version, and the breaking changes that CHANGELOG.md announces."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from events.http.openapi.document import Document
from tests.contract.breaking import breaking
from tests.contract.compact import compact
from tests.stack import ROOT

FOLDER, CHANGELOG = Path(__file__).parent, ROOT / "CHANGELOG.md"
Json = dict[str, Any]


def current() -> Json:
    """Returns the current contract."""
    return compact(json.loads(json.dumps(Document.generator_class().get_schema(request=None, public=True))))


def frozen() -> tuple[str, Json]:
    """Returns the last version and its contract."""
    (path,) = FOLDER.glob("v1-*.json")
    return path.stem.removeprefix("v1-"), json.loads(path.read_text(encoding="utf-8"))


def freeze() -> Path:
    """Replaces the last version's contract with the current one, a line for each operation and each component."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    for old in FOLDER.glob("v1-*.json"):
        old.unlink()
    path = FOLDER / f"v1-{version}.json"
    tables = (f'"{name}": {{\n{_lines(table)}\n}}' for name, table in current().items())
    path.write_text("{\n" + ",\n".join(tables) + "\n}\n", encoding="utf-8")
    return path


def _lines(table: Json) -> str:
    return ",\n".join(
        f"{json.dumps(name)}: {json.dumps(each, separators=(',', ':'), ensure_ascii=False)}"
        for name, each in sorted(table.items())
    )


def announced(changelog: str | None = None) -> list[str]:
    """Returns the breaking changes that the changelog lists for the next version."""
    text = CHANGELOG.read_text(encoding="utf-8") if changelog is None else changelog
    section = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    part = re.search(r"^### Breaking\n(.*?)(?=^### |\Z)", section[1] if section else "", re.MULTILINE | re.DOTALL)
    return re.findall(r"^- `(.*?)`", part[1] if part else "", re.MULTILINE)


def unannounced(old: Json, new: Json, changelog: str | None = None) -> list[str]:
    """Returns the breaking changes that the changelog does not list."""
    known = announced(changelog)
    return [line for line in breaking(old, new) if line not in known]
