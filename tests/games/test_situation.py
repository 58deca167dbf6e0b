"""The situation of a table in words: every viewer of every table gets a text in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from games import registry
from games.kernel.state import Sight
from games.kernel.view import view_of
from games.kernel.words import situation
from games.kernel.words.labels import Labels
from games.kernel.words.situation import Situation
from games.kernel.words.texts import LANGUAGES
from tests.games.harness.meanings import matches
from tests.games.harness.simulate import Match

GAMES = pytest.mark.parametrize("key", list(registry.GAMES))
STRIDE = 7  # events between two checks


def described_tables(key: str) -> Iterator[tuple[Labels, list[str]]]:
    """Yields the texts about some tables for each viewer."""
    for match in matches(key):
        for number, step in enumerate(match.steps[::STRIDE]):
            language = list(LANGUAGES)[number % len(LANGUAGES)]
            for viewer in (None, *range(match.seats)):
                labels = labels_of(match, step.after, viewer, language)
                yield labels, Situation(labels).lines()


def labels_of(match: Match, state: object, viewer: int | None, language: str) -> Labels:
    return Labels(match.game, language, view_of(state, viewer), [f"Player {n}" for n in range(match.seats)])  # type: ignore[arg-type]


@pytest.mark.pure
@GAMES
def test_a_table_is_described_in_whole_sentences(key: str) -> None:
    for labels, lines in described_tables(key):
        assert lines
        assert all(line.endswith(".") and line[0].isupper() or line[0].isdigit() for line in lines), lines
        assert "{" not in "".join(lines) and labels.phrases["this"] not in lines


@pytest.mark.pure
@GAMES
def test_a_game_without_a_declared_situation_is_described(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = situation.declared
    monkeypatch.setattr(situation, "declared", lambda package: {**declared(package), "situation": []})

    for labels, lines in described_tables(key):
        own = [zone for zone in labels.view.places if zone.seat == labels.view.viewer and labels.view.size(*zone)]
        seen = [zone for zone in own if zone.seat is not None and labels.game.sights[zone.name] is not Sight.NOBODY]
        assert not seen or any(labels.phrases["you"] in line.lower() for line in lines), lines


@pytest.mark.pure
def test_hidden_coins_of_other_players_are_left_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    match = matches("negoces2")[0]
    others = tuple(range(1, match.seats))
    monkeypatch.setattr(type(match.game), "blanks", lambda *_: {"coins": others, "hidden_coins": others})

    lines = Situation(labels_of(match, match.steps[-1].after, 0, "en")).lines()

    assert any("coins" in line for line in lines if line.startswith("You –"))
    assert not any("coins" in line for line in lines if re.match(r"Player \d –", line))
