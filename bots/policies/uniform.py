"""A policy that plays any game at random: it draws a kind of move, each equally likely, then any move of that kind."""

from __future__ import annotations

from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Returns a move of a template, each template equally likely.

    If each move were equally likely, bots would hardly ever pass.
    """
    return moves.templates[draws.below(len(moves.templates))].sample(draws)
