"""Co-organisers of tournaments, and what organisers say to all entrants.

Runs beside servers that know nothing of it.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0078_notices_of_tournaments")]

    operations = [
        migrations.AddField(
            "Tournament", "co_organisers",
            models.ManyToManyField(related_name="co_organised", to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            "TournamentWord",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=500)),
                ("at_ms", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tournament_words",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="words", to="events.tournament"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["tournament", "number"], name="tournament_word_number_once")
                ]
            },
        ),
    ]  # fmt: skip
