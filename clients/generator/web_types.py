"""`python -m clients.generator.web_types`: the types of the API for the modules of the web client.

Writes build/web/schema.d.ts, which `project/web/static/types.js` imports. `make lint-web` runs it first, so the types
always match the OpenAPI document. It needs Node.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from clients.generator.openapi import ROOT, document
from clients.generator.typescript_package import types

TO = ROOT / "build" / "web" / "schema.d.ts"
UNKNOWN = re.compile(r"\bunknown;")


def for_web(schema: str) -> str:
    """Returns the types with `any` for members that games define, because layouts know the games that they draw."""
    return UNKNOWN.sub("any;", schema)


def main() -> None:
    """Writes the types."""
    with tempfile.TemporaryDirectory() as folder:
        schema = types(document(Path(folder)), Path(folder)).read_text(encoding="utf-8")
    TO.parent.mkdir(parents=True, exist_ok=True)
    TO.write_text(for_web(schema), encoding="utf-8")


if __name__ == "__main__":
    main()
