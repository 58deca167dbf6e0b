"""Replays as pages of text without a script: all events from the deal to the end."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from events.base.exceptions import NotFound
from events.http.expensive import one_at_a_time
from events.http.throttles import limited
from events.http.translations import language_of
from events.replays.selectors import replay_link_of, replay_sentences
from games.kernel.words.texts import LANGUAGES
from project.web.client_files import sheets


@limited("general", "replays")
@require_safe
@cache_control(no_cache=True)  # players may change their names, and the link may be revoked
def replay_text(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the sentences of a replay, in the language of `?language=` or of the browser."""
    try:
        link = replay_link_of(token)
    except NotFound:
        raise Http404 from None
    asked = request.GET.get("language", "")
    language = asked if asked in LANGUAGES else language_of(request.headers.get("Accept-Language", ""))
    with one_at_a_time():
        sentences = replay_sentences(link, language)
    response = render(
        request,
        "replay.html",
        {
            "language": language,
            "languages": LANGUAGES,
            "token": token,
            "sheets": sheets("first"),
            **sentences,
        },
    )
    response["Referrer-Policy"] = "no-referrer"  # the address gives access to the replay
    return response
