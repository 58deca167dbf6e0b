"""Webhooks of chats: the server posts a line with a link, in the documented form of each chat."""

from __future__ import annotations

import html
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from events.notifications.bodies import CHATS
from events.notifications.deliveries import deliver
from events.users.models import Player
from tests.events.calls import Caller, code, open_match, somebody
from tests.events.notifications.receivers import Receiver
from tests.events.tables import Hands

pytestmark = pytest.mark.django_db

# Schemas from the documentation of each chat, with its limits, for the members that this server sends.
CONTRACTS: dict[str, dict[str, Any]] = {
    "discord": {  # docs.discord.com/developers/resources/webhook, "Execute Webhook"
        "type": "object",
        "properties": {
            "content": {"type": "string", "minLength": 1, "maxLength": 2000},
            "allowed_mentions": {
                "type": "object",
                "properties": {"parse": {"type": "array", "maxItems": 0}},
                "required": ["parse"],
                "additionalProperties": False,
            },
        },
        "required": ["content", "allowed_mentions"],
        "additionalProperties": False,
    },
    "slack": {  # docs.slack.dev/messaging/formatting-message-text
        "type": "object",
        "properties": {"text": {"type": "string", "minLength": 1, "maxLength": 40_000}},
        "required": ["text"],
        "additionalProperties": False,
    },
    "matrix": {  # matrix-org.github.io/matrix-hookshot, "Webhooks"
        "type": "object",
        "properties": {"text": {"type": "string", "minLength": 1}, "html": {"type": "string", "minLength": 1}},
        "required": ["text", "html"],
        "additionalProperties": False,
    },
}
LINKS = {
    "discord": "[{words}]({url})",
    "slack": "<{url}|{words}>",
    "matrix": '<a href="{url}">{words}</a>',
}


def chatting(receiver: Receiver, form: str, language: str = "en") -> Caller:
    ada = somebody("Ada")
    Player.objects.filter(pk=ada.player).update(language=language)
    answer = ada.post("/me/webhooks", {"url": receiver.url, "form": form, "kinds": ["match_started"]})
    assert (answer.status_code, answer.json()["form"]) == (201, form), answer.content
    return ada


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("form", CONTRACTS)
def test_a_chat_receives_a_line_and_a_link_that_opens_the_decision(
    form: str, language: str, receiver: Receiver, hands: Hands, settings: Any
):
    ada = chatting(receiver, form, language)
    match = open_match(ada, [somebody("Bob")], "monopoly_deal")

    deliver()

    [(headers, content)] = receiver.arrived
    body = json.loads(content)
    assert not list(Draft202012Validator(CONTRACTS[form]).iter_errors(body))
    words = {"en": "Open the match", "fr": "Ouvrir la partie"}[language]
    link = LINKS[form].format(url=f"{settings.COMPTOIR_URL}/m/{match}", words=words)
    assert any(link in str(value) for value in body.values())
    assert headers["webhook-signature"].startswith("v1,")


def test_a_message_that_violates_the_contract_of_its_chat_is_found():
    assert list(Draft202012Validator(CONTRACTS["discord"]).iter_errors({"content": "x" * 2001}))
    assert list(Draft202012Validator(CONTRACTS["slack"]).iter_errors({"text": "x", "type": "your_turn"}))


@pytest.mark.parametrize("form", CONTRACTS)
def test_characters_that_a_chat_reads_as_markup_are_escaped(form: str):
    shown = CHATS[form]("A < B & C", "https://example.org/m/1", "Open <it>")  # type: ignore[index]

    text = shown["html"] if form == "matrix" else shown.get("text", "")
    assert form == "discord" or ("A &lt; B &amp; C" in text and html.unescape("Open &lt;it&gt;") not in text)
    assert form != "discord" or shown["allowed_mentions"] == {"parse": []}


def test_a_changed_form_applies_to_the_bodies_of_deliveries(receiver: Receiver, hands: Hands):
    ada = chatting(receiver, "slack")
    open_match(ada, [somebody("Bob")], "monopoly_deal")
    [hook] = ada.get("/me/webhooks").json()["items"]

    assert code(ada.call("PATCH", f"/me/webhooks/{hook['id']}", {"form": "telegram"})) == (400, "malformed")
    changed = ada.call("PATCH", f"/me/webhooks/{hook['id']}", {"form": "matrix"}).json()
    shown = ada.get(f"/me/webhooks/{hook['id']}/deliveries").json()["items"]

    assert changed["form"] == "matrix"
    assert shown and all(set(line["body"]) == {"text", "html"} for line in shown)
