"""What the operator decides about players, and the network of a token. Runs beside servers that know nothing of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import events.models.player


class Migration(migrations.Migration):
    dependencies = [("events", "0080_members_of_entries")]

    operations = [
        migrations.AddField("Token", "network", models.BinaryField(default=None, null=True)),
        migrations.CreateModel(
            "Sanction",
            [
                (
                    "id",
                    models.UUIDField(
                        default=events.models.player.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        max_length=10,
                        choices=[("warning", "Warning"), ("silence", "Silence"), ("suspension", "Suspension")],
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        max_length=13,
                        choices=[
                            ("abuse", "Abuse"), ("spam", "Spam"), ("personal_data", "Personal Data"),
                            ("cheating", "Cheating"), ("other", "Other"),
                        ],
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("created_ms", models.BigIntegerField()),
                ("until_ms", models.BigIntegerField(default=None, null=True)),
                ("ended_ms", models.BigIntegerField(default=None, null=True)),
                ("appeal", models.CharField(blank=True, default="", max_length=1000)),
                ("appealed_ms", models.BigIntegerField(default=None, null=True)),
                ("answer", models.CharField(blank=True, default="", max_length=1000)),
                ("answered_ms", models.BigIntegerField(default=None, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_ms", None), ("until_ms__isnull", False)), fields=["until_ms"],
                        name="sanction_due",
                    )
                ]
            },
        ),
    ]  # fmt: skip
