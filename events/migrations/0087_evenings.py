"""When the sweeper looks at a tournament: its check-in opens, or a round is over time.

Runs beside servers that know nothing of it.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0086_deals")]

    operations = [
        migrations.AddField("Tournament", "wakes_ms", models.BigIntegerField(default=None, null=True)),
        migrations.AddIndex(
            "Tournament",
            models.Index(
                condition=models.Q(status__in=("open", "running")), fields=["wakes_ms"], name="tournament_waking"
            ),
        ),
    ]
