"""Signs of collusion in the logs: the report lists planted colluders, and no honest players."""

from __future__ import annotations

from collections import Counter

import pytest

from events.moderation import dealings
from events.moderation.dealings import Dealings, SharedMatch, findings
from games import registry
from games.kernel.state import Move
from tests.bots.collusion import meetings_of

MATCHES = 12
PACKAGE = registry.get("monopoly_deal").package


def kinds(met: list[SharedMatch], own: list[float], others: list[float]) -> set[str]:
    return {finding.kind for finding in findings(met, own, others) if finding.is_unusual}


def tables(named: int, others: int, *, share: float = 0.5) -> list[SharedMatch]:
    """Returns twelve tables of four in which seat 0 named seat 1 `named` times, and each other pair has `others`."""
    counts = {(one, other): others for one in range(4) for other in range(4) if one != other} | {(0, 1): named}
    return [
        SharedMatch(Dealings(4, dict.fromkeys(range(4), share), Counter(counts), Counter()), 0, 1)
        for _ in range(MATCHES)
    ]


EVEN = [0.0, 1.0] * 10


def test_a_player_who_never_targets_one_opponent_is_reported():
    assert kinds(tables(0, 6), EVEN, EVEN) == {"names"}
    assert kinds(tables(6, 6), EVEN, EVEN) == set()


def test_a_result_that_is_worse_only_with_one_player_is_reported():
    assert kinds(tables(1, 1, share=0.0), EVEN, EVEN) == {"loses", "helps"}
    assert kinds(tables(1, 1), EVEN, EVEN) == set()


def test_a_player_who_targets_the_most_targeted_player_is_not_reported():
    met = tables(6, 1)
    for each in met:
        each.dealings.named.update({(2, 1): 5, (3, 1): 5})

    assert kinds(met, EVEN, EVEN) == set()


def test_a_few_matches_give_no_findings():
    assert findings(tables(0, 6)[:7], EVEN, EVEN) == []


def test_a_target_of_a_move_is_counted_as_the_game_declares():
    counted = Dealings(3)

    counted.add(PACKAGE, 0, Move("sly_deal", {"target": 2, "card": 1}), ())
    counted.add(PACKAGE, None, None, ())

    assert counted.named == Counter({(0, 2): 1})


@pytest.mark.parametrize(("collusion", "kind"), [("spares", "names"), ("loses", "loses")])
def test_planted_colluding_bots_are_reported(collusion: str, kind: str):
    assert kind in kinds(*meetings_of(registry.get("monopoly_deal"), collusion, 1, 16))


def test_bots_that_do_not_collude_are_not_reported():
    met, own, others = meetings_of(registry.get("monopoly_deal"), None, 1, 12)
    back = [SharedMatch(each.dealings, each.other, each.seat) for each in met]

    assert kinds(met, own, others) == kinds(back, others, own) == set()


def test_a_report_without_a_comparison_to_other_seats_is_found(monkeypatch: pytest.MonkeyPatch):
    """Planted fault: the report compares the number of a seat's choices with no other seat."""
    for name in ("_excess", "_preference"):
        monkeypatch.setattr(dealings, name, lambda meeting, counts: counts[meeting.seat, meeting.other])

    assert kinds(tables(6, 6), EVEN, EVEN) == {"names"}
