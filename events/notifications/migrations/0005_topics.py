import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0004_timers"),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name="notification",
            name="wakes",
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="notification",
            trigger=pgtrigger.compiler.Trigger(
                name="wakes",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="PERFORM pg_notify('comptoir', 'player:' || NEW.player_id); RETURN NULL;",
                    hash="8c3ab26bdbada5776de4d53b8dbc1bd1baf2dd3c",
                    operation="INSERT",
                    pgid="pgtrigger_wakes_8d230",
                    table="events_notice",
                    when="AFTER",
                ),
            ),
        ),
    ]
