import django.db.models.deletion
import events.base.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("log", "0001_initial"),
        ("users", "0002_token_app"),
        ("users", "__first__"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="NotificationHead",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notice_head",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("last", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_noticehead",
            },
        ),
        migrations.CreateModel(
            name="Relayed",
            fields=[
                ("key", models.UUIDField(primary_key=True, serialize=False)),
                ("at_ms", models.BigIntegerField(db_index=True)),
            ],
            options={
                "db_table": "events_relayed",
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("number", models.BigIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("your_turn", "Your Turn"),
                            ("match_started", "Match Started"),
                            ("match_over", "Match Over"),
                            ("invited", "Invited"),
                            ("message", "Message"),
                            ("deadline_near", "Deadline Near"),
                            ("round_drawn", "Round Drawn"),
                            ("tournament_news", "Tournament News"),
                        ],
                        max_length=15,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notices",
                        to="log.match",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notices",
                        to="tournaments.tournament",
                    ),
                ),
                ("prompt", models.BigIntegerField(null=True)),
                ("data", models.JSONField()),
                ("created_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_notice",
                "indexes": [models.Index(fields=["created_ms"], name="notice_age")],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "number"), name="notice_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "deadline_near")),
                        fields=("player", "match", "prompt"),
                        name="notice_deadline_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Outbox",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="log.match"
                    ),
                ),
                ("key", models.UUIDField()),
                ("notices", models.JSONField()),
                ("created_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_outbox",
                "constraints": [models.UniqueConstraint(fields=("match", "key"), name="outbox_key_once")],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.base.models.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to="log.match",
                    ),
                ),
                ("until_ms", models.BigIntegerField()),
                ("page", models.UUIDField(default=None, null=True)),
                ("is_looking", models.BooleanField(db_default=True, default=True)),
            ],
            options={
                "db_table": "events_looking",
                "indexes": [models.Index(fields=["player", "match"], name="looking_at")],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.base.models.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kinds", models.JSONField()),
                ("failing_since_ms", models.BigIntegerField(default=None, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failed_ms", models.BigIntegerField(db_default=0, default=0)),
                ("retry_ms", models.BigIntegerField(default=0)),
                ("tried_ms", models.BigIntegerField(default=0)),
                ("created_ms", models.BigIntegerField()),
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
                        to="users.token",
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000)),
                ("p256dh", models.CharField(max_length=88)),
                ("auth", models.CharField(max_length=24)),
                ("server_key", models.CharField(max_length=87)),
                ("label", models.CharField(blank=True, default="", max_length=40)),
            ],
            options={
                "db_table": "events_pushsubscription",
                "constraints": [models.UniqueConstraint(fields=("player", "endpoint"), name="subscribed_once")],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.base.models.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kinds", models.JSONField()),
                ("failing_since_ms", models.BigIntegerField(default=None, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failed_ms", models.BigIntegerField(db_default=0, default=0)),
                ("retry_ms", models.BigIntegerField(default=0)),
                ("tried_ms", models.BigIntegerField(default=0)),
                ("created_ms", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                (
                    "form",
                    models.CharField(
                        choices=[
                            ("standard", "Standard"),
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("matrix", "Matrix"),
                        ],
                        db_default="standard",
                        default="standard",
                        max_length=8,
                    ),
                ),
                ("sealed", models.BinaryField()),
                ("is_active", models.BooleanField(default=True)),
            ],
            options={
                "db_table": "events_webhook",
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("due_ms", models.BigIntegerField()),
                ("lease_ms", models.BigIntegerField(default=None, null=True)),
                ("lease_token", models.UUIDField(default=None, null=True)),
                (
                    "notice",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.notification",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="deliveries",
                        to="log.match",
                    ),
                ),
                ("number", models.BigIntegerField()),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.webhook",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.pushsubscription",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("sent", "sent"),
                            ("skipped", "skipped"),
                            ("withheld", "withheld"),
                        ],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("is_forced", models.BooleanField(default=False)),
                ("done_ms", models.BigIntegerField(default=None, null=True)),
                ("status", models.PositiveSmallIntegerField(default=None, null=True)),
                ("error", models.CharField(blank=True, default="", max_length=20)),
            ],
            options={
                "db_table": "events_delivery",
                "indexes": [
                    models.Index(fields=["webhook", "-number"], name="delivery_log"),
                    models.Index(condition=models.Q(("state", "pending")), fields=["due_ms"], name="delivery_due"),
                    models.Index(
                        condition=models.Q(("state", "pending")),
                        fields=["player", "webhook", "match", "number"],
                        name="delivery_order",
                    ),
                    models.Index(
                        condition=models.Q(("subscription__isnull", False)),
                        fields=["subscription", "match", "number"],
                        name="delivery_push",
                    ),
                    models.Index(
                        condition=models.Q(("state", "pending"), ("webhook__isnull", False)),
                        fields=["webhook", "match", "number"],
                        name="delivery_waits_webhook",
                    ),
                    models.Index(
                        condition=models.Q(("state", "pending"), ("subscription__isnull", False)),
                        fields=["subscription", "match", "number"],
                        name="delivery_waits_device",
                    ),
                    models.Index(
                        condition=models.Q(("state", "pending"), ("subscription", None), ("webhook", None)),
                        fields=["due_ms"],
                        name="delivery_waits_mail",
                    ),
                    models.Index(
                        condition=models.Q(("lease_ms__isnull", False), ("state", "pending")),
                        fields=["lease_ms"],
                        name="delivery_under_way",
                    ),
                    models.Index(
                        condition=models.Q(("state", "withheld")), fields=["due_ms"], name="delivery_withheld"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("notice", "webhook", "subscription"), name="delivery_once", nulls_distinct=False
                    )
                ],
            },
        ),
    ]
