"""Notices wait while their player looks at the match; a page says when it is not looked at."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0061_token_app")]

    operations = [
        migrations.AlterField(
            "delivery",
            "state",
            models.CharField(
                max_length=8,
                default="pending",
                choices=[(name, name) for name in ("pending", "sent", "skipped", "withheld")],
            ),
        ),
        migrations.AddIndex(
            "delivery",
            models.Index(fields=["due_ms"], condition=models.Q(state="withheld"), name="delivery_withheld"),
        ),
        migrations.AddField("presence", "page", models.UUIDField(null=True, default=None)),
        migrations.AddField("presence", "is_looking", models.BooleanField(default=True, db_default=True)),
    ]
