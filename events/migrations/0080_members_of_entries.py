"""The players of teams, and who held an entry before a substitute took it over.

Runs beside servers that know nothing of it.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0079_organisers")]

    operations = [
        migrations.AddField(
            "Entry", "team", models.CharField(blank=True, db_default="", default="", max_length=40)
        ),
        migrations.CreateModel(
            "EntryMember",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board", models.PositiveSmallIntegerField()),
                ("joined", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="members", to="events.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="team_boards",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["entry", "board"], name="entry_board_once"),
                    models.UniqueConstraint(fields=["entry", "player"], name="entry_member_once"),
                ]
            },
        ),
        migrations.CreateModel(
            "FormerEntrant",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until_round", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="former", to="events.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="former_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]  # fmt: skip
