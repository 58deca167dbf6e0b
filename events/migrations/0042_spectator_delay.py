from pathlib import Path

from django.db import migrations, models

APPEND = Path(__file__).parents[1] / "sql" / "append.sql"


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0041_lists"),
    ]

    operations = [
        migrations.AddField(model_name="match", name="spectator_delay", field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name="match", name="over_ms", field=models.BigIntegerField(default=None, null=True)),
        migrations.RunSQL(APPEND.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
