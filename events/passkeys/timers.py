"""The timers of passkeys: housekeeping."""

from __future__ import annotations

from events.passkeys.ceremonies import challenges_prune
from events.timers.registry import MINUTE_MS, every

every(MINUTE_MS, challenges_prune)
