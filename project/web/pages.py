"""The one page of the web client: each of its addresses serves it, and its script shows what the address names."""

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from events.http.problems import handler404 as problem404

PAGES = (
    "",
    "play",
    "new/<str:game>",
    "m/<str:match_id>",
    "m/<str:match_id>/replay",
    "m/<str:match_id>/verify",
    "r/<str:token>",
    "verify",
    "rules",
    "rules/<str:game>",
    "invite",
    "ratings",
    "ratings/<str:game>",
    "tournaments",
    "tournaments/<str:tournament>",
    "settings",
    "account",
)


FIRST = ("pages/landing.js", "pages/lobby.js", "cards/card.js")
TABLE = (
    "pages/match.js",
    "table/state/open.js",
    "table/board/board.js",
    "table/question/question.js",
    "table/question/blanks.js",
    "slots/kinds.js",
    "table/log/rail.js",
)
"""Modules that a page imports late otherwise, one level after another."""

LATE = ("table.css", "layouts.css")
"""Style sheets that the first page does not need; its script loads them before it shows another page."""


@cache
def languages() -> str:
    """The languages as JSON, the default first, with the modules of their words: the first page's, and the others."""
    described = [
        {"code": code, "name": name, "texts": [static(f"texts/{code}{part}.js") for part in ("", ".more")]}
        for code, name in settings.LANGUAGES
    ]
    return json.dumps(described, ensure_ascii=False, separators=(",", ":"))


@require_safe
@cache_control(no_cache=True)
def page(request: HttpRequest, **_: str) -> HttpResponse:
    """The client's page; the address is for its script alone."""
    first = request.path_info == "/"
    modules = FIRST if first else TABLE if request.path_info.startswith("/m/") else ()
    context = {"first": first, "late": LATE, "preloaded": modules, "languages": languages()}
    return render(request, "client.html", context)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's view for unknown addresses: a page for somebody with a browser, a problem for programs."""
    is_browser = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")
    if not is_browser or request.path.startswith(("/api/", "/static/")):
        return problem404(request, exception)
    response = page(request)
    response.status_code = 404
    return response


PUSH_WORKER = (Path(__file__).parent / "push_worker.js").read_bytes()


@require_safe
@cache_control(no_cache=True)
def push_worker(request: HttpRequest) -> HttpResponse:
    """The service worker that shows notices: at the root, since it may act for the pages beside and below it alone."""
    return HttpResponse(PUSH_WORKER, content_type="text/javascript; charset=utf-8")
