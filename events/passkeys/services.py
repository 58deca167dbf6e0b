"""Services that store, rename and remove the passkeys of a player, and sign a player in with a passkey."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from events.base.clock import utc
from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound, Unauthenticated
from events.passkeys.ceremonies import CeremonyRefused, authenticated, credential_of, registered, signed_challenge
from events.passkeys.errors import TooManyPasskeys
from events.users.models import Passkey, Player, Token
from events.users.services import require_fresh, token_create

log = structlog.get_logger()


def may_add(player: Player, token: Token | None) -> None:
    """Raises Forbidden for a bot, or without a fresh sign-in. token: the token of the request; None: a session."""
    if player.is_bot:
        raise Forbidden()
    require_fresh(player, token)


def passkey_add(*, player: Player, token: Token | None, name: str, answer: Mapping[str, str]) -> Passkey:
    """Stores a new passkey. Raises Malformed, Forbidden, TooManyPasskeys."""
    may_add(player, token)
    try:
        made = registered(player, answer)
        with transaction.atomic():
            Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            limit = settings.COMPTOIR_PASSKEYS_PER_PLAYER
            if Passkey.objects.filter(player=player).count() >= limit:
                raise TooManyPasskeys(params={"limit": limit})
            return Passkey.objects.create(
                player=player,
                name=name,
                credential=made.credential_id,
                public_key=made.credential_public_key,
                sign_count=made.sign_count,
            )
    except (CeremonyRefused, IntegrityError) as error:
        log.info("passkey_refused", player=str(player.pk), reason=str(error.__cause__ or error))
        raise Malformed(FieldError("/attestation", "bad_passkey")) from None


def passkey_rename(*, player: Player, passkey_id: UUID, name: str) -> Passkey:
    """Renames a passkey. Raises NotFound."""
    passkey = Passkey.objects.filter(player=player, pk=passkey_id).first()
    if passkey is None:
        raise NotFound()
    passkey.name = name
    passkey.save(update_fields=["name"])
    return passkey


def passkey_remove(*, player: Player, token: Token | None, passkey_id: UUID) -> None:
    """Removes a passkey. Tokens from sign-ins with the passkey remain valid. Raises NotFound, Forbidden.

    token: as in `may_add`.
    """
    require_fresh(player, token)
    if not Passkey.objects.filter(player=player, pk=passkey_id).delete()[0]:
        raise NotFound()


def passkey_sign_in(*, answer: Mapping[str, str], **choice: Any) -> tuple[str, Token]:
    """Creates a token for the player of a passkey. Raises Unauthenticated for every error.

    A device whose counter has not increased is refused, because somebody may have copied its key.
    """
    passkey = None
    try:
        challenge = signed_challenge(answer)
        passkey = Passkey.objects.select_related("player").filter(credential=credential_of(answer)).first()
        if passkey is None or passkey.player.closed_ms is not None:
            raise CeremonyRefused
        found = authenticated(passkey, challenge, answer)
        _note_use(passkey, found.new_sign_count)
    except CeremonyRefused as error:
        if passkey is not None:
            log.warning("passkey_refused", passkey=str(passkey.pk), reason=str(error.__cause__ or "another player"))
        raise Unauthenticated(text="bad_passkey") from None
    return token_create(player=passkey.player, **choice)


def _note_use(passkey: Passkey, sign_count: int) -> None:
    """Saves the use of a passkey. Raises CeremonyRefused after a concurrent use or removal of the passkey."""
    unchanged = Passkey.objects.filter(pk=passkey.pk, sign_count=passkey.sign_count)
    if not unchanged.update(sign_count=sign_count, used_at=timezone.now()):
        raise CeremonyRefused


def passkey_line(passkey: Passkey) -> dict[str, Any]:
    """Returns a passkey as its owner sees it."""
    return {
        "id": str(passkey.pk),
        "name": passkey.name,
        "created_at": utc(passkey.created_at),
        "used_at": utc(passkey.used_at) if passkey.used_at else None,
    }
