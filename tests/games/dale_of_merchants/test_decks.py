"""Random matches with every choice of decks: none gets stuck or loses a card."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from games.dale_of_merchants import GAME
from games.dale_of_merchants.animalfolk import FOLKS
from games.dale_of_merchants.cards import CARDS, JUNK
from games.dale_of_merchants.options import decks_for
from games.kernel.errors import BadOptions
from games.kernel.rng import policy_draws
from tests.games.dale_of_merchants.uses import watched
from tests.games.harness.fixtures import GreedyPlayers, decisions, files, loaded, opened
from tests.games.harness.scenario import dealt
from tests.games.harness.simulate import Match, Players, played
from tests.games.harness.time_budget import SECONDS, SEED

Settings = dict[str, Any]
FIXTURES = [path for path in files() if path.parent.name == GAME.key]


def tables() -> list[tuple[int, Settings]]:
    """Returns every number of seats with every choice of decks, teams included."""
    names = [folk.name for folk in FOLKS]
    kinds = [(seats, False) for seats in GAME.seats] + [(4, True)]
    return [
        (seats, {"teams": teams, "decks": list(decks)})
        for seats, teams in kinds
        for decks in combinations(names, decks_for(seats, teams))
    ]


def play(number: int, used: Counter[str]) -> None:
    """Plays one match to its end and counts the cards used in every act."""
    every = tables()
    seats, settings = every[number % len(every)]
    options = GAME.options.from_json(settings, seats)
    draws = policy_draws(b"soak", number)
    players = GreedyPlayers(draws) if number // len(every) % 4 == 3 else Players(draws)
    match = Match(GAME, seats, options, number)
    while not match.state.is_over:
        assert GAME.to_act(match.state), f"seed {number}: no seat is prompted"
        watched(match, players.decision(match), used)
    assert match.acts <= GAME.bound(seats, options), f"seed {number}: {match.acts} acts"
    there = [card for cards in match.state.zones.values() for card in cards if card is not None]
    faces = Counter(match.state.face(card) for card in there)
    assert faces == Counter(GAME.box(seats, options)), f"seed {number}: cards were lost"


def test_every_pair_of_decks_is_played_at_every_number_of_seats_and_in_teams() -> None:
    names = [folk.name for folk in FOLKS]
    for seats, teams in ((2, False), (3, False), (4, False), (4, True)):
        pairs = {
            pair
            for count, options in tables()
            if (count, options["teams"]) == (seats, teams)
            for pair in combinations(options["decks"], 2)
        }
        assert pairs == set(combinations(names, 2))


def test_matches_with_random_decks_keep_all_cards_and_end() -> None:
    until, used, matches = time.monotonic() + SECONDS, Counter[str](), 0
    while matches < 4 or time.monotonic() < until:
        play(SEED * 1000 + matches * 17, used)
        matches += 1
    print(f"{matches} matches, {len(used)} cards used, from seed {SEED}")


def test_every_card_is_used_in_a_saved_match() -> None:
    used: Counter[str] = Counter()
    for path in FIXTURES:
        _count(path, used)
    assert {face for face in CARDS if not used[face]} == {JUNK}


def _count(path: Path, used: Counter[str]) -> None:
    match = opened(loaded(path))
    for decision in decisions(loaded(path)):
        watched(match, decision, used)


@pytest.mark.parametrize(
    ("seats", "options", "pointer"),
    [
        (2, {"decks": ["macaws", "pandas"]}, "/options/decks"),
        (4, {"decks": ["macaws", "pandas", "raccoons", "squirrels", "ocelots"], "teams": True}, "/options/decks"),
        (3, {"teams": True}, "/options/teams"),
        (2, {"first_seat": 2}, "/options/first_seat"),
        (2, {"decks": ["macaws", "macaws", "pandas"]}, "/options/decks"),
        (2, {"decks": ["badgers", "macaws", "pandas"]}, "/options/decks/0"),
    ],
)
def test_options_that_do_not_fit_are_refused_with_their_place(
    seats: int, options: dict[str, object], pointer: str
) -> None:
    with pytest.raises(BadOptions) as error:
        GAME.options.from_json(options, seats)
    assert error.value.errors[0].pointer == pointer


def test_a_loser_begins_the_rematch() -> None:
    end = played(GAME, 2, GAME.options.from_json({"max_turns": 4}, 2), seed=5).state
    assert end.standings is not None

    rematch = GAME.rematch(end)
    again = dealt(GAME, 2, rematch.options, seed=9)

    assert rematch.order == (0, 1)
    assert again.public.turn == end.standings[-1][0]
