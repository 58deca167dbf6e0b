"""Permissions: every route, every role, and every reference to an object of another player.

A new route without a row in the table fails the tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from events.users.models import Player
from tests.events.calls import Caller, open_match, somebody
from tests.events.http.routes import ROUTES
from tests.events.notifications.receivers import Device
from tests.made_once import forget, made_once

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("roles")]

ROLES = ("anybody", "stranger", "seated", "creator", "operator", "auditor")
MATCH = "matches/<uuid:match_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"
CLUB = "clubs/<str:club>"
LEAGUE = "leagues/<uuid:league_id>"

# The status for each role, in the order of ROLES, in a private running match. The body has a valid shape. Roles without
# permission get 403 or 404; for the others, 409 and 422 depend on the state of the match.
PRIVATE = {
    f"GET {MATCH}": (404, 404, 200, 200, 200, 200),
    f"GET {MATCH}/view": (404, 404, 200, 200, 200, 200),
    f"GET {MATCH}/legal-moves": (401, 404, 200, 200, 403, 403),
    f"POST {MATCH}/legal-moves": (401, 404, 200, 200, 403, 403),
    f"POST {MATCH}/moves": (401, 404, 409, 409, 403, 403),
    f"GET {MATCH}/text": (404, 404, 200, 200, 200, 200),
    f"POST {MATCH}/text": (401, 404, 409, 409, 403, 403),
    f"GET {MATCH}/events": (404, 404, 200, 200, 200, 200),
    f"GET {MATCH}/stream": (404, 404, 200, 200, 200, 200),
    f"GET {MATCH}/messages": (404, 404, 200, 200, 200, 200),
    f"POST {MATCH}/messages": (401, 404, 201, 201, 403, 403),
    f"POST {MATCH}/seats": (401, 404, 409, 409, 409, 409),
    f"DELETE {MATCH}/seats/<seat:number>": (401, 404, 409, 409, 409, 409),
    f"PUT {MATCH}/seats/<seat:number>": (401, 404, 403, 403, 403, 403),
    f"POST {MATCH}/seats/<seat:number>/commit": (401, 404, 409, 403, 403, 403),
    f"POST {MATCH}/seats/<seat:number>/reveal": (401, 404, 409, 403, 403, 403),
    f"POST {MATCH}/start": (401, 404, 409, 409, 409, 409),
    f"POST {MATCH}/resign": (401, 404, 200, 200, 403, 403),
    f"POST {MATCH}/agreements/abort": (401, 404, 200, 200, 409, 409),  # the creator is the last to agree
    f"DELETE {MATCH}/agreements/abort": (401, 404, 204, 204, 403, 403),
    f"POST {MATCH}/agreements/rematch": (401, 404, 409, 409, 403, 403),
    f"DELETE {MATCH}/agreements/rematch": (401, 404, 409, 409, 403, 403),
    f"POST {MATCH}/agreements/undo": (401, 404, 409, 409, 403, 403),
    f"DELETE {MATCH}/agreements/undo": (401, 404, 204, 204, 403, 403),
    f"POST {MATCH}/agreements/pause": (401, 404, 200, 200, 403, 403),
    f"DELETE {MATCH}/agreements/pause": (401, 404, 204, 204, 403, 403),
    f"POST {MATCH}/vacation": (401, 404, 400, 400, 403, 403),
    f"DELETE {MATCH}/vacation": (401, 404, 204, 204, 403, 403),
    f"GET {MATCH}/standing-orders": (401, 404, 200, 200, 403, 403),
    f"POST {MATCH}/standing-orders": (401, 404, 201, 201, 403, 403),
    f"POST {MATCH}/standing-orders/trial": (401, 404, 200, 200, 403, 403),
    f"DELETE {MATCH}/standing-orders": (401, 404, 204, 204, 403, 403),
    f"DELETE {MATCH}/standing-orders/<seat:number>": (401, 404, 404, 404, 403, 403),
    f"GET {MATCH}/presence": (404, 404, 200, 200, 200, 200),
    f"GET {MATCH}/note": (401, 404, 200, 200, 200, 200),
    f"PUT {MATCH}/note": (401, 404, 204, 204, 204, 204),
    f"DELETE {MATCH}/note": (401, 404, 204, 204, 204, 204),
    f"GET {MATCH}/seen": (401, 404, 200, 200, 200, 200),
    f"PUT {MATCH}/seen": (401, 404, 204, 204, 204, 204),
    f"GET {MATCH}/waiting-list": (404, 404, 200, 200, 200, 200),
    f"POST {MATCH}/waiting-list": (401, 404, 409, 409, 409, 409),
    f"DELETE {MATCH}/waiting-list": (401, 404, 204, 204, 204, 204),
    f"GET {MATCH}/invitations": (401, 404, 403, 200, 200, 403),
    f"POST {MATCH}/invitations": (401, 404, 403, 409, 409, 403),
    f"DELETE {MATCH}/invitations": (401, 404, 403, 204, 204, 403),
    f"DELETE {MATCH}/invitations/<uuid:invitation_id>": (401, 404, 403, 404, 404, 403),
    f"POST {MATCH}/forks": (401, 404, 409, 409, 409, 409),
    f"GET {MATCH}/replay-links": (401, 404, 200, 200, 200, 200),
    f"POST {MATCH}/replay-links": (401, 404, 409, 409, 409, 409),
    f"DELETE {MATCH}/replay-links/<uuid:link_id>": (401, 404, 404, 404, 404, 404),
    f"GET {MATCH}/analysis": (401, 404, 404, 404, 404, 404),
    f"POST {MATCH}/analysis": (401, 404, 409, 409, 403, 403),
    f"GET {MATCH}/proof": (404, 404, 200, 200, 200, 200),
    f"GET {MATCH}/export": (404, 404, 200, 200, 200, 200),
}
# Routes without a match; the last two statuses of each line are for the operator and the auditor.
ELSEWHERE = {
    "POST players": (201, 201, 201, 201, 201, 201),
    "GET tokens": (401, 200, 200, 200, 200, 200),
    "POST tokens": (401, 401, 401, 401, 401, 401),
    "DELETE tokens/<uuid:token_id>": (401, 404, 404, 404, 404, 404),
    "GET me": (401, 200, 200, 200, 200, 200),
    "GET me/decisions": (401, 200, 200, 200, 200, 200),
    "GET me/export": (401, 200, 200, 200, 200, 200),
    "GET me/export/matches": (401, 200, 200, 200, 200, 200),
    "GET players/<str:name>": (404, 404, 404, 404, 404, 404),
    "GET me/stream": (401, 200, 200, 200, 200, 200),
    "POST stream-tickets": (401, 201, 201, 201, 201, 201),
    "DELETE me": (401, 204, 204, 204, 204, 204),
    "PATCH me": (401, 200, 200, 200, 200, 200),
    "GET me/webhooks": (401, 200, 200, 200, 200, 200),
    "POST me/webhooks": (401, 201, 201, 201, 201, 201),
    "GET me/webhooks/<uuid:webhook_id>": (401, 404, 404, 404, 404, 404),
    "PATCH me/webhooks/<uuid:webhook_id>": (401, 404, 404, 404, 404, 404),
    "DELETE me/webhooks/<uuid:webhook_id>": (401, 404, 404, 404, 404, 404),
    "GET me/webhooks/<uuid:webhook_id>/deliveries": (401, 404, 404, 404, 404, 404),
    "POST me/webhooks/<uuid:webhook_id>/deliveries/<int:number>": (401, 404, 404, 404, 404, 404),
    "GET me/push-subscriptions": (401, 200, 200, 200, 200, 200),
    "POST me/push-subscriptions": (401, 201, 201, 201, 201, 201),
    "PATCH me/push-subscriptions/<uuid:subscription_id>": (401, 404, 404, 404, 404, 404),
    "DELETE me/push-subscriptions/<uuid:subscription_id>": (401, 404, 404, 404, 404, 404),
    "POST email-confirmations": (401, 204, 204, 204, 204, 204),
    "POST email-confirmations/confirm": (404, 404, 404, 404, 404, 404),
    "POST password-resets": (204, 204, 204, 204, 204, 204),
    "POST password-resets/confirm": (404, 404, 404, 404, 404, 404),
    "GET me/reports": (401, 200, 200, 200, 200, 200),
    "POST me/reports": (401, 404, 404, 404, 404, 404),
    "GET games": (200, 200, 200, 200, 200, 200),
    "GET games/<str:game>": (200, 200, 200, 200, 200, 200),
    "GET matches": (200, 200, 200, 200, 200, 200),
    "POST matches": (401, 201, 201, 201, 201, 201),
    "GET invitations/<str:token>": (404, 404, 404, 404, 404, 404),
    "POST invitations/<str:token>": (401, 404, 404, 404, 404, 404),
    "GET replays/<str:token>": (404, 404, 404, 404, 404, 404),
    "GET replays/<str:token>/events": (404, 404, 404, 404, 404, 404),
    "GET replays/<str:token>/captions": (404, 404, 404, 404, 404, 404),
    "GET players/<str:name>/results/<str:game>": (404, 404, 404, 404, 404, 404),
    "GET players/<str:name>/luck/<str:game>": (404, 404, 404, 404, 404, 404),
    "POST players/<str:name>/luck/<str:game>": (401, 404, 404, 404, 404, 404),
    "GET me/relations": (401, 200, 200, 200, 200, 200),
    "PATCH me/relations/<str:name>": (401, 404, 404, 404, 404, 404),
    "DELETE me/relations/<str:name>": (401, 404, 404, 404, 404, 404),
    "GET me/sanctions": (401, 200, 200, 200, 200, 200),
    "POST me/sanctions/<uuid:sanction_id>/appeal": (401, 404, 404, 404, 404, 404),
    "GET me/calendar": (401, 200, 200, 200, 200, 200),
    "POST me/calendar": (401, 200, 200, 200, 200, 200),
    "GET calendars/<str:token>": (404, 404, 404, 404, 404, 404),
    "GET ratings": (200, 200, 200, 200, 200, 200),
    "GET ratings/<str:game>": (200, 200, 200, 200, 200, 200),
    "GET ratings/<str:game>/<str:name>": (404, 404, 404, 404, 404, 404),
    "GET bots": (200, 200, 200, 200, 200, 200),
    "POST bots": (401, 201, 201, 201, 201, 201),
    "PATCH bots/<str:name>": (401, 404, 404, 404, 404, 404),
    "POST bots/<str:name>/tokens": (401, 404, 404, 404, 404, 404),
    "POST bots/decisions": (401, 403, 403, 403, 403, 403),
    "GET bots/decisions/stream": (401, 403, 403, 403, 403, 403),
    "GET apps": (401, 200, 200, 200, 200, 200),
    "POST apps": (401, 403, 403, 403, 403, 403),  # guests may not register apps
    "DELETE apps/<str:client_id>": (401, 404, 404, 404, 404, 404),
    "GET me/passkeys": (401, 200, 200, 200, 200, 200),
    "POST me/passkeys": (401, 400, 400, 400, 400, 400),
    "PATCH me/passkeys/<uuid:passkey_id>": (401, 404, 404, 404, 404, 404),
    "DELETE me/passkeys/<uuid:passkey_id>": (401, 404, 404, 404, 404, 404),
    "POST me/passkey-options": (401, 201, 201, 201, 201, 201),
    "POST passkey-options": (201, 201, 201, 201, 201, 201),
    "POST passkey-tokens": (401, 401, 401, 401, 401, 401),
    "GET me/apps": (401, 200, 200, 200, 200, 200),
    "DELETE me/apps/<str:client_id>": (401, 404, 404, 404, 404, 404),
    "GET authorizations": (401, 400, 400, 400, 400, 400),
    "POST authorizations": (401, 400, 400, 400, 400, 400),
    "GET devices/<str:user_code>": (401, 404, 404, 404, 404, 404),
    "POST devices/<str:user_code>": (401, 404, 404, 404, 404, 404),
    "GET global-log": (200, 200, 200, 200, 200, 200),
    "DELETE tokens": (401, 204, 204, 204, 204, 204),
    "GET clubs": (200, 200, 200, 200, 200, 200),
    "POST clubs": (401, 201, 201, 201, 201, 201),
    f"GET {CLUB}": (404, 404, 404, 404, 404, 404),
    f"PATCH {CLUB}": (401, 404, 404, 404, 404, 404),
    f"DELETE {CLUB}": (401, 404, 404, 404, 404, 404),
    f"GET {CLUB}/members": (404, 404, 404, 404, 404, 404),
    f"POST {CLUB}/members": (401, 404, 404, 404, 404, 404),
    f"PATCH {CLUB}/members/<str:name>": (401, 404, 404, 404, 404, 404),
    f"DELETE {CLUB}/members/<str:name>": (401, 404, 404, 404, 404, 404),
    f"GET {CLUB}/invitations": (401, 404, 404, 404, 404, 404),
    f"POST {CLUB}/invitations": (401, 404, 404, 404, 404, 404),
    f"DELETE {CLUB}/invitations": (401, 404, 404, 404, 404, 404),
    f"DELETE {CLUB}/invitations/<uuid:invitation_id>": (401, 404, 404, 404, 404, 404),
    f"GET {CLUB}/defaults": (404, 404, 404, 404, 404, 404),
    f"PUT {CLUB}/defaults/<str:game>": (401, 404, 404, 404, 404, 404),
    f"DELETE {CLUB}/defaults/<str:game>": (401, 404, 404, 404, 404, 404),
    f"GET {CLUB}/ratings/<str:game>": (404, 404, 404, 404, 404, 404),
    "GET club-invitations/<str:token>": (404, 404, 404, 404, 404, 404),
    "POST club-invitations/<str:token>": (401, 404, 404, 404, 404, 404),
    "GET leagues": (200, 200, 200, 200, 200, 200),
    "POST leagues": (401, 201, 201, 201, 201, 201),
    f"GET {LEAGUE}": (404, 404, 404, 404, 404, 404),
    f"PATCH {LEAGUE}": (401, 404, 404, 404, 404, 404),
    f"POST {LEAGUE}/members": (401, 404, 404, 404, 404, 404),
    f"DELETE {LEAGUE}/members/<str:name>": (401, 404, 404, 404, 404, 404),
    f"PUT {LEAGUE}/organisers/<str:name>": (401, 404, 404, 404, 404, 404),
    f"DELETE {LEAGUE}/organisers/<str:name>": (401, 404, 404, 404, 404, 404),
    f"GET {LEAGUE}/seasons": (404, 404, 404, 404, 404, 404),
    f"GET {LEAGUE}/seasons/<count:number>": (404, 404, 404, 404, 404, 404),
    f"POST {LEAGUE}/start": (401, 404, 404, 404, 404, 404),
    f"POST {LEAGUE}/cancel": (401, 404, 404, 404, 404, 404),
    "GET tournaments": (200, 200, 200, 200, 200, 200),
    "POST tournaments": (401, 201, 201, 201, 201, 201),
    f"GET {TOURNAMENT}": (404, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/entries": (401, 404, 404, 404, 404, 404),
    f"DELETE {TOURNAMENT}/entries/<seat:number>": (401, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/start": (401, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/cancel": (401, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/entries/<seat:number>/substitute": (401, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/entries/<seat:number>/check-in": (401, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/entries/<seat:number>/members": (401, 404, 404, 404, 404, 404),
    f"PUT {TOURNAMENT}/entries/<seat:number>/members/<str:name>": (401, 404, 404, 404, 404, 404),
    f"DELETE {TOURNAMENT}/entries/<seat:number>/members/<str:name>": (401, 404, 404, 404, 404, 404),
    f"PATCH {TOURNAMENT}": (401, 404, 404, 404, 404, 404),
    f"PUT {TOURNAMENT}/organisers/<str:name>": (401, 404, 404, 404, 404, 404),
    f"DELETE {TOURNAMENT}/organisers/<str:name>": (401, 404, 404, 404, 404, 404),
    f"GET {TOURNAMENT}/messages": (404, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/messages": (401, 404, 404, 404, 404, 404),
    f"DELETE {TOURNAMENT}/messages/<seat:number>": (401, 404, 404, 404, 404, 404),
    f"POST {TOURNAMENT}/cancel-votes": (401, 404, 404, 404, 404, 404),
    f"GET {TOURNAMENT}/rounds": (404, 404, 404, 404, 404, 404),
    f"GET {TOURNAMENT}/deals": (404, 404, 404, 404, 404, 404),
    f"GET {TOURNAMENT}/export": (404, 404, 404, 404, 404, 404),
}
NOWHERE = "01a1fc63-81d9-71e5-8e58-f3c006995afd"
BODIES = {
    f"POST {MATCH}/legal-moves": {"verb": "pass"},
    f"PUT {MATCH}/note": {"text": "Mine"},
    f"PUT {MATCH}/seen": {"page": "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55", "looking": False},
    f"POST {MATCH}/moves": {"prompt": 999, "verb": "pass"},
    f"POST {MATCH}/text": {"at": "0", "answer": "1"},
    f"POST {MATCH}/seats/<seat:number>/commit": {"commit": None},
    f"POST {MATCH}/seats/<seat:number>/reveal": {"seed": "00" * 32},
    f"POST {MATCH}/messages": {"text": "Bonjour"},
    f"POST {MATCH}/forks": {"at": 6, "mode": "resampled"},
    f"POST {MATCH}/replay-links": {"as": "spectator"},
    f"POST {MATCH}/vacation": {"days": 1},
    f"POST {MATCH}/standing-orders": {"phase": "follow", "move": {"verb": "pass"}},
    f"POST {MATCH}/standing-orders/trial": {"phase": "follow", "move": {"verb": "pass"}},
    "POST me/passkeys": {"name": "Phone", "id": "AAAA", "client_data": "AAAA", "attestation": "AAAA"},
    "PATCH me/passkeys/<uuid:passkey_id>": {"name": "Phone"},
    "POST passkey-tokens": {
        "id": "AAAA",
        "client_data": "AAAA",
        "authenticator_data": "AAAA",
        "signature": "AAAA",
        "user_handle": "AAAA",
    },
    "POST apps": {"name": "Role app", "kind": "device"},
    "POST authorizations": {"client_id": "nobody", "response_type": "code", "allow": True},
    "POST devices/<str:user_code>": {"allow": True},
    "POST tokens": {"name": "Nobody here", "password": "not this one"},
    "POST me/reports": {"reason": "abuse", "name": "Nobody"},
    "POST me/sanctions/<uuid:sanction_id>/appeal": {"text": "It was not me."},
    "PATCH me/relations/<str:name>": {"is_followed": True},
    "POST me/webhooks": {"url": "https://example.org/hook"},
    "POST me/push-subscriptions": Device.at("https://push.example.org/device"),
    "POST email-confirmations/confirm": {"token": "unknown"},
    "POST password-resets": {"email": "nobody@example.org"},
    "POST password-resets/confirm": {"token": "unknown", "password": "correct horse battery"},
    "PATCH me": {"language": "fr"},
    f"POST {TOURNAMENT}/messages": {"text": "Welcome!"},
    "POST tournaments": {
        "title": "Roles",
        "game": "monopoly_deal",
        "seats": 2,
        "format": "knock_out",
        "max_players": 4,
    },
    "POST leagues": {
        "title": "Roles",
        "game": "monopoly_deal",
        "seats": 2,
        "format": "knock_out",
        "sizes": [4],
        "moving": 1,
    },
    f"PATCH {LEAGUE}": {"title": "Roles"},
    "POST clubs": {"name": "Roles", "visibility": "private"},
    f"PATCH {CLUB}": {"about": "Roles"},
    f"PATCH {CLUB}/members/<str:name>": {"role": "member"},
    "POST matches": {"game": "great_dalmuti", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 4]},
}


def routes() -> Iterator[str]:
    """Yields every method of every route of the URL configuration."""
    for pattern in ROUTES:
        view = pattern.callback.view_class
        for method in ("get", "post", "put", "patch", "delete"):
            if hasattr(view, method):
                yield f"{method.upper()} {pattern.pattern}"


def test_every_route_has_a_row_in_a_table_of_roles():
    assert sorted(routes()) == sorted([*PRIVATE, *ELSEWHERE])


def everybody() -> dict[str, Caller]:
    callers = {role: somebody() for role in ROLES[1:]}
    Player.objects.filter(pk=callers["operator"].player).update(is_staff=True)
    Player.objects.filter(pk=callers["auditor"].player).update(is_auditor=True)
    return {"anybody": Caller(), **callers}


def private_match(callers: dict[str, Caller]) -> str:
    names = [{"kind": "player", "name": callers["seated"].get("/me").json()["name"]}]
    seats = [{"kind": "me"}, *names, *[{"kind": "bot", "policy": "uniform"}] * 2]
    return open_match(callers["creator"], [callers["seated"]], seats=seats, visibility="private")


def everybody_and_a_match() -> tuple[dict[str, Caller], str]:
    callers = everybody()
    return callers, private_match(callers)


made = made_once(everybody_and_a_match)


@pytest.fixture
def callers(made: tuple[dict[str, Caller], str]) -> dict[str, Caller]:
    return made[0]


@pytest.fixture
def match(made: tuple[dict[str, Caller], str]) -> str:
    """A private running match between the creator, the seated player and bots."""
    return made[1]


@pytest.fixture(autouse=True)
def as_new() -> None:
    forget()


def status_of(caller: Caller, route: str, **names: str) -> int:
    method, _, path = route.partition(" ")
    nowhere = dict.fromkeys(
        (
            "invitation_id",
            "link_id",
            "tournament_id",
            "webhook_id",
            "subscription_id",
            "passkey_id",
            "sanction_id",
            "league_id",
        ),
        NOWHERE,
    )
    names = {
        "number": "1",
        **nowhere,
        "token": "no_such_link",
        "club": NOWHERE,
        "client_id": "nobody",
        "user_code": "AAAAAAAA",
        **names,
    }
    names.setdefault("name", "Nobody")
    for name, value in names.items():
        path = re.sub(f"<[a-z]+:{name}>", lambda _, value=value: value, path)
    named = {"name": f"Role {caller.player[-8:]} x"}
    body = {"POST players": named, "POST bots": {**named, "level": "good"}, **BODIES}.get(route, {})
    return caller.call(method, f"/{path}", None if method in ("GET", "DELETE") else body).status_code


@pytest.mark.parametrize("route", PRIVATE)
def test_a_private_match_answers_each_role_as_the_table_says(callers: dict[str, Caller], match: str, route: str):
    answers = tuple(status_of(callers[role], route, match_id=match, number="1") for role in ROLES)

    assert answers == PRIVATE[route]


@pytest.mark.parametrize("route", ELSEWHERE)
def test_a_route_without_a_match_answers_each_role_as_the_table_says(callers: dict[str, Caller], route: str):
    foreign = callers["seated"].get("/tokens").json()["items"][0]["id"]
    others = {role: caller for role, caller in callers.items() if role != "seated" or "token_id" not in route}

    answers = {
        role: status_of(caller, route, token_id=foreign, game="great_dalmuti") for role, caller in others.items()
    }

    assert answers == {role: ELSEWHERE[route][ROLES.index(role)] for role in others}


@pytest.mark.parametrize("route", PRIVATE)
def test_an_unknown_match_is_not_found(callers: dict[str, Caller], route: str):
    names = [NOWHERE, "1", "null", "%00", "..", "a" * 300, "{01a1fc63}", "é"]

    statuses = {name: status_of(callers["stranger"], route, match_id=name, number="1") for name in names}

    assert statuses == dict.fromkeys(names, 404)


def test_a_prompt_of_another_seat_or_match_is_refused():
    callers = [somebody() for _ in range(4)]
    match, other = open_match(callers[0], callers[1:]), open_match(callers[0], callers[1:])
    mine = callers[0].get(f"/matches/{match}/legal-moves").json()

    foreign = callers[0].post(f"/matches/{other}/moves", {"prompt": mine["prompt"] + 50, "verb": "accept"})

    assert (foreign.status_code, foreign.json()["code"]) == (409, "stale_prompt")
    assert callers[0].get(f"/matches/{match}/legal-moves?prompt=77").status_code == 409


def test_a_revoked_token_stops_working():
    ada = somebody()
    assert ada.get("/me").status_code == 200

    assert ada.delete("/tokens").status_code == 204

    answer = ada.get("/me")
    assert (answer.status_code, answer["WWW-Authenticate"].split()[0]) == (401, "Bearer")


@pytest.mark.parametrize("token", ["", "x", "a" * 5000, "é", "Bearer", "0" * 43])
def test_an_invalid_token_is_refused(token: str):
    assert Caller(token or " ").get("/me").status_code == 401
