"""The legal moves of a seat as clients receive them, in responses and with the prompts of a stream."""

from __future__ import annotations

from collections.abc import Sequence

from events.base.caches import LeastRecentlyUsed
from events.base.clock import rfc3339
from events.log.models import Match
from events.matches.record.table_views import Choices
from events.matches.table.titles import verb_label, word_label
from games.kernel.state import Json
from games.kernel.template import Template
from games.kernel.words.texts import words_of

SAFE = 2**53
REMEMBERED = 512

_of_heads: LeastRecentlyUsed[dict[str, Json]] = LeastRecentlyUsed(REMEMBERED)


def legal_moves_json(choices: Choices, language: str, limit: int) -> dict[str, Json]:
    """Returns all legal moves as templates, their number, and a list of the first `limit` moves."""
    count, moves = choices.playable.count(), choices.listed(limit)
    return {
        **templates_json(choices, language, choices.moves.templates),
        "count": count if count < SAFE else str(count),
        "moves": moves,
        "complete": len(moves) == count,
    }


def templates_json(choices: Choices, language: str, templates: Sequence[Template]) -> dict[str, Json]:
    """Returns templates with labels for their verbs, and the labels of all words that their slots offer."""
    times = {verb: {"available_at": rfc3339(at_ms)} for verb, at_ms in choices.available_ms.items()}
    labelled = [
        {**t.to_json(), "label": verb_label(choices.game, language, t.verb), **times.get(t.verb, {})} for t in templates
    ]
    words = {word for template in labelled for slot in template["slots"].values() for word in words_of(slot)}
    return {"templates": labelled, "words": {word: word_label(choices.game, language, word) for word in sorted(words)}}


def legal_moves_at_head(match: Match, seat: int, prompt: int, language: str, limit: int) -> dict[str, Json]:
    """Returns the legal moves for a prompt at the time of the last event, so that only new events change them.

    If a stream used the current time, a change in its bytes would reveal that an invisible event had woken it.
    """
    key = (match.pk, bytes(match.head_hash), seat, prompt, language, limit)
    legal = _of_heads.get(key)
    if legal is None:
        legal = legal_moves_json(Choices(match, seat, prompt, at_ms=match.last_at_ms), language, limit)
        _of_heads.put(key, legal)
    return legal
