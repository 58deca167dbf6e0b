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
RECENT = timedelta(minutes=10)  # the greatest age of a sign-in for changes that outlive a token


def clean_name(name: str, pointer: str = "/name") -> str:
    """Returns a name in its normal form. Raises Malformed unless it is 2 to 40 Latin letters, digits, spaces or . ' - _

    Latin letters are those of ASCII, with accents or without, and a few more: others, such as ɑ or ᴘ, only look so.
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
    """Registers a player, a guest without a password; returns the player and a token. network: see `token_create`."""
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
    """Returns a name in its normal form, and the key of all names that look like it. Raises Malformed."""
    name = clean_name(name)
    if not (key := name_key(name)):
        raise Malformed(FieldError("/name", "bad_name"))
    return name, key


def _save(player: Player, **options: Any) -> None:
    """Saves a player; raises Malformed if the name is taken."""
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
    """Returns the hash of a token, the only form in which the database stores it."""
    return hashlib.sha256(token.encode()).digest()


def token_create(
    *, player: Player, scopes: Iterable[str] | None = None, label: str = "", network: bytes | None = None
) -> tuple[str, Token]:
    """Creates a token and its row; the text cannot be read again.

    scopes: its permissions; None: all that the account can have. label: the owner's name for it. network: a digest of
    the network that it is asked for from (`events.http.throttles.network_of`). Raises Malformed for a scope that it
    cannot have.
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
    """Creates a token for a player with a password. Raises Unauthenticated, equally fast for a wrong name and password.

    A token of a suspended player can only read the sanction and appeal. choice: see `token_create`.
    """
    player = Player.objects.filter(name_key=name_key(name), closed_ms=None).first()
    if player is None or not player.has_usable_password():
        make_password(password)
        raise Unauthenticated(text="bad_credentials")
    if not player.check_password(password):
        raise Unauthenticated(text="bad_credentials")
    return token_create(player=player, **choice)


def is_guest(player: Player) -> bool:
    """Returns whether a player can sign in only with a token that they have."""
    return not player.has_usable_password() and not Passkey.objects.filter(player=player).exists()


def is_fresh(player: Player, token: Token | None) -> bool:
    """Returns whether a player has signed in within ten minutes, or is a guest who cannot sign in again.

    token: the one of the request; None for a session.
    """
    if is_guest(player):
        return True
    signed_in = player.last_login if token is None else token.created_at
    return signed_in is not None and timezone.now() - signed_in <= RECENT


def require_fresh(player: Player, token: Token | None) -> None:
    """Raises Forbidden unless `is_fresh`: every change of how a player signs in or recovers needs a recent sign-in.

    So a stolen token cannot create access that outlives it.
    """
    if not is_fresh(player, token):
        raise Forbidden(text="sign_in_again")


def token_revoke(*, player: Player, token_id: Any) -> None:
    """Revokes one of a player's own tokens; raises NotFound."""
    deleted, _ = Token.objects.filter(player=player, pk=token_id).delete()
    if not deleted:
        raise NotFound()


def profile_update(*, player: Player, token: Token | None, changes: Mapping[str, Any]) -> Player:
    """Changes a player's `name`, `face`, `email`, `language`, `notifications`, `quiet_hours`, `play_window`,
    `shows_presence`, `shows_results` or `password`.

    A new password requires the present one as `current_password`; a new address or name requires it too, or else a
    fresh sign-in. A new password revokes all of the player's tokens but `token`, which authenticates the request.
    Raises Malformed or Forbidden.
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
    """Raises Malformed or Forbidden for changes of how a player signs in or recovers without a fresh proof."""
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
    """Returns whether changes concern the means of signing in or recovering: the password, the address, the name."""
    return (
        "password" in changes
        or changes.get("email", player.email) != player.email
        or ("name" in changes and name_key(changes["name"]) != player.name_key)
    )


def _change_address(player: Player, email: str | None) -> None:
    """Sets another address, which has to be confirmed; tells the one before."""
    address_given_up(player=player)
    player.email, player.is_email_confirmed = _email(email), False
    player.links_used += 1  # links that were sent to the former address stop working
    confirmation_request(player=player)


def token_json(text: str, token: Token) -> dict[str, Any]:
    """Returns a new token, with its text."""
    return {"token": text, "expires_at": utc(token.expires_at), "scopes": token.scopes.split()}
