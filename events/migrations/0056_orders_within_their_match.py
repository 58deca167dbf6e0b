"""Deleting a standing order resets its answers within its match, in the service; the table stays as it is."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0055_no_triggers_notify")]

    operations = [
        migrations.AlterField(
            "orderedanswer",
            "order",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="answers",
                to="events.standingorder",
            ),
        )
    ]
