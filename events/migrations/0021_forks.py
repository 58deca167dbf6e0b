import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0020_orders"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="fork_of",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="forks",
                to="events.match",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="fork_seq",
            field=models.BigIntegerField(default=None, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="fork_mode",
            field=models.CharField(
                blank=True, choices=[("exact", "exact"), ("resampled", "resampled")], default="", max_length=9
            ),
        ),
    ]
