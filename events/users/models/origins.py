"""The origins of apps whose pages may call the API from a browser."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class AppOrigin(models.Model):
    """The origin of a redirect address of an app, in the form that browsers send."""

    app = models.ForeignKey(
        settings.OAUTH2_PROVIDER_APPLICATION_MODEL, on_delete=models.CASCADE, related_name="origins", db_index=False
    )
    origin = models.CharField(max_length=300, db_index=True)

    class Meta:
        db_table = "events_apporigin"
        constraints: ClassVar = [models.UniqueConstraint(fields=["app", "origin"], name="app_origin_once")]

    def __str__(self) -> str:
        return f"{self.origin} of {self.app_id}"
