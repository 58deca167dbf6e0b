"""The signals of the project, sent after the commit: a match's log has grown; somebody wants an analysis."""

from __future__ import annotations

from django.dispatch import Signal

advanced = Signal()
"""Sent with `match_id` (UUID), `seq`, and `bots`: whether the events made turns of bots ready; after the commit."""

analysis_wanted = Signal()
"""Sent without arguments: there is an analysis to work on."""
