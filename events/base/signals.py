"""The signals of the project."""

from __future__ import annotations

from django.dispatch import Signal

advanced = Signal()
"""Sent after the commit with `match_id` (UUID), `seq`, and `turns`, the turns of bots that are ready (`ReadyTurn`)."""

analysis_wanted = Signal()
"""Sent without arguments, after the commit, when there is an analysis to work on."""

noticed = Signal()
"""Sent with `match`, the id of a match, in a transaction that has put notifications into the match's outbox."""

deactivated = Signal()
"""Sent with `players`, the ids of players, in the transaction that closes or suspends their accounts."""

tournament_ended = Signal()
"""Sent with `tournament`, the id of a tournament, in the transaction that ends the tournament."""
