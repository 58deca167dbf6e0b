"""All people can export all of their own matches, of any number, without secrets of others."""

from __future__ import annotations

import gc
import gzip
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from events.accounts import match_exports
from events.accounts.match_exports import own_matches
from events.http import answers
from events.log.models import Match
from events.users.models import Player
from events.verifier.verify import verify
from project.limits import DEFAULTS
from tests.events.calls import Caller, open_match, somebody
from tests.project.serving.served import Server, sent, serving

pytestmark = pytest.mark.django_db
PATH = "/me/export/matches"
GAME = "monopoly_deal"


def lines(caller: Caller) -> list[dict[str, Any]]:
    return [json.loads(line) for line in caller.get(PATH).content.splitlines()]


def finished(one: Caller, other: Caller, **wish: Any) -> str:
    """Returns a finished match."""
    match = open_match(one, [other], GAME, **wish)
    assert other.post(f"/matches/{match}/resign").status_code == 200
    return match


def test_an_export_has_all_matches_of_its_player_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_exports, "PAGE", 2)
    ada, bob = somebody("Ada"), somebody("Bob")
    matches = [
        finished(ada, bob),
        open_match(ada, [bob], GAME),
        finished(ada, bob),
        open_match(bob, [ada], GAME, reveal="auditor"),
        finished(bob, ada, reveal="auditor"),
    ]
    Match.objects.filter(pk=matches[2]).update(visibility="private")

    found = lines(ada)

    assert [line["match"] for line in found] == matches
    assert [(line["status"], line["seat"]) for line in found] == [
        ("finished", 0),
        ("running", 0),
        ("finished", 0),
        ("running", 1),
        ("finished", 1),
    ]
    for line in found:
        assert line["bundle"] == ada.get(f"/matches/{line['match']}/export").json()
    assert [line["bundle"]["viewer"] for line in found] == ["all", 0, "all", 1, 1]


def test_an_export_has_no_public_match_of_other_players() -> None:
    ada, bob, eve = (somebody(name) for name in ("Ada", "Bob", "Eve"))
    finished(ada, bob)

    assert lines(eve) == []
    assert Caller().get(PATH).status_code == 401


def test_each_bundle_is_accepted_by_the_offline_verifier() -> None:
    ada, bob = somebody("Ada"), somebody("Bob")
    finished(ada, bob)
    open_match(ada, [bob], GAME)

    for line in lines(ada):
        results = verify(line["bundle"])
        assert [result for result in results if "FAIL" in str(result).upper()] == [], results


def test_a_match_with_a_damaged_log_does_not_stop_the_export() -> None:
    ada, bob = somebody("Ada"), somebody("Bob")
    damaged, sound = open_match(ada, [bob], GAME), open_match(ada, [bob], GAME)
    Match.objects.filter(pk=damaged).update(damaged_seq=3)

    assert [(line["match"], line["bundle"] is None) for line in lines(ada)] == [(damaged, True), (sound, False)]


def test_an_export_of_matches_has_its_own_limit(settings: Any) -> None:
    settings.COMPTOIR_LIMITS = DEFAULTS
    ada = somebody("Ada")

    statuses = [ada.get(PATH).status_code for _ in range(DEFAULTS["own_matches"][0] + 1)]

    assert statuses == [200] * DEFAULTS["own_matches"][0] + [429]


def peak(parts: Iterator[bytes]) -> int:
    """Returns the peak number of bytes held while parts are generated and dropped."""
    gc.collect()
    tracemalloc.start()
    try:
        for _ in parts:
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_export_of_more_matches_needs_no_more_memory() -> None:
    ada, bob = somebody("Ada"), somebody("Bob")
    player = Player.objects.get(pk=ada.player)

    def parts() -> Iterator[bytes]:
        return own_matches(player)

    def whole() -> Iterator[bytes]:
        yield b"".join(parts())

    finished(ada, bob)
    size = sum(map(len, parts()))
    few = peak(parts())
    for _ in range(11):
        finished(ada, bob)
    total = sum(map(len, parts()))  # the caches of a process have their own limits

    assert total > 10 * size
    assert peak(parts()) < few + 4 * size
    assert peak(whole()) > few + 6 * size  # the measurement detects an export that is held in memory


# Compression


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


@pytest.mark.django_db(transaction=True)
def test_a_server_sends_an_export_as_one_gzip_stream(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "CHUNK", 4096)
    ada, bob = somebody("Ada"), somebody("Bob")
    finished(ada, bob)

    plain = server(sent("GET", PATH, ada.token))
    packed = server(sent("GET", PATH, ada.token, accept_encoding="gzip"))

    assert gzip.decompress(packed.body) == plain.body
    assert (packed.headers["content-encoding"], packed.headers["content-type"]) == ("gzip", "application/x-ndjson")
    assert "content-encoding" not in plain.headers
    assert len(packed.body) < len(plain.body) / 2
