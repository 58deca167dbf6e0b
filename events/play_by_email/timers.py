"""The timers of play by e-mail, which delete expired questions."""

from __future__ import annotations

from events.play_by_email.tables import questions_prune
from events.timers.registry import MINUTE_MS, every

every(MINUTE_MS, questions_prune)
