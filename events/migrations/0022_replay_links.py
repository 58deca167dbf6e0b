import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import events.models.player


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0021_forks"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReplayLink",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.models.player.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("seq", models.BigIntegerField()),
                ("token", models.CharField(max_length=43, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="replay_links", to="events.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replay_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "player", "seat"), name="replay_link_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("seat__isnull", True)),
                        fields=("match", "player"),
                        name="replay_link_of_spectators_once",
                    ),
                ],
            },
        ),
    ]
