"""Devices that show notices: `events/sql/deliver.sql` writes a delivery to each."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import events.models.player

DELIVER = (Path(__file__).resolve().parents[1] / "sql" / "deliver.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [("events", "0035_luck")]

    operations = [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.models.player.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kinds", models.JSONField()),
                ("failing_since_ms", models.BigIntegerField(default=None, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("retry_ms", models.BigIntegerField(default=0)),
                ("tried_ms", models.BigIntegerField(default=0)),
                ("created_ms", models.BigIntegerField()),
                ("endpoint", models.CharField(max_length=1000)),
                ("p256dh", models.CharField(max_length=88)),
                ("auth", models.CharField(max_length=24)),
                ("server_key", models.CharField(max_length=87)),
                ("label", models.CharField(blank=True, default="", max_length=40)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "token",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to="events.token",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("player", "endpoint"), name="subscribed_once")]},
        ),
        migrations.AddField(
            model_name="delivery",
            name="subscription",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="events.pushsubscription",
            ),
        ),
        migrations.RemoveConstraint(model_name="delivery", name="delivery_once"),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("notice", "webhook", "subscription"), name="delivery_once", nulls_distinct=False
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=Q(("subscription__isnull", False)),
                fields=["subscription", "match", "number"],
                name="delivery_push",
            ),
        ),
        migrations.RunSQL(DELIVER, migrations.RunSQL.noop),
    ]
