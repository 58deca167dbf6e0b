"""Triggers that protect a table's rows from changes, even by its owner."""

from __future__ import annotations

import pgtrigger

NO_MAINTENANCE = "IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF;"


def append_only(what: str) -> list[pgtrigger.Trigger]:
    """Triggers that refuse UPDATE and DELETE, and TRUNCATE unless `comptoir.maintenance` is on."""
    return [
        pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete),
        pgtrigger.Trigger(
            name="no_truncate",
            level=pgtrigger.Statement,
            when=pgtrigger.Before,
            operation=pgtrigger.Truncate,
            func=f"{NO_MAINTENANCE} RAISE EXCEPTION '{what} is append-only: TRUNCATE refused';",
        ),
    ]
