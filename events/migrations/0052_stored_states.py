"""States of long matches, derived from their logs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0051_names")]

    operations = [
        migrations.CreateModel(
            "StoredState",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.BigIntegerField()),
                ("hash", models.BinaryField()),
                ("code", models.CharField(max_length=16)),
                ("sealed", models.BinaryField()),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="events.match"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "seq"), name="one_state_after_an_event")]
            },
        )
    ]
