"""An app requests permission to act for a player, in a real browser: new players, known players, and refusals."""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import uuid4

import pytest

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

BACK = "http://127.0.0.1:9/back"
VERIFIER = "v" * 43


@pytest.fixture
def asks(stack: Stack, table: Table) -> str:
    """Returns the address to which an app sends people; the browser itself answers at the app's return address."""
    owner = Api(stack.address).call(
        "POST", "players", {"name": f"Author {uuid4().hex[:8]}", "password": "correct horse battery"}
    )
    app = Api(stack.address, owner["token"]).call(
        "POST", "apps", {"name": "Card clock", "kind": "page", "redirect_uris": [BACK]}
    )
    table.context.route(f"{BACK}*", lambda route: route.fulfill(body="back"))
    challenge = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
    query = {
        "client_id": app["client_id"],
        "redirect_uri": BACK,
        "response_type": "code",
        "scope": "read play",
        "state": "s1",
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return f"/authorize?{urlencode(query)}"


def returned_parameters(table: Table) -> dict[str, list[str]]:
    """Returns the query parameters with which the browser returns to the app."""
    table.page.wait_for_url(f"{BACK}*")
    return parse_qs(urlsplit(table.page.url).query)


def test_a_new_user_becomes_a_guest_and_allows_the_app(stack: Stack, table: Table, asks: str) -> None:
    table.open(asks).get_by_label("Your name").fill("Newcomer")
    assert table.unreadable(WIDE, PHONE) == []
    table.page.get_by_role("button", name="Go on as a guest").click()
    table.page.get_by_text("would like to act for you, Newcomer").wait_for()
    assert table.unreadable(WIDE, PHONE) == []

    table.page.get_by_role("button", name="Allow").click()

    assert returned_parameters(table)["state"] == ["s1"]
    assert returned_parameters(table)["code"]
    assert table.faults == []


def test_a_user_who_refuses_returns_without_a_code(stack: Stack, table: Table, asks: str) -> None:
    guest = Api(stack.address).call("POST", "players", {"name": "Wary"})
    table.sign_in(guest["token"], "Wary")
    table.open(asks).get_by_role("button", name="Refuse").click()

    told = returned_parameters(table)
    assert (told["error"], told["state"]) == (["access_denied"], ["s1"])
    assert "code" not in told
    assert table.faults == []
