import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0019_clocks"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="has_orders",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("has_orders", True)), fields=["last_at_ms"], name="match_with_orders"
            ),
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("phase", models.CharField(max_length=40)),
                ("condition", models.JSONField(default=None, null=True)),
                ("move", models.JSONField()),
                ("late", models.BooleanField(default=False)),
                ("once", models.BooleanField(default=False)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="standing_orders", to="events.match"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat", "number"), name="standing_order_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="OrderedAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("prompt", models.BigIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("due_ms", models.BigIntegerField(null=True)),
                ("seq", models.BigIntegerField(default=None, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ordered_answers", to="events.match"
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="answers",
                        to="events.standingorder",
                    ),
                ),
            ],
            options={
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
    ]
