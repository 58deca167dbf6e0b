"""Indexes for lists of matches that stay fast with their number. Written beside running servers, without a lock."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0040_waiting_lists")]

    operations = [
        AddIndexConcurrently("match", models.Index(fields=["status", "-id"], name="match_status")),
        RemoveIndexConcurrently("match", "match_public_status"),
        AddIndexConcurrently(
            "match", models.Index(condition=models.Q(("rated", True)), fields=["-id"], name="match_rated")
        ),
        AddIndexConcurrently(
            "match", models.Index(condition=models.Q(("practice", True)), fields=["-id"], name="match_practice")
        ),
        AddIndexConcurrently(
            "seat", models.Index(condition=models.Q(("kind", "open")), fields=["match"], name="seat_open")
        ),
    ]
