"""Deliveries are claimed by shares: the receivers that something waits for, and what is under way."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q

WAITS = Q(state="pending")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0049_damaged_matches")]

    operations = [
        migrations.AddField("webhook", "failed_ms", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("pushsubscription", "failed_ms", models.BigIntegerField(db_default=0, default=0)),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                condition=WAITS & Q(webhook__isnull=False), fields=["webhook", "match", "number"],
                name="delivery_waits_webhook",
            ),
        ),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                condition=WAITS & Q(subscription__isnull=False), fields=["subscription", "match", "number"],
                name="delivery_waits_device",
            ),
        ),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                condition=Q(state="pending", webhook=None, subscription=None), fields=["due_ms"],
                name="delivery_waits_mail",
            ),
        ),
        AddIndexConcurrently(
            "delivery",
            models.Index(
                condition=Q(lease_ms__isnull=False) & WAITS, fields=["lease_ms"], name="delivery_under_way"
            ),
        ),
    ]  # fmt: skip
