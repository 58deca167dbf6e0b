"""The arena: duplicate deals, results that can be continued, and intervals by deal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bots.arena.match import ArenaMatch, places_of
from bots.arena.plot import svg
from bots.arena.results import ArenaResult, Store, by_deal, summary
from bots.policies import get
from games import registry

ONE_HAND = '{"end": {"hands": 1}}'


def match(deal: int, seat: int, win: float) -> ArenaResult:
    return ArenaResult(deal, seat, 1.0 if win else 2.0, win, None, 10, True, 0.1, 0.2, 5)


def arena(out: Path, deals: int, policy: str = "greedy", **options: object) -> dict[str, object]:
    """Returns the figures of an arena of the Great Dalmuti with one hand."""
    call_command(
        "arena",
        "great_dalmuti",
        policy,
        "uniform",
        deals=deals,
        options=ONE_HAND,
        out=out,
        processes=1,
        duplicate=True,
        verbosity=0,
        **options,
    )
    figures: dict[str, object] = json.loads(out.with_suffix(".json").read_text())
    return figures


def test_the_same_deal_gives_the_same_match() -> None:
    game = registry.get("great_dalmuti")
    options = game.options.from_json(json.loads(ONE_HAND), 4)
    seats = [get("great_dalmuti", "greedy")] * 4
    first, again, other = (ArenaMatch(game, options, seats, deal).played() for deal in (1, 1, 2))

    assert (first.places, first.acts) == (again.places, again.acts)
    assert (first.places, first.acts) != (other.places, other.acts)


def test_an_arena_plays_each_deal_in_every_seat_and_can_be_continued(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    first = arena(out, 1)
    lines = out.read_text().splitlines()
    second = arena(out, 3)

    assert (first["matches"], second["matches"], second["complete"]) == (4, 12, 3)
    assert out.read_text().splitlines()[:5] == lines, "matches that were played are not played again"
    assert out.with_suffix(".svg").read_text().startswith("<svg")


def test_results_of_other_policies_are_not_continued(tmp_path: Path) -> None:
    arena(tmp_path / "results.jsonl", 1)

    with pytest.raises(CommandError, match="holds the results of"):
        arena(tmp_path / "results.jsonl", 1, policy="uniform")


def test_an_unknown_policy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="clairvoyant"):
        arena(tmp_path / "results.jsonl", 1, policy="clairvoyant")


def test_the_matches_of_a_deal_are_one_sample() -> None:
    """Four deals are won and two lost, each played twice. The interval counts six samples, not twelve."""
    matches = [match(deal, seat, float(deal < 4)) for deal in range(6) for seat in range(2)]
    estimate = by_deal(matches, lambda m: m.win)

    assert estimate.mean == pytest.approx(2 / 3)
    assert estimate.margin == pytest.approx(2.43 * (4 / 15) ** 0.5 / 6**0.5, rel=0.01)


def test_a_few_deals_have_no_interval(tmp_path: Path) -> None:
    figures = summary([match(deal, 0, 1.0) for deal in range(4)], 2)

    assert figures["win_rate"] == {"mean": 1.0, "margin": None} and figures["complete"] == 0


def test_tied_seats_share_the_mean_of_their_places() -> None:
    assert places_of(((2,), (0, 1), (3,))) == (2.5, 2.5, 1.0, 4.0)


def test_a_file_of_results_is_equal_after_writing_and_reading(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.jsonl", {"game": "any"})
    store.add(match(3, 1, 1.0))
    again = Store(tmp_path / "results.jsonl", {"game": "any"})

    assert again.matches == store.matches and again.missing([3], [0, 1]) == [(3, 0)]


def test_a_plot_has_a_point_for_each_deal() -> None:
    image = svg([match(deal, 0, 1.0) for deal in range(7)], 2, "title")

    assert len(image.partition('<polyline points="')[2].partition('"')[0].split()) == 7
