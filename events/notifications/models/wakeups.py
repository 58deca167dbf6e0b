"""PostgreSQL notifications that wake the streams of a player. They are sent when the transaction commits."""

from __future__ import annotations

import pgtrigger

from events.base.publishing import CHANNEL


def wakes_player(operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    """Returns a trigger that sends `player:<player id>`, for a table with the column `player_id`."""
    return pgtrigger.Trigger(
        name="wakes",
        when=pgtrigger.After,
        operation=operation,
        func=f"PERFORM pg_notify('{CHANNEL}', 'player:' || NEW.player_id); RETURN NULL;",
    )
