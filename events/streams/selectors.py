"""The content of streams: events of a log as their viewers see them, and the notifications of a player.

One read serves all streams of a match or a player in this process. It reads new events once, checks the rights of each
listener again, and renders each event once for each viewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol
from uuid import UUID

from django.utils import timezone

from events.base.caches import LeastRecentlyUsed
from events.base.exceptions import Problem
from events.http.answers import encode
from events.log import log
from events.log.access import Access, Viewer, access_to, viewer_for
from events.log.delays import delayed_matches, is_live
from events.log.models import Match
from events.matches.record.visible_events import event_for
from events.matches.table.prompts import Legal, prompts_of
from events.notifications.bodies import notice_json
from events.notifications.models import Notification, NotificationHead
from events.streams.frames import Frame
from events.users.models import Player, Token

PAGE_ROWS = 200
PAGE_BYTES = 256 * 1024
RENDERED = 4_096
WITHDRAWABLE = "message"  # the type of events whose text can be withdrawn, so these events are not cached

_rendered: LeastRecentlyUsed[Frame] = LeastRecentlyUsed(RENDERED)


class StreamListener(NamedTuple):
    """The caller for whom a stream is rendered. Streams of equal listeners send the same bytes.

    token: the token with which the player signed in; None for a session. as_: the viewer of `?as=`. core: whether
    events contain the exact text that is hashed. legal: the options for the legal moves of prompts; None: without legal
    moves.
    """

    player: UUID | None = None
    token: UUID | None = None
    as_: str | None = None
    core: bool = False
    legal: Legal | None = None


class Slice(NamedTuple):
    """The content for a listener after a number. frames: the frames in order; has_more: whether more frames follow.

    prompts: the data of the event with the listener's open prompts; empty for a listener without a seat. newest_ms: the
    time of the newest event; 0: unknown. next_ms: the time when the listener may receive the next event, if the event
    is already stored. topics: further topics whose changes wake the source.
    """

    frames: Sequence[Frame] = ()
    has_more: bool = False
    prompts: bytes = b""
    newest_ms: int = 0
    next_ms: int | None = None
    topics: Sequence[str] = ()


Slices = Mapping[StreamListener, Slice | None]


class Source(Protocol):
    """The source of the streams of one topic. It runs on threads, outside the event loop."""

    def read(self, after: Mapping[StreamListener, int]) -> Slices:
        """Returns the content for each listener after its number; None for a listener that has lost its rights."""


class MatchSource(NamedTuple):
    """The log of a match; the numbers are `seq`."""

    match_id: UUID

    def read(self, after: Mapping[StreamListener, int]) -> Slices:
        """Returns the events after the `seq` of each listener, as the listener sees them, and the prompts open to the
        listener.
        """
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
    """The notifications of a player; the numbers are the numbers of the notifications."""

    player: UUID

    def read(self, after: Mapping[StreamListener, int]) -> Slices:
        """Returns the notifications after the number of each listener."""
        signed_in = players_signed_in(after)
        return {
            listener: notices_after(self.player, number) if listener in signed_in else None
            for listener, number in after.items()
        }


def notices_after(player: UUID, number: int) -> Slice:
    """Returns a page of a player's notifications after `number`."""
    notices = list(Notification.objects.filter(player=player, number__gt=number).order_by("number")[: PAGE_ROWS + 1])
    frames = [Frame(notice.number, notice.kind, encode(notice_json(notice))) for notice in notices]
    return Slice(frames[:PAGE_ROWS], len(frames) > PAGE_ROWS)


def newest_notice(player: UUID) -> int:
    """Returns the number of a player's newest notification; 0 if there has never been a notification."""
    return NotificationHead.objects.values_list("last", flat=True).filter(player=player).first() or 0


# Rights


def _accesses(match: Match, listeners: Iterable[StreamListener]) -> dict[StreamListener, Access]:
    """Returns each listener's access to the match. Omits listeners who may not know the match or are not signed in."""
    players = players_signed_in(listeners)
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
            late_match = late_match or delayed_matches([match])[0]
            accesses[listener] = Access(late_match, player, seat)
    return accesses


def _may_know(match: Match, player: Player | None) -> bool:
    try:
        access_to(match.pk, player)
    except Problem:
        return False
    return True


def players_signed_in(listeners: Iterable[StreamListener]) -> dict[StreamListener, Player | None]:
    """Returns the listeners whose players are active and whose tokens are valid, and the anonymous listeners."""
    listeners = list(listeners)
    signed_in = {listener.player for listener in listeners if listener.player is not None}
    held = {listener.token for listener in listeners if listener.token is not None}
    players: dict[UUID | None, Player | None] = {None: None}
    players |= {player.pk: player for player in Player.objects.filter(pk__in=signed_in, is_active=True)}
    valid = {None, *Token.objects.filter(pk__in=held, expires_at__gt=timezone.now()).values_list("pk", flat=True)}
    return {
        listener: players[listener.player]
        for listener in listeners
        if listener.player in players and listener.token in valid
    }


def _viewer(access: Access, listener: StreamListener) -> Viewer | None:
    """Returns the viewer whose events a listener receives; None if the listener has no right to this view."""
    try:
        return viewer_for(access, listener.as_)
    except Problem:
        return None


# Events


class _Rows:
    """The events of a match up to its head. They are read at most once for all listeners of one call of `look`."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rows: dict[int, log.StoredEvent] = {}
        self._slices: dict[tuple[int, Viewer, bool], Slice] = {}

    def after(self, seq: int, viewer: Viewer, core: bool) -> Slice:
        """Returns a page of events after `seq`."""
        key = (seq, viewer, core)
        if key not in self._slices:
            self._slices[key] = self._page(seq, viewer, core)
        return self._slices[key]

    def _page(self, seq: int, viewer: Viewer, core: bool) -> Slice:
        frames: list[Frame] = []
        size, last = 0, min(self._match.head_seq, seq + PAGE_ROWS)
        for number in range(seq + 1, last + 1):
            frames.append(self._frame(number, last, viewer, core))
            size += len(frames[-1].data)
            if size >= PAGE_BYTES:
                break
        end = frames[-1].number if frames else seq
        has_more, horizon = end < self._match.head_seq, self._match.horizon
        if horizon is not None:
            return Slice(frames, has_more, next_ms=horizon.next_ms)
        return Slice(frames, has_more, newest_ms=self._match.last_at_ms)

    def _frame(self, seq: int, last: int, viewer: Viewer, core: bool) -> Frame:
        """Returns one event as a viewer sees it. Reads the events up to `last` together."""
        key = (self._match.pk, seq, viewer, core)
        if (remembered := _rendered.get(key)) is not None:
            return remembered
        if seq not in self._rows:
            self._rows |= {row.seq: row for row in log.read(self._match.pk, seq - 1, last)}
        row = self._rows[seq]
        frame = Frame(seq, "event", encode(event_for(self._match, row, viewer, core=core)))
        if row.type != WITHDRAWABLE:
            _rendered.put(key, frame)
        return frame


# Prompts


class _Prompts:
    """The prompts that are open to seats at the head of a match. The log is folded at most once in one call of
    `read`.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._events: dict[tuple[int, Legal | None], bytes] = {}

    def added(self, rows: Slice, access: Access, listener: StreamListener) -> Slice:
        """Returns the events with the prompts of the listener's seat.

        Adds no prompts if the events do not reach the head, or if the listener does not view the table from this seat.
        """
        if rows.has_more or access.seat is None or listener.as_ not in (None, "", "me"):
            return rows
        key = (access.seat, listener.legal)
        if key not in self._events:
            self._events[key] = encode(prompts_of(self._match, *key))
        return rows._replace(prompts=self._events[key])


def stored(source: Source, listener: StreamListener, after: int) -> Sequence[Frame]:
    """Returns the next page of frames for a listener. The last page ends with the listener's prompts."""
    page = source.read({listener: after})[listener] or Slice()
    return [*page.frames, *prompt_frames(page.prompts)] if not page.has_more else page.frames


def prompt_frames(prompts: bytes) -> Sequence[Frame]:
    """Returns the event with the open prompts; empty if there are no prompts to send."""
    return [Frame(0, "prompt", prompts, is_resumable=False)] if prompts else ()
