"""Notices of tournaments: a notice is about a match or about a tournament.

Runs beside servers that know nothing of it: what they call keeps its form.
"""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).resolve().parents[1] / "sql"
KINDS = [
    ("your_turn", "Your Turn"), ("match_started", "Match Started"), ("match_over", "Match Over"),
    ("invited", "Invited"), ("message", "Message"), ("deadline_near", "Deadline Near"),
    ("round_drawn", "Round Drawn"), ("tournament_news", "Tournament News"),
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("events", "0075_titles")]

    operations = [
        migrations.AlterField("Notice", "kind", models.CharField(max_length=15, choices=KINDS)),
        migrations.AlterField(
            "Notice", "match",
            models.ForeignKey(
                db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="notices",
                to="events.match",
            ),
        ),
        migrations.AddField(
            "Notice", "tournament",
            models.ForeignKey(
                db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="notices",
                to="events.tournament",
            ),
        ),
        migrations.AlterField(
            "Delivery", "match",
            models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="deliveries", to="events.match",
            ),
        ),
        migrations.RunSQL((SQL / "notify.sql").read_text(), migrations.RunSQL.noop),
        migrations.RunSQL((SQL / "deliver.sql").read_text(), migrations.RunSQL.noop),
    ]  # fmt: skip
