"""`manage.py adopt`: upgrades a database from the time when `events` was one app. Run it before `migrate`.

The upgrade is one transaction and changes no table. Content types and permissions keep their ids, so the operator's
history and groups stay valid. The triggers of pgtrigger are created again, because their names depend on the app. The
command does nothing to a database that is empty or has been adopted.
"""

from typing import Any

import pgtrigger
from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from psycopg import sql

OLD = "events"
LAST = "0087_evenings"
SQUASHED = frozenset({"0001_initial", "0002_triggers", "0002_token_app"})
"""The migrations of this version that the earlier version had applied. `migrate` applies the later migrations."""

RENAMED = {
    "notification": "notice",
    "notificationhead": "noticehead",
    "accountemail": "letter",
    "idempotencyrecord": "command",
    "pendingaction": "pending",
    "follow": "following",
    "block": "avoidance",
    "announcement": "tournamentword",
    "snapshot": "storedstate",
    "errorreport": "alarm",
}
LEFT = """
DROP TRIGGER IF EXISTS owned ON events_command;
DROP FUNCTION IF EXISTS events_command_owned();
DROP FUNCTION IF EXISTS events_command_owner(text);
DROP FUNCTION IF EXISTS events_append(
    uuid, bigint, bigint, boolean, text[], smallint[], bigint[], bytea[], bytea[], bytea[], bytea, jsonb, bytea, bytea);
DROP FUNCTION IF EXISTS events_seal(
    uuid, bigint, bigint, boolean, bigint, smallint, jsonb, smallint[], jsonb, bytea, bytea);
"""


class Command(BaseCommand):
    help = "Record the migrations of the present apps in a database from the time when `events` was one app."

    def handle(self, *args: Any, **options: Any) -> None:
        recorder = MigrationRecorder(connection)
        applied = {name for app, name in recorder.applied_migrations() if app == OLD} if recorder.has_table() else set()
        if not applied:
            return
        if max(applied) < LAST:
            raise CommandError(f"the database lacks {OLD}.{LAST}: run `migrate` of the previous version first")
        if max(applied) > LAST:
            raise CommandError(f"the database has {OLD}.{max(applied)}, which this version does not know")
        loader = MigrationLoader(None, ignore_no_migrations=True)
        ours = {config.label: config for config in apps.get_app_configs() if config.name.startswith(f"{OLD}.")}
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE django_migrations IN ACCESS EXCLUSIVE MODE")
            for config in ours.values():
                for model in config.get_models(include_auto_created=True):
                    name = model._meta.model_name or ""
                    _relabel(cursor, model, RENAMED.get(name, name))
            cursor.execute("DELETE FROM django_migrations WHERE app = %s", [OLD])
            for app, name in sorted(loader.disk_migrations):
                if app in ours and name in SQUASHED:
                    recorder.record_applied(app, name)
            cursor.execute(LEFT)
            cursor.execute(
                "SELECT tgname, tgrelid::regclass::text FROM pg_trigger"
                " WHERE tgname LIKE 'pgtrigger\\_%' AND NOT tgisinternal"
            )
            known = {trigger.get_pgid(model) for model, trigger in pgtrigger.registered()}
            for name, table in cursor.fetchall():
                if name not in known:
                    cursor.execute(sql.SQL("DROP TRIGGER {} ON {}").format(sql.Identifier(name), sql.Identifier(table)))
            tables = set(connection.introspection.table_names(cursor))
            for registered, trigger in pgtrigger.registered():
                if registered._meta.db_table in tables:  # `migrate` creates the other tables later
                    trigger.install(registered)
            cursor.execute("SELECT proname FROM pg_proc WHERE proname LIKE 'pgtrigger\\_%'")
            for (name,) in cursor.fetchall():
                if name not in known:
                    cursor.execute(sql.SQL("DROP FUNCTION {}()").format(sql.Identifier(name)))
        self.stdout.write(f"adopted: {len(ours)} apps")


def _relabel(cursor: Any, model: type[Model], old: str) -> None:
    """Moves the content type of a model to the model's new app, and renames its permissions."""
    label, name = model._meta.app_label, model._meta.model_name
    cursor.execute(
        "UPDATE django_content_type SET app_label = %s, model = %s WHERE app_label = %s AND model = %s",
        [label, name, OLD, old],
    )
    cursor.execute(
        """
        UPDATE auth_permission p
        SET codename = concat(split_part(p.codename, '_', 1), '_', t.model),
            name = concat_ws(' ', split_part(p.name, ' ', 1), split_part(p.name, ' ', 2), %s::text)
        FROM django_content_type t
        WHERE t.id = p.content_type_id AND t.app_label = %s AND t.model = %s
        """,
        [model._meta.verbose_name_raw, label, name],
    )
