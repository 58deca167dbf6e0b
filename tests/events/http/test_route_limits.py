"""Every route has a limit that matches its cost: API routes, pages, preflights, and unknown addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, resolve

from project.urls import urlpatterns
from tests.events.calls import Caller, client, somebody
from tests.events.http.routes import ROUTES

pytestmark = pytest.mark.django_db
WITHOUT = {"livez", "readyz", "metrics"}
"""Probes, which have to answer while the database, and with it the count, is away."""
DEAR = {
    "players": {"sign_up"},
    "tokens": {"sign_in"},
    "password-resets/confirm": {"sign_in"},
    "password-resets": {"sign_in"},
    "passkey-options": {"sign_in"},
    "passkey-tokens": {"sign_in"},
    "me/export": {"own_matches"},
    "players/<str:name>": {"lists"},
    "players/<str:name>/results/<str:game>": {"lists"},
    "calendars/<str:token>": {"lists"},
    "me/export/matches": {"own_matches"},
    "matches/<uuid:match_id>/export": {"exports"},
    "tournaments/<uuid:tournament_id>/export": {"exports"},
    "matches/<uuid:match_id>/proof": {"proofs"},
    "matches/<uuid:match_id>/forks": {"forks"},
    "matches/<uuid:match_id>/legal-moves": {"legal_moves"},
    "matches/<uuid:match_id>/standing-orders/trial": {"legal_moves"},
    "replays/<str:token>/events": {"replays"},
    "replays/<str:token>/captions": {"replays"},
}
DEAR_PAGES = {
    "/oauth/token": {"apps"},
    "/oauth/revoke": {"apps"},
    "/oauth/device": {"apps"},
    "/r/x/text": {"replays"},
    "/embed/r/x": {"replays"},
    "/log/proof/1": {"proofs"},
    "/log/extension/1": {"proofs"},
}


def pages(patterns: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Yields every route outside the API, with its view."""
    for each in patterns:
        path = above + str(each.pattern)
        if isinstance(each, URLResolver) and not path.startswith("api/v1/"):
            yield from pages(each.url_patterns, path)
        elif isinstance(each, URLPattern):
            yield path, each.callback


def test_every_page_has_a_limit():
    routes = dict(pages(urlpatterns))

    free = {path for path, view in routes.items() if getattr(view, "limit_scopes", None) == ()}

    assert free == WITHOUT
    assert len(routes) > 50


def test_every_route_of_the_api_has_a_limit(rf: Any):
    for pattern in ROUTES:
        view = pattern.callback.view_class()
        for method in ("GET", "POST"):
            view.setup(view.initialize_request(rf.generic(method, "/")))
            assert view.limit_scopes, pattern.pattern


@pytest.mark.parametrize("route", DEAR)
def test_an_expensive_request_has_its_own_limit(rf: Any, route: str):
    view = next(each.callback.view_class for each in ROUTES if str(each.pattern) == route)()
    view.setup(rf.post("/"))

    assert set(view.limit_scopes) >= DEAR[route]


@pytest.mark.parametrize("path", DEAR_PAGES)
def test_an_expensive_page_has_its_own_limit(path: str):
    assert set(resolve(path).func.limit_scopes) >= DEAR_PAGES[path]


ASKING = {"Origin": "https://scores.example", "Access-Control-Request-Method": "GET"}
REQUESTS: dict[str, Callable[[], Any]] = {
    "the client's page": lambda: client().get("/"),
    "a page of rules": lambda: client().get("/rules/dealmaker"),
    "an avatar": lambda: client().get(f"/avatars/{uuid4()}.svg"),
    "a link of an e-mail": lambda: client().get("/mail/confirm/x"),
    "a link of no kind": lambda: client().get("/mail/nothing/x"),
    "no page": lambda: client().get("/no/such/page"),
    "no route of the API": lambda: Caller().get("/no/such/route"),
    "a preflight for the API": lambda: client().options("/api/v1/games", headers=ASKING),
    "a preflight for the protocol": lambda: client().options("/oauth/token", headers=ASKING),
    "the metadata of the protocol": lambda: client().get("/.well-known/oauth-authorization-server"),
    "the manifest": lambda: client().get("/app.webmanifest"),
    "the operator's page": lambda: client().get("/admin/login/"),
    "the document of the API": lambda: client().get("/api/docs"),
    "an address for embeds": lambda: client().get("/oembed"),
    "a checkpoint": lambda: client().get("/log/checkpoint"),
}


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_flood_is_refused(settings: Any, request_: str):
    settings.COMPTOIR_LIMITS = {"general": (3, 60)}

    statuses = [REQUESTS[request_]().status_code for _ in range(5)]

    assert 429 not in statuses[:3], statuses
    assert statuses[3:] == [429, 429], statuses


def test_pages_loaded_from_a_network_do_not_use_the_limit_of_its_players(settings: Any):
    ada = somebody("Ada")
    settings.COMPTOIR_LIMITS = {"general": (2, 60)}

    assert [client().get("/").status_code for _ in range(3)][-1] == 429

    assert ada.get("/me").status_code == 200
