from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0047_processes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Alarm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40)),
                ("place", models.CharField(max_length=160)),
                ("message", models.CharField(max_length=200)),
                ("request_id", models.CharField(blank=True, default="", max_length=36)),
                ("match", models.UUIDField(default=None, null=True)),
                ("count", models.PositiveIntegerField(default=1)),
                ("first_seen_at", models.DateTimeField()),
                ("last_seen_at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("code", "place"), name="alarm_once")],
            },
        ),
    ]
