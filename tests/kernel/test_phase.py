"""A phase finds the template of a move as the whole set of legal moves would."""

from __future__ import annotations

import pytest

from games.kernel.errors import IllegalMove
from games.kernel.state import Move, Zone
from tests.games.laid import lay
from tests.kernel.toy import GAME, Turn


def test_every_legal_move_has_the_same_template_by_both_ways() -> None:
    table = lay(GAME, 3, zones={Zone("hand", 0): "a b b", Zone("hand", 1): "c", Zone("pile"): "d"})
    table.ask(Turn, 0)
    view, moves, prompt = table.view(0), table.legal(0), table.asked(0)

    assert moves.count() == 12
    for move in moves:
        found = Turn().matching(view, prompt, move)
        assert found.to_json() == moves.matching(move).to_json()


@pytest.mark.parametrize(
    "move", [Move("bid"), Move("lay", {"card": 999}), Move("steal", {"target": 2}), Move("draw", {"n": 1})]
)
def test_a_move_of_no_template_is_refused_with_the_same_reasons(move: Move) -> None:
    table = lay(GAME, 3, zones={Zone("hand", 0): "a b b", Zone("hand", 1): "c"})
    table.ask(Turn, 0)

    with pytest.raises(IllegalMove) as refused:
        Turn().matching(table.view(0), table.asked(0), move)

    assert refused.value.errors == table.legal(0).refusals(move) != ()
