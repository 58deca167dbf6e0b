"""Forks: practice matches that continue from any moment of another match.

The right to fork, and the cards of the fork, depend on what the caller may see of the match:

- Everybody who may see a match that is over can fork it. A running match can be forked only by its one player or its
  creator, and only if no other person plays in it or can return to it, it is not rated, and it belongs to no
  tournament. A fork of a match against others would help a player of the match.
- `exact` has the same cards. It is open to callers who may see everything (`may_see`), and to the creator of a practice
  match.
- `resampled` deals again all cards that the caller's seat, or a spectator, did not see at that moment. The real cards
  do not influence it.

Only the caller and bots play in a fork. It is private and does not count for ratings.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from events.base.exceptions import FieldError, Forbidden, Malformed
from events.log import log, states
from events.log.access import Access, Viewer, may_see
from events.log.knowledge import known_to
from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of, options_of
from events.log.models import ENDED, Match, Seat
from events.matches.errors import MatchNotFinished
from events.matches.lobby.clock_settings import clock_settings
from events.matches.lobby.services import ForkStart, MatchRequest, SeatRequest, match_open
from events.matches.record.pending import attending
from events.matches.record.table_views import view_at
from events.tournaments.models import TournamentMatch
from events.users.models import Player
from games.kernel.position import Position, resampled, world_draws
from games.kernel.rng import Rng

CLOCK = clock_settings({}, substitutes=False)
EXACT, RESAMPLED = "exact", "resampled"


class ForkRequest(NamedTuple):
    """The choices of a fork's creator.

    at: the event after which the fork begins; seat: the creator's seat; seats: the choices for all seats.
    """

    at: int
    mode: str
    seat: int | None = None
    seats: Sequence[SeatRequest] = ()
    seed: bytes | None = None


def match_fork(*, access: Access, player: Player, request: ForkRequest) -> Match:
    """Creates a practice match that begins from the table of another match after an event.

    Raises MatchNotFinished, Forbidden, Malformed with the pointers of all errors, or TooManyMatches.
    """
    match = access.match
    _require_forkable(match, player)
    if request.mode == EXACT and not _sees_everything(access, player):
        raise Forbidden()
    match_state = _state_at(match, request.at)
    left = match_state.state.public.left
    seats = _seats(access, match_state, request)
    seed = request.seed or os.urandom(32)
    position = _position(access, match_state, request.mode, Rng(seed))
    chosen = MatchRequest(match.game, match.options, seats, Match.Visibility.PRIVATE, clock=CLOCK, seed=seed)
    fork = ForkStart(match, request.at, request.mode, position.to_json(), left)
    return match_open(player, game_of(match), options_of(match), chosen, fork=fork)


def _require_forkable(match: Match, player: Player) -> None:
    """Raises MatchNotFinished while a fork could help a player against others, in this match or at the same deal."""
    if match.status in ENDED and not match.is_blinded:
        return
    is_own = match.creator_id == player.pk or Seat.objects.filter(match=match, player=player).exists()
    is_running = match.status == Match.Status.RUNNING and not match.is_blinded
    if not is_running or match.rated or not is_own or _has_others(match, player) or _is_of_a_tournament(match):
        raise MatchNotFinished(text="fork_of_a_running_match")


def _has_others(match: Match, player: Player) -> bool:
    """Returns whether another person plays in a match, could join it, or can return to a seat that a bot keeps."""
    kept = Seat.objects.filter(match=match).exclude(stand_in="")
    return match.substitutes or attending(match.pk).exclude(player=player).exists() or kept.exists()


def _is_of_a_tournament(match: Match) -> bool:
    """Returns whether a match belongs to a tournament, in which its result counts against players at other tables."""
    return TournamentMatch.objects.filter(match=match).exists()


def _sees_everything(access: Access, player: Player) -> bool:
    match = access.match
    is_own_practice = match.practice and match.creator_id == player.pk and not _has_others(match, player)
    return is_own_practice or may_see(access, None)


def _state_at(match: Match, seq: int) -> MatchState:
    """Returns the state after an event. Raises Malformed before the deal and after the end."""
    started = next(log.read(match.pk, type="match.started", limit=1), None)
    if started is None or not started.seq <= seq <= match.head_seq:
        raise Malformed(FieldError("/at", "out_of_range"))
    match_state = states.at(match, seq)
    if match_state.state.is_over:
        raise Malformed(FieldError("/at", "out_of_range"))
    return match_state


def _seats(access: Access, match_state: MatchState, request: ForkRequest) -> list[SeatRequest]:
    """Returns the seats of the fork: the caller's choices, or by default the caller in one seat and bots elsewhere."""
    size, left = access.match.size, match_state.state.public.left
    if request.seats:
        if len(request.seats) != size:
            raise Malformed(FieldError("/seats", "wrong_size", params={"low": size, "high": size}))
        if sum(seat.kind == "me" for seat in request.seats) != 1:
            raise Malformed(FieldError("/seats", "required"))
        number = next(number for number, seat in enumerate(request.seats) if seat.kind == "me")
        if number in left:
            raise Malformed(FieldError(f"/seats/{number}/kind", "not_an_option"))
        return list(request.seats)
    number = _seat_to_move(access, match_state) if request.seat is None else request.seat
    if number >= size:
        raise Malformed(FieldError("/seat", "out_of_range"))
    if number in left:
        raise Malformed(FieldError("/seat", "not_an_option"))
    return [SeatRequest("me" if other == number else "bot") for other in range(size)]


def _seat_to_move(access: Access, match_state: MatchState) -> int:
    """Returns the seat that moves next. If several seats can move, prefers the caller's seat."""
    state, game = match_state.state, game_of(access.match)
    stayed = [seat for seat in range(state.seats) if seat not in state.public.left]
    candidates = [seat for seat in game.to_act(state) if seat in stayed] or stayed
    return access.seat if access.seat in candidates else candidates[0]


def _position(access: Access, match_state: MatchState, mode: str, rng: Rng) -> Position:
    """Returns the position of the fork. A resampled position depends only on the caller's view and the fork's seed."""
    match = access.match
    common = known_to(match, None, match_state)
    if mode == EXACT:
        viewers = (None, *range(match.size))
        return Position(match_state.state, {viewer: known_to(match, viewer, match_state) for viewer in viewers})
    view = view_at(match, Viewer(access.seat), match_state)
    return resampled(game_of(match), view, common, world_draws(rng))
