"""Monopoly Deal in two editions; read deck, board, then turn and play, then claims, reaction and pay."""

from games.monopoly_deal.game import GAME

__all__ = ["GAME"]
