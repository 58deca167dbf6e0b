"""The frame of the match: sale follows sale until a seat has won (rules, 'Déroulement')."""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel.dealer import Dealer
from games.kernel.phase import OpenPhase
from games.kernel.state import Prompt
from games.kernel.template import Template
from games.kernel.view import View
from games.negoces2.sale import open_sale


class Fair(OpenPhase):
    """A frame that prompts no seat; when the auction or a sale is over, it opens the next sale."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        open_sale(dealer)
