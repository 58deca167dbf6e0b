"""An index for lists of live matches, which may be few among many. Written beside running servers, without a lock."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0052_stored_states")]

    operations = [
        AddIndexConcurrently(
            "match",
            models.Index(
                condition=models.Q(
                    models.Q(("clock__per_move__gt", 0), ("clock__per_move__lte", 3600)),
                    models.Q(("clock__bank__gt", 0), ("clock__bank__lte", 3600)),
                    _connector="OR",
                ),
                fields=["-id"],
                name="match_live",
            ),
        ),
    ]
