"""The types of the API in the modules of the client, which `make lint-web` generates from the OpenAPI document."""

from __future__ import annotations

import re

from clients.generator.web_types import for_web
from tests.events.http.openapi.conformance import document
from tests.stack import ROOT

STATIC = ROOT / "project" / "web" / "static"
NAMED = re.compile(r'\bApi\["(\w+)"\]')


def test_each_type_that_a_module_names_is_a_schema_of_the_document() -> None:
    named = {name for path in STATIC.rglob("*.js") for name in NAMED.findall(path.read_text(encoding="utf-8"))}

    assert {"View", "Match", "Tournament"} <= named
    assert named <= document()["components"]["schemas"].keys()


def test_members_that_a_game_defines_may_have_any_value() -> None:
    schema = "View: {\n  options: {\n    [key: string]: unknown;\n  };\n  seats: number;\n};\n"

    assert for_web(schema) == schema.replace("unknown", "any")
