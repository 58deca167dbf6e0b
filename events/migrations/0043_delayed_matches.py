"""An index of the matches with a delay for spectators. Written beside running servers, without a lock."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0042_spectator_delay")]

    operations = [
        AddIndexConcurrently(
            "match",
            models.Index(condition=models.Q(("spectator_delay__gt", 0)), fields=["over_ms"], name="match_delayed"),
        ),
    ]
