"""Monopoly Deal in two editions. Read in this order: deck, board, turn, play, actions, claims, reaction, pay."""

from games.monopoly_deal.game import GAME
from games.monopoly_deal.version_1 import MonopolyDealVersion1

VERSIONS = {1: MonopolyDealVersion1(), GAME.version: GAME}

__all__ = ["GAME", "VERSIONS"]
