"""Responses are compressed for clients that ask for it, and their entity tags keep working."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from tests.events.calls import Caller, first_move, open_match, somebody

pytestmark = pytest.mark.django_db
GZIP = {"Accept_Encoding": "gzip"}
SHORTEST = 200  # bytes that Django compresses


def is_compressed(answer: Any) -> bool:
    return answer.headers.get("Content-Encoding") == "gzip"


@pytest.mark.parametrize("path", ["", "/view", "/view?faces=ids", "/view?at=1", "/events", "/legal-moves?limit=100"])
def test_a_compressed_response_has_the_same_content_and_tag(path: str):
    seats = [somebody("Ada"), somebody()]
    match = open_match(seats[0], seats[1:], "monopoly_deal")

    for caller in (*seats, *(() if "legal" in path else (Caller(),))):
        plain, short = caller.get(f"/matches/{match}{path}"), caller.get(f"/matches/{match}{path}", **GZIP)
        if len(plain.content) < SHORTEST:
            continue
        assert not is_compressed(plain) and is_compressed(short)
        assert gzip.decompress(short.content) == plain.content
        assert short["ETag"] == f"W/{plain['ETag']}"
        assert "Accept-Encoding" in short["Vary"]
        for tag in (plain["ETag"], short["ETag"]):
            again = caller.get(f"/matches/{match}{path}", If_None_Match=tag, **GZIP)
            assert (again.status_code, again.content, is_compressed(again)) == (304, b"", False)


def test_the_tag_of_a_compressed_view_serves_as_a_precondition():
    seats = [somebody("Ada"), somebody()]
    match = open_match(seats[0], seats[1:], "monopoly_deal")
    caller, move = next((caller, move) for caller in seats if (move := first_move(caller, match)) is not None)
    etag = caller.get(f"/matches/{match}/view", **GZIP)["ETag"]

    assert caller.post(f"/matches/{match}/moves", move, If_Match=etag).status_code == 201
