"""The one page of the web client: each of its addresses serves it, and its script shows what the address names."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PAGES = (
    "",
    "play",
    "new/<str:game>",
    "m/<str:match_id>",
    "m/<str:match_id>/replay",
    "m/<str:match_id>/verify",
    "verify",
    "rules",
    "rules/<str:game>",
    "settings",
)


@require_safe
@cache_control(no_cache=True)
def page(request: HttpRequest, **_: str) -> HttpResponse:
    """The client's page; the address is for its script alone."""
    return render(request, "client.html")
