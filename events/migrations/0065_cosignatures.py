"""What witnesses have signed of the global log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0064_correspondence")]

    operations = [
        migrations.CreateModel(
            "Cosignature",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=300)),
                ("size", models.BigIntegerField()),
                ("root", models.BinaryField()),
                ("witness", models.CharField(max_length=500)),
                ("line", models.TextField()),
                ("at_ms", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["origin", "size", "witness"], name="cosigned_once"),
                ]
            },
        ),
    ]
