"""Notices leave a match through its outbox, and a relay delivers them to players.

Servers of the version before go on: what they append goes into the outbox, too.
"""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).resolve().parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [("events", "0058_rematches")]

    operations = [
        migrations.CreateModel(
            "Outbox",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField()),
                ("notices", models.JSONField()),
                ("created_ms", models.BigIntegerField()),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="events.match",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("match", "key"), name="outbox_key_once")]},
        ),
        migrations.CreateModel(
            "Relayed",
            [
                ("key", models.UUIDField(primary_key=True, serialize=False)),
                ("at_ms", models.BigIntegerField(db_index=True)),
            ],
        ),
        migrations.AddField("pending", "is_reminded", models.BooleanField(db_default=False, default=False)),
        migrations.RunSQL((SQL / "notify.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "relay.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "append.sql").read_text(), migrations.RunSQL.noop),
    ]
