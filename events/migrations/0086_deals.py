"""Analyses of the deal alone, for luck against skill over many matches."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0085_leagues")]

    operations = [
        migrations.AddField("Analysis", "is_of_deal", models.BooleanField(default=False, db_default=False)),
    ]
