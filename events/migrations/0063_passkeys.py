"""Passkeys, and what devices are asked to sign. Runs beside servers that know none."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import events.models.player


class Migration(migrations.Migration):
    dependencies = [("events", "0062_withheld")]

    operations = [
        migrations.CreateModel(
            "Passkey",
            [
                (
                    "id",
                    models.UUIDField(
                        default=events.models.player.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("credential", models.BinaryField(unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("used_at", models.DateTimeField(default=None, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "PasskeyChallenge",
            [
                ("challenge", models.BinaryField(primary_key=True, serialize=False)),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
