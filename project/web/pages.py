"""The only page of the web client. All addresses of the client serve it, and its script shows the addressed content."""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from events.base.exceptions import NotFound
from events.http.problems import response_to
from project.web import client_files

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
    "learn/<str:game>",
    "invite",
    "ratings",
    "ratings/<str:game>",
    "p/<str:player>",
    "tournaments",
    "tournaments/<str:tournament>",
    "leagues",
    "leagues/<str:league>",
    "clubs",
    "c/<str:club>",
    "arena",
    "community",
    "login",
    "settings",
    "account",
    "authorize",
    "device",
    "open",
)


@cache
def languages() -> str:
    """Returns the languages as JSON, the default first, with the modules of their texts.

    Each language has a module for the first page and a module for all other texts.
    """
    described = [{"code": code, "name": name, "texts": client_files.words(code)} for code, name in settings.LANGUAGES]
    return json.dumps(described, ensure_ascii=False, separators=(",", ":"))


@require_safe
@gzip_page  # the page is the same for everybody, so its compressed length reveals no secret
@cache_control(no_cache=True)
def page(request: HttpRequest, **_: str) -> HttpResponse:
    """Shows the client's page. Only its script uses the address."""
    kind = "first" if request.path_info == "/" else "table" if request.path_info.startswith("/m/") else "other"
    context = {"languages": languages(), "oembed": _oembed(request), **client_files.of_page(kind)}
    response = render(request, "client.html", context)
    if context["import_map"]:
        response["Content-Security-Policy"] = _policy_for(context["import_map"])
    return response


def _policy_for(script: str) -> str:
    """Returns the policy of the settings, which in addition allows an inline script."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return settings.CONTENT_SECURITY_POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'")


def _oembed(request: HttpRequest) -> str | None:
    """Returns the address of the oEmbed description of a page; None for a page that cannot be embedded."""
    if not request.path_info.startswith(("/m/", "/r/")):
        return None
    query = urlencode({"url": request.build_absolute_uri(request.path_info), "format": "json"})
    return request.build_absolute_uri(f"/oembed?{query}")


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Returns the page for unknown addresses to browsers, and a problem to programs (Django's handler404)."""
    is_browser = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")
    if not is_browser or request.path.startswith(("/api/", "/static/")):
        return response_to(NotFound(), request)
    response = page(request)
    response.status_code = 404
    return response
