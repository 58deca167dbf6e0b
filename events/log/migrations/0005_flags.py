"""Removes the flags of projections: a match that one has not followed has its timer since `timers.0002_pending`."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("timers", "0002_pending"),
        ("log", "0004_timers"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="match", name="match_uncounted"),
        migrations.RemoveIndex(model_name="match", name="match_club_uncounted"),
        migrations.RemoveField(model_name="match", name="is_counted"),
        migrations.RemoveField(model_name="match", name="is_club_counted"),
        migrations.RemoveField(model_name="match", name="has_participations"),
    ]
