"""Checks of the settings, for `manage.py check` and for servers at their start."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from project.embedded.installation_keys import NAMES


@register(Tags.security, deploy=True)
def secrets_are_named(**_: Any) -> list[CheckMessage]:
    """Production must set its keys."""
    if not settings.SECRETS_ARE_TEMPORARY:
        return []
    return [Error(f"Set {', '.join(NAMES)} in the environment.", id="comptoir.E001")]


@register(Tags.security, deploy=True)
def https_has_a_proxy(**_: Any) -> list[CheckMessage]:
    """TLS terminates in front of the servers, so a trusted proxy must report which requests used it."""
    if not settings.HTTPS or settings.COMPTOIR_PROXIES:
        return []
    return [Error(NO_PROXY, id="comptoir.E002")]


NO_PROXY = "HTTPS is on: expected COMPTOIR_PROXIES to be the number of trusted proxies, got 0"


def refuse_temporary_secrets() -> None:
    """Refuses to start a server with temporary keys: what they encrypt would be unreadable after a restart."""
    if settings.SECRETS_ARE_TEMPORARY:
        raise ImproperlyConfigured(f"expected {', '.join(NAMES)} in the environment, but some are missing")
    if settings.DEBUG:
        raise ImproperlyConfigured("expected DEBUG to be off in a server, got on")
    if https_has_a_proxy():
        raise ImproperlyConfigured(NO_PROXY)
