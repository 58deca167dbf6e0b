from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0046_lease_ends_with_move"),
    ]

    operations = [
        migrations.CreateModel(
            name="Process",
            fields=[
                ("name", models.CharField(max_length=160, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("keys", models.JSONField()),
                ("clock_ahead_ms", models.BigIntegerField()),
                ("seen_at", models.DateTimeField()),
                ("worked_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
