"""Which app a token is of; none for those of people. Runs beside servers that know no apps."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0060_webhook_forms"),
        ("oauth2_provider", "0022_refreshtoken_token_family_index"),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
    ]

    operations = [
        migrations.AddField(
            "token",
            "app",
            models.ForeignKey(
                null=True,
                default=None,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tokens",
                to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
            ),
        ),
    ]
