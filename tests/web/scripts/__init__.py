"""Scripts that the browser tests run in a page."""

from pathlib import Path


def script(name: str) -> str:
    """Returns the source of a script of this folder."""
    return (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8")
