"""Notifications that wake all who wait for a match; PostgreSQL sends them when the transaction commits."""

from __future__ import annotations

import pgtrigger

from events.base.publishing import CHANNEL


def wakes_player(operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    """Returns a trigger for a table with a player_id that sends `player:<player id>`."""
    return pgtrigger.Trigger(
        name="wakes",
        when=pgtrigger.After,
        operation=operation,
        func=f"PERFORM pg_notify('{CHANNEL}', 'player:' || NEW.player_id); RETURN NULL;",
    )
