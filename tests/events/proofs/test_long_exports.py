"""An export is generated while it is sent: its bytes equal the whole export, and the process holds only a part."""

from __future__ import annotations

import gc
import gzip
import tracemalloc
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any
from weakref import WeakSet

import msgspec
import pytest
from django.core.management import call_command

from events.http import answers
from events.log import log
from events.log.access import Viewer
from events.log.models import Match
from events.proofs import selectors
from events.proofs.selectors import bundle_for, export_text, members_for
from games.kernel.game import Game
from games.registry import newest
from tests.events.long_matches import stored
from tests.games.harness.time_budget import SEED
from tests.project.serving.served import Server, sent, serving

pytestmark = pytest.mark.django_db
GAMES = pytest.mark.parametrize("game", list(newest()), ids=lambda game: game.key)
DALMUTI = next(game for game in newest() if game.key == "great_dalmuti")
HANDS = {"end": {"hands": 100}}
VIEWERS = (Viewer(None), Viewer(0), Viewer(None, all=True))


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "PAGE", 16)
    monkeypatch.setattr(selectors, "SHUFFLES", 2)


def exported(match: Match, viewer: Viewer) -> Iterator[bytes]:
    yield from export_text(match, members_for(match, viewer))


@GAMES
def test_the_parts_of_an_export_are_the_bytes_of_the_whole(game: Game) -> None:
    match = stored(game, SEED, 120)

    for viewer in VIEWERS:
        whole = msgspec.json.encode(bundle_for(match, viewer))
        assert b"".join(exported(match, viewer)) == whole, f"{game.key}, seed {SEED}, {viewer}"


def test_the_command_writes_the_same_bytes_and_a_line_break() -> None:
    match, out = stored(DALMUTI, SEED, 120), StringIO()

    call_command("export_match", str(match.pk), "--as", "0", stdout=out)

    assert out.getvalue().encode() == msgspec.json.encode(bundle_for(match, Viewer(0))) + b"\n"


def peak(make: Callable[[], Any]) -> int:
    """Returns the peak number of bytes held during a call."""
    gc.collect()
    tracemalloc.start()
    try:
        make()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def drain(parts: Iterator[bytes]) -> None:
    for _ in parts:
        pass


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_an_export_is_never_held_in_memory_as_a_whole(viewer: Viewer) -> None:
    match = stored(DALMUTI, SEED, 600, HANDS, 6)
    size = sum(map(len, exported(match, viewer)))

    assert peak(lambda: drain(exported(match, viewer))) < size / 2
    assert peak(lambda: bundle_for(match, viewer)) > size  # the measurement detects an export that is held in memory


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_an_export_holds_at_most_two_pages_of_events_in_memory(viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    match, live, most = stored(DALMUTI, SEED, 300, HANDS, 6), WeakSet[log.StoredEvent](), list[int]()

    class Counted(log.StoredEvent):
        def __init__(self, *columns: Any) -> None:
            super().__init__(*columns)
            live.add(self)
            most.append(len(live))

    monkeypatch.setattr(log, "StoredEvent", Counted)
    drain(exported(match, viewer))

    assert len(most) >= match.head_seq + 1
    assert max(most) <= 2 * log.PAGE + 1  # the next page is read before the last one is freed


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns the path of the export of a match of several chunks."""
    monkeypatch.setattr(answers, "CHUNK", 4096)
    return f"/matches/{stored(DALMUTI, SEED, 150, HANDS, 6).pk}/export"


@pytest.mark.django_db(transaction=True)
def test_a_server_streams_an_export_compressed_or_not(path: str, server: Server) -> None:
    plain, packed = server(sent("GET", path)), server(sent("GET", path, accept_encoding="gzip"))

    assert plain.body == b"".join(exported(Match.objects.get(), Viewer(None)))
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert "content-length" not in plain.headers | packed.headers
    assert server(sent("HEAD", path)).body == b""
    for etag in (plain.headers["etag"], packed.headers["etag"]):
        assert server(sent("GET", path, if_none_match=etag)).status == 304


@pytest.mark.django_db(transaction=True)
@pytest.mark.django_db(transaction=True)
def test_an_export_whose_events_cannot_be_read_is_interrupted(
    path: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, passes = log.read_in_pages, list[int]()

    def read_once(*arguments: Any) -> Iterator[log.StoredEvent]:
        passes.append(1)
        for event in real(*arguments):
            if len(passes) > 1 and event.seq == 100:
                raise ConnectionError("the database is gone")
            yield event

    monkeypatch.setattr(log, "read_in_pages", read_once)

    with pytest.raises(ConnectionError):
        server(sent("GET", path))
