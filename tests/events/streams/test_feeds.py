"""Feeds and channels on an event loop, with a source that the test controls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError

from events.base.concurrency import ConcurrencyLimit
from events.streams import feeds, streams
from events.streams.feeds import FeedChannel, Feeds
from events.streams.frames import EVENTS, Frame
from events.streams.selectors import Slice, Slices, StreamListener
from events.streams.streams import Opening, Streams
from tests.events.base.event_loop import Quiet, run_scene

ADA, BEN = StreamListener(UUID(int=1)), StreamListener(UUID(int=2))


class Source:
    """A source with numbered frames; reads: the arguments of each read; denied: listeners without access."""

    def __init__(self, frames: int = 0, page: int = 100) -> None:
        self.head, self.page = frames - 1, page
        self.reads: list[Mapping[StreamListener, int]] = []
        self.denied: set[StreamListener] = set()
        self.fails: list[Exception] = []

    def read(self, after: Mapping[StreamListener, int]) -> Slices:
        self.reads.append(dict(after))
        if self.fails:
            raise self.fails.pop()
        return {
            listener: None if listener in self.denied else self._slice(number) for listener, number in after.items()
        }

    def _slice(self, number: int) -> Slice:
        end = min(self.head, number + self.page)
        frames = [Frame(place, "event", b"{}") for place in range(number + 1, end + 1)]
        return Slice(frames, end < self.head)


class Client:
    """One stream as a server runs it; clearing `gate` blocks its reads."""

    def __init__(self, application: Streams, source: Source, listener: StreamListener = ADA, after: int = -1) -> None:
        self.sent: list[bytes] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self._arriving: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        opening = Opening("topic", source, listener, after, (), EVENTS)  # type: ignore[arg-type]
        start = {"type": "http.response.start", "status": 200, "headers": []}
        self.task = asyncio.ensure_future(application._serve(opening, start, self._arriving.get, self._send))

    async def _send(self, message: Any) -> None:
        await self.gate.wait()
        self.sent.append(message.get("body", b""))

    def leave(self) -> None:
        self._arriving.put_nowait({"type": "http.disconnect"})

    @property
    def numbers(self) -> list[int]:
        """Returns the received ids, except the id of the opening."""
        lines = [line for part in self.sent[2:] for line in part.split(b"\n")]
        return [int(line[4:]) for line in lines if line.startswith(b"id: ")]

    @property
    def end(self) -> str | None:
        endings = [part for part in self.sent if b"event: bye" in part]
        return endings[0].split(b'"')[3].decode() if endings else None


class Scene:
    """Streams of one source, with their own hub."""

    def __init__(self, frames: int = 0, page: int = 100) -> None:
        self.hub, self.source = Quiet(), Source(frames, page)
        self.threads = ThreadPoolExecutor(1)
        self.application = Streams(None, self.hub, ConcurrencyLimit({}), self.threads)  # type: ignore[arg-type]

    @property
    def feeds(self) -> Feeds:
        return self.application.feeds

    def client(self, listener: StreamListener = ADA, after: int = -1) -> Client:
        return Client(self.application, self.source, listener, after)

    def write(self, frames: int = 1) -> None:
        self.source.head += frames
        self.hub.wake("topic")


async def until(holds: Callable[[], Any]) -> None:
    while not holds():
        await asyncio.sleep(0.001)


def test_stored_frames_are_sent_before_new_frames() -> None:
    async def play() -> Any:
        scene = Scene(frames=5, page=2)
        client = scene.client(after=0)
        await until(lambda: client.numbers == [1, 2, 3, 4])
        scene.write(3)
        await until(lambda: len(client.numbers) == 7)
        return client.numbers

    assert run_scene(play) == [1, 2, 3, 4, 5, 6, 7]


def test_frames_written_during_a_read_are_sent() -> None:
    async def play() -> Any:
        scene = Scene(frames=1)
        read = scene.source.read

        def writing(after: Mapping[StreamListener, int]) -> Slices:
            slices = read(after)
            if len(scene.source.reads) == 1:
                scene.source.head += 1  # its notification arrives before anybody has read up to the head
            return slices

        scene.source.read = writing  # type: ignore[method-assign]
        client = scene.client()
        await until(lambda: client.numbers == [0, 1])
        return True

    assert run_scene(play)


def test_equal_listeners_share_each_read() -> None:
    async def play() -> Any:
        scene = Scene(frames=3)
        clients = [scene.client(listener) for listener in (ADA, BEN) for _ in range(20)]
        await until(lambda: all(client.numbers == [0, 1, 2] for client in clients))
        opened = len(scene.source.reads)
        scene.write()
        await until(lambda: all(client.numbers == [0, 1, 2, 3] for client in clients))
        return opened, scene.source.reads[opened:]

    opened, later = run_scene(play)
    assert opened <= 5
    assert len(later) <= 2
    assert {ADA: 2, BEN: 2} in later


def test_a_slow_client_is_closed_and_delays_no_other_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MOST_FRAMES", 3)

    async def play() -> Any:
        scene = Scene(frames=1)
        slow, quick = scene.client(), scene.client()
        await until(lambda: slow.numbers == quick.numbers == [0])
        slow.gate.clear()
        for count in range(1, 11):
            scene.write()
            await until(lambda count=count: len(quick.numbers) == count + 1)
        slow.gate.set()
        await slow.task
        return quick.numbers, slow.numbers, slow.end

    quick, slow, end = run_scene(play)
    assert quick == list(range(11))
    assert (slow, end) == ([0, 1], "slow")


def test_a_client_that_catches_up_slowly_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MOST_FRAMES", 3)

    async def play() -> Any:
        scene = Scene(frames=30, page=2)
        live = scene.client(after=29)
        client = scene.client()
        client.gate.clear()
        for _ in range(10):
            scene.write()
            await asyncio.sleep(0.002)
        client.gate.set()
        await until(lambda: len(client.numbers) == 40)
        return client.numbers, client.end, live.numbers

    assert run_scene(play) == (list(range(40)), None, list(range(30, 40)))


def test_rights_are_checked_at_each_read() -> None:
    async def play() -> Any:
        scene = Scene(frames=1)
        ada, ben = scene.client(ADA), scene.client(BEN)
        await until(lambda: ada.numbers == ben.numbers == [0])
        scene.source.denied.add(ADA)
        scene.write()
        await ada.task
        await until(lambda: ben.numbers == [0, 1])
        return ada.numbers, ada.end, ben.end

    assert run_scene(play) == ([0], "rights", None)


def test_an_outage_of_the_database_ends_no_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "POLL_SECONDS", 0.01)

    async def play() -> Any:
        scene = Scene(frames=1)
        client = scene.client()
        await until(lambda: client.numbers == [0])
        scene.source.fails = [OperationalError(), OperationalError()]
        scene.write()
        await until(lambda: client.numbers == [0, 1])
        return client.end

    assert run_scene(play) is None


def test_a_lost_notification_only_delays_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "REPEAT_SECONDS", 0.01)

    async def play() -> Any:
        scene = Scene(frames=1)
        client = scene.client()
        await until(lambda: client.numbers == [0])
        scene.source.head += 1  # and no notification wakes the stream
        await until(lambda: client.numbers == [0, 1])
        return client.end

    assert run_scene(play) is None


def test_a_stream_without_periodic_reads_misses_a_lost_notification() -> None:
    async def play() -> Any:
        scene = Scene(frames=1)
        client = scene.client()
        await until(lambda: client.numbers == [0] and len(scene.source.reads) == 2)  # the log, and the later frame
        await asyncio.sleep(0.1)
        scene.source.head += 1
        await asyncio.sleep(0.1)
        return client.numbers

    assert run_scene(play) == [0]


def test_an_error_ends_the_streams_of_its_feed_and_a_later_stream_is_served() -> None:
    async def play() -> Any:
        scene = Scene(frames=1)
        client = scene.client()
        await until(lambda: client.numbers == [0])
        scene.source.fails = [ValueError("planted")]
        scene.write()
        await client.task
        scene.source.fails = [ValueError("planted")]
        early = scene.client(BEN)
        await early.task
        later = scene.client(after=0)
        await until(lambda: later.numbers == [1])
        return client.end, early.end, later.end

    assert run_scene(play) == ("error", "error", None)


def test_a_disconnected_client_leaves_no_feed_and_no_subscription() -> None:
    async def play() -> Any:
        scene = Scene(frames=1)
        first, second = scene.client(ADA), scene.client(BEN)
        await until(lambda: first.numbers == second.numbers == [0])
        counts = [len(scene.feeds), len(scene.hub)]
        first.leave()
        await first.task
        scene.write()
        await until(lambda: second.numbers == [0, 1])
        looked_for = scene.source.reads[-1]
        second.leave()
        await second.task
        return counts, set(looked_for), [len(scene.feeds), len(scene.hub)]

    assert run_scene(play) == ([1, 1], {BEN}, [0, 0])


def test_streams_end_with_the_reason_shutdown_when_the_process_stops() -> None:
    async def play() -> Any:
        scene = Scene(frames=1)
        client = scene.client()
        await until(lambda: client.numbers == [0])
        await scene.hub.close()
        await client.task
        late = scene.client()
        await late.task
        return client.end, late.end

    assert run_scene(play) == ("shutdown", "shutdown")


def test_a_client_that_receives_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SEND_SECONDS", 0.05)

    async def play() -> Any:
        scene = Scene(frames=1)
        client = scene.client()
        await until(lambda: client.numbers == [0])
        client.gate.clear()
        scene.write()
        await client.task
        return len(scene.feeds)

    assert run_scene(play) == 0


def test_old_frames_are_dropped_and_new_frames_kept_regardless_of_their_size() -> None:
    channel = FeedChannel(most_frames=2, most_bytes=100)
    channel.begin(0, b"")
    channel.add(Slice([Frame(number, "event", b"x") for number in range(1, 6)]))
    assert [frame.number for frame in channel.since(0) or ()] == [1, 2, 3, 4, 5]

    channel.add(Slice([Frame(6, "event", b"x" * 200)]))
    assert channel.since(2) is None
    assert [frame.number for frame in channel.since(3) or ()] == [4, 5, 6]
    channel.add(Slice([Frame(7, "event", b"x")]))
    assert (channel.base, channel.since(7)) == (6, [])
