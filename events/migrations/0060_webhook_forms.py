"""What a webhook is posted: the notice, or a line for a chat. Runs beside servers that know one form alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0059_outbox")]

    operations = [
        migrations.AddField(
            "webhook",
            "form",
            models.CharField(
                choices=[("standard", "Standard"), ("discord", "Discord"), ("slack", "Slack"), ("matrix", "Matrix")],
                db_default="standard",
                default="standard",
                max_length=8,
            ),
        ),
    ]
