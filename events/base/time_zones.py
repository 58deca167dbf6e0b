"""The time zones that players can name."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

NOWHERE = frozenset({"localtime", "Factory"})
"""Names that systems list besides the time zones: the zone of this machine, and a placeholder for no zone."""


@cache
def time_zones() -> frozenset[str]:
    """Returns the IANA names of all time zones."""
    return frozenset(available_timezones()) - NOWHERE
