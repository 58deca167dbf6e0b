"""No player's name is a phrase that sentences use for others, and players' texts for others are plain, visible text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from events.base.player_names import is_reserved, name_key
from events.base.texts import texts_of
from events.log.models import Match
from events.matches.table.sentences import seat_names
from events.users.models import Player
from games.kernel.words.meanings import phrases
from games.kernel.words.texts import LANGUAGES
from tests.events.calls import Caller, code, somebody
from tests.events.oauth.test_apps import no_guest
from tests.stack import ROOT

pytestmark = pytest.mark.django_db
NAMES = [
    "Bot 4",
    "bot 4",
    "B0T-4",
    "Bot 10",
    "You",
    "Y0U",
    "Vous",
    "Nobody",
    "Personne",
    "System",
    "Système",
    "Player 2",
]
NAMES += ["Joueur 3", "Seat 1", "Siège 2", "Everybody", "Comptoir", "Admin", "Guest 12"]
HIDDEN = {
    "a mark of direction": "Good \u202egame",
    "a control character": "Good\x07game",
    "a tab stop": "Good\x1bgame",
    "an invisible sign": "Good\u200bgame",
    "a line separator": "Good\u2028game",
    "a blank letter": "\u3164",
    "a braille blank": "\u2800\u2800",
    "joiners alone": "\u200d\u200d",
    "no meaning": "Good \ue000",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_player_cannot_take_a_reserved_name(name: str):
    answer = Caller().post("/players", {"name": name})

    assert code(answer) == (400, "malformed")
    assert [fault["code"] for fault in answer.json()["errors"]] == ["reserved_name"]


def test_bots_clubs_apps_and_renamed_players_cannot_take_a_reserved_name():
    ada = somebody("Ada")
    no_guest(ada)

    answers = [
        ada.post("/bots", {"name": "Bot 4", "level": "good"}),
        ada.post("/clubs", {"name": "Comptoir", "visibility": "public"}),
        ada.post("/apps", {"name": "Comptoir", "kind": "device"}),
        ada.call("PATCH", "/me", {"name": "Vous", "current_password": "correct horse battery"}),
    ]

    assert [answer.status_code for answer in answers] == [400] * 4, [answer.content for answer in answers]


@pytest.mark.parametrize("name", ["Ada", "Botticelli", "Seaton", "Playerone", "Youssef", "Personne-Dupont", "Tom Bot"])
def test_names_that_only_begin_like_a_reserved_name_are_free(name: str):
    assert not is_reserved(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_seats_in_texts_are_reserved_in_every_language(language: str):
    texts = phrases(language)

    assert [each for each in range(1, 17) if not is_reserved(texts["seat"].format(n=each))] == []
    assert texts_of("reserved").keys() == LANGUAGES.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_players_in_the_client_are_reserved_in_every_language(language: str):
    texts = (ROOT / f"project/web/static/texts/{language}.json").read_text(encoding="utf-8")
    called = dict(re.findall(r"\"(seat_n|bot_n|bot|open_seat|you|somebody)\": \"([^\"]+)\"", texts))

    assert len(called) == 6
    assert [each for each in called.values() if not is_reserved(each.replace("{n}", "4").replace("’", "'"))] == []


def test_two_seats_have_different_names_even_if_a_player_has_the_name_of_a_bot():
    ada = somebody("Ada")
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]
    match = Match.objects.get(pk=ada.post("/matches", {"game": "great_dalmuti", "seats": seats}).json()["id"])
    Player.objects.filter(pk=ada.player).update(name="Bot 4", name_key=name_key("Bot 4"))

    for language in LANGUAGES:
        names = seat_names(match, language)
        assert len({name_key(name) for name in names}) == 4, names
        text = ada.get(f"/matches/{match.pk}/text", Accept_Language=language).json()["text"]
        assert names[3] in text


# Texts


def texts_of_others(ada: Caller) -> dict[str, Any]:
    """For each text that others read, a function that sends it and returns the response."""
    no_guest(ada)
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = {"game": "monopoly_deal", "seats": seats}
    match = ada.post("/matches", table).json()["id"]
    evening = {"title": "Friday", "game": "monopoly_deal", "seats": 2, "format": "round_robin", "max_players": 8}
    tournament = ada.post("/tournaments", evening).json()["id"]
    return {
        "the name of an app": lambda text: ada.post("/apps", {"name": text, "kind": "device"}),
        "a message": lambda text: ada.post(f"/matches/{match}/messages", {"text": text}),
        "the title of a table": lambda text: ada.post("/matches", {**table, "title": text}),
        "the title of a tournament": lambda text: ada.post("/tournaments", {**evening, "title": text}),
        "words to entrants": lambda text: ada.post(f"/tournaments/{tournament}/messages", {"text": text}),
        "what a club is about": lambda text: ada.post("/clubs", {"name": "Les Mardis", "about": text}),
        "the title of a league": lambda text: ada.post("/leagues", {"title": text}),
        "a report": lambda text: ada.post("/me/reports", {"reason": "abuse", "name": "Bob", "text": text}),
        "the label of a token": lambda text: Caller().post("/tokens", {"name": "x", "password": "x", "label": text}),
        "the label of a device": lambda text: ada.post("/me/push-subscriptions", {"label": text}),
        "the name of a passkey": lambda text: ada.post("/me/passkeys", {"name": text}),
    }


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_text_shown_to_other_players_has_no_invisible_characters(hidden: str):
    sends = texts_of_others(somebody("Ada"))

    for name, send in sends.items():
        answer = send(HIDDEN[hidden])
        assert answer.status_code == 400, (name, answer.content)
        faults = {fault["code"] for fault in answer.json()["errors"]}
        assert faults & {"bad_characters", "bad_name"}, (name, faults)


@pytest.mark.parametrize("name", ["<b>Score</b>", "Score\nsheet", "  ", "Score\u202esheet", "javascript:x"])
def test_an_unreadable_name_of_an_app_is_refused(name: str):
    ada = somebody("Ada")
    no_guest(ada)

    answer = ada.post("/apps", {"name": name, "kind": "device"})

    assert answer.status_code == 400, answer.content


def test_a_message_keeps_its_lines_and_its_emoji():
    ada = somebody("Ada")
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["id"]

    answer = ada.post(f"/matches/{match}/messages", {"text": "Bravo 👩‍🚀 !\r\n\n\n\nشكرا   beaucoup "})

    assert answer.json()["text"] == "Bravo 👩‍🚀 !\n\nشكرا beaucoup"
