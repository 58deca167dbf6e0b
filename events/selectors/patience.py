"""How long bots leave people to speak before one of them ends a question that anybody may answer.

A person needs time to read and to type; a bot needs none, and without this a negotiation with a bot lasts as long as
the bot's pauses between its own words.
"""

from __future__ import annotations

from uuid import UUID

from events.clock import now_ms
from events.models import Match, Seat
from events.selectors import states
from events.selectors.states import game_of
from games.kernel.state import Prompt, Table
from games.kernel.state import Seat as SeatNumber

LIVE_SECONDS = 20
SHARE = 12  # of the time for a move, by web: with two days for a move people have four hours to make their offers


def patience_left(match_id: UUID, prompt: int, seat: SeatNumber, verb: str) -> int:
    """The seconds for which a bot on that seat holds a verb back; 0 if it may speak now, or nobody is kept waiting."""
    match = Match.objects.get(pk=match_id)
    match_state = states.head(match)
    asked = match_state.state.prompts.get(prompt)
    if asked is None or verb not in game_of(match).phases[asked.phase].concluding:
        return 0
    if not _people(match, match_state.state, asked, seat):
        return 0
    ends_ms = match_state.prompted_at[prompt] + 1000 * share(asked.after, match.clock.get("per_move"))
    return max(-((now_ms() - ends_ms) // 1000), 0)


def share(after: int | None, per_move: int | None) -> int:
    """The seconds that people have of an open question.

    after: its own time; per_move: the match's time for one move. Live that is twenty seconds, by web a share of a
    move's time; never more than half of what the question lasts.

    >>> share(86_400, None), share(86_400, 60), share(86_400, 172_800), share(12, None)
    (20, 20, 14400, 6)
    """
    seconds = max(LIVE_SECONDS, (per_move or 0) // SHARE)
    return seconds if after is None else min(seconds, after // 2)


def _people(match: Match, table: Table, asked: Prompt, seat: SeatNumber) -> bool:
    """Whether a person other than the bot still has something to say."""
    able = [other for other in game_of(match).phases[asked.phase].seats_able_to_answer(table, asked) if other != seat]
    people = Seat.objects.filter(match=match, number__in=able, kind=Seat.Kind.PLAYER, resigned=False)
    return people.exists()
