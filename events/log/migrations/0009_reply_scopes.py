"""Sorts the scopes of stored replies by bytes, so that an index finds those of a player in any database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("log", "0008_origins")]

    operations = [
        migrations.AlterField("idempotencyrecord", "scope", models.CharField(db_collation="C", max_length=200))
    ]
