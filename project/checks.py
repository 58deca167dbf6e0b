"""Checks of the settings, for `manage.py check` and for servers at their start."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from events.transparency.notes import is_name
from events.transparency.witnesses import quorum, witnesses
from project.embedded.installation_keys import NAMES


@register(Tags.security, deploy=True)
def secrets_are_named(**_: Any) -> list[CheckMessage]:
    """Requires production to set its keys."""
    if not settings.SECRETS_ARE_TEMPORARY:
        return []
    return [Error(f"Set {', '.join(NAMES)} in the environment.", id="comptoir.E001")]


@register(Tags.security, deploy=True)
def https_has_a_proxy(**_: Any) -> list[CheckMessage]:
    """Requires a trusted proxy with HTTPS.

    TLS terminates in front of the servers, so the proxy reports which requests used HTTPS.
    """
    if not settings.HTTPS or settings.COMPTOIR_PROXIES:
        return []
    return [Error(NO_PROXY, id="comptoir.E002")]


@register()
def log_has_a_name(**_: Any) -> list[CheckMessage]:
    """Requires a valid name of the global log. The name is part of every checkpoint and of the names of its keys."""
    if is_name(settings.COMPTOIR_LOG_ORIGIN):
        return []
    message = "COMPTOIR_LOG_ORIGIN: expected a name without spaces or +, that does not begin with tt1/"
    return [Error(message, id="comptoir.E003")]


@register()
def witnesses_are_named(**_: Any) -> list[CheckMessage]:
    """Requires a key and an address of each witness, and a quorum that the witnesses can reach."""
    try:
        is_possible = quorum() <= len(witnesses())
    except ValueError as error:
        return [Error(f"COMPTOIR_WITNESSES: {error}", id="comptoir.E004")]
    return [] if is_possible else [Error("COMPTOIR_WITNESS_QUORUM: more than there are witnesses", id="comptoir.E005")]


@register(Tags.database)
def tables_belong_to_these_apps(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuses a database from the time when `events` was one app, because `migrate` alone cannot upgrade it."""
    for alias in databases or ():
        if any(app == "events" for app, _ in MigrationRecorder(connections[alias]).applied_migrations()):
            message = "An earlier version, in which `events` was one app, made this database."
            return [Error(message, hint="Run `manage.py prepare`, or start it by `make run`.", id="comptoir.E006")]
    return []


@register(Tags.database)
def database_is_not_newer(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuses a database that a newer version has migrated, because its schema may not fit this version."""
    newer = sorted(name for alias in databases or () for name in newer_migrations(alias))
    if not newer:
        return []
    message = f"A newer version has migrated the database: {', '.join(newer)}."
    return [Error(message, hint="Start that version, or restore the backup of before.", id="comptoir.E007")]


def newer_migrations(alias: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Returns the applied migrations of our apps that this program does not know, as `app.name`."""
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("events.")}
    unknown = MigrationRecorder(connections[alias]).applied_migrations().keys() - known_migrations()
    return [f"{app}.{name}" for app, name in unknown if app in ours]


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Returns the migrations of this program as pairs of app and name. Reading them is slow."""
    return frozenset(MigrationLoader(None).disk_migrations)


NO_PROXY = "HTTPS is on: expected COMPTOIR_PROXIES to be the number of trusted proxies, got 0"


def refuse_temporary_secrets() -> None:
    """Refuses to start a server with temporary keys, because encrypted data would be unreadable after a restart."""
    if settings.SECRETS_ARE_TEMPORARY:
        raise ImproperlyConfigured(f"expected {', '.join(NAMES)} in the environment, but some are missing")
    if settings.DEBUG:
        raise ImproperlyConfigured("expected DEBUG to be off in a server, got on")
    if https_has_a_proxy():
        raise ImproperlyConfigured(NO_PROXY)
