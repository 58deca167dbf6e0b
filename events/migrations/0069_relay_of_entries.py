"""The relay is given the entries that it delivers. Servers of the version before go on with the form that reads them."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [("events", "0068_owners_of_replies")]

    operations = [
        migrations.RunSQL((SQL / "relay.sql").read_text(), "DROP FUNCTION events_relay(bigint, jsonb)"),
    ]
