"""The small page that embeds a replay or a public table in another site, and its oEmbed description.

Only these pages may be framed. They show only what everybody with the address may see: a shared replay, or a public
table as spectators see it, with its delay. They use no cookies and no session.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from events.base.exceptions import FieldError, Malformed, NotFound
from events.base.texts import texts_of
from events.http.expensive import one_at_a_time
from events.http.throttles import limited
from events.http.translations import language_of
from events.log.access import access_to
from events.log.match_state.rules import game_of
from events.matches.table.sentences import seat_names
from events.replays.selectors import replay_link_of, replay_sentences
from games.kernel.words.texts import LANGUAGES, texts
from project.web import client_files

WIDTH, HEIGHT, MIN_SIDE = 640, 480, 200
_PAGES = re.compile(r"/(?:embed/)?(?:r/(?P<token>[\w-]+)|m/(?P<match>[0-9a-f-]{36}))(?:/replay)?")


@limited("general", "replays")
@require_safe
@cache_control(no_cache=True)  # names change, and links can be revoked
def embedded_replay(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the replay of a link, step by step. `spoilers=0` hides the length until the end."""
    language = _language(request)
    try:
        link = replay_link_of(token)
    except NotFound:
        return _gone(request, language)
    with one_at_a_time():
        facts = replay_sentences(link, language)
    return _page(request, language, "replay", f"/r/{token}", {**facts, "of": token})


@require_safe
@cache_control(no_cache=True)
def embedded_table(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Shows a public table as text, updated live."""
    language = _language(request)
    try:
        match = access_to(match_id, None).match
    except NotFound:
        return _gone(request, language)
    title = texts(game_of(match).package, language)["title"]
    facts = {"title": title, "names": seat_names(match, language), "captions": [], "of": str(match_id)}
    return _page(request, language, "table", f"/m/{match_id}", facts)


def _page(request: HttpRequest, language: str, kind: str, address: str, facts: dict[str, Any]) -> HttpResponse:
    words = texts_of("embeds")[language]
    hides = request.GET.get("spoilers") == "0"
    context = {**facts, "words": words, "language": language, "kind": kind, "address": address, "hides": hides}
    context |= {"script": client_files.script(f"embed-{kind}"), "preloaded": client_files.preloads(f"embed-{kind}")}
    context["sheets"] = client_files.sheets("embed")
    response = render(request, "embed.html", context)
    response["Referrer-Policy"] = "no-referrer"  # the address of a replay gives access to it
    return _framed(response)


def _framed(response: HttpResponse) -> HttpResponse:
    """Allows other sites to frame a page."""
    policy = settings.CONTENT_SECURITY_POLICY
    response["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", "frame-ancestors *")
    response.xframe_options_exempt = True
    return response


def _gone(request: HttpRequest, language: str) -> HttpResponse:
    """Shows the same page for an unknown, revoked or private address."""
    words = texts_of("embeds")[language]
    context = {"language": language, "words": words, "kind": "gone", "address": "/"}
    context["sheets"] = client_files.sheets("embed")
    return _framed(render(request, "embed.html", context, status=404))


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("language", "")
    return asked if asked in LANGUAGES else language_of(request.headers.get("Accept-Language", ""))


@require_safe
@cache_control(no_cache=True)
def oembed(request: HttpRequest) -> HttpResponse:
    """Returns the oEmbed description of a replay or a table, by its address. Raises Malformed, NotFound."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    address = request.GET.get("url", "")
    found = _PAGES.fullmatch(_path_here(request, address))
    if found is None:
        raise NotFound()
    path, title = _shown(found)
    width, height = _at_most(request, "maxwidth", WIDTH), _at_most(request, "maxheight", HEIGHT)
    source = request.build_absolute_uri(f"/embed{path}") + _options(address)
    frame = f'<iframe src="{source}" width="{width}" height="{height}" title="{title}" loading="lazy"></iframe>'
    return JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Comptoir",
            "provider_url": request.build_absolute_uri("/"),
            "title": title,
            "width": width,
            "height": height,
            "html": frame,
        }
    )


def _path_here(request: HttpRequest, address: str) -> str:
    """Returns the path of an address of this server; empty for other addresses."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return parts.path if parts.netloc == request.get_host() else ""


def _shown(found: re.Match[str]) -> tuple[str, str]:
    """Returns the path and the title of an embedded page. Raises NotFound."""
    if token := found["token"]:
        match, path = replay_link_of(token).match, f"/r/{token}"
    else:
        try:
            match_id = UUID(found["match"])
        except ValueError:
            raise NotFound() from None
        match, path = access_to(match_id, None).match, f"/m/{match_id}"
    return path, f"{texts(game_of(match).package, 'en')['title']}, Comptoir"


def _options(address: str) -> str:
    """Returns only the options of an embedded page from an address that oEmbed receives."""
    query = dict(part.partition("=")[::2] for part in urlsplit(address).query.split("&"))
    kept = {"spoilers": ("0",), "language": tuple(LANGUAGES)}
    options = {name: query[name] for name, values in kept.items() if query.get(name) in values}
    return f"?{urlencode(options)}" if options else ""


def _at_most(request: HttpRequest, name: str, usual: int) -> int:
    text = request.GET.get(name, str(usual))
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and MIN_SIDE <= int(text) <= 10_000):
        raise Malformed(FieldError(f"/query/{name}", "not_between", params={"low": MIN_SIDE, "high": 10_000}))
    return min(usual, int(text))
