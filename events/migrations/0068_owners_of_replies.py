"""Stored replies have an owner, a match or a player, and keys that contain it; they are deleted by time, not by id.

Runs beside servers of the version before, each step committed by itself and without a long lock:
1. A column that may be empty. What those servers store gets its owner from a trigger, and from the functions of a move.
2. The replies that are stored already get their owner, a batch at a time.
3. The column may not be empty any more: a check that is validated beside writers spares the scan under a lock.
4. The new keys are built beside the old ones and take their places. Their scope comes first, so that statements that
   do not name the owner go on using them.
The trigger goes with a later migration, when no server is left that needs it; `manage.py distribute` drops it, too.
"""

from pathlib import Path
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

SQL = Path(__file__).resolve().parents[1] / "sql"
BATCH = 5_000

OWNER = """
CREATE OR REPLACE FUNCTION events_command_owner(p_scope text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(substring(p_scope FROM '/matches/([0-9a-f-]{36})(?:/|$)'), left(p_scope, 36))::uuid
$$;
CREATE OR REPLACE FUNCTION events_command_owned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.owner := events_command_owner(NEW.scope);
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER owned BEFORE INSERT ON events_command
FOR EACH ROW WHEN (NEW.owner IS NULL) EXECUTE FUNCTION events_command_owned();
"""
NO_OWNER = "DROP FUNCTION events_command_owned() CASCADE; DROP FUNCTION events_command_owner(text)"
FILL = """
    WITH batch AS (SELECT id FROM events_command WHERE id > %s ORDER BY id LIMIT %s),
    filled AS (
        UPDATE events_command AS reply SET owner = events_command_owner(reply.scope)
        FROM batch WHERE reply.id = batch.id AND reply.owner IS NULL
    )
    SELECT max(id) FROM batch
"""
KNOWN = """
ALTER TABLE events_command DROP CONSTRAINT IF EXISTS command_owner_known;
ALTER TABLE events_command ADD CONSTRAINT command_owner_known CHECK (owner IS NOT NULL) NOT VALID;
"""
NOT_NULL = """
ALTER TABLE events_command ALTER COLUMN owner SET NOT NULL;
ALTER TABLE events_command DROP CONSTRAINT command_owner_known;
"""


def fill(apps: Any, editor: Any) -> None:
    """Gives each stored reply its owner, in batches that are committed one after another."""
    last: int | None = 0
    while last is not None:
        with editor.connection.cursor() as cursor:
            cursor.execute(FILL, [last, BATCH])
            (last,) = cursor.fetchone()


def rekeyed(name: str, *columns: str) -> list[migrations.RunSQL]:
    """Puts a unique key of these columns and the owner in the place of the one of this name."""
    before, after = ", ".join(columns), ", ".join((*columns, "owner"))

    def swap(names: str) -> list[str]:
        return [
            f"DROP INDEX CONCURRENTLY IF EXISTS {name}_new",  # an invalid one, if the step was interrupted
            f"CREATE UNIQUE INDEX CONCURRENTLY {name}_new ON events_command ({names})",
            f"ALTER TABLE events_command DROP CONSTRAINT {name}, ADD CONSTRAINT {name} UNIQUE USING INDEX {name}_new",
        ]

    return [migrations.RunSQL(one, back) for one, back in zip(swap(after), swap(before), strict=True)]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0067_seen")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    "ALTER TABLE events_command ADD COLUMN IF NOT EXISTS owner uuid",
                    "ALTER TABLE events_command DROP COLUMN owner",
                ),
                migrations.RunSQL(OWNER, NO_OWNER),
                *(
                    migrations.RunSQL((SQL / f"{name}.sql").read_text(), migrations.RunSQL.noop)
                    for name in ("append", "seal")
                ),
                migrations.RunPython(fill, migrations.RunPython.noop),
                migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
                migrations.RunSQL(
                    "ALTER TABLE events_command VALIDATE CONSTRAINT command_owner_known", migrations.RunSQL.noop
                ),
                migrations.RunSQL(NOT_NULL, migrations.RunSQL.noop),
                *rekeyed("command_key_once", "scope", "key"),
                *rekeyed("command_prompt_once", "scope", "prompt"),
            ],
            [
                migrations.AddField("command", "owner", models.UUIDField(), preserve_default=False),
                migrations.RemoveConstraint("command", "command_key_once"),
                migrations.RemoveConstraint("command", "command_prompt_once"),
                migrations.AddConstraint(
                    "command", models.UniqueConstraint(fields=["scope", "key", "owner"], name="command_key_once")
                ),
                migrations.AddConstraint(
                    "command", models.UniqueConstraint(fields=["scope", "prompt", "owner"], name="command_prompt_once")
                ),
            ],
        ),
        AddIndexConcurrently("command", models.Index(fields=["created_at"], name="command_created")),
    ]
