import django.db.models.deletion
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
            name="MailQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_questions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mail_questions", to="log.match"
                    ),
                ),
                ("place", models.CharField(max_length=400)),
                ("expires_ms", models.BigIntegerField()),
                ("moved_ms", models.BigIntegerField(default=None, null=True)),
            ],
            options={
                "db_table": "events_mailquestion",
                "indexes": [models.Index(fields=["expires_ms"], name="mail_question_expires")],
            },
        ),
        migrations.CreateModel(
            name="MailAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "question",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="play_by_email.mailquestion",
                    ),
                ),
                ("digest", models.BinaryField(max_length=32)),
            ],
            options={
                "db_table": "events_mailanswer",
                "constraints": [models.UniqueConstraint(fields=("question", "digest"), name="mail_answered_once")],
            },
        ),
    ]
