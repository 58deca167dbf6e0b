"""Signed links in e-mails. Each link is valid for one player and one address, and most links work once and expire.

A link contains the number of links that its player has used, so the use of one link invalidates all others. Links are
not stored.
"""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.core import signing

from events.base.clock import now_ms
from events.base.exceptions import NotFound
from events.users.models import FormerAddress, Player

CONFIRM, RECOVER, REVERT, UNSUBSCRIBE = "confirm", "recover", "revert", "unsubscribe"
LIVES_MS = {CONFIRM: 2 * 86_400_000, RECOVER: 3_600_000}
"""The lifetimes of links. A link that only ends e-mails works as long as the player has the address."""


def link_to(player: Player, purpose: str) -> str:
    """Returns the address of a link for a player. purpose: the effect of the link."""
    return f"{settings.COMPTOIR_URL}/mail/{purpose}/{token_for(player, purpose)}"


def token_for(player: Player, purpose: str) -> str:
    """Returns the token of a link."""
    parts: list[str | int | None] = [player.pk.hex, player.email]
    if purpose in LIVES_MS:
        parts += [player.links_used, now_ms() + LIVES_MS[purpose]]
    return _signer(purpose).sign_object(parts)


def revert_link_to(former: FormerAddress) -> str:
    """Returns the address of a link that restores a former address of an account."""
    return f"{settings.COMPTOIR_URL}/mail/{REVERT}/{_signer(REVERT).sign_object([former.player_id.hex, former.pk])}"


def former_address_of(token: str, *, locked: bool = False) -> FormerAddress:
    """Returns the former address that a link restores. Raises NotFound, also if the link has expired or was used.

    locked: whether to lock the player's row until the end of the transaction, so that a link is used only once.
    """
    try:
        id, number = _signer(REVERT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        raise NotFound() from None
    players = Player.objects.select_for_update() if locked else Player.objects
    player = players.filter(pk=UUID(id), closed_ms=None).first()
    former = FormerAddress.objects.filter(player=player, pk=number, until_ms__gt=now_ms()).first()
    if player is None or former is None:
        raise NotFound()
    former.player = player
    return former


def player_of(token: str, purpose: str, *, locked: bool = False) -> Player:
    """Returns the player of a link. Raises NotFound if the link is incomplete, expired or used.

    locked: whether to lock the player's row until the end of the transaction, so that a link is used only once.
    """
    try:
        id, email, *rest = _signer(purpose).unsign_object(token)
    except (signing.BadSignature, ValueError):
        raise NotFound() from None
    players = Player.objects.select_for_update() if locked else Player.objects
    player = players.filter(pk=UUID(id), email=email, is_active=True).first()
    if player is None or (purpose in LIVES_MS and (rest[0] != player.links_used or rest[1] <= now_ms())):
        raise NotFound()
    return player


def _signer(purpose: str) -> signing.Signer:
    return signing.Signer(salt=f"events.links:{purpose}")
