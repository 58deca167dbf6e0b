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
    ]

    operations = [
        migrations.CreateModel(
            name="Rematch",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="log.match",
                    ),
                ),
                ("rematch", models.UUIDField()),
            ],
            options={
                "db_table": "events_rematch",
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.base.models.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitation_links", to="log.match"
                    ),
                ),
                ("digest", models.BinaryField(unique=True)),
                ("number", models.PositiveSmallIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "db_table": "events_invitation",
            },
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="standing_orders", to="log.match"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("phase", models.CharField(max_length=40)),
                ("condition", models.JSONField(default=None, null=True)),
                ("move", models.JSONField()),
                ("late", models.BooleanField(default=False)),
                ("once", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "events_standingorder",
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat", "number"), name="standing_order_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="OrderedAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ordered_answers", to="log.match"
                    ),
                ),
                ("prompt", models.BigIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "order",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="answers",
                        to="matches.standingorder",
                    ),
                ),
                ("due_ms", models.BigIntegerField(null=True)),
                ("seq", models.BigIntegerField(default=None, null=True)),
            ],
            options={
                "db_table": "events_orderedanswer",
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_ms__isnull", False)), fields=["due_ms"], name="ordered_answer_due"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "prompt", "seat"), name="ordered_answer_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="WaitingPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="waiting", to="log.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting_for",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_waitingplayer",
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="waiting_once")],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("match", models.UUIDField()),
                ("text", models.CharField(max_length=4000)),
                ("written_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_note",
                "constraints": [models.UniqueConstraint(fields=("player", "match"), name="note_once")],
            },
        ),
        migrations.CreateModel(
            name="Seen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seen",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seen", to="log.match"
                    ),
                ),
                ("seq", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_seen",
                "constraints": [models.UniqueConstraint(fields=("player", "match"), name="seen_once")],
            },
        ),
    ]
