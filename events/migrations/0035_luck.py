from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0030_notify"),
    ]

    operations = [
        migrations.AddField(model_name="analysis", name="replays", field=models.JSONField(default=list)),
        migrations.AddField(
            model_name="analysis", name="replays_total", field=models.PositiveSmallIntegerField(default=0)
        ),
    ]
