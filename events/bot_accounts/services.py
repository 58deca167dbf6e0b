"""Functions that register bot accounts, change their public data, and create tokens for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction

from events.base.exceptions import FieldError, Forbidden, Malformed, NotFound
from events.base.player_names import name_key
from events.base.scopes import BOT
from events.base.suggestions import unknown
from events.bot_accounts.errors import TooManyBots
from events.users.models import BotAccount, Player, Token
from events.users.services import player_register, token_create
from games import registry

RESERVED = frozenset({"decisions"})
"""Names of bots that would hide another resource below `/bots`."""
CHANGEABLE = {"level": "level", "games": "games", "open": "is_open"}


def bot_create(
    *, owner: Player, name: str, level: str, games: Sequence[str] | None, is_open: bool, password: str | None
) -> tuple[BotAccount, str]:
    """Registers a bot account of a person; returns it and a token with the scope `bot`. games: their keys; None: all
    games.

    Raises Malformed, TooManyBots, or Forbidden for an owner who is a bot.
    """
    if owner.is_bot:
        raise Forbidden()
    if name.lower() in RESERVED:
        raise Malformed(FieldError("/name", "bad_name"))
    keys = _games(games)
    with transaction.atomic():
        _require_room(owner)
        player = player_register(name=name, password=password, language=owner.language, is_bot=True)
        bot = BotAccount.objects.create(player=player, owner=owner, level=level, games=keys, is_open=is_open)
        return bot, token_create(player=player, scopes=(BOT,))[0]


def _require_room(owner: Player) -> None:
    """Raises TooManyBots. Locks the owner's row, so that two simultaneous requests cannot both pass the check."""
    limit = settings.COMPTOIR_BOTS_PER_PLAYER
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if BotAccount.objects.filter(owner=owner).count() >= limit:
        raise TooManyBots(params={"limit": limit})


def _games(keys: Sequence[str] | None) -> list[str]:
    """Returns the keys of games in order; None as `keys`: the keys of all games."""
    others = [(place, key) for place, key in enumerate(keys or ()) if key not in registry.GAMES]
    if others:
        raise Malformed(*(unknown(f"/games/{place}", key, registry.GAMES) for place, key in others))
    return sorted(registry.GAMES if keys is None else set(keys))


def bot_update(*, owner: Player, name: str, changes: Mapping[str, Any]) -> BotAccount:
    """Changes the `level`, the `games` or `open` of the owner's bot. Raises NotFound, Malformed."""
    bot = _own_bot(owner, name)
    for member, column in CHANGEABLE.items():
        if member in changes:
            setattr(bot, column, _games(changes[member]) if member == "games" else changes[member])
    bot.save()
    return bot


def bot_token_create(*, owner: Player, name: str) -> tuple[str, Token]:
    """Creates another token with the scope `bot` for the owner's bot. Raises NotFound."""
    return token_create(player=_own_bot(owner, name).player, scopes=(BOT,))


def _own_bot(owner: Player, name: str) -> BotAccount:
    bot = BotAccount.objects.select_related("player", "owner").filter(owner=owner, player__name_key=name_key(name))
    try:
        return bot.get(player__is_active=True)
    except BotAccount.DoesNotExist:
        raise NotFound() from None
