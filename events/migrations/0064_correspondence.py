"""Play by e-mail: what is asked, and the answers that have arrived."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0063_passkeys")]

    operations = [
        migrations.CreateModel(
            "MailQuestion",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.CharField(max_length=400)),
                ("expires_ms", models.BigIntegerField()),
                ("moved_ms", models.BigIntegerField(default=None, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mail_questions", to="events.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mail_questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["expires_ms"], name="mail_question_expires")]},
        ),
        migrations.CreateModel(
            "MailAnswer",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.BinaryField(max_length=32)),
                (
                    "question",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="answers",
                        to="events.mailquestion",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["question", "digest"], name="mail_answered_once")]
            },
        ),
    ]  # fmt: skip
