"""Large public bodies are compressed; what only one caller may read never is."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from tests.events.calls import Caller, client, open_match, somebody

pytestmark = pytest.mark.django_db
GZIP = {"Accept_Encoding": "gzip"}


def is_compressed(answer: Any) -> bool:
    return answer.headers.get("Content-Encoding") == "gzip"


def test_a_large_public_body_is_compressed():
    plain, short = Caller().get("/games"), Caller().get("/games", **GZIP)

    assert not is_compressed(plain) and is_compressed(short)
    assert gzip.decompress(short.content) == plain.content
    assert "Accept-Encoding" in short["Vary"]
    assert is_compressed(somebody().get("/games/great_dalmuti", **GZIP))
    assert is_compressed(client().get("/api/schema?format=json", headers={"Accept-Encoding": "gzip"}))


def test_a_small_body_is_not():
    assert not is_compressed(Caller().get("/matches", **GZIP))


def test_a_spectators_view_is_compressed_and_a_players_is_not():
    ada = somebody("Ada")
    match = open_match(ada, [somebody()], "monopoly_deal")

    for name in ("view", "events", "export"):
        assert is_compressed(Caller().get(f"/matches/{match}/{name}", **GZIP)), name
        assert not is_compressed(ada.get(f"/matches/{match}/{name}", **GZIP)), name
    assert not is_compressed(ada.get(f"/matches/{match}/legal-moves", **GZIP))


def test_a_body_with_a_new_token_is_not_compressed():
    answer = Caller().post("/players", {"name": "Somebody New 4x"}, **GZIP)

    assert answer.status_code == 201 and not is_compressed(answer)


def test_a_compressed_body_is_revalidated_by_its_tag():
    etag = Caller().get("/games", **GZIP)["ETag"]

    assert Caller().get("/games", If_None_Match=etag, **GZIP).status_code == 304


def test_a_stream_and_a_ticket_are_not_compressed():
    ada = somebody("Ada")
    match = open_match(ada, [somebody()], "monopoly_deal")
    ticket = ada.post("/stream-tickets", {"match": match}).json()["ticket"]

    assert not is_compressed(Caller().get(f"/matches/{match}/stream?ticket={ticket}", **GZIP))
