"""The signals of the project."""

from __future__ import annotations

from django.dispatch import Signal

advanced = Signal()
"""Sent with `match_id` (UUID), `seq`, and `turns`, those of bots that are ready (`ReadyTurn`); after the commit."""

analysis_wanted = Signal()
"""Sent without arguments, after the commit: there is an analysis to work on."""

noticed = Signal()
"""Sent with `match`, its id, in the transaction: it has put notices into the outbox of that match."""

deactivated = Signal()
"""Sent with `players`, their ids, in the transaction that closes or suspends their accounts."""

tournament_ended = Signal()
"""Sent with `tournament`, its id, in the transaction that ends it."""
