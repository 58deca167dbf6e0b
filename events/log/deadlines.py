"""The deadlines of prompts, and the times when sealed answers may take effect."""

from __future__ import annotations

from events.base.clock import rfc3339_or_none
from events.log.match_state.folding import MatchState
from games.kernel.state import Prompt


def deadline_ms(match_state: MatchState, prompt: Prompt) -> int | None:
    """Returns the deadline of an open prompt: its own, or an earlier one by the clocks of its seats."""
    return match_state.times.deadline_ms(prompt)


def opens_ms(match_state: MatchState, prompt: Prompt) -> int:
    """Returns the time when answers to a sealed prompt may take effect; 0 for a prompt without a window.

    The times of a log never decrease. If a clock was ahead when an earlier event was written, even the time of the
    prompt can be in the future.
    """
    return match_state.prompted_at[prompt.id] + 1000 * prompt.window if prompt.window else 0


def deadline(match_state: MatchState, prompt: Prompt) -> str | None:
    """Returns the deadline of an open prompt, as the API writes it."""
    return rfc3339_or_none(deadline_ms(match_state, prompt))
