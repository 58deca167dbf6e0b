"""Checks of the settings, for `manage.py check` and for servers at their start."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from events.checkpoints.notes import is_name
from events.checkpoints.witnesses import quorum, witnesses
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


@register()
def log_has_a_name(**_: Any) -> list[CheckMessage]:
    """The global log's name stands in every checkpoint and in the names of its keys."""
    if is_name(settings.COMPTOIR_LOG_ORIGIN):
        return []
    message = "COMPTOIR_LOG_ORIGIN: expected a name without spaces or +, that does not begin with tt1/"
    return [Error(message, id="comptoir.E003")]


@register()
def witnesses_are_named(**_: Any) -> list[CheckMessage]:
    """Each witness has a key and an address, and no more have to sign than there are."""
    try:
        is_possible = quorum() <= len(witnesses())
    except ValueError as error:
        return [Error(f"COMPTOIR_WITNESSES: {error}", id="comptoir.E004")]
    return [] if is_possible else [Error("COMPTOIR_WITNESS_QUORUM: more than there are witnesses", id="comptoir.E005")]


NO_PROXY = "HTTPS is on: expected COMPTOIR_PROXIES to be the number of trusted proxies, got 0"


def refuse_temporary_secrets() -> None:
    """Refuses to start a server with temporary keys: what they encrypt would be unreadable after a restart."""
    if settings.SECRETS_ARE_TEMPORARY:
        raise ImproperlyConfigured(f"expected {', '.join(NAMES)} in the environment, but some are missing")
    if settings.DEBUG:
        raise ImproperlyConfigured("expected DEBUG to be off in a server, got on")
    if https_has_a_proxy():
        raise ImproperlyConfigured(NO_PROXY)
