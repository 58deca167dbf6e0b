from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0004_wakeups"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="seat",
            name="agrees_to_abort",
        ),
        migrations.AddField(
            model_name="seat",
            name="consents",
            field=models.JSONField(default=dict),
        ),
    ]
