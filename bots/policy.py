"""Policies: functions of a view, the legal moves and the policy's own random draws."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Policy = Callable[[View, LegalMoves, Draws], Move | None]
"""A policy returns None to make no move for now. Only seats that the match does not wait for may do so (`may_act`)."""
