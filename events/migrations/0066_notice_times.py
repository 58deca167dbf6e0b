"""Quiet hours, the hour of the daily e-mail, and two more kinds of e-mails. Runs beside servers that know none."""

from pathlib import Path

from django.db import migrations, models

DELIVER = (Path(__file__).parent.parent / "sql" / "deliver.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [("events", "0065_cosignatures")]

    operations = [
        migrations.AddField("player", "quiet_hours", models.JSONField(null=True, default=None)),
        migrations.RunSQL(DELIVER, migrations.RunSQL.noop),
    ]
