"""Players who were suspended before there were sanctions get one, which they can read and an operator can end."""

from django.db import migrations

_SANCTION = """
    INSERT INTO events_sanction (id, player_id, kind, reason, text, created_ms, appeal, answer)
    SELECT gen_random_uuid(), player.id, 'suspension', 'other', '', extract(epoch FROM now()) * 1000, '', ''
    FROM events_player AS player
    WHERE NOT player.is_active AND player.closed_ms IS NULL AND NOT player.is_bot AND NOT EXISTS (
        SELECT FROM events_sanction AS sanction
        WHERE sanction.player_id = player.id AND sanction.kind = 'suspension' AND sanction.ended_ms IS NULL
    )
"""


class Migration(migrations.Migration):
    dependencies = [("events", "0083_following")]

    operations = [migrations.RunSQL(_SANCTION, migrations.RunSQL.noop)]
