"""Notifications that wake all who wait for a match; PostgreSQL sends them when the transaction commits."""

from __future__ import annotations

import pgtrigger

from events.base.hub import CHANNEL


def wakes(operation: pgtrigger.Operation, seq: str = "''") -> pgtrigger.Trigger:
    """A trigger on a table with a match_id that sends `<match id>:<seq>`.

    seq: an SQL expression, the number of the new event; empty for a change that is not an event.
    PostgreSQL sends equal notifications of one transaction once.
    """
    return pgtrigger.Trigger(
        name="wakes",
        when=pgtrigger.After,
        operation=operation,
        func=f"PERFORM pg_notify('{CHANNEL}', COALESCE(NEW.match_id, OLD.match_id) || ':' || {seq}); RETURN NULL;",
    )


def wakes_player(operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    """A trigger on a table with a player_id and a number that sends `player:<player id>:<number>`."""
    return pgtrigger.Trigger(
        name="wakes",
        when=pgtrigger.After,
        operation=operation,
        func=f"PERFORM pg_notify('{CHANNEL}', 'player:' || NEW.player_id || ':' || NEW.number); RETURN NULL;",
    )
