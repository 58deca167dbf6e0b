"""Checks of the settings, for `manage.py check` and for servers about to start."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from project.installation_keys import NAMES


@register(Tags.security, deploy=True)
def secrets_are_named(**_: Any) -> list[CheckMessage]:
    """Production must name its secrets."""
    if not settings.SECRETS_ARE_TEMPORARY:
        return []
    return [Error(f"Set {', '.join(NAMES)} in the environment.", id="comptoir.E001")]


@register(Tags.security, deploy=True)
def https_has_a_proxy(**_: Any) -> list[CheckMessage]:
    """TLS ends before us, so somebody must say which requests came through it."""
    if not settings.HTTPS or settings.COMPTOIR_PROXIES:
        return []
    return [Error(NO_PROXY, id="comptoir.E002")]


NO_PROXY = "HTTPS is on: expected COMPTOIR_PROXIES to be the number of our proxies, found 0"


def refuse_temporary_secrets() -> None:
    """Stop a server whose keys would be forgotten with the process: what it seals could not be opened again."""
    if settings.SECRETS_ARE_TEMPORARY:
        raise ImproperlyConfigured(f"expected {', '.join(NAMES)} in the environment, found some missing")
    if settings.DEBUG:
        raise ImproperlyConfigured("expected DEBUG off in a server, found it on")
    if https_has_a_proxy():
        raise ImproperlyConfigured(NO_PROXY)
