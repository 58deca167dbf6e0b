"""Compares promotion and relegation with a second computation, in leagues of several seasons: players who leave, never
move, wait and join, divisions that are cancelled, and places that stay vacant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from events.leagues import rules
from events.leagues.rules import EndedDivision, order_after, outcomes, split_into_divisions
from tests.events.leagues.recount import Line, moved, next_season
from tests.games.harness.time_budget import SEED

LEAGUES, SEASONS = 500, 5


class Season(NamedTuple):
    """The end of a season, and the rules for the next one."""

    divisions: list[EndedDivision]
    waiting: list[str]
    sizes: list[int]
    moving: int
    fewest: int


def seasons(seed: int) -> Iterator[Season]:
    """A random league, season by season; each season follows from the current rules."""
    chance = Random(seed)
    fewest = chance.choice([2, 2, 4, 8])
    sizes = [chance.randint(fewest, fewest + 6) for _ in range(chance.randint(1, 5))]
    moving = chance.randint(1, max(1, min(sizes) // 2))
    players = iter(f"p{number}" for number in range(10_000))
    order = [next(players) for _ in range(chance.randint(fewest, sum(sizes) + 3))]
    for _ in range(SEASONS):
        divisions = split_into_divisions(order, sizes, fewest)
        playing = {player for division in divisions for player in division}
        waiting = [player for player in order if player not in playing]
        waiting += [next(players) for _ in range(chance.choice([0, 0, 1, 4]))]
        ended = [_ended(division, chance) for division in divisions]
        season = Season(ended, waiting, sizes, moving, fewest)
        yield season
        order = order_after(season.divisions, moving, waiting)
        order = [player for player in order if chance.random() > 0.04]  # between seasons
        if len(order) < fewest:
            return


def _ended(division: Sequence[Any], chance: Random) -> EndedDivision:
    ranked = list(division)
    has_table = chance.random() > 0.06
    if has_table:
        chance.shuffle(ranked)
    leaving = chance.choice([0.0, 0.05, 0.3, 0.7])
    return EndedDivision(tuple(ranked), frozenset(one for one in ranked if chance.random() < leaving), has_table)


def differs(season: Season) -> bool:
    """Returns whether the rules and the second computation differ about a season."""
    ended, sizes, moving = season.divisions, season.sizes, season.moving
    after = split_into_divisions(order_after(ended, moving, season.waiting), sizes, season.fewest)
    said = outcomes(ended, after)
    lines = [
        Line(str(player), number, place, player in each.dropped)
        for number, each in enumerate(ended, start=1)
        for place, player in enumerate(each.ranked, start=1)
    ]
    cancelled = frozenset(number for number, each in enumerate(ended, start=1) if not each.has_table)
    counted = next_season(lines, season.waiting, sizes, moving, season.fewest, cancelled)
    return after != counted or said != moved(lines, counted)


def differing(leagues: int) -> list[int]:
    return [seed for seed in range(SEED, SEED + leagues) if any(differs(season) for season in seasons(seed))]


def test_promotions_and_relegations_equal_a_second_computation():
    assert differing(LEAGUES) == [], f"seed {SEED}"


def test_the_random_leagues_cover_all_kinds_of_outcomes():
    seen = [season for seed in range(SEED, SEED + 200) for season in seasons(seed)]
    said = {
        outcome
        for season in seen
        for outcome in outcomes(
            season.divisions,
            split_into_divisions(
                order_after(season.divisions, season.moving, season.waiting), season.sizes, season.fewest
            ),
        ).values()
    }

    assert said == {*rules.OUTCOMES}
    assert any(not ended.has_table for season in seen for ended in season.divisions)
    assert any(len(ended.dropped) > season.moving for season in seen for ended in season.divisions)
    assert any(len(ended.ranked) > max(season.sizes) for season in seen for ended in season.divisions)


# Planted faults


def dropped_players_ignored(patch: pytest.MonkeyPatch) -> None:
    order = order_after
    patch.setitem(
        globals(),
        "order_after",
        lambda divisions, moving, waiting=(): order(
            [
                ended._replace(
                    ranked=tuple(one for one in ended.ranked if one not in ended.dropped), dropped=frozenset()
                )
                for ended in divisions
            ],
            moving,
            waiting,
        ),
    )


def newcomers_first(patch: pytest.MonkeyPatch) -> None:
    order = order_after
    patch.setitem(globals(), "order_after", lambda divisions, moving, waiting=(): [*waiting, *order(divisions, moving)])


def a_last_division_of_one(patch: pytest.MonkeyPatch) -> None:
    whole = split_into_divisions
    patch.setitem(globals(), "split_into_divisions", lambda order, sizes, fewest: whole(order, sizes, 1))


def past_a_cancelled_division(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rules, "_may_move", lambda divisions, at: at + 1 < len(divisions))


def one_more_goes_up(patch: pytest.MonkeyPatch) -> None:
    order = order_after
    patch.setitem(globals(), "order_after", lambda divisions, moving, waiting=(): order(divisions, moving + 1, waiting))


PLANTED: list[Callable[[pytest.MonkeyPatch], None]] = [
    dropped_players_ignored,
    newcomers_first,
    a_last_division_of_one,
    past_a_cancelled_division,
    one_more_goes_up,
]


@pytest.mark.parametrize("plant", PLANTED)
def test_each_planted_fault_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch):
    assert not differing(100)

    plant(monkeypatch)

    assert differing(100)
