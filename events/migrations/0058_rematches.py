"""Rematches have a table of their own, so that no unique key goes over matches."""

import django.db.models.deletion
from django.db import migrations, models

FILL = """
    INSERT INTO events_rematch (match_id, rematch)
    SELECT rematch_of_id, id FROM events_match
    WHERE rematch_of_id IS NOT NULL AND status NOT IN ('aborted', 'void')
    ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [("events", "0057_seats_of_programs")]

    operations = [
        migrations.CreateModel(
            "Rematch",
            [
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="events.match",
                    ),
                ),
                ("rematch", models.UUIDField()),
            ],
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.RemoveConstraint("match", "match_rematch_once"),
    ]
