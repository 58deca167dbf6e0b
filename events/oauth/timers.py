"""The timers of sign-ins by OAuth: housekeeping."""

from __future__ import annotations

from events.oauth.services import grants_prune
from events.timers.registry import HOUR_MS, every

every(HOUR_MS, grants_prune)
