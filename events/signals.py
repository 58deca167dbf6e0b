"""The one signal of the project: a match's log has grown, and the transaction is committed."""

from __future__ import annotations

from django.dispatch import Signal

advanced = Signal()
"""Sent with `match_id` (UUID), `seq`, and `bots`: whether the events made turns of bots ready; after the commit."""
