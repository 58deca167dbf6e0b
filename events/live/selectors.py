"""What streams send: rows of a log as their viewers see them, and the notices of a player's outbox.

One look serves all streams of one match or one player in this process. It reads what is new once, checks the rights of
each listener again, and renders each row once for each viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol
from uuid import UUID

from django.utils import timezone

from events.base import sse
from events.base.caches import LeastRecentlyUsed
from events.base.exceptions import Problem
from events.base.woven import Spans, marked
from events.log import log
from events.log.access import Access, Viewer, access_to, viewer_for
from events.log.delays import is_live, late
from events.matches.record.visible_events import beside
from events.matches.table.prompts import Legal, prompts_of
from events.models import Match, Notice, NoticeHead, Player, Token
from events.notices.bodies import notice_json

PAGE_ROWS = 200
PAGE_BYTES = 256 * 1024
RENDERED = 4_096
WITHDRAWABLE = "message"  # the type of rows whose words can be withdrawn, so they are not cached

_rendered: LeastRecentlyUsed[Frame] = LeastRecentlyUsed(RENDERED)


class Listener(NamedTuple):
    """The caller for whom a stream is rendered. Streams of equal listeners send the same bytes.

    token: the one that the player signed in with; None for a session. as_: the viewer of `?as=`. core: whether rows
    come with the exact text that is hashed. legal: how prompts come with their legal moves; None: without them.
    """

    player: UUID | None = None
    token: UUID | None = None
    as_: str | None = None
    core: bool = False
    legal: Legal | None = None


class Frame(NamedTuple):
    """One event as bytes; number: its id. own: where it has what only the listener may read."""

    number: int
    content: bytes
    own: Spans = ()


class Slice(NamedTuple):
    """What a listener may receive after some number: frames in order, and whether there are more of them.

    prompts: the event that shows the listener's open prompts; empty for one that holds no seat. newest_ms: the time of
    the newest event; 0: unknown. next_ms: when the listener may receive the next one, if that is written already.
    """

    frames: Sequence[Frame] = ()
    has_more: bool = False
    prompts: bytes = b""
    newest_ms: int = 0
    next_ms: int | None = None


Slices = Mapping[Listener, Slice | None]


class Source(Protocol):
    """What streams of one topic read. It runs on threads, outside the event loop."""

    def look(self, after: Mapping[Listener, int]) -> Slices:
        """What each listener may receive after a number; None for a listener that has lost its rights."""


class MatchSource(NamedTuple):
    """The log of a match; numbers are `seq`."""

    match_id: UUID

    def look(self, after: Mapping[Listener, int]) -> Slices:
        """Rows after some `seq`, as each listener sees them, and the prompts open to it."""
        match = Match.objects.get(pk=self.match_id)
        accesses = _accesses(match, after)
        viewers = {listener: _viewer(access, listener) for listener, access in accesses.items()}
        rows = {access.match.horizon: _Rows(access.match) for access in accesses.values()}
        prompts = _Prompts(match)
        return {
            listener: None
            if (viewer := viewers.get(listener)) is None
            else prompts.added(
                rows[accesses[listener].match.horizon].after(seq, viewer, listener.core), accesses[listener], listener
            )
            for listener, seq in after.items()
        }


class PlayerSource(NamedTuple):
    """The outbox of a player; numbers are those of the notices."""

    player: UUID

    def look(self, after: Mapping[Listener, int]) -> Slices:
        """Notices after some number."""
        signed_in = _signed_in(after)
        return {
            listener: notices_after(self.player, number) if listener in signed_in else None
            for listener, number in after.items()
        }


def notices_after(player: UUID, number: int) -> Slice:
    """A page of a player's notices after one of them."""
    notices = list(Notice.objects.filter(player=player, number__gt=number).order_by("number")[: PAGE_ROWS + 1])
    frames = [Frame(notice.number, sse.event(notice.kind, notice_json(notice), notice.number)) for notice in notices]
    return Slice(frames[:PAGE_ROWS], len(frames) > PAGE_ROWS)


def newest_notice(player: UUID) -> int:
    """The number of a player's newest notice; 0 if there never was one."""
    return NoticeHead.objects.values_list("last", flat=True).filter(player=player).first() or 0


# Rights


def _accesses(match: Match, listeners: Iterable[Listener]) -> dict[Listener, Access]:
    """Each listener's access to the match, without listeners who may not know of it or are not signed in."""
    players = _signed_in(listeners)
    late_match: Match | None = None
    seats = {player: number for player, number in match.seats.values_list("player_id", "number") if player is not None}
    accesses = {}
    for listener, player in players.items():
        seat = seats.get(player.pk) if player is not None else None
        if seat is None and match.visibility == Match.Visibility.PRIVATE and not _may_know(match, player):
            continue
        if is_live(match, player, seat):
            accesses[listener] = Access(match, player, seat)
        else:
            late_match = late_match or late([match])[0]
            accesses[listener] = Access(late_match, player, seat)
    return accesses


def _may_know(match: Match, player: Player | None) -> bool:
    try:
        access_to(match.pk, player)
    except Problem:
        return False
    return True


def _signed_in(listeners: Iterable[Listener]) -> dict[Listener, Player | None]:
    """The listeners whose players are active and whose tokens still hold, and anonymous ones."""
    listeners = list(listeners)
    active = Player.objects.filter(pk__in={listener.player for listener in listeners} - {None}, is_active=True)
    held = {listener.token for listener in listeners} - {None}
    players = {None: None, **{player.pk: player for player in active}}
    valid = {None, *Token.objects.filter(pk__in=held, expires_at__gt=timezone.now()).values_list("pk", flat=True)}
    return {
        listener: players[listener.player]
        for listener in listeners
        if listener.player in players and listener.token in valid
    }


def _viewer(access: Access, listener: Listener) -> Viewer | None:
    """The viewer whose rows a listener receives; None if it has no right to them."""
    try:
        return viewer_for(access, listener.as_)
    except Problem:
        return None


# Rows


class _Rows:
    """The rows of a match up to its head, read at most once each for all listeners of one look."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rows: dict[int, log.StoredEvent] = {}
        self._slices: dict[tuple[int, Viewer, bool], Slice] = {}

    def after(self, seq: int, viewer: Viewer, core: bool) -> Slice:
        """A page of rows after one of them."""
        key = (seq, viewer, core)
        if key not in self._slices:
            self._slices[key] = self._page(seq, viewer, core)
        return self._slices[key]

    def _page(self, seq: int, viewer: Viewer, core: bool) -> Slice:
        frames: list[Frame] = []
        size, last = 0, min(self._match.head_seq, seq + PAGE_ROWS)
        for number in range(seq + 1, last + 1):
            frames.append(self._frame(number, last, viewer, core))
            size += len(frames[-1].content)
            if size >= PAGE_BYTES:
                break
        end = frames[-1].number if frames else seq
        has_more, horizon = end < self._match.head_seq, self._match.horizon
        if horizon is not None:
            return Slice(frames, has_more, next_ms=horizon.next_ms)
        return Slice(frames, has_more, newest_ms=self._match.last_at_ms)

    def _frame(self, seq: int, last: int, viewer: Viewer, core: bool) -> Frame:
        """One row as a viewer sees it; rows up to `last` are read together."""
        key = (self._match.pk, seq, viewer, core)
        if (remembered := _rendered.get(key)) is not None:
            return remembered
        if seq not in self._rows:
            self._rows |= {row.seq: row for row in log.read(self._match.pk, seq - 1, last)}
        row = self._rows[seq]
        content, own = marked(*beside(self._match, row, viewer, core=core))
        before = sse.beginning("event", seq)
        shifted = [(len(before) + begin, len(before) + end) for begin, end in own]
        frame = Frame(seq, before + content + sse.END, shifted)
        if row.type != WITHDRAWABLE:
            _rendered.put(key, frame)
        return frame


# Prompts


class _Prompts:
    """The prompts that are open to seats at the head of a match; the table is folded at most once in one look."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: dict[tuple[int, Legal | None], bytes] = {}

    def added(self, rows: Slice, access: Access, listener: Listener) -> Slice:
        """Rows up to the head with the prompts of the seat that the listener holds, if it looks through its eyes."""
        if rows.has_more or access.seat is None or listener.as_ not in (None, "", "me"):
            return rows
        key = (access.seat, listener.legal)
        if key not in self._events:
            self._events[key] = sse.event("prompt", prompts_of(self._match, *key))
        return rows._replace(prompts=self._events[key])


def finite(source: Source, listener: Listener, after: int) -> Iterator[bytes]:
    """Everything that a listener may receive now, for servers that cannot wait."""
    while True:
        batch = source.look({listener: after})[listener]
        if batch is None:
            return
        yield from (frame.content for frame in batch.frames)
        after = batch.frames[-1].number if batch.frames else after
        if not batch.has_more:
            if batch.prompts:
                yield batch.prompts
            return
