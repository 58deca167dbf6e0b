"""Installs `events/sql/notify.sql` again: in PL/pgSQL, which plans its statement once for each connection."""

from pathlib import Path

from django.db import migrations

NOTIFY = (Path(__file__).resolve().parents[1] / "sql" / "notify.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [("events", "0027_archive")]

    operations = [migrations.RunSQL(NOTIFY, migrations.RunSQL.noop)]
