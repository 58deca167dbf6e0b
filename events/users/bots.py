"""Public descriptions of bot accounts, and the permission to seat a bot in a match."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from events.base.clock import utc
from events.base.player_names import name_key
from events.users.models import BotAccount, Player
from events.users.serializers import BotOut


def bots() -> QuerySet[BotAccount]:
    """Returns the bot accounts, for pagination."""
    return BotAccount.objects.filter(player__is_active=True).select_related("player", "owner")


def bot_lines(accounts: Iterable[BotAccount]) -> list[BotOut]:
    """Returns bot accounts as the API lists them."""
    return [bot_line(bot) for bot in accounts]


def bot_line(bot: BotAccount) -> BotOut:
    """Returns a bot account as the API shows it."""
    return {
        "id": str(bot.player_id),
        "name": bot.player.name,
        "owner": bot.owner.name if bot.owner else None,
        "level": bot.level,  # type: ignore[typeddict-item]
        "games": bot.games,
        "open": bot.is_open,
        "created_at": utc(bot.player.created_at),
    }


def seatable_bot(name: str, game: str, player: Player) -> Player | None:
    """Returns the account of a bot by its name; None unless the bot plays the game and the player may seat it."""
    mine_or_open = Q(is_open=True) | Q(owner=player)
    bot = bots().filter(mine_or_open, player__name_key=name_key(name), games__contains=game).first()
    return bot.player if bot is not None else None
