"""The input of a process's streams: one feed for each match or player that has a listener.

A feed has one subscription to the hub. Each time it is woken, it reads once, on a thread, for all its listeners, and
stores the newest frames of each listener. A stream takes the frames when its client can receive more, so a slow client
delays no other client. A stream that needs a dropped frame has fallen behind.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager, suppress
from itertools import takewhile

import psycopg
import structlog
from django.db import Error as DatabaseError
from django.db import close_old_connections

from events.base.clock import now_ms
from events.base.exceptions import Busy
from events.base.hub import POLL_SECONDS, Hub
from events.base.metrics import STREAM_LAG_SECONDS
from events.streams.frames import Frame
from events.streams.selectors import Slice, Slices, Source, StreamListener

REPEAT_SECONDS = 30.0  # the interval of reads while nothing is published, because a publication may be lost
FIRST_PAUSE_SECONDS = 0.1  # the first pause if the database does not respond
MOST_FRAMES = 500
MOST_BYTES = 256 * 1024

log = structlog.get_logger()


class FeedChannel:
    """The newest frames for one listener, shared by all of its streams.

    base: the number before the first stored frame. head: the number of the newest frame. Both are None until a stream
    has read the stored events up to the end. prompts: the data of the event with the open prompts. end: the reason why
    all streams of the listener end.
    """

    def __init__(self, most_frames: int, most_bytes: int) -> None:
        self._most_frames, self._most_bytes = most_frames, most_bytes
        self._frames: deque[Frame] = deque()
        self._size = 0
        self.base: int | None = None
        self.head: int | None = None
        self.prompts = b""
        self.end: str | None = None
        self.streams: set[asyncio.Event] = set()

    def begin(self, number: int, prompts: bytes) -> None:
        """Starts to store frames after `number`, the number of the newest frame that was read."""
        self.base = self.head = number
        self.prompts = prompts

    def add(self, new: Slice) -> None:
        """Stores new frames and wakes the streams. If there are too many frames, drops the oldest frames, but no new
        frames.
        """
        assert self.base is not None
        while self._frames and (len(self._frames) > self._most_frames or self._size > self._most_bytes):
            oldest = self._frames.popleft()
            self.base, self._size = oldest.number, self._size - len(oldest.data)
        for frame in new.frames:
            self._frames.append(frame)
            self.head, self._size = frame.number, self._size + len(frame.data)
        prompts = self.prompts if new.has_more else new.prompts
        if new.frames or prompts != self.prompts:
            self.prompts = prompts
            self._wake()

    def finish(self, reason: str) -> None:
        """Ends all streams of the listener."""
        self.end = self.end or reason
        self._wake()

    def since(self, number: int) -> Sequence[Frame] | None:
        """Returns the frames after `number`; None if some of them were dropped."""
        if self.base is None or number < self.base:
            return None
        return list(takewhile(lambda frame: frame.number > number, reversed(self._frames)))[::-1]

    def _wake(self) -> None:
        for stream in self.streams:
            stream.set()


class Feed:
    """The channels of one topic and the task that fills them."""

    def __init__(self, topic: str, source: Source, hub: Hub, threads: Executor) -> None:
        self._topic, self._source, self._hub, self._threads = topic, source, hub, threads
        self._subscribed = ExitStack()
        self._wakeups = self._subscribed.enter_context(hub.subscribe(topic))
        self._pages: dict[tuple[StreamListener, int], asyncio.Future[Slice | None]] = {}
        self.channels: dict[StreamListener, FeedChannel] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"feed {topic}")

    async def page(self, listener: StreamListener, number: int) -> Slice | None:
        """Returns a page of stored frames for a listener after `number`. Returns None if the listener has lost its
        rights or the feed has ended.

        Listeners that reconnect at the same time share one read of each page.
        """
        if (listener, number) not in self._pages:
            self._pages[listener, number] = asyncio.get_running_loop().create_future()
            self._wakeups.wake()
        return await asyncio.shield(self._pages[listener, number])

    def begin(self, channel: FeedChannel, number: int, prompts: bytes) -> None:
        """Starts to fill a channel after `number`, and reads the frames that were written since then."""
        channel.begin(number, prompts)
        self._wakeups.wake()

    @property
    def is_over(self) -> bool:
        """True after the feed has ended because of an error or because the process stops."""
        return self._task.done()

    def close(self) -> None:
        """Stops the task. The caller ensures that there are no listeners."""
        self._subscribed.close()
        self._task.cancel()
        if self._timer is not None:
            self._timer.cancel()

    async def _run(self) -> None:
        reason = "error"
        try:
            while True:
                await self._woken()
                if self._wakeups.is_closed:
                    reason = "shutdown"
                    return
                await self._serve()
                await self._fill()
        except Exception:
            log.exception("feed_failed", topic=self._topic)
        finally:
            for channel in self.channels.values():
                channel.finish(reason)
            for page in self._pages.values():
                page.set_result(None)

    async def _woken(self) -> None:
        """Waits for a change, but at most `REPEAT_SECONDS`: a process may be killed between a commit and its
        publication.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(REPEAT_SECONDS):
                await self._wakeups.next()

    async def _serve(self) -> None:
        """Reads the pages that streams wait for, one page for each listener at a time."""
        while self._pages:
            after: dict[StreamListener, int] = {}
            for listener, number in self._pages:
                after.setdefault(listener, number)
            slices = await self._read(after)
            for listener, number in after.items():
                self._pages.pop((listener, number)).set_result(slices[listener])

    async def _fill(self) -> None:
        """Reads new frames until all channels have them."""
        behind = {listener: channel.head for listener, channel in self.channels.items() if not channel.end}
        while after := {listener: head for listener, head in behind.items() if head is not None}:
            behind = {}
            for listener, new in (await self._read(after)).items():
                channel = self.channels.get(listener)
                if channel is None or channel.head != after[listener]:
                    continue
                if new is None:
                    channel.finish("rights")
                else:
                    channel.add(new)
                    if new.frames and new.newest_ms and not new.has_more:
                        STREAM_LAG_SECONDS.observe(max(0, now_ms() - new.newest_ms) / 1000)
                    behind |= {listener: channel.head} if new.has_more else {}

    async def _read(self, after: Mapping[StreamListener, int]) -> Slices:
        """Reads on a thread, and repeats the read while the database does not respond.

        The first repetition comes soon, because after a restart of the pooler each connection of the pool fails once.
        """
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                loop = asyncio.get_running_loop()
                slices = await loop.run_in_executor(self._threads, _read_once, self._source, after)
                self._hub.follow(self._wakeups, self._topic, *_topics_of(slices))
                self._wake_at(min((new.next_ms for new in slices.values() if new and new.next_ms), default=None))
                return slices
            except (DatabaseError, psycopg.Error, Busy) as error:
                log.warning("feed_waits_for_database", topic=self._topic, error=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, POLL_SECONDS)

    def _wake_at(self, at_ms: int | None) -> None:
        """Schedules a read for the time when stored events may be sent to listeners with a delay."""
        if at_ms is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        seconds = max(0, at_ms - now_ms()) / 1000
        self._timer = asyncio.get_running_loop().call_later(seconds, self._wakeups.wake)


class Feeds:
    """The feeds of a process. threads: the executor for reads; each of its threads has a database connection."""

    def __init__(self, hub: Hub, threads: Executor) -> None:
        self._hub, self._threads = hub, threads
        self._feeds: dict[str, Feed] = {}

    def __len__(self) -> int:
        return len(self._feeds)

    @contextmanager
    def joined(
        self, topic: str, source: Source, listener: StreamListener, stream: asyncio.Event
    ) -> Iterator[tuple[Feed, FeedChannel]]:
        """Yields the feed of a topic and the channel of a listener. Until the block ends, the channel sets `stream` at
        each change.
        """
        feed = self._feeds.get(topic)
        if feed is None or feed.is_over:
            feed = self._feeds[topic] = Feed(topic, source, self._hub, self._threads)
        channel = feed.channels.setdefault(listener, FeedChannel(MOST_FRAMES, MOST_BYTES))
        channel.streams.add(stream)
        try:
            yield feed, channel
        finally:
            channel.streams.discard(stream)
            if not channel.streams and feed.channels.get(listener) is channel:
                del feed.channels[listener]
            if not feed.channels:
                feed.close()
                if self._feeds.get(topic) is feed:
                    del self._feeds[topic]


def _topics_of(slices: Slices) -> frozenset[str]:
    """Returns the further topics whose changes wake the feed."""
    return frozenset(topic for new in slices.values() if new for topic in new.topics)


def _read_once(source: Source, after: Mapping[StreamListener, int]) -> Slices:
    """Reads once, and returns the database connection of the thread to the pool afterwards."""
    close_old_connections()
    try:
        return source.read(after)
    finally:
        close_old_connections()
