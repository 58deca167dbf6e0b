"""What players did in public matches that are over. Runs beside servers that know nothing of it.

Matches that have begun before count as stored: their logs may be in the archive, and nobody was told that they count.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ENDS = [("played", "Played"), ("resigned", "Resigned"), ("timed_out", "Timed Out"), ("left", "Left")]


class Migration(migrations.Migration):
    dependencies = [("events", "0069_relay_of_entries")]

    operations = [
        migrations.CreateModel(
            "Participation",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("match", models.UUIDField()),
                ("game", models.CharField(max_length=40)),
                ("over_ms", models.BigIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("seats", models.PositiveSmallIntegerField()),
                ("people", models.PositiveSmallIntegerField()),
                ("moves", models.PositiveIntegerField()),
                ("missed", models.PositiveIntegerField()),
                ("end", models.CharField(choices=ENDS, max_length=9)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="participations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "game", "-over_ms"], name="participation_results"),
                    models.Index(
                        fields=["player", "-over_ms"], condition=models.Q(people__gt=0), name="participation_with_people"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=["match", "player"], name="participation_once")],
            },
        ),
        migrations.AddField(
            "match", "has_participations", models.BooleanField(default=True, db_default=True)
        ),
        migrations.AlterField(
            "match", "has_participations", models.BooleanField(default=False, db_default=False)
        ),
        migrations.AddField("player", "shows_results", models.BooleanField(default=True, db_default=True)),
        migrations.AddField("player", "calendars_ended", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.AddField("player", "kept", models.PositiveSmallIntegerField(default=0, db_default=0)),
        migrations.AddField("player", "reckoned", models.PositiveSmallIntegerField(default=0, db_default=0)),
    ]  # fmt: skip
