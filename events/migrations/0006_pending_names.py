"""Renames two columns of the pending work for what they hold."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0005_consents")]

    operations = [
        migrations.RemoveIndex("pending", "pending_bots"),
        migrations.RenameField("pending", "waits", "required"),
        migrations.RenameField("pending", "due_ms", "ready_ms"),
        migrations.AddIndex(
            "pending", models.Index(fields=["ready_ms"], condition=models.Q(bot=True), name="pending_bots")
        ),
    ]
