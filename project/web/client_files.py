"""The files of the web client that a page loads, as plain modules or as a bundle.

A server has a bundle (`project.web.bundling`) unless the client could not be bundled. Without a bundle, the same page
loads plain modules. Templates receive the addresses from the functions of this module, in both cases in the same way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static

from project.web import bundling
from project.web.bundling import DESCRIBED

BUNDLE = "bundle"
SOURCES = (".js", ".json", ".css", ".woff2")
PLAN: dict[str, Any] = json.loads(bundling.PLAN.read_text(encoding="utf-8"))


@cache
def bundle() -> dict[str, Any] | None:
    """Returns the description of the bundle; None: the client consists of plain modules.

    `names`: the hashed name of each file; `chunks`: the names of the files that import each other; `preloads`: the
    preloaded chunks of each kind of page; `sources`: a hash of all sources.
    """
    folder = settings.STATIC_ROOT or settings.CLIENT_BUNDLE
    described = Path(folder, DESCRIBED)
    return dict(json.loads(described.read_text(encoding="utf-8"))) if folder and described.is_file() else None


def of_page(kind: str) -> dict[str, Any]:
    """Returns the template context of the client's page.

    kind: `first`, `table`, or another kind, which has no preloads of its own.
    """
    return {
        "is_first": kind == "first",
        "boot": script("boot"),
        "script": script(),
        "sheets": sheets("first"),
        "late": sheets("late"),  # not on the first page: the script loads them before it shows another page
        "fonts": fonts(),
        "preloaded": [*preloads("all"), *preloads(kind)],
        "import_map": import_map(),
        "recorded": data("recorded"),
    }


def script(name: str = "") -> str:
    """Returns the address of a standalone script, or of the client itself."""
    if bundle() is None:
        return static({**PLAN["alone"], **PLAN["scripts"]}[name] if name else PLAN["entry"])
    return _bundled(f"{name or PLAN['chunks'][0]['name']}.js")


def sheets(name: str) -> list[str]:
    """Returns the addresses of the style sheets of a kind of pages."""
    return [static(path) for path in PLAN["sheets"][name]] if bundle() is None else [_bundled(f"{name}.css")]


def fonts() -> list[str]:
    """Returns the addresses of the fonts."""
    names = sorted(path.name for path in _font_folder().glob("*.woff2"))
    return [static(f"{PLAN['fonts']}/{name}") if bundle() is None else _bundled(name) for name in names]


def words(language: str) -> list[str]:
    """Returns the addresses of the texts of a language: the texts of the first page, and all other texts."""
    names = [f"{language}{part}.json" for part in ("", ".more")]
    return [static(f"{PLAN['words']}/{name}") if bundle() is None else _bundled(name) for name in names]


def data(name: str) -> str:
    """Returns the address of data that a page loads on demand."""
    return static(PLAN["data"][name]) if bundle() is None else _bundled(f"{name}.json")


def preloads(kind: str) -> list[str]:
    """Returns the addresses of modules that a page would otherwise load level by level. kind: as in `of_page`."""
    bundled = bundle()
    names = (PLAN if bundled is None else bundled)["preloads"].get(kind, ())
    return [static(name) if bundled is None else _bundled(name) for name in names]


@cache
def import_map() -> str:
    """Returns the import map of the bundle as JSON; empty for plain modules.

    Chunks import each other by names without a hash; the map has the hashed address of each.
    """
    bundled = bundle()
    if bundled is None:
        return ""
    addresses = {f"{settings.STATIC_URL}{BUNDLE}/{name}": _bundled(name) for name in bundled["chunks"]}
    return json.dumps({"imports": addresses}, separators=(",", ":"))


def bundled_files() -> list[str]:
    """Returns the addresses of all files of the bundle that the client's pages load; empty for plain modules."""
    bundled = bundle()
    apart = {*(f"{name}.js" for name in PLAN["alone"]), *(f"{name}.css" for name in PLAN["sheets"] if name == "embed")}
    return sorted(_bundled(name) for name in ({} if bundled is None else bundled["names"]) if name not in apart)


def bundle_name() -> str:
    """Returns a short name of the bundle, from the hash of its sources; empty for plain modules."""
    bundled = bundle()
    return "" if bundled is None else str(bundled["sources"])[:12]


def names_in(described: Path) -> dict[str, str]:
    """Returns the hashed paths of the files in a bundle, by their paths with and without the hash.

    WhiteNoise recognizes a hashed file by its path without the hash. Raises ValueError if the bundle does not exist or
    was made from other sources.
    """
    bundled: dict[str, Any] = json.loads(described.read_text(encoding="utf-8")) if described.is_file() else {}
    if bundled.get("sources") != sources_hash(Path(folder) for folder in settings.STATICFILES_DIRS):
        raise ValueError("expected a bundle of the sources of the web client; run `make bundle` first")
    paths = {f"{BUNDLE}/{name}": f"{BUNDLE}/{hashed}" for name, hashed in bundled["names"].items()}
    return paths | {hashed: hashed for hashed in paths.values()}


def sources_hash(folders: Iterable[Path]) -> str:
    """Returns one hash of all sources of the client. folders: the static folders, except the folder of the bundle."""
    lines = [
        f"{path.relative_to(folder).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n"
        for folder in folders
        if not (folder / BUNDLE).exists()
        for path in folder.rglob("*")
        if path.suffix in SOURCES
    ]
    return sha256("".join(sorted(lines)).encode()).hexdigest()


def _bundled(name: str) -> str:
    bundled = bundle()
    assert bundled is not None, "expected a bundle"
    return static(f"{BUNDLE}/{bundled['names'][name]}")


def _font_folder() -> Path:
    return Path(__file__).parent / "static" / str(PLAN["fonts"])
