"""Passkeys of a player: making, naming and removing them, and signing in with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from events.base.clock import utc
from events.base.exceptions import Fault, Forbidden, Malformed, NotFound, TooManyPasskeys, Unauthenticated
from events.models import Passkey, Player, Token
from events.passkeys.ceremonies import Refused, authenticated, credential_of, registered, signed_challenge
from events.people.services import is_fresh, token_create

log = structlog.get_logger()


def may_add(player: Player, token: Token | None) -> None:
    """Raises Forbidden for a bot, or for somebody who has not signed in within ten minutes although they could.

    So a token that was stolen makes no key that outlives it. token: the one of the request; None for a session.
    """
    if player.is_bot:
        raise Forbidden()
    if not is_fresh(player, token):
        raise Forbidden(text="sign_in_again")


def passkey_add(*, player: Player, token: Token | None, name: str, answer: Mapping[str, str]) -> Passkey:
    """Stores a new passkey. Raises Malformed, Forbidden, or TooManyPasskeys."""
    may_add(player, token)
    try:
        made = registered(player, answer)
        with transaction.atomic():
            Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            limit = settings.COMPTOIR_PASSKEYS_PER_PLAYER
            if Passkey.objects.filter(player=player).count() >= limit:
                raise TooManyPasskeys(facts={"limit": limit})
            return Passkey.objects.create(
                player=player, name=name, credential=made.credential_id, public_key=made.credential_public_key,
                sign_count=made.sign_count,
            )  # fmt: skip
    except (Refused, IntegrityError) as error:
        log.info("passkey_refused", player=str(player.pk), reason=str(error.__cause__ or error))
        raise Malformed(Fault("/attestation", "bad_passkey")) from None


def passkey_rename(*, player: Player, passkey_id: UUID, name: str) -> Passkey:
    """Gives a passkey another name. Raises NotFound."""
    passkey = Passkey.objects.filter(player=player, pk=passkey_id).first()
    if passkey is None:
        raise NotFound()
    passkey.name = name
    passkey.save(update_fields=["name"])
    return passkey


def passkey_remove(*, player: Player, passkey_id: UUID) -> None:
    """Removes a passkey; tokens that it has made stay. Raises NotFound."""
    if not Passkey.objects.filter(player=player, pk=passkey_id).delete()[0]:
        raise NotFound()


def passkey_sign_in(*, answer: Mapping[str, str], **choice: Any) -> tuple[str, Token]:
    """A new token for the player of a passkey. Raises Unauthenticated, whatever is wrong.

    A device that counts no further than the last time is refused: somebody may have copied its key.
    """
    passkey = None
    try:
        challenge = signed_challenge(answer)
        passkey = Passkey.objects.select_related("player").filter(credential=credential_of(answer)).first()
        if passkey is None or passkey.player.closed_ms is not None:
            raise Refused
        found = authenticated(passkey, challenge, answer)
        _note_use(passkey, found.new_sign_count)
    except Refused as error:
        if passkey is not None:
            log.warning("passkey_refused", passkey=str(passkey.pk), reason=str(error.__cause__ or "another player"))
        raise Unauthenticated(text="bad_passkey") from None
    return token_create(player=passkey.player, **choice)


def _note_use(passkey: Passkey, sign_count: int) -> None:
    """Raises Refused if the passkey has been used or removed in the meantime."""
    unchanged = Passkey.objects.filter(pk=passkey.pk, sign_count=passkey.sign_count)
    if not unchanged.update(sign_count=sign_count, used_at=timezone.now()):
        raise Refused


def passkey_line(passkey: Passkey) -> dict[str, Any]:
    """A passkey as its owner sees it."""
    return {
        "id": str(passkey.pk), "name": passkey.name, "created_at": utc(passkey.created_at),
        "used_at": utc(passkey.used_at) if passkey.used_at else None,
    }  # fmt: skip
