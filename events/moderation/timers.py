"""The timers of sanctions."""

from __future__ import annotations

from events.moderation.services import SUSPENSION_TIMER, suspension_end
from events.timers.registry import timer

timer(SUSPENSION_TIMER)(suspension_end)
