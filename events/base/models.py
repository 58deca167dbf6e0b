"""Helpers that the models of several apps share. This module defines no table."""

from __future__ import annotations

import uuid

import pgtrigger
from django.db import models
from uuid_utils.compat import uuid7


def new_id() -> uuid.UUID:
    """Returns a UUIDv7: ids sort by the time of their creation."""
    return uuid7()


NO_MAINTENANCE = "IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF;"


def append_only(what: str, may_delete: str = "") -> list[pgtrigger.Trigger]:
    """Returns triggers that refuse UPDATE and DELETE, and also TRUNCATE unless `comptoir.maintenance` is on.

    may_delete: an SQL condition on OLD under which a row may be deleted; by default, no row may be deleted.
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


PENDING, SENT, SKIPPED, WITHHELD = "pending", "sent", "skipped", "withheld"


STATES = (PENDING, SENT, SKIPPED, WITHHELD)


class Sending(models.Model):
    """An item that must be sent once. A worker leases it until lease_ms; lease_token identifies the lease.

    due_ms: the time from which it may be sent; attempts: the number of failed attempts.
    """

    attempts = models.PositiveIntegerField(default=0)
    due_ms = models.BigIntegerField()
    lease_ms = models.BigIntegerField(null=True, default=None)
    lease_token = models.UUIDField(null=True, default=None)

    class Meta:
        abstract = True
