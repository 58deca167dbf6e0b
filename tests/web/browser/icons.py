"""The icons of the installed client as PNG, rendered from SVG: `python -m tests.web.browser.icons` writes them."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.stack import ROOT
from tests.web.browser.chromium import NAMES, Chromium, executable

STATIC = ROOT / "project" / "web" / "static"
FOLDER = STATIC / "icons"
DRAWN = {
    "any-192.png": ("icon.svg", 192),
    "any-512.png": ("icon.svg", 512),
    "maskable-192.png": ("icons/maskable.svg", 192),
    "maskable-512.png": ("icons/maskable.svg", 512),
    "touch-180.png": ("icons/maskable.svg", 180),
    "badge-96.png": ("icons/badge.svg", 96),
}
"""The source picture of each icon, and its width in pixels."""


def drawn(browser: Chromium, picture: str, pixels: int) -> bytes:
    """Returns a PNG of a picture, with its transparency."""
    context = browser.new_context(viewport={"width": pixels, "height": pixels})
    page = context.new_page()
    try:
        svg = (STATIC / picture).read_text(encoding="utf-8")
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: 100vw }}</style>{svg}")
        return page.screenshot(omit_background=True)
    finally:
        context.close()


def main(folder: Path = FOLDER) -> int:
    """Renders all icons."""
    with sync_playwright() as playwright:
        path = executable(*NAMES)
        browser = Chromium(lambda: playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]))
        for name, (picture, pixels) in DRAWN.items():
            (folder / name).write_bytes(drawn(browser, picture, pixels))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
