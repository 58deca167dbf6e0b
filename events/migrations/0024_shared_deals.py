from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0022_replay_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="deal",
            field=models.JSONField(default=None, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="tournament",
            field=models.UUIDField(default=None, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="withheld",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="match",
            name="fairness",
            field=models.CharField(
                choices=[("nonces", "nonces"), ("commit_reveal", "commit_reveal"), ("deal", "deal")], max_length=13
            ),
        ),
    ]
