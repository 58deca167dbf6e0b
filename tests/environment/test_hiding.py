"""Observations and masks do not depend on hidden data: paired worlds, with planted leaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bots.encoding.alphabet import Alphabet
from bots.encoding.drafts import MoveDraft
from bots.encoding.rows import Encoding, Writer, ZoneLayout
from games.kernel.game import Game
from games.kernel.knowledge.memory import Memory
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from games.kernel.state import Seat, Sight
from games.kernel.view import View, Window, view_of
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.paired_worlds import Outputs, Result, compare
from tests.games.harness.simulate import Match
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SECONDS, SEED, seeds

GAMES = [name for name in TESTED_GAMES if name != "toy"]
MOST_STEPS = 6
FEWEST_SEEDS = 2
WITHIN = 60
# In Négoces 2 everybody sees all goods that are taken, so worlds rarely differ, and a search for leaks takes too long.
LEAKY = [name for name in GAMES if name != "negoces2"]


class Observed(Outputs):
    """The observation of a seat: the row, and the masks while a move is built."""

    def __init__(self) -> None:
        self._encodings: dict[Any, Encoding] = {}

    def encoding(self, match: Match) -> Encoding:
        """Returns the encoding of a match's rules."""
        key = match.rules.key, match.seats, repr(match.options)
        if key not in self._encodings:
            self._encodings[key] = Encoding(Alphabet(match.rules, match.seats, match.options))
        return self._encodings[key]

    def view(self, match: Match, viewer: Seat | None, memory: Memory) -> Any:
        """Returns the observation of a seat."""
        return None if viewer is None else self.seen(match, viewer).hex()

    def seen(self, match: Match, viewer: Seat) -> bytes:
        """Returns the numbers of an observation."""
        return bytes(Writer(self.encoding(match)).row(Window(match.state, viewer), None))

    def legal(self, match: Match, viewer: Seat) -> Any:
        """Returns the observations and masks of a few drafts at each prompt."""
        return [[prompt.id, *self.drafts(match, viewer, prompt.id)] for prompt in prompts(match, viewer)]

    def drafts(self, match: Match, viewer: Seat, prompt: int) -> Iterator[Any]:
        """Yields the masks on the way to one move."""
        encoding, view = self.encoding(match), Window(match.state, viewer)
        moves = match.game.legal_moves(self.deciding(match, viewer), prompt)
        draft = MoveDraft(encoding.alphabet, view, [(match.state.prompts[prompt], moves)], may_wait=True)
        for step in range(1, MOST_STEPS):
            actions = sorted(draft.actions)
            yield actions
            if not actions[1:]:
                return
            draft.choose(actions[-1 - step % (len(actions) - 1)])
            yield bytes(Writer(encoding).row(view, draft)).hex()
            if draft.move is not None:
                return

    def deciding(self, match: Match, viewer: Seat) -> View:
        """Returns the view from which the legal moves come."""
        return Window(match.state, viewer)

    def refusal(self, match: Match, viewer: Seat, prompt: int, move: Any) -> Any:
        return None

    def outcome(self, match: Match, viewer: Seat, prompt: int, move: Any, memory: Memory) -> Any:
        return None

    def bot(self, match: Match, viewer: Seat, name: str, memory: Memory) -> Any:
        return None


def prompts(match: Match, viewer: Seat) -> list[Any]:
    """Returns the prompts that a seat may answer."""
    view = view_of(match.state, viewer)
    return [p for p in match.game.prompts_for(view, viewer) if match.game.legal_moves(view, p.id)]


class SeesHands(Observed):
    """A leak: a row that counts the cards of hidden hands by face."""

    def seen(self, match: Match, viewer: Seat) -> bytes:
        state = match.state.copied()
        state.sight = {name: Sight.ALL if sight is Sight.OWNER else sight for name, sight in state.sight.items()}
        encoding = Encoding(self.encoding(match).alphabet)
        seen = [kind._replace(sight=state.sight[kind.name]) for kind in encoding.zones]
        encoding.zone_layout = ZoneLayout(seen, match.seats)
        return bytes(Writer(encoding).row(Window(state, viewer), None))


class SeesTheTop(Observed):
    """A leak: a row with the top card of a hidden pile, as one bit."""

    piles = ("draw_pile", "deck", "market_deck", "stock", "hand")

    def seen(self, match: Match, viewer: Seat) -> bytes:
        zones = [
            zone for zone in sorted(match.state.zones, key=repr) if zone.name in self.piles and zone.seat != viewer
        ]
        tops = [match.state.cards(*zone)[-1] for zone in zones if match.state.cards(*zone)]
        return super().seen(match, viewer) + bytes(sum(match.state.face(card).encode()) % 2 for card in tops)


class ChoosesForAnother(Observed):
    """Planted leak: masks from the legal moves of all other seats."""

    def legal(self, match: Match, viewer: Seat) -> Any:
        return [
            super(ChoosesForAnother, self).legal(match, (viewer + step) % match.seats) for step in range(match.seats)
        ]


LEAKS: Mapping[str, type[Observed]] = {
    "hands": SeesHands,
    "a bit of the top card": SeesTheTop,
    "another's masks": ChoosesForAnother,
}


@pytest.mark.pure
@pytest.mark.parametrize("name", GAMES)
def test_no_observation_or_mask_depends_on_cards_that_the_seat_does_not_know(name: str) -> None:
    game, result, observed = TESTED_GAMES[name], Result(), Observed()
    varied = options_by_seats(game)
    for seed in seeds(SECONDS / 2, at_least=max(FEWEST_SEEDS, len(game.seats))):
        seats = game.seats[seed % len(game.seats)]
        options = varied[seats][0 if seed % 2 else seed % len(varied[seats])]
        one = compare(game, seats, options, seed, outputs=observed)
        assert one.leak is None, f"seed {seed}, {seats} seats\n{one.leak}"
        result = result.plus(one)
    print(f"{name}: {result.pairs} pairs at {result.moments} moments from seed {SEED}")
    assert result.pairs > FEWEST_SEEDS


@pytest.mark.pure
@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("name", LEAKY)
def test_a_planted_leak_is_found(name: str, leak: str) -> None:
    game = TESTED_GAMES[name]
    options = game.options.from_json({}, game.seats[0])

    found = any(compare(game, game.seats[0], options, seed, outputs=LEAKS[leak]()).leak for seed in range(WITHIN))

    assert found


def options_by_seats(game: Game) -> dict[int, list[Options]]:
    """Returns options that cover all pairs of values, for each number of seats."""
    return {seats: covering_options(game, seats, policy_draws(b"observed", SEED)) for seats in game.seats}
