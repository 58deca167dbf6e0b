"""Fewer indexes for a move to write, and simpler statements for its pending work and its notices.

The index of matches with orders contained the time of the last event, so each move was written to all indexes of its
match. Three tables had an index of the match beside a constraint that begins with it. All of it is done beside running
servers, without a lock.
"""

from pathlib import Path

import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models

SQL = Path(__file__).resolve().parents[1] / "sql"


def without_index(model: str, related_name: str, name: str) -> migrations.SeparateDatabaseAndState:
    """Drops the index of a foreign key to the match."""
    key = models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name=related_name, to="events.match"
    )
    drop = f"DROP INDEX CONCURRENTLY IF EXISTS {name}"
    add = f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON events_{model} (match_id)"
    return migrations.SeparateDatabaseAndState(
        [migrations.RunSQL(drop, add)], [migrations.AlterField(model, "match", key)]
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0043_delayed_matches")]

    operations = [
        AddIndexConcurrently(
            "match",
            models.Index(
                condition=models.Q(("has_orders", True), ("status", "running")),
                fields=["id"],
                name="match_running_orders",
            ),
        ),
        RemoveIndexConcurrently("match", "match_with_orders"),
        without_index("actionevent", "events", "events_actionevent_match_id_3fb65796"),
        without_index("pending", "pending", "events_pending_match_id_17c1f217"),
        without_index("sealedanswer", "sealed_answers", "events_sealedanswer_match_id_845b7b65"),
        migrations.RunSQL((SQL / "rewrite_pending.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "notify.sql").read_text(), migrations.RunSQL.noop),
    ]
