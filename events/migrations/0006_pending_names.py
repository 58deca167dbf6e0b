"""Renames two columns of the pending work for what they hold."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0005_consents")]

    operations = [
        migrations.RenameField("pending", "waits", "required"),
        migrations.RenameField("pending", "due_ms", "ready_ms"),
    ]
