"""Large bodies are compressed: what everybody may read, and of a match what a caller may, but no token or account."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from events.http.answers import LEAST_COMPRESSED
from tests.events.calls import Caller, client, first_move, open_match, somebody

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


@pytest.mark.parametrize("path", ["", "/view", "/view?faces=ids", "/view?at=5", "/events", "/legal-moves?limit=100"])
def test_what_a_player_reads_of_a_match_is_compressed_and_the_same(path: str):
    seats = [somebody("Ada"), somebody()]
    match = open_match(seats[0], seats[1:], "monopoly_deal")

    for caller in (*seats, *(() if "legal" in path else (Caller(),))):
        plain, short = caller.get(f"/matches/{match}{path}"), caller.get(f"/matches/{match}{path}", **GZIP)
        if len(plain.content) < LEAST_COMPRESSED:
            continue
        assert not is_compressed(plain) and is_compressed(short)
        assert gzip.decompress(short.content) == plain.content
        assert short["ETag"] == f"W/{plain['ETag']}"
        assert "Accept-Encoding" in plain["Vary"] and "Accept-Encoding" in short["Vary"]
        for tag in (plain["ETag"], short["ETag"]):
            again = caller.get(f"/matches/{match}{path}", If_None_Match=tag, **GZIP)
            assert (again.status_code, again.content, is_compressed(again)) == (304, b"", False)


def test_the_tag_of_a_compressed_view_serves_as_a_precondition():
    seats = [somebody("Ada"), somebody()]
    match = open_match(seats[0], seats[1:], "monopoly_deal")
    caller, move = next((caller, move) for caller in seats if (move := first_move(caller, match)) is not None)
    etag = caller.get(f"/matches/{match}/view", **GZIP)["ETag"]

    assert caller.post(f"/matches/{match}/moves", move, If_Match=etag).status_code == 201


@pytest.mark.parametrize(("accepted", "is_read"), [
    ("gzip", True), ("br, gzip;q=0.5", True), ("deflate", False), ("gzip;q=0", False), ("gzip;q=0.0, br", False),
])  # fmt: skip
def test_only_a_client_that_reads_gzip_receives_it(accepted: str, is_read: bool):
    ada = somebody("Ada")
    match = open_match(ada, [somebody()], "monopoly_deal")

    assert is_compressed(ada.get(f"/matches/{match}/view", Accept_Encoding=accepted)) is is_read


def test_what_an_account_or_an_export_says_is_not_compressed():
    ada = somebody("Ada")
    match = open_match(ada, [somebody()], "monopoly_deal")

    for path in ("/me", "/me/export", "/matches", "/me/decisions", f"/matches/{match}/export"):
        assert not is_compressed(ada.get(path, **GZIP)), path


def test_a_body_with_a_new_token_is_not_compressed():
    answer = Caller().post("/players", {"name": "Somebody New 4x"}, **GZIP)

    assert answer.status_code == 201 and not is_compressed(answer)


def test_a_compressed_body_is_revalidated_by_its_tag():
    etag = Caller().get("/games", **GZIP)["ETag"]

    assert Caller().get("/games", If_None_Match=etag, **GZIP).status_code == 304


def test_a_stream_by_a_ticket_is_not_compressed_under_a_server_that_cannot_stream():
    ada = somebody("Ada")
    match = open_match(ada, [somebody()], "monopoly_deal")
    ticket = ada.post("/stream-tickets", {"match": match}).json()["ticket"]

    assert not is_compressed(Caller().get(f"/matches/{match}/stream?ticket={ticket}", **GZIP))
