from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0018_analyses"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="play_window",
            field=models.JSONField(default=None, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="stand_in",
            field=models.CharField(blank=True, default="", max_length=6),
        ),
    ]
