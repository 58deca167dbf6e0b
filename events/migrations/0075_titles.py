"""What the creator of a match calls it. Runs beside servers that know nothing of it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0074_tables_of_clubs")]

    operations = [
        migrations.AddField(
            "match", "title", models.CharField(blank=True, db_default="", default="", max_length=80)
        ),
    ]  # fmt: skip
