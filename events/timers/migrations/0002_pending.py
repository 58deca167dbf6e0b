"""Sets the timers of all that waits. Those that are due too early find nothing to do, and set themselves again."""

from django.db import migrations

STATEMENTS = (
    """
    INSERT INTO events_matchtimer (match_id, kind, due_ms)
    SELECT match.id, kind, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    FROM events_match AS match CROSS JOIN unnest(ARRAY['deadline', 'reminder', 'turn', 'orders']) AS part (kind)
    WHERE match.status IN ('sealing', 'running')
    """,
    """
    INSERT INTO events_matchtimer (match_id, kind, due_ms)
    SELECT DISTINCT match_id, 'outbox', (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM events_outbox
    """,
    """
    INSERT INTO events_matchtimer (match_id, kind, due_ms)
    SELECT id, 'history', over_ms + 1000 * spectator_delay FROM events_match
    WHERE status IN ('finished', 'void') AND NOT has_participations AND over_ms IS NOT NULL
    """,
    """
    INSERT INTO events_matchtimer (match_id, kind, due_ms)
    SELECT id, 'rating', over_ms + 1000 * spectator_delay FROM events_match
    WHERE status = 'finished' AND rated AND NOT is_counted AND over_ms IS NOT NULL
    """,
    """
    INSERT INTO events_matchtimer (match_id, kind, due_ms)
    SELECT id, 'club_rating', over_ms + 1000 * spectator_delay FROM events_match
    WHERE status = 'finished' AND rated AND club IS NOT NULL AND NOT is_club_counted AND over_ms IS NOT NULL
    """,
    """
    INSERT INTO events_timer (kind, key, due_ms)
    SELECT 'tournament', id::text, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM events_tournament WHERE status IN ('open', 'running')
    """,
    """
    INSERT INTO events_timer (kind, key, due_ms)
    SELECT 'league', id::text, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM events_league WHERE status = 'open'
    """,
    """
    INSERT INTO events_timer (kind, key, due_ms)
    SELECT 'suspension', id::text, until_ms FROM events_sanction
    WHERE kind = 'suspension' AND ended_ms IS NULL AND until_ms IS NOT NULL
    """,
    """
    INSERT INTO events_timer (kind, key, due_ms)
    SELECT 'withheld', player_id::text, min(due_ms) FROM events_delivery WHERE state = 'withheld' GROUP BY player_id
    """,
)


class Migration(migrations.Migration):
    dependencies = [
        ("timers", "0001_timers"),
        ("log", "0004_timers"),
        ("notifications", "0004_timers"),
        ("tournaments", "0004_timers"),
        ("leagues", "0002_timers"),
        ("users", "0007_timers"),
    ]

    operations = [migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in STATEMENTS]
