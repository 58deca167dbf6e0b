"""Observations: their contents, which include no more than the view, and nothing of an earlier view."""

from __future__ import annotations

import json
from array import array
from typing import Any

import pytest

from bots.encoding.alphabet import Alphabet
from bots.encoding.rows import Encoding, Writer
from comptoir_env import Episode, Rules
from games.kernel.codec import view_from, view_json
from games.kernel.rng import policy_draws
from games.kernel.view import Window, view_of
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, Players
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, seeds

GAMES = [name for name in TESTED_GAMES if name != "toy"]
MOST_DECISIONS = 80 if SECONDS else 30


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_can_be_encoded_from_the_view_that_the_api_sends(name: str) -> None:
    game, checked = TESTED_GAMES[name], 0
    for seed in seeds(SECONDS / 2, at_least=2):
        seats = game.seats[seed % len(game.seats)]
        options = covering_options(game, seats, policy_draws(b"encoding", seed))
        match, players = Match(game, seats, options[seed % len(options)], seed), Players.of_seed(seed)
        encoding = Encoding(Alphabet(game, seats, match.options))
        lasting = Writer(encoding)
        while not match.state.is_over and len(match.decisions) < MOST_DECISIONS:
            for seat in range(seats):
                sent = json.loads(json.dumps(view_json(game, view_of(match.state, seat))))

                row = lasting.row(Window(match.state, seat), None)

                assert len(row) == 4 * encoding.size
                assert row == Writer(encoding).row(view_from(game, sent), None), f"seed {seed}, seat {seat}"
                checked += 1
            match.decide(players.decision(match))
    assert checked > 100


def test_the_own_hand_is_counted_by_face_and_other_hands_by_size_only() -> None:
    episode = Episode(Rules("great_dalmuti", 4), b"deal")
    encoding, state = episode.rules.encoding, episode.simulation.state

    own, next_one = block(episode, 0, "zones/hand/+0"), block(episode, 0, "zones/hand/+1")

    hand = [state.face(card) for card in state.cards("hand", 0)]
    assert own == [len(hand), *(hand.count(face) for face in encoding.alphabet.faces)]
    assert next_one == [state.size("hand", 1), *[0] * len(encoding.alphabet.faces)]


def test_seats_are_counted_from_the_viewer() -> None:
    episode = Episode(Rules("great_dalmuti", 4), b"deal")
    order = episode.simulation.state.public.order

    for viewer in range(4):
        places = block(episode, viewer, "public/order")

        assert [places[(seat - viewer) % 4] for seat in order] == [1, 2, 3, 4]


def test_a_visible_pile_shows_its_top_card() -> None:
    rules = Rules("monopoly_deal", 2, {"discard_to": "centre_pile"})
    episode = Episode(rules, b"centre")
    state, faces = episode.simulation.state, rules.alphabet.faces
    zone = next(zone for zone in state.zones if zone.name == "centre")
    state.zones[zone], state.zones[("hand", 0, None)] = state.cards("hand", 0), ()  # type: ignore[index]

    centre = block(episode, 1, "zones/centre")

    top = faces.index(state.face(state.cards("centre")[-1]))
    assert centre[0] == len(state.cards("centre"))
    assert centre[1 + len(faces) :] == [float(place == top) for place in range(len(faces))]


def test_only_the_acting_seat_sees_the_chosen_parts_of_a_move() -> None:
    episode = Episode(Rules("great_dalmuti", 4, {"first_ranks": "seats"}), b"draft")
    seat = episode.seat or 0
    before = [bytes(episode.row(viewer)) for viewer in range(4)]

    episode.step(min(episode.draft.actions))  # type: ignore[union-attr]

    assert episode.seat == seat, "the move has more parts"
    changed = [viewer for viewer in range(4) if bytes(episode.row(viewer)) != before[viewer]]
    assert changed == [seat]


def block(episode: Episode, seat: int, name: str) -> list[float]:
    """Returns one block of a seat's observation."""
    numbers: Any = array("f", bytes(episode.row(seat)))
    return list(numbers[episode.rules.encoding.layout[name]])
