"""`Phase.matching` finds the same template of a move as the full set of legal moves."""

from __future__ import annotations

import pytest

from games.kernel.dealer import Dealer
from games.kernel.errors import IllegalMove
from games.kernel.phase import Phase, verb
from games.kernel.state import Move, Seat, Zone
from tests.games.harness.scenario import lay
from tests.kernel.toy import GAME, Turn


def test_a_phase_and_its_legal_moves_find_the_same_template_for_every_legal_move() -> None:
    table = lay(GAME, 3, zones={Zone("hand", 0): "a b b", Zone("hand", 1): "c", Zone("pile"): "d"})
    table.prompt(Turn, 0)
    view, moves, prompt = table.view(0), table.legal(0), table.open_prompt(0)

    assert moves.count() == 12
    for move in moves:
        template = Turn().matching(view, prompt, move)
        assert template.to_json() == moves.matching(move).to_json()


@pytest.mark.parametrize(
    "move", [Move("bid"), Move("lay", {"card": 999}), Move("steal", {"target": 2}), Move("draw", {"n": 1})]
)
def test_a_phase_and_its_legal_moves_give_the_same_reasons_for_an_illegal_move(move: Move) -> None:
    table = lay(GAME, 3, zones={Zone("hand", 0): "a b b", Zone("hand", 1): "c"})
    table.prompt(Turn, 0)

    with pytest.raises(IllegalMove) as error:
        Turn().matching(table.view(0), table.open_prompt(0), move)

    assert error.value.errors == table.legal(0).refusals(move) != ()


def test_a_verb_may_not_replace_a_method_of_the_framework() -> None:
    with pytest.raises(TypeError, match=r"would replace Phase\.answer"):

        class Riddle(Phase):
            @verb
            def answer(self, dealer: Dealer, seat: Seat) -> None:
                """A verb with the name of a framework method."""


def test_the_name_of_a_verb_may_be_a_python_keyword() -> None:
    class Turn(Phase):
        @verb("pass")
        def pass_(self, dealer: Dealer, seat: Seat) -> None:
            """Ends the turn."""

    assert Turn.verbs["pass"] == "pass_"
