"""The signals of the project: a match's log has grown; somebody wants an analysis; there are notices to deliver."""

from __future__ import annotations

from django.dispatch import Signal

advanced = Signal()
"""Sent with `match_id` (UUID), `seq`, and `bots`: whether the events made turns of bots ready; after the commit."""

analysis_wanted = Signal()
"""Sent without arguments, after the commit: there is an analysis to work on."""

noticed = Signal()
"""Sent with `match`, its id, in the transaction: it has put notices into the outbox of that match."""
