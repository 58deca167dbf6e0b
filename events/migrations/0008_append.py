"""Installs the functions of `events/sql`."""

from pathlib import Path

from django.db import migrations

FOLDER = Path(__file__).resolve().parents[1] / "sql"
FUNCTIONS = {
    "notify": "events_notify(uuid, uuid[], jsonb, bigint)",
    "rewrite_pending": "events_rewrite_pending(uuid, bigint, jsonb, bigint)",
    "append": (
        "events_append(uuid, bigint, bigint, boolean, text[], smallint[], bigint[], bytea[], bytea[], bytea[], "
        "bytea, jsonb, bytea, bytea)"
    ),
    "seal": ("events_seal(uuid, bigint, bigint, boolean, bigint, smallint, jsonb, smallint[], jsonb, bytea, bytea)"),
}


class Migration(migrations.Migration):
    dependencies = [("events", "0007_streams")]

    operations = [
        migrations.RunSQL((FOLDER / f"{name}.sql").read_text(), f"DROP FUNCTION {signature}")
        for name, signature in FUNCTIONS.items()
    ]
