"""Passkeys in a real browser, with a device emulated by Chromium: added on the account page, and used to sign in."""

from __future__ import annotations

from tests.stack import Stack
from tests.web.browser.pages import Api, Table

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def at_localhost(stack: Stack, table: Table, name: str) -> str:
    """Creates a guest with a device at the host of the passkeys; returns the address."""
    address = stack.address.replace("127.0.0.1", "localhost")
    created = Api(stack.address).call("POST", "players", {"name": name})
    table.page.goto(f"{address}/")
    session = {"token": created["token"], "name": name}
    table.page.evaluate("(session) => localStorage.setItem('comptoir.session', JSON.stringify(session))", session)
    link = table.page.context.new_cdp_session(table.page)
    link.send("WebAuthn.enable")
    link.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return address


def test_a_guest_adds_a_passkey_signs_out_and_signs_in_with_the_passkey(stack: Stack, table: Table) -> None:
    address, page = at_localhost(stack, table, "Keyed"), table.page
    page.goto(f"{address}/account")
    part = page.locator("[data-part=passkeys]")
    part.locator("[name=passkey]").fill("Phone")
    part.get_by_role("button", name="Add a passkey").click()
    part.locator("[data-passkey-line=Phone]").wait_for()
    part.locator("[name=passkey]").fill("Again")
    part.get_by_role("button", name="Add a passkey").click()
    part.get_by_text("This device already has a passkey of yours.").wait_for()

    page.goto(f"{address}/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    page.get_by_role("button", name="Sign in with a passkey").click()

    page.get_by_text("Signed in as Keyed.").wait_for()
    page.goto(f"{address}/account")
    part.get_by_text("last used").wait_for()
    part.get_by_role("button", name="Remove").click()
    part.locator("[data-passkey-line]").wait_for(state="detached")
    assert table.faults == []
