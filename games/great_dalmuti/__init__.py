"""The Great Dalmuti: be rid of your cards first, and rise (see RULES.md for sources and rulings)."""

from games.great_dalmuti.game import GreatDalmuti

GAME = GreatDalmuti()
