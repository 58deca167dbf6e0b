"""Faces: players choose one, and others see it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from events.users.models import Player
from events.users.models.player import FACES
from tests.events.calls import open_match, somebody

pytestmark = pytest.mark.django_db

DRAWN = Path(__file__).resolve().parents[3] / "project" / "web" / "static" / "cards" / "faces.js"


def test_a_player_chooses_a_face_that_others_see_at_the_table_and_on_the_players_page():
    ada, bob = somebody("Ada"), somebody("Bob")
    name = ada.get("/me").json()["name"]
    match = open_match(ada, [bob], "monopoly_deal")

    assert ada.call("PATCH", "/me", {"face": "p4"}).json()["face"] == "p4"

    seats = bob.get(f"/matches/{match}").json()["seats"]
    assert [seat["player"]["face"] for seat in seats] == ["p4", None]
    assert bob.get(f"/players/{name}").json()["face"] == "p4"


def test_a_player_removes_their_face_and_an_unknown_face_is_refused():
    ada = somebody("Ada")
    ada.call("PATCH", "/me", {"face": "p2"})

    assert ada.call("PATCH", "/me", {"face": "p99"}).status_code == 400
    assert ada.get("/me").json()["face"] == "p2"
    assert ada.call("PATCH", "/me", {"face": None}).json()["face"] is None


def test_a_closed_account_has_no_face():
    ada = somebody("Ada")
    ada.call("PATCH", "/me", {"face": "p2"})

    assert ada.call("DELETE", "/me").status_code == 204
    assert Player.objects.get(pk=ada.player).face == ""


def test_the_web_client_draws_every_face():
    drawn = re.findall(r"^  (p\d+): look\(", DRAWN.read_text(encoding="utf-8"), re.MULTILINE)

    assert tuple(drawn) == FACES
