"""Policies: functions of a view, its legal moves and their own random draws."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Policy = Callable[[View, LegalMoves, Draws], Move | None]
"""A policy returns None for no move for now, which only seats may do that the match does not wait for (`may_act`)."""
