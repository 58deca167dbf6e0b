"""Sets timers for the matches whose leaves are missing in the global log, as after a crash of the version before."""

from typing import Any

from django.db import migrations

KINDS = {"finished": "ended", "aborted": "void", "void": "void"}


def set_timers(apps: Any, schema_editor: Any) -> None:
    """Reads leaves and matches apart, which may lie on two nodes."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT match_id, kind FROM events_globalleaf WHERE kind <> 'head'")
        known = set(cursor.fetchall())
        cursor.execute("SELECT id, status FROM events_match WHERE head_seq >= 0")
        wanted = [(match, {"created", KINDS.get(status, "created")}) for match, status in cursor.fetchall()]
        missing = [match for match, kinds in wanted if any((match, kind) not in known for kind in kinds)]
        cursor.executemany(
            "INSERT INTO events_matchtimer (match_id, kind, due_ms) VALUES (%s, 'global_log', 0) ON CONFLICT DO NOTHING",
            [(match,) for match in missing],
        )


class Migration(migrations.Migration):
    dependencies = [
        ("timers", "0002_pending"),
        ("log", "0005_flags"),
    ]

    operations = [migrations.RunPython(set_timers, migrations.RunPython.noop)]
