"""One suite for every game of the registry and the toy: random matches through views, under every check.

More matches are played if there is time (`COMPTOIR_TEST_SECONDS` for each game); a failure prints its seed.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from games.kernel.dealer import Dealer
from games.kernel.effect import Announced
from games.kernel.game import Game
from games.kernel.phase import Phase
from games.kernel.rng import policy_draws
from games.kernel.state import phase_name
from games.kernel.view import Window
from games.kernel.words.texts import LANGUAGES, texts, word_title
from games.kernel.words.texts import TABLES as TEXT_TABLES
from tests.games.harness.checked_match import play_checked
from tests.games.harness.checks import CHECKS
from tests.games.harness.fixtures import straying_players
from tests.games.harness.option_coverage import covering_options, drawn_options
from tests.games.harness.planted_faults import FAULTS, turn
from tests.games.harness.simulate import Match, Players, played
from tests.games.harness.tested_games import TABLES, TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, SEED, seeds
from tests.kernel import toy

OTHER_WORLDS = ({"PYTHONHASHSEED": "1", "TZ": "UTC"}, {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "tr_TR"})
FORBIDDEN = (
    (random, "random"),
    (random.Random, "random"),
    (random.Random, "getrandbits"),
    (time, "time"),
    (time, "monotonic"),
    (os, "urandom"),
    (uuid, "uuid4"),
)
QUICK = [CHECKS[check] for check in ("TheMatchEnds", "SomebodyCanGoOn", "CardsAreConserved")]
MOST_ACTS = 1_000 if SECONDS else 20  # long matches stop before their end
END_SIZES = 2  # whole matches, each with the next number of seats; `make soak` plays all
GAMES = [name for name in TESTED_GAMES if name != "toy"]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_matches_pass_every_check(name: str, seats: int) -> None:
    game = TESTED_GAMES[name]
    varied = covering_options(game, seats, policy_draws(b"options", SEED)) if SECONDS else []
    matches = finished = acts = 0
    for seed in seeds(SECONDS / len(game.seats), first=SEED + seats):
        players = straying_players(seed) if seed % 2 and name in GAMES else None
        drawn = varied[seed % len(varied)] if varied else drawn_options(game, seats, policy_draws(b"options", seed))
        match = play_checked(game, seats, drawn, seed, most=MOST_ACTS, players=players)
        matches, acts, finished = matches + 1, acts + match.acts, finished + match.state.is_over
    print(f"{name}, {seats} seats: {matches} matches ({finished} to the end), {acts} acts, from seed {SEED + seats}")


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_random_matches_end_within_their_bound(name: str) -> None:
    game = TESTED_GAMES[name]
    longest = matches = 0
    for seed in seeds(SECONDS / 2, at_least=min(END_SIZES, len(game.seats))):
        seats = game.seats[seed % len(game.seats)]
        match = play_checked(game, seats, game.options.from_json({}, seats), seed, QUICK)
        matches, longest = matches + 1, max(longest, match.acts)
        assert match.state.is_over
    print(f"{name}: {matches} matches to the end, the longest of {longest} acts, from seed {SEED}")


@pytest.mark.parametrize("fault", [fault for fault, planted in FAULTS.items() if planted.check in CHECKS])
def test_each_check_finds_the_fault_planted_for_it(fault: str) -> None:
    planted = FAULTS[fault]
    with pytest.raises(Exception) as caught:
        _play_under(planted.game, planted.check)
    assert f"promise: {planted.check}" in getattr(caught.value, "__notes__", ())


@pytest.mark.parametrize("check", CHECKS)
def test_each_check_accepts_the_sound_toy_game(check: str) -> None:
    _play_under(TESTED_GAMES["toy"], check, matches=4)


def test_each_check_has_a_fault_planted_for_it() -> None:
    assert set(CHECKS) <= {planted.check for planted in FAULTS.values()}


def _play_under(game: Game, check: str, matches: int = 60) -> None:
    for seed in range(matches):
        seats = game.seats[seed % len(game.seats)]
        play_checked(game, seats, game.options.from_json({}, seats), seed, [CHECKS[check]])


def _untimed_bids(self: Phase, dealer: Dealer, seat: int) -> None:
    """Everybody secretly bids a card; all see which seats have bid."""
    frame = dealer.prompt(toy.Auction)
    dealer.prompt(toy.OpenBid, range(dealer.state.seats), within=frame)


def test_sealed_answers_whose_arrival_is_shown_need_no_time_limit() -> None:
    for check in CHECKS:
        _play_under(turn(auction=_untimed_bids), check, matches=2)


def test_a_failure_names_the_step_and_the_prompts_open_after_it() -> None:
    with pytest.raises(AssertionError) as failure:
        _play_under(FAULTS["no seat is prompted any more"].game, "SomebodyCanGoOn")

    notes = "\n".join(failure.value.__notes__)
    assert "promise: SomebodyCanGoOn\nbroken at step " in notes
    assert "move by player, seat" in notes and "roll to turn (prompt " in notes and "open after it: none" in notes


def test_logs_do_not_depend_on_hash_seed_time_zone_and_locale() -> None:
    planted = "an order comes of a set"
    first, second = (_digests([*TESTED_GAMES, planted], world) for world in OTHER_WORLDS)

    assert {line.partition("\t")[0] for line in first} == {*TESTED_GAMES, planted}
    assert {line.partition("\t")[0] for line in first ^ second} == {planted}


def _digests(names: list[str], world: dict[str, str]) -> set[str]:
    command = [sys.executable, "-m", "tests.games.harness.tested_games", str(SEED), str(SEED + 3), *names]
    process = subprocess.run(command, env={**os.environ, **world}, capture_output=True, text=True, check=True)
    return set(process.stdout.splitlines())


@pytest.mark.parametrize("name", TESTED_GAMES)
def test_a_match_reads_no_clock_file_or_random_source(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = TESTED_GAMES[name]
    with monkeypatch.context() as patched:
        _close_the_outside(patched.setattr)
        for seed in range(SEED, SEED + 2):
            seats = game.seats[seed % len(game.seats)]
            played(game, seats, game.options.from_json({}, seats), seed, most=120)


def test_a_rule_that_looks_at_the_clock_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = FAULTS["a rule looks at the clock"].game
    with monkeypatch.context() as patched, pytest.raises(AssertionError, match="outside"):
        _close_the_outside(patched.setattr)
        for seed in range(20):
            played(game, 3, game.options.from_json({}, 3), seed)


def _close_the_outside(setattr_: Callable[..., None]) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("a rule read something outside")

    for owner, name in FORBIDDEN:
        setattr_(owner, name, refuse)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name_in_each_language(name: str, language: str) -> None:
    game = TESTED_GAMES[name]
    game_texts = texts(f"games.{game.key}", language)
    missing = {table: sorted(keys - set(game_texts.get(table, {}))) for table, keys in _named(name).items()}
    assert {table: keys for table, keys in missing.items() if keys} == {}
    assert [face for face in game.deck.attributes if word_title(f"games.{game.key}", language, face) is None] == []
    assert game_texts["title"]
    assert game_texts["summary"]
    assert all(table in game_texts for table in TEXT_TABLES)


@pytest.mark.parametrize("name", GAMES)
def test_all_languages_have_the_same_texts(name: str) -> None:
    package = f"games.{TESTED_GAMES[name].key}"
    first, *others = ({table: set(texts(package, language)[table]) for table in TEXT_TABLES} for language in LANGUAGES)
    assert all(other == first for other in others)


@cache
def _named(name: str) -> dict[str, set[str]]:
    """Returns the names in a game that a client shows and that occur in some random matches."""
    game, verbs, announced = TESTED_GAMES[name], set(), set()
    for seed in range(SEED, SEED + 4):
        seats = game.seats[seed % len(game.seats)]
        match, players = Match(game, seats, game.options.from_json({}, seats), seed), Players.of_seed(seed)
        while not match.state.is_over and len(match.decisions) < 150:
            for prompt in match.state.open_prompts:
                for seat in prompt.seats:
                    verbs |= {t.verb for t in game.legal_moves(Window(match.state, seat), prompt.id).templates}
            match.decide(players.decision(match))
        announced |= {e.what for step in match.steps for e in step.outcome.effects if isinstance(e, Announced)}
    return {
        "zones": set(game.sight),
        "verbs": verbs,
        "phases": {phase_name(phase) for phase in game.phase_types},
        "public": set(vars(match.state.public)),
        "options": set(game.options.schema()["properties"]),
        "announcements": announced,
    }
