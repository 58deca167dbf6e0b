from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0038_push_subscriptions")]

    operations = [
        migrations.AddField(model_name="player", name="shows_presence", field=models.BooleanField(default=False))
    ]
