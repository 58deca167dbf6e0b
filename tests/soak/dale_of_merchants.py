"""What `make soak` adds for Dale of Merchants: every choice of decks, every card used, no card lost, no match stuck.

`python -m tests.soak.dale_of_merchants SECONDS [SEED]` runs it alone and prints how often each card was used.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

from games.dale_of_merchants import GAME
from games.dale_of_merchants.animalfolk import FOLKS
from games.dale_of_merchants.cards import CARDS, JUNK
from games.dale_of_merchants.game import PRINTED_JUNK, TEAM_JUNK
from games.dale_of_merchants.options import decks_for
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from tests.games.dale_of_merchants.uses import watched
from tests.games.fixtures import GreedyPlayers
from tests.games.option_coverage import allowed
from tests.games.simulate import Match, Players

ENOUGH = 100
LONG = 600.0


def tables() -> list[tuple[int, dict[str, Any]]]:
    """Returns every number of seats with every choice of decks, teams included."""
    names = [folk.name for folk in FOLKS]
    kinds = [(seats, False) for seats in GAME.seats] + [(4, True)]
    return [
        (seats, {"teams": teams, "decks": list(decks)})
        for seats, teams in kinds
        for decks in combinations(names, decks_for(seats, teams))
    ]


def table(seed: int, varied: Callable[[str, int], list[Options]]) -> tuple[int, Options]:
    """Returns the seats and options of a seed: all choices of decks in turn, other options at random."""
    every = tables()
    seats, settings = every[seed % len(every)]
    rows = varied(GAME.key, seats)
    row = rows[policy_draws(b"rows", seed).below(len(rows))].to_json()
    options = allowed(GAME, seats, {**row, **settings})
    return seats, GAME.options.from_json(settings, seats) if options is None else options


def play(number: int, used: Counter[str]) -> Match:
    """Plays one match to its end and counts the cards used in every act."""
    every = tables()
    seats, settings = every[number % len(every)]
    options = GAME.options.from_json(settings, seats)
    greedy = number // len(every) % 4 == 3
    players = GreedyPlayers(policy_draws(b"soak", number)) if greedy else Players(policy_draws(b"soak", number))
    match = Match(GAME, seats, options, number)
    while not match.state.is_over:
        assert GAME.to_act(match.state), f"seed {number}: no seat is prompted"
        watched(match, players.decision(match), used)
    assert match.acts <= GAME.bound(seats, options), f"seed {number}: {match.acts} acts"
    there = [card for cards in match.state.zones.values() for card in cards if card is not None]
    faces = Counter(match.state.face(card) for card in there)
    assert faces == Counter(GAME.box(seats, options)), f"seed {number}: cards were lost"
    return match


class Soaked(NamedTuple):
    """The number of matches, the acts of the longest, the most extra junk in play, and the uses of each card."""

    matches: int
    longest: int
    stand_ins: int
    used: Counter[str]


def soak(seconds: float, seed: int) -> Soaked:
    """Plays matches until the time is up."""
    until, used, acts, stand_ins = time.monotonic() + seconds, Counter[str](), [0], [0]
    while time.monotonic() < until:
        match = play(seed * 1000 + len(acts), used)
        acts.append(match.acts)
        left = sum(match.state.face(card) == JUNK for card in match.state.cards("box"))
        stand_ins.append(CARDS[JUNK].number - (TEAM_JUNK if match.options.teams else PRINTED_JUNK) - left)
    return Soaked(len(acts) - 1, max(acts), max(stand_ins), used)


def run(seconds: float, seed: int) -> str:
    """Returns a line for the table; raises if cards are lost, a match is stuck, or a long run rarely uses a card."""
    soaked = soak(seconds, seed)
    uses = {card.face: soaked.used[card.face] for folk in FOLKS for card in folk.cards}
    least = min(uses, key=lambda face: uses[face])
    assert uses[least] >= ENOUGH or seconds < LONG, f"{least} was used {uses[least]} times in {soaked.matches} matches"
    return (
        f"{soaked.matches} matches, 0 stuck, longest {soaked.longest}; least used {least}: {uses[least]} times;"
        f" {soaked.stand_ins} junk stood in at most"
    )


if __name__ == "__main__":
    result = soak(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(f"{result.matches} matches, longest {result.longest}, at most {result.stand_ins} extra junk in play")
    for folk in FOLKS:
        print(folk.name.ljust(12), *(f"{card.face} {result.used[card.face]}" for card in folk.cards), sep="  ")
