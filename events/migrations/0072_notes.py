"""What players write down for themselves at a match. Runs beside servers that know nothing of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0071_unreckoned")]

    operations = [
        migrations.CreateModel(
            "Note",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("match", models.UUIDField()),
                ("text", models.CharField(max_length=4000)),
                ("written_ms", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=["player", "match"], name="note_once")]},
        ),
    ]  # fmt: skip
