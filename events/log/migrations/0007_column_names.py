"""Names columns as the code does."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parents[1] / "sql"


class Migration(migrations.Migration):
    dependencies = [("log", "0006_leaves")]

    operations = [
        migrations.RenameField("actionevent", "secret", "hidden"),
        migrations.AlterField("match", "is_blinded", models.BooleanField(default=False)),
        migrations.RenameField("seat", "is_program", "is_bot_account"),
        migrations.RunSQL((SQL / "append.sql").read_text(), migrations.RunSQL.noop),
    ]
