"""Triggers that protect a table's rows from changes, even by its owner."""

from __future__ import annotations

import pgtrigger

NO_MAINTENANCE = "IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF;"


def append_only(what: str, may_delete: str = "") -> list[pgtrigger.Trigger]:
    """Triggers that refuse UPDATE and DELETE, and TRUNCATE unless `comptoir.maintenance` is on.

    may_delete: an SQL condition on OLD under which a row may be deleted; by default never.
    """
    changes = pgtrigger.Update | pgtrigger.Delete
    return [
        _unless(may_delete, changes) if may_delete else pgtrigger.Protect(name="append_only", operation=changes),
        pgtrigger.Trigger(
            name="no_truncate",
            level=pgtrigger.Statement,
            when=pgtrigger.Before,
            operation=pgtrigger.Truncate,
            func=f"{NO_MAINTENANCE} RAISE EXCEPTION '{what} is append-only: TRUNCATE refused';",
        ),
    ]


def _unless(may_delete: str, changes: pgtrigger.Operation) -> pgtrigger.Trigger:
    return pgtrigger.Trigger(
        name="append_only",
        when=pgtrigger.Before,
        operation=changes,
        func=f"IF TG_OP = 'DELETE' THEN IF {may_delete} THEN RETURN OLD; END IF; END IF; "
        "RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
    )
