"""The account page in a real browser: name, address, notifications, hours, tokens, webhooks, blocked players."""

from __future__ import annotations

import json

import pytest

from tests.stack import Stack
from tests.web.browser.pages import PHONE, WIDE, Api, Table

TWICE = "[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)"
PASSWORD = "correct horse battery"
LAST = {"profile": "data", "notifications": "hours", "developer": "tokens"}  # a part of each tab
# Two changes before the server has answered the first: neither may undo the other.
PRESS_BOTH = """(part) => {
  part.querySelector('[name=email_on_turn]').click();
  part.querySelectorAll('[role=radio]')[1].click();
}"""


def account(stack: Stack, table: Table, name: str, language: str = "en", tab: str = "profile") -> Api:
    """Returns a player with a password, after opening their account page at a tab."""
    created = Api(stack.address).call("POST", "players", {"name": name, "password": PASSWORD})
    table.prefer(language=language)
    table.sign_in(created["token"], name)
    table.open(f"/account#{tab}").wait_for_selector(f"[data-part={LAST[tab]}]")
    return Api(stack.address, created["token"])


@pytest.mark.parametrize("tab", LAST)
def test_the_account_is_readable_in_both_sizes_and_themes(stack: Stack, table: Table, tab: str) -> None:
    account(stack, table, f"Readable {tab}", tab=tab)

    assert table.unreadable(WIDE, PHONE) == []
    assert table.page.evaluate(TWICE) == []
    assert table.faults == []


def test_a_player_changes_their_name_and_stays_signed_in(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Former name")
    page = table.page
    page.get_by_label("Name", exact=True).first.fill("Later name")
    page.get_by_role("button", name="Rename").click()

    page.locator("header").get_by_role("link", name="Later name").wait_for()
    assert player.call("GET", "me")["name"] == "Later name"
    assert table.faults == []


def test_a_player_chooses_a_face_that_is_shown_beside_their_name(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Faced")
    page = table.page

    page.locator("[data-face=p4]").click()

    page.locator("[data-face=p4][aria-checked=true]").wait_for()
    assert player.call("GET", "me")["face"] == "p4"
    head = Api(stack.address).call("GET", f"matches/{player.match('monopoly_deal', 1)}")
    assert head["seats"][0]["player"]["face"] == "p4"
    assert table.faults == []


def test_address_mails_and_time_zone_are_saved(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Writable")
    page = table.page
    page.get_by_label("E-mail address").fill("writable@example.org")
    page.locator("[data-part=email]").get_by_role("button", name="Save").click()
    page.get_by_text("is not confirmed yet").wait_for()
    page.get_by_role("link", name="Notifications").click()
    page.locator("[data-part=mails]").evaluate(PRESS_BOTH)
    page.locator("[name=email_on_turn]:checked").wait_for()
    page.get_by_role("radio", name="once a day", checked=True).wait_for()
    page.locator("[data-daily] [name=email_at]").fill("18:30")
    page.locator("[data-daily] [name=email_zone]").fill("Europe/Paris")
    page.locator("[data-daily]").get_by_role("button", name="Save").click()
    page.locator("[data-part=mails]").get_by_text("Saved").first.wait_for()
    hours = page.locator("[data-part=hours]")
    hours.locator("[name=start]").fill("09:00")
    hours.locator("[name=zone]").fill("Europe/Paris")
    hours.get_by_role("button", name="Save").click()
    page.get_by_text("From 09:00 to 23:00, Europe/Paris.").wait_for()

    me = player.call("GET", "me")
    assert me["email"] == "writable@example.org"
    wishes = me["notifications"]
    assert (wishes["email_on_turn"], wishes["email_when"]) == (True, "daily")
    assert (wishes["email_at"], wishes["email_zone"]) == ("18:30", "Europe/Paris")
    assert me["play_window"] == {"zone": "Europe/Paris", "start": "09:00", "end": "23:00"}
    hours.get_by_role("button", name="All day").click()
    page.get_by_text("Your time runs all day.").wait_for()
    assert player.call("GET", "me")["play_window"] is None
    assert table.faults == []


def test_notification_channels_and_quiet_hours_are_saved(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Sleepy", tab="notifications")
    page = table.page
    page.get_by_role("checkbox", name="somebody speaks, On a page").uncheck()
    quiet = page.locator("[data-quiet]")
    quiet.locator("[name=quiet_start]").fill("21:30")
    quiet.locator("[name=quiet_zone]").fill("Europe/Paris")
    quiet.locator("[name=quiet_deadlines]").uncheck()
    quiet.get_by_role("button", name="Save").click()
    page.get_by_text("Silent from 21:30 to 07:30, Europe/Paris.").wait_for()

    me = player.call("GET", "me")
    assert me["quiet_hours"] == {"zone": "Europe/Paris", "start": "21:30", "end": "07:30", "deadlines": False}
    assert "message" not in me["notifications"]["inbox"] and "your_turn" in me["notifications"]["inbox"]
    quiet.get_by_role("button", name="No quiet hours").click()
    page.get_by_text("You have no quiet hours.").wait_for()
    assert player.call("GET", "me")["quiet_hours"] is None
    assert table.faults == []


def test_a_token_is_created_with_its_scopes_and_revoked(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Tokenised", language="fr", tab="developer")
    page = table.page
    page.get_by_text("Nouveau jeton pour un programme").click()
    page.get_by_label("À quoi il sert").fill("Archive")
    page.locator("#token-password").fill(PASSWORD)
    page.get_by_role("button", name="Créer un jeton").click()
    secret = page.locator("[data-part=tokens] [data-secret]")
    secret.wait_for()

    reader = Api(stack.address, secret.input_value())
    assert reader.call("GET", "me")["name"] == "Tokenised"
    made = next(token for token in player.call("GET", "tokens")["items"] if token["label"] == "Archive")
    assert made["scopes"] == ["read"]
    page.locator("[data-token=Archive]").get_by_role("button", name="Révoquer").click()
    page.wait_for_selector("[data-token=Archive]", state="detached")
    assert not any(token["label"] == "Archive" for token in player.call("GET", "tokens")["items"])
    assert table.faults == []


def test_a_webhook_is_created_switched_off_and_deleted(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Hooked", tab="developer")
    page = table.page
    page.get_by_text("New webhook").click()
    page.get_by_label("Address (https)").fill("https://example.org/comptoir")
    page.get_by_role("checkbox", name="match over").check()
    page.get_by_label("What is posted").select_option("discord")
    page.get_by_role("button", name="Make a webhook").click()
    page.locator("[data-webhook]").get_by_text("A line for Discord").wait_for()

    assert page.locator("[data-part=webhooks] [data-secret]").input_value().startswith("whsec_")
    (made,) = player.call("GET", "me/webhooks")["items"]
    chosen = (made["url"], made["form"], made["kinds"])
    assert chosen == ("https://example.org/comptoir", "discord", ["your_turn", "match_over"])
    hook = page.locator("[data-webhook]")
    hook.get_by_role("button", name="Deliveries").click()
    hook.get_by_text("Nothing was posted yet.").wait_for()
    hook.get_by_role("checkbox", name="active").uncheck()
    hook.get_by_text("Saved").wait_for()
    assert player.call("GET", "me/webhooks")["items"][0]["is_active"] is False
    hook.get_by_role("button", name="Delete").click()
    page.wait_for_selector("[data-webhook]", state="detached")
    assert player.call("GET", "me/webhooks")["items"] == []
    assert table.faults == []


def test_a_player_is_muted_then_blocked_then_unblocked(stack: Stack, table: Table) -> None:
    Api.guest(stack.address, "Rude")
    player = account(stack, table, "Peaceful")
    page, part = table.page, table.page.locator("[data-part=avoided]")
    part.get_by_label("Name").fill("Rude")
    part.get_by_role("button", name="Mute").click()
    part.locator("[data-avoided=Rude]").get_by_text("muted").wait_for()
    part.get_by_label("Name").fill("Rude")
    part.get_by_role("checkbox").check()
    part.get_by_role("button", name="Block").click()
    part.locator("[data-avoided=Rude]").get_by_text("blocked").wait_for()

    assert player.call("GET", "me/relations")["items"][0]["avoidance"] == "block"
    part.get_by_role("button", name="End").click()
    page.wait_for_selector("[data-avoided=Rude]", state="detached")
    assert player.call("GET", "me/relations")["items"] == []
    assert table.faults == []


def test_an_account_is_closed_only_after_a_second_press(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Leaving us")
    page = table.page
    page.locator("[data-close-account]").click()
    page.get_by_text("are you sure?").wait_for()
    assert player.call("GET", "me")["name"] == "Leaving us"

    page.locator("[data-close-account]").click()
    page.wait_for_selector(".gamepick")

    assert page.evaluate("() => JSON.parse(localStorage.getItem('comptoir.session')).token") is None
    created = Api(stack.address).call("POST", "players", {"name": "Leaving us"})
    assert created["name"] == "Leaving us"


def test_all_own_matches_are_downloaded_as_lines(stack: Stack, table: Table) -> None:
    player = account(stack, table, "Collector", language="fr")
    seats = [{"kind": "me"}, {"kind": "open"}]
    matches = [player.call("POST", "matches", {"game": "monopoly_deal", "seats": seats})["id"] for _ in range(2)]

    with table.page.expect_download() as saved:
        table.page.get_by_role("button", name="Télécharger toutes mes parties").click()

    lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert saved.value.suggested_filename == "comptoir-matches.ndjson"
    assert [json.loads(line)["match"] for line in lines] == matches
    assert table.faults == []
