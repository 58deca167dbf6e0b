"""Moves the origins of forks and rematches from the table of matches to tables of this app."""

import django.db.models.deletion
from django.db import migrations, models

FORKS = """
    INSERT INTO events_fork (match_id, origin, seq, mode)
    SELECT id, fork_of_id, fork_seq, fork_mode FROM events_match WHERE fork_of_id IS NOT NULL AND fork_seq IS NOT NULL
"""
FORKS_BACK = """
    UPDATE events_match AS match SET fork_of_id = fork.origin, fork_seq = fork.seq, fork_mode = fork.mode
    FROM events_fork AS fork WHERE fork.match_id = match.id
"""
REMATCHES = """
    INSERT INTO events_rematch (match_id, rematch_of)
    SELECT id, rematch_of_id FROM events_match WHERE rematch_of_id IS NOT NULL
    ON CONFLICT (match_id) DO UPDATE SET rematch_of = EXCLUDED.rematch_of
"""
REMATCHES_BACK = (
    """
    UPDATE events_match AS match SET rematch_of_id = rematch.rematch_of
    FROM events_rematch AS rematch WHERE rematch.match_id = match.id AND rematch.rematch_of IS NOT NULL
    """,
    "DELETE FROM events_rematch WHERE rematch IS NULL",
)


class Migration(migrations.Migration):
    dependencies = [
        ("log", "0007_column_names"),
        ("matches", "0002_indexes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Fork",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="log.match",
                    ),
                ),
                ("origin", models.UUIDField()),
                ("seq", models.BigIntegerField()),
                ("mode", models.CharField(choices=[("exact", "exact"), ("resampled", "resampled")], max_length=9)),
            ],
            options={"db_table": "events_fork"},
        ),
        migrations.AddField("rematch", "rematch_of", models.UUIDField(null=True)),
        migrations.AlterField("rematch", "rematch", models.UUIDField(null=True)),
        migrations.RunSQL(FORKS, FORKS_BACK),
        migrations.RunSQL(REMATCHES, REMATCHES_BACK),
    ]
