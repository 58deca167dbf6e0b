"""The prompts open to a seat, with its legal moves, for streams and for replies to moves."""

from __future__ import annotations

from typing import Any, NamedTuple

from events.log import states
from events.log.deadlines import deadline
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.record.table_views import sealed_answers
from events.matches.table.legal_moves import legal_moves_at_head
from games.kernel.state import plain

MOST_LISTED = 100  # the greatest number of listed moves of each prompt


class Legal(NamedTuple):
    """The options for sending legal moves. limit: the number of listed moves; language: the language of their
    labels.
    """

    limit: int
    language: str


def prompts_of(match: Match, seat: int, legal: Legal | None = None) -> dict[str, Any]:
    """Returns the prompts open to a seat, as in its view. Prompts that require its answer come first.

    In the result, `seq` is the head after which the prompts are open; null if no prompt is open. Each event can change
    the possible answers, so streams send an open prompt again after each event. legal: the options for the legal moves;
    None: without legal moves.
    """
    if match.status != Match.Status.RUNNING:
        return {"match": str(match.pk), "seq": None, "seat": seat, "prompts": []}
    position, game = states.head(match), game_of(match)
    prompts = game.prompts_for(position.state, seat)
    answers = sealed_answers(match, seat) if any(game.is_sealed(prompt) for prompt in prompts) else {}
    shown = [
        {
            **plain(prompt._asdict()),
            "open": True,
            "deadline": deadline(position, prompt),
            **({"answer": answers[prompt.id]} if prompt.id in answers else {}),
            **({"legal": legal_moves_at_head(match, seat, prompt.id, legal.language, legal.limit)} if legal else {}),
        }
        for prompt in prompts
    ]
    return {"match": str(match.pk), "seq": match.head_seq if shown else None, "seat": seat, "prompts": shown}
