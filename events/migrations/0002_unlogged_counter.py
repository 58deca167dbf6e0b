from django.db import migrations


class Migration(migrations.Migration):
    """Counters of the rate limits need not outlive a crash; logged, each request would wait for the disk."""

    dependencies = [("events", "0001_initial")]

    operations = [
        migrations.RunSQL("ALTER TABLE events_counter SET UNLOGGED", "ALTER TABLE events_counter SET LOGGED"),
    ]
