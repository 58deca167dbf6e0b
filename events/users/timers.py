"""The timers of accounts: housekeeping."""

from __future__ import annotations

from events.timers.registry import MINUTE_MS, every
from events.users.account_mail import former_addresses_prune

every(MINUTE_MS, former_addresses_prune)
