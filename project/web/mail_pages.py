"""The pages of links in e-mails. Each page is a form, and only its submission has an effect.

The form is necessary because mail programs fetch addresses.
To end e-mails without a page, mail programs post `List-Unsubscribe=One-Click` to the same address (RFC 8058).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from events.base.exceptions import Malformed, NotFound
from events.base.texts import texts_of
from events.http.auth import forget_player
from events.http.throttles import spend_hash
from events.http.translations import language_of
from events.oauth.services import codes_end
from events.users.account_mail import address_confirm, address_revert, mail_end, password_recover
from events.users.links import CONFIRM, RECOVER, REVERT, UNSUBSCRIBE, former_address_of, player_of
from events.users.models import Player
from project.web.client_files import sheets

Act = Callable[[HttpRequest, str], Any]
ACTS: dict[str, Act] = {
    CONFIRM: lambda request, token: address_confirm(token=token),
    RECOVER: lambda request, token: _recover(request, token, password_recover),
    REVERT: lambda request, token: _recover(request, token, address_revert),
    UNSUBSCRIBE: lambda request, token: mail_end(token=token),
}


def _recover(request: HttpRequest, token: str, recover: Callable[..., Player]) -> Player:
    spend_hash(request)
    player = recover(token=token, password=request.POST.get("password", ""))
    codes_end(player)
    return player


def _owner_of(purpose: str, token: str) -> Player:
    """Returns the player of a link. Raises NotFound."""
    return former_address_of(token).player if purpose == REVERT else player_of(token, purpose)


@csrf_exempt  # the token in the address authenticates the request, and mail programs have no cookies
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_page(request: HttpRequest, purpose: str, token: str) -> HttpResponse:
    """Shows the form of a link, or its outcome."""
    if purpose not in ACTS:
        raise Http404
    try:
        player = _owner_of(purpose, token)
        if request.method != "POST":
            return _page(request, purpose, player.language)
        forget_player(ACTS[purpose](request, token).pk)
    except NotFound:
        return _page(request, "gone", language_of(request.headers.get("Accept-Language", "")), said="done", status=404)
    except Malformed:
        return _page(request, purpose, player.language, said="refused", status=400)
    return _page(request, purpose, player.language, said="done")


def _page(request: HttpRequest, purpose: str, language: str, said: str = "", status: int = 200) -> HttpResponse:
    """Renders the page. said: the key of a message; the form is shown with "" or "refused"."""
    words = texts_of("mails")[language]["pages"][purpose]
    facts = {
        "words": words,
        "language": language,
        "said": words.get(said),
        "has_form": said in ("", "refused"),
        "sheets": sheets("first"),
    }
    response = render(request, "mail.html", facts, status=status)
    response["Referrer-Policy"] = "no-referrer"  # the address is a secret
    return response
