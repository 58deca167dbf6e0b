"""Services that register apps and revoke their access. django-oauth-toolkit implements the protocol.

Each access token of the toolkit has a `Token` with the same hash. The same code therefore authenticates apps and
players, and limits, streams and revocation treat both alike. Deleting one of the two tokens deletes the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, RefreshToken, clear_expired

from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.http import auth
from events.oauth.errors import TooManyApps
from events.oauth.origins import origin_of
from events.users.models import AppOrigin, Player, Token
from events.users.services import clean_name, is_guest

PAGE, DEVICE = "page", "device"
GRANTS = {PAGE: Application.GRANT_AUTHORIZATION_CODE, DEVICE: Application.GRANT_DEVICE_CODE}
KINDS = {grant: kind for kind, grant in GRANTS.items()}
LONGEST_HOST = 253
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def app_register(*, owner: Player, name: str, kind: str, redirect_uris: Sequence[str]) -> Application:
    """Registers an app of a person. The app has no secret, because pages and programs cannot keep a secret.

    redirect_uris: the addresses that may receive the code, at least one for a page, none for a device. Raises
    Malformed, TooManyApps, and Forbidden for bots and guests, because anybody can create many of these accounts.
    """
    if owner.is_bot:
        raise Forbidden()
    if is_guest(owner):
        raise Forbidden(text="not_for_guests")
    name = clean_name(name)
    if kind == PAGE and not redirect_uris:
        raise Malformed(FieldError("/redirect_uris", "required"))
    if kind == DEVICE and redirect_uris:
        raise Malformed(FieldError("/redirect_uris", "not_an_option"))
    wrong = [place for place, uri in enumerate(redirect_uris) if not _is_safe(uri)]
    if wrong:
        raise Malformed(*(FieldError(f"/redirect_uris/{place}", "bad_redirect_uri") for place in wrong))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
        limit = settings.COMPTOIR_APPS_PER_PLAYER
        if Application.objects.filter(user=owner).count() >= limit:
            raise TooManyApps(params={"limit": limit})
        app: Application = Application.objects.create(
            user=owner,
            name=name,
            redirect_uris=" ".join(redirect_uris),
            client_secret="",
            hash_client_secret=False,
            client_type=Application.CLIENT_PUBLIC,
            authorization_grant_type=GRANTS[kind],
        )
        origins = {origin_of(uri) for uri in redirect_uris}
        AppOrigin.objects.bulk_create(AppOrigin(app=app, origin=origin) for origin in sorted(origins))
        return app


def _is_safe(uri: str) -> bool:
    """Returns whether an address may receive a code: by HTTPS or on the loopback interface, without a fragment."""
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    is_plain = uri.isascii() and uri.isprintable() and " " not in uri and "#" not in uri and "@" not in parts.netloc
    if not is_plain or not host or len(host) > LONGEST_HOST:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)


def app_remove(*, owner: Player, client_id: str) -> None:
    """Removes an app of its owner and revokes all of its tokens. Raises NotFound."""
    app = Application.objects.filter(user=owner, client_id=client_id).first()
    if app is None:
        raise NotFound()
    with transaction.atomic():
        _forget(Token.objects.filter(app=app))
        app.delete()


def app_revoke(*, player: Player, client_id: str) -> None:
    """Revokes all access of an app to a player's account. Raises NotFound."""
    app = Application.objects.filter(client_id=client_id).first()
    if app is None or not grants_end(player, app):
        raise NotFound()


def codes_end(player: Player) -> None:
    """Deletes the codes of a player that no app has exchanged yet, for example after a new password."""
    Grant.objects.filter(user=player).delete()
    DeviceGrant.objects.filter(user=player).delete()


def apps_close(player: Player) -> None:
    """Revokes the access of all apps to an account that closes, and removes the player's own apps."""
    grants_end(player)
    for app in Application.objects.filter(user=player):
        app_remove(owner=player, client_id=app.client_id)


def grants_end(player: Player, app: Application | None = None) -> int:
    """Revokes the access of an app, or of all apps, to a player's account. Returns the number of deleted rows."""
    of_app = {"user": player, **({"application": app} if app else {})}
    with transaction.atomic():
        tokens = Token.objects.filter(player=player, app__isnull=False)
        _forget(tokens.filter(app=app) if app else tokens)
        removed = RefreshToken.objects.filter(**of_app).delete()[0]
        removed += AccessToken.objects.filter(**of_app).delete()[0]
        removed += Grant.objects.filter(**of_app).delete()[0]
        devices = DeviceGrant.objects.filter(user=player)
        return removed + (devices.filter(client_id=app.client_id) if app else devices).delete()[0]


def _forget(tokens: Any) -> None:
    for digest in tokens.values_list("digest", flat=True):
        auth.forget(bytes(digest))


def grants_prune() -> None:
    """Deletes expired tokens and codes."""
    clear_expired()
    DeviceGrant.objects.filter(expires__lt=timezone.now()).delete()


def _mirror(instance: AccessToken, created: bool, raw: bool = False, **_: Any) -> None:
    """Creates the `Token` of a new access token."""
    if raw or not created or instance.user is None:
        return
    name = instance.application.name if instance.application else ""
    Token.objects.create(
        player=instance.user,
        digest=bytes.fromhex(instance.token_checksum),
        label=name[:40],
        scopes=instance.scope,
        expires_at=instance.expires,
        app=instance.application,
    )


def _unmirror(instance: AccessToken, **_: Any) -> None:
    """Deletes the `Token` of a deleted access token."""
    digest = bytes.fromhex(instance.token_checksum)
    Token.objects.filter(digest=digest).delete()
    auth.forget(digest)


def _end_behind(instance: Token, **_: Any) -> None:
    """Deletes the access token and the refresh token of a deleted `Token`, so an app cannot refresh the session."""
    if instance.app_id is None:
        return
    access = AccessToken.objects.filter(token_checksum=bytes(instance.digest).hex())
    RefreshToken.objects.filter(access_token__in=access).delete()
    access.delete()


def connect() -> None:
    """Connects the signals that keep tokens and access tokens in step."""
    post_save.connect(_mirror, AccessToken, dispatch_uid="events.oauth.mirror")
    post_delete.connect(_unmirror, AccessToken, dispatch_uid="events.oauth.unmirror")
    post_delete.connect(_end_behind, Token, dispatch_uid="events.oauth.end")
