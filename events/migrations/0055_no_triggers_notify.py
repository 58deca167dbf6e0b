"""Processes publish what they have committed; no trigger of a match's tables notifies any more.

While servers of the version before run on, what they write is not published: streams see it with the next event.
"""

import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("events", "0054_row_locks")]

    operations = [
        pgtrigger.migrations.RemoveTrigger(model_name=model, name="wakes")
        for model in ("actionevent", "sealedanswer", "seat")
    ]
