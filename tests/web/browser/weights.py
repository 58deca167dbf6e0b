"""Measures the size of loaded files, in bytes over the wire."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

LOADED = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .map(({name, encodedBodySize}) => [name.replace(location.origin, ''), encodedBodySize])"""
ENDINGS = {".js": "JavaScript", ".json": "JavaScript", ".css": "CSS", ".woff2": "fonts"}


def loaded(page: Page) -> dict[str, int]:
    """Returns the loaded bytes by kind, once no request is pending."""
    page.wait_for_load_state("networkidle")
    kinds = {"JavaScript": 0, "CSS": 0, "fonts": 0, "API": 0, "page": 0}
    for name, size in page.evaluate(LOADED):
        kind = "API" if "/api/" in name else next((ENDINGS[end] for end in ENDINGS if name.endswith(end)), "page")
        kinds[kind] += size
    return kinds


def sizes(page: Page, kinds: tuple[str, ...]) -> dict[str, int]:
    """Returns the bytes of the client's own files of some kinds, by address."""
    names: list[Any] = page.evaluate(LOADED)
    return {name: size for name, size in names if name.startswith("/static/") and name.endswith(kinds)}
