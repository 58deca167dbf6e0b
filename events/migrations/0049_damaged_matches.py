from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0048_alarms"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="damaged_seq",
            field=models.BigIntegerField(default=None, null=True),
        ),
    ]
