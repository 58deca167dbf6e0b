"""The time that bots give people before a bot ends an open prompt.

A person needs time to read and to type; a bot needs none. Without this wait, a negotiation with a bot would last only
as long as the pauses between the bot's own moves.
"""

from __future__ import annotations

from events.base.clock import now_ms
from events.base.policies import LEVELS
from events.log import states
from events.log.match_state.folding import MatchState
from events.log.match_state.occupants import occupants
from events.log.match_state.rules import game_of
from events.log.models import Match
from games.kernel.state import Prompt
from games.kernel.state import Seat as SeatNumber

LIVE_SECONDS = 20
BEGINNER_SECONDS = 4
# In slow matches, people have 1/12 of the time for a move: with two days for a move, four hours for their offers.
SHARE = 12


def patience_left(match: Match, prompt: int, seat: SeatNumber, verb: str) -> int:
    """Returns the seconds that a bot in a seat must wait before it plays a verb.

    Returns 0 if the verb does not end the prompt, or if no person can answer.
    """
    match_state = states.head(match)
    current = match_state.state.prompts.get(prompt)
    if current is None or verb not in game_of(match).phases[current.phase].concluding:
        return 0
    if not _people(match, match_state, current, seat):
        return 0
    ends_ms = match_state.prompted_at[prompt] + 1000 * share(current.after, match.clock.get("per_move"))
    return max(-((now_ms() - ends_ms) // 1000), 0)


def pace_left(match: Match, prompt: int, seat: SeatNumber, policy: str) -> int:
    """Returns the seconds that a bot waits at an open prompt after the last event, so that people have time to read.

    Only bots of the lowest level wait, and only if a person can answer.
    """
    match_state = states.head(match)
    current = match_state.state.prompts.get(prompt)
    if (
        policy != LEVELS[0]
        or current is None
        or current.mode != "open"
        or not _people(match, match_state, current, seat)
    ):
        return 0
    return max(-((now_ms() - match.last_at_ms - 1000 * BEGINNER_SECONDS) // 1000), 0)


def share(after: int | None, per_move: int | None) -> int:
    """Returns the seconds that people have at an open prompt before a bot ends it.

    The result is at least 20 seconds, and in slow matches a share of the time for a move. It is at most half of the
    prompt's own time. after: the prompt's own time; per_move: the match's time for one move.

    >>> share(86_400, None), share(86_400, 60), share(86_400, 172_800), share(12, None)
    (20, 20, 14400, 6)
    """
    seconds = max(LIVE_SECONDS, (per_move or 0) // SHARE)
    return seconds if after is None else min(seconds, after // 2)


def _people(match: Match, match_state: MatchState, prompt: Prompt, seat: SeatNumber) -> bool:
    """Returns whether a person can still answer the prompt."""
    able = game_of(match).phases[prompt.phase].seats_able_to_answer(match_state.state, prompt)
    seats = occupants(match, match_state)
    people = [other for other in able if other != seat and seats[other].notified and not seats[other].is_bot_account]
    return any(not seats[other].resigned for other in people)
