"""Indexes of the matches of clubs, and of those whose result their clubs do not count yet; nobody is blocked."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0073_clubs")]

    operations = [
        AddIndexConcurrently(
            "match", models.Index(fields=["club", "-id"], condition=Q(club__isnull=False), name="match_club")
        ),
        AddIndexConcurrently(
            "match",
            models.Index(
                fields=["over_ms"],
                condition=Q(club__isnull=False, rated=True, is_club_counted=False, status="finished"),
                name="match_club_uncounted",
            ),
        ),
    ]
