"""The timers of clubs: housekeeping."""

from __future__ import annotations

from events.clubs.invitations import club_invitations_prune
from events.timers.registry import MINUTE_MS, every

every(MINUTE_MS, club_invitations_prune)
