"""A seat knows that a program plays it, so that no list of ready turns has to read the players."""

from django.db import migrations, models

FILL = """
    UPDATE events_seat AS seat SET is_program = true FROM events_player AS player
    WHERE player.id = seat.player_id AND player.is_bot
"""


class Migration(migrations.Migration):
    dependencies = [("events", "0056_orders_within_their_match")]

    operations = [
        migrations.AddField("seat", "is_program", models.BooleanField(db_default=False, default=False)),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
