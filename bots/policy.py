"""What a policy is: a function of a view, its legal moves and its own random draws, that sees nothing else."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Policy = Callable[[View, LegalMoves, Draws], Move | None]
"""Returns None if it has no move for now, which only a seat may do that the table does not wait for (`may_act`)."""
