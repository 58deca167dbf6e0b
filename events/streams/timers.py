"""The timers of streams, which delete expired tickets."""

from __future__ import annotations

from events.streams.tickets import tickets_prune
from events.timers.registry import MINUTE_MS, every

every(MINUTE_MS, tickets_prune)
