"""Monopoly Deal in two editions; read deck, board, then turn and play, then claims, reaction and pay."""

from games.monopoly_deal.game import GAME
from games.monopoly_deal.version_1 import MonopolyDealVersion1

VERSIONS = {1: MonopolyDealVersion1(), GAME.version: GAME}

__all__ = ["GAME", "VERSIONS"]
