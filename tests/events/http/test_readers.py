"""A read-only token changes nothing, by any method of any route, and by any read."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from events.http import auth
from events.streams.views import counts_as_presence
from events.users.models import Token
from tests.events.calls import Caller, open_match, somebody
from tests.events.http.routes import ROUTES

pytestmark = pytest.mark.django_db
UNSAFE = ("post", "put", "patch", "delete")
CHANGES_NOTHING_OF_THE_CALLER = {
    "POST players": "signs somebody else up",
    "POST tokens": "needs a password",
    "DELETE tokens": "signs this token out",
    "POST passkey-options": "needs a passkey afterwards",
    "POST passkey-tokens": "needs a passkey",
    "POST email-confirmations/confirm": "needs a link from an e-mail",
    "POST password-resets": "sends an e-mail to the owner of an address",
    "POST password-resets/confirm": "needs a link from an e-mail",
    "POST stream-tickets": "opens a stream, which reads",
    "POST matches/<uuid:match_id>/legal-moves": "says what a move would be",
    "POST matches/<uuid:match_id>/standing-orders/trial": "says what an order would do",
}
MADE_BY_READING = frozenset({"events_counter", "events_storedstate", "events_streamticket", "django_session"})


def changing_routes() -> Iterator[tuple[str, str]]:
    """Yields every method that changes data, with its route."""
    for pattern in ROUTES:
        for method in UNSAFE:
            if hasattr(pattern.callback.view_class, method):
                yield method.upper(), str(pattern.pattern)


REFUSED = [pair for pair in changing_routes() if " ".join(pair) not in CHANGES_NOTHING_OF_THE_CALLER]


@pytest.fixture
def match(settings: Any) -> tuple[Caller, str]:
    """Returns a reader, and a running match in which they have the first seat."""
    settings.COMPTOIR_LIMITS = {}
    ada = somebody("Ada")
    match = open_match(ada, [somebody("Bob")], "monopoly_deal")
    assert ada.call("PUT", f"/matches/{match}/note", {"text": "Bob bluffs"}).status_code == 204
    Token.objects.filter(player=ada.player).update(scopes="read")
    auth.forget()
    return ada, match


def filled(route: str, match: str) -> str:
    """Returns a path of a route, with the id of the match or of an object that may not exist."""
    parts = []
    for part in route.split("/"):
        name = part.strip("<>").rpartition(":")[2] if part.startswith("<") else ""
        kind = part.strip("<>").partition(":")[0]
        found = {"match_id": match, "name": "Nobody Here", "game": "monopoly_deal"}.get(name)
        parts.append(found or ({"uuid": str(uuid4()), "str": "x", "slug": "x"}.get(kind, "1") if name else part))
    return "/" + "/".join(parts)


def stored() -> dict[str, Any]:
    """Returns the rows of each table, except tables in which reads leave a trace."""
    tables = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in MADE_BY_READING:
                cursor.execute(
                    f"SELECT md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) FROM \"{table}\" t"
                )
                tables[table] = cursor.fetchone()
    return tables


def test_every_route_that_changes_data_refuses_a_token_that_only_reads(match: tuple[Caller, str]):
    reader, running = match
    before, wrong = stored(), []

    for method, route in REFUSED:
        answer = reader.call(method, filled(route, running), None if method == "DELETE" else {})
        if (answer.status_code, answer.json().get("code") if answer.content else "") != (403, "forbidden"):
            wrong.append((method, route, answer.status_code))

    assert not wrong, wrong
    assert stored() == before
    assert len(REFUSED) > 90, "the list of routes is whole"


def test_every_exception_for_a_token_that_only_reads_is_a_route():
    assert set(CHANGES_NOTHING_OF_THE_CALLER) <= {" ".join(pair) for pair in changing_routes()}


@pytest.mark.parametrize("trial", ["legal-moves", "standing-orders/trial"])
def test_a_trial_with_a_token_that_only_reads_changes_no_data(match: tuple[Caller, str], trial: str):
    reader, running = match
    before = stored()
    order = {"when": {"phase": "turn"}, "move": {"verb": "pass", "args": {}}}

    reader.post(f"/matches/{running}/{trial}", {} if trial == "legal-moves" else order)

    assert stored() == before


def test_a_get_request_with_a_token_that_only_reads_changes_no_data(match: tuple[Caller, str]):
    reader, running = match
    routes = [str(each.pattern) for each in ROUTES if hasattr(each.callback.view_class, "get")]
    before, statuses = stored(), []

    for route in routes:
        statuses.append(reader.get(filled(route, running)).status_code)

    after = stored()
    assert [table for table in before if after[table] != before[table]] == []
    assert statuses.count(200) > 40, statuses
    assert max(statuses) < 500


@pytest.mark.parametrize(("scopes", "counts"), [("read", False), ("read play", True), ("read bot", True)])
def test_a_stream_with_a_token_that_only_reads_does_not_count_as_presence(scopes: str, counts: bool):
    assert counts_as_presence(SimpleNamespace(auth=Token(scopes=scopes))) is counts  # type: ignore[arg-type]
