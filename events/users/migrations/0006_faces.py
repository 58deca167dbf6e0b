"""The face that a player has chosen. Runs beside servers that know nothing of it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("users", "0005_indexes")]

    operations = [
        migrations.AddField("Player", "face", models.CharField(blank=True, db_default="", default="", max_length=8)),
    ]
