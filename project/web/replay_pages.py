"""A replay as a page of sentences, which needs no script: who did what, from the deal to the end."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from events.base.exceptions import NotFound
from events.http.throttles import spend_page
from events.http.translations import language_of
from events.replays.selectors import replay_link_of, replay_sentences
from games.kernel.words.texts import LANGUAGES
from project.web.client_files import sheets

_COSTLY = re.compile(r"/r/[^/]+/text")


def is_costly_page(path: str) -> bool:
    """Whether a path is of a page that is made from a whole log."""
    return _COSTLY.fullmatch(path) is not None


@require_safe
@cache_control(no_cache=True)  # it names players, who may change their names, and the link may be revoked
def replay_text(request: HttpRequest, token: str) -> HttpResponse:
    """The sentences of a replay, in the language of `?language=` or of the browser."""
    spend_page(request, "general", "replays")
    try:
        link = replay_link_of(token)
    except NotFound:
        raise Http404 from None
    asked = request.GET.get("language", "")
    language = asked if asked in LANGUAGES else language_of(request.headers.get("Accept-Language", ""))
    response = render(
        request,
        "replay.html",
        {
            "language": language,
            "languages": LANGUAGES,
            "token": token,
            "sheets": sheets("first"),
            **replay_sentences(link, language),
        },
    )
    response["Referrer-Policy"] = "no-referrer"  # the address is the key to the replay
    return response
