"""The web client as an installable app: its manifest and its service worker.

The service worker stores only bundled files, because plain modules have no hashes that distinguish old files from new
files. Without a bundle, the client works only online.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from events.base.texts import texts_of
from events.http.translations import language_of
from project.web import client_files

MANIFEST_TYPE = "application/manifest+json; charset=utf-8"
GROUND = "#EFF2EE"  # --bg of tokens.css in the light theme
ICONS = (
    ("icon.svg", "any", "any"),
    ("icons/any-192.png", "192x192", "any"),
    ("icons/any-512.png", "512x512", "any"),
    ("icons/maskable.svg", "any", "maskable"),
    ("icons/maskable-192.png", "192x192", "maskable"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""Each icon with its size and its purpose. `tests/web/browser/icons.py` draws the PNG icons."""
SHORTCUTS = (("matches", "/play"), ("play", "/"), ("rules", "/rules"))
SHELL = "/play"
"""The page that replaces all pages without a network. It links every style sheet."""
_WORKER = (Path(__file__).parent / "service_worker.js").read_text(encoding="utf-8")


@require_safe
@vary_on_headers("Accept-Language")
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """Returns the manifest of an installed client, in the language of `?language=` or of the browser."""
    texts, asked = texts_of("installed"), request.GET.get("language", "")
    language = asked if asked in texts else language_of(request.headers.get("Accept-Language", ""))
    body = json.dumps(described(language), ensure_ascii=False)
    return HttpResponse(body, content_type=MANIFEST_TYPE)


def described(language: str) -> dict[str, Any]:
    """Returns the members of the manifest (W3C Web Application Manifest; `share_target` is part of its incubations)."""
    words = texts_of("installed")[language]
    icons = [
        {"src": static(path), "sizes": sizes, "purpose": purpose, "type": _type(path)} for path, sizes, purpose in ICONS
    ]
    return {
        "id": "/",
        "name": "Comptoir",
        "short_name": "Comptoir",
        "description": words["description"],
        "lang": language,
        "dir": "ltr",
        "start_url": SHELL,
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [
            {"name": words[name], "url": url, "icons": [icon for icon in icons if icon["sizes"] == "192x192"]}
            for name, url in SHORTCUTS
        ],
        "share_target": {
            "action": "/open",
            "method": "GET",
            "params": {name: name for name in ("title", "text", "url")},
        },
    }


def _type(path: str) -> str:
    return "image/svg+xml" if path.endswith(".svg") else "image/png"


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Returns the service worker. It is at the root, because a service worker serves only pages beside and below it."""
    return HttpResponse(f"{_known()}\n{_WORKER}", content_type="text/javascript; charset=utf-8")


@cache
def _known() -> str:
    """Returns the first line of the service worker: the data of this server. A new bundle changes the line."""
    files = client_files.bundled_files()
    pictures = {"icon": static("icons/any-192.png"), "badge": static("icons/badge-96.png")}
    known = {"shell": SHELL, "files": files, "kept": f"comptoir {client_files.bundle_name()}", **pictures}
    return f"const SERVED = {json.dumps(known, separators=(',', ':'))};"
