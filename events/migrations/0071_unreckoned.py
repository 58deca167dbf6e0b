"""An index of the matches whose players' part is not stored yet; built without blocking anybody."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("events", "0070_participations")]

    operations = [
        AddIndexConcurrently(
            "match",
            models.Index(
                fields=["over_ms"],
                condition=Q(has_participations=False, status__in=["finished", "void"]),
                name="match_unreckoned",
            ),
        ),
    ]
