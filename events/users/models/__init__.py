"""The tables of `events.users`."""

from events.users.models.account_emails import AccountEmail, FormerAddress
from events.users.models.bots import BotAccount
from events.users.models.origins import AppOrigin
from events.users.models.passkeys import Passkey, PasskeyChallenge
from events.users.models.player import Follow, Player, PlayerManager, Token
from events.users.models.sanctions import Block, ModerationReason, Sanction

__all__ = [
    "AccountEmail",
    "AppOrigin",
    "Block",
    "BotAccount",
    "Follow",
    "FormerAddress",
    "ModerationReason",
    "Passkey",
    "PasskeyChallenge",
    "Player",
    "PlayerManager",
    "Sanction",
    "Token",
]
