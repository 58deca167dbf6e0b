"""Accounts: registration, tokens, and profiles."""

from __future__ import annotations

import hashlib
import secrets as randomness
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone

from events.base.clock import utc
from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound, Unauthenticated
from events.base.player_names import LETTERS, NAME, bare, is_reserved, name_key
from events.base.scopes import SCOPES, scopes_of
from events.users.account_mail import address_given_up, confirmation_request
from events.users.models import Passkey, Player, Token
from events.users.notice_times import clean_notifications, clean_quiet_hours
from events.users.passwords import check_password
from events.users.play_windows import clean_play_window

TOKEN_DAYS = 90
RECENT = timedelta(minutes=10)  # the greatest age of a sign-in that permits changes of access to the account


def clean_name(name: str, pointer: str = "/name") -> str:
    """Returns a normalised name. Raises Malformed unless it has 2 to 40 Latin letters, digits, spaces or . ' - _

    Latin letters are the ASCII letters, with or without accents, and a few more. Look-alikes such as ɑ and ᴘ are not.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    latin = all(not letter.isalpha() or letter.isascii() or letter in LETTERS for letter in bare(name))
    if not NAME.fullmatch(name) or not latin or any(letter.isdigit() and not letter.isascii() for letter in name):
        raise Malformed(FieldError(pointer, "bad_name"))
    if is_reserved(name):
        raise Malformed(FieldError(pointer, "reserved_name"))
    return name


def player_create(
    *, name: str, password: str | None, email: str | None, language: str, network: bytes | None = None
) -> tuple[Player, str]:
    """Registers a player and returns the player with a token. A player without a password is a guest.

    network: as in `token_create`.
    """
    player = player_register(name=name, password=password, email=email, language=language)
    return player, token_create(player=player, network=network)[0]


def player_register(
    *, name: str, password: str | None, email: str | None = None, language: str = "en", is_bot: bool = False
) -> Player:
    """Registers a player without a token. Raises Malformed."""
    name, key = _named(name)
    player = Player(name=name, name_key=key, email=_email(email), language=language, is_bot=is_bot)
    if password is not None:
        check_password(password, player)
    player.set_password(password)
    with transaction.atomic():
        _save(player, force_insert=True)
        confirmation_request(player=player)
    return player


def _named(name: str) -> tuple[str, str]:
    """Returns a normalised name, and the key that all look-alike names share. Raises Malformed."""
    name = clean_name(name)
    if not (key := name_key(name)):
        raise Malformed(FieldError("/name", "bad_name"))
    return name, key


def _save(player: Player, **options: Any) -> None:
    """Saves a player. Raises Malformed if the name is taken."""
    try:
        with transaction.atomic():
            player.save(**options)
    except IntegrityError:
        raise Malformed(FieldError("/name", "name_taken")) from None


def _email(email: str | None) -> str | None:
    if email is None:
        return None
    try:
        validate_email(email)
    except ValidationError:
        raise Malformed(FieldError("/email", "bad_email")) from None
    return email


def digest(token: str) -> bytes:
    """Returns the hash of a token. The database stores tokens only in this form."""
    return hashlib.sha256(token.encode()).digest()


def token_create(
    *, player: Player, scopes: Iterable[str] | None = None, label: str = "", network: bytes | None = None
) -> tuple[str, Token]:
    """Creates a token. Returns its text, which is not stored, and its row.

    scopes: the permissions of the token; None: all permissions of the account. label: the owner's name for the token.
    network: a digest of the network that requests the token (`events.http.throttles.network_of`). Raises Malformed for
    a scope that the account cannot have.
    """
    possible = scopes_of(player.is_bot)
    chosen = set(possible if scopes is None else scopes)
    if not chosen or not chosen <= set(possible):
        raise Malformed(FieldError("/scopes", "not_an_option"))
    text = randomness.token_urlsafe(32)
    expires_at = timezone.now() + timedelta(days=TOKEN_DAYS)
    names = " ".join(scope for scope in SCOPES if scope in chosen)
    columns = {"digest": digest(text), "scopes": names, "label": label, "expires_at": expires_at, "network": network}
    return text, Token.objects.create(player=player, **columns)


def sign_in(*, name: str, password: str, **choice: Any) -> tuple[str, Token]:
    """Creates a token for a player with a password.

    Raises Unauthenticated. The response time is the same for a wrong name and a wrong password. A suspended player can
    use the token only to read the sanction and to appeal. choice: arguments of `token_create`.
    """
    player = Player.objects.filter(name_key=name_key(name), closed_ms=None).first()
    if player is None or not player.has_usable_password():
        make_password(password)
        raise Unauthenticated(text="bad_credentials")
    if not player.check_password(password):
        raise Unauthenticated(text="bad_credentials")
    return token_create(player=player, **choice)


def is_guest(player: Player) -> bool:
    """Returns whether a player has neither a password nor a passkey, so only existing tokens give access."""
    return not player.has_usable_password() and not Passkey.objects.filter(player=player).exists()


def is_fresh(player: Player, token: Token | None) -> bool:
    """Returns whether a player has signed in within the last ten minutes, or is a guest, who cannot sign in again.

    token: the token of the request; None: the request has a session.
    """
    if is_guest(player):
        return True
    signed_in = player.last_login if token is None else token.created_at
    return signed_in is not None and timezone.now() - signed_in <= RECENT


def require_fresh(player: Player, token: Token | None) -> None:
    """Raises Forbidden unless `is_fresh`. Every change of how a player signs in or recovers needs a recent sign-in.

    A stolen token therefore cannot create access that outlives the token.
    """
    if not is_fresh(player, token):
        raise Forbidden(text="sign_in_again")


def token_revoke(*, player: Player, token_id: Any) -> None:
    """Revokes one of a player's own tokens. Raises NotFound."""
    deleted, _ = Token.objects.filter(player=player, pk=token_id).delete()
    if not deleted:
        raise NotFound()


def profile_update(*, player: Player, token: Token | None, changes: Mapping[str, Any]) -> Player:
    """Changes a player's `name`, `face`, `email`, `language`, `notifications`, `quiet_hours`, `play_window`,
    `shows_presence`, `shows_results` or `password`.

    A new password requires the present password as `current_password`. A new address or name requires either the
    present password or a fresh sign-in. A new password revokes all tokens of the player except `token`, which
    authenticates the request. Raises Malformed or Forbidden.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        _require_proof(player, token, changes)
        if "password" in changes:
            check_password(changes["password"], player)
            player.set_password(changes["password"])
            others = Token.objects.filter(player=player)
            (others.exclude(pk=token.pk) if token else others).delete()
        if "email" in changes and changes["email"] != player.email:
            _change_address(player, changes["email"])
        if "play_window" in changes:
            player.play_window = clean_play_window(changes["play_window"])
        if "name" in changes:
            player.name, player.name_key = _named(changes["name"])
        if "quiet_hours" in changes:
            player.quiet_hours = clean_quiet_hours(changes["quiet_hours"])
        if "notifications" in changes:
            player.notifications = clean_notifications(changes["notifications"])
        if "face" in changes:
            player.face = changes["face"] or ""
        for name in ("language", "shows_presence", "shows_results"):
            if name in changes:
                setattr(player, name, changes[name])
        _save(player)
    return player


def _require_proof(player: Player, token: Token | None, changes: Mapping[str, Any]) -> None:
    """Raises Malformed or Forbidden for changes of how a player signs in or recovers without a recent proof."""
    current = changes.get("current_password")
    if current is not None and changes.keys().isdisjoint({"password", "email", "name"}):
        raise Malformed(FieldError("/password", "required"))
    if current is not None and not player.check_password(current):
        raise Malformed(FieldError("/current_password", "wrong_password"))
    if "password" in changes and current is None and player.has_usable_password():
        raise Malformed(FieldError("/current_password", "required"))
    if current is None and _changes_access(player, changes):
        require_fresh(player, token)


def _changes_access(player: Player, changes: Mapping[str, Any]) -> bool:
    """Returns whether changes concern the password, the address or the name, which permit sign-in or recovery."""
    return (
        "password" in changes
        or changes.get("email", player.email) != player.email
        or ("name" in changes and name_key(changes["name"]) != player.name_key)
    )


def _change_address(player: Player, email: str | None) -> None:
    """Sets a new, unconfirmed address. Sends an e-mail to the former address if it was confirmed."""
    address_given_up(player=player)
    player.email, player.is_email_confirmed = _email(email), False
    player.links_used += 1  # invalidates the links that were sent to the former address
    confirmation_request(player=player)


def token_json(text: str, token: Token) -> dict[str, Any]:
    """Returns a new token, with its text."""
    return {"token": text, "expires_at": utc(token.expires_at), "scopes": token.scopes.split()}
