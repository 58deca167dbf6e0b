"""Plays anything: a kind of move, each as likely, and then any move of that kind."""

from __future__ import annotations

from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Any template, each as likely, then any of its moves: were all moves as likely, nobody would ever pass."""
    return moves.templates[draws.below(len(moves.templates))].sample(draws)
