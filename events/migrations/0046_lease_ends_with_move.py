"""The lease under which a bot plays ends in the statement that stores its move."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [("events", "0045_cheaper_moves")]

    operations = [migrations.RunSQL((SQL / "append.sql").read_text(), migrations.RunSQL.noop)]
