"""Paired worlds over the text table, without HTTP: the texts of both worlds, and the results of answers to them.

    python -m tests.worlds.texts [--texts 100000] [--seed 1] [--most 60] [--minutes 60] [game ...]

`tests.games.harness.paired_worlds` makes the worlds and chooses the moments of comparison. The texts are those of
`GET` and `POST /matches/{id}/text`, and the same code writes them; the match itself replaces the database. A pair of
texts is the text for one viewer at one moment in both worlds. The run stops at the first difference and prints it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import count
from types import SimpleNamespace
from typing import Any

import django
from rich.progress import MofNCompleteColumn, Progress

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from events.base.texts import texts_of  # noqa: E402
from events.log.models import Match as Stored  # noqa: E402
from events.narration.captions import captions_after  # noqa: E402
from events.narration.moment import Moment  # noqa: E402
from events.narration.place import TextPlace  # noqa: E402
from events.narration.selectors import step_text, text_of  # noqa: E402
from games import registry  # noqa: E402
from games.kernel.effect import move_json  # noqa: E402
from games.kernel.knowledge.memory import Memory  # noqa: E402
from games.kernel.options import Options  # noqa: E402
from games.kernel.record import merged, record  # noqa: E402
from games.kernel.rng import Draws, policy_draws  # noqa: E402
from games.kernel.state import Seat, State  # noqa: E402
from games.kernel.timing.waiting import Waiting  # noqa: E402
from games.kernel.view import View, view_of  # noqa: E402
from games.kernel.words.choices import ChosenMove, Question  # noqa: E402
from games.kernel.words.labels import Labels  # noqa: E402
from games.kernel.words.reading import read  # noqa: E402
from games.kernel.words.texts import LANGUAGES  # noqa: E402
from tests.games.harness.option_coverage import covering_options  # noqa: E402
from tests.games.harness.paired_worlds import Outputs, Result, compare  # noqa: E402
from tests.games.harness.simulate import Match  # noqa: E402

MOST_STEPS = 4  # partial answers before a move
PAIRS_OF_A_MATCH = 8


class Told(Moment):
    """A moment of a match that is in no database. memory: the knowledge of the viewer."""

    def __init__(self, played: Match, viewer: Seat | None, memory: Memory, language: str) -> None:
        self.played, self.seat, self.language, self.game = played, viewer, language, played.game
        self.texts = texts_of("narration")[language]
        head, is_over = len(played.steps) - 1, played.state.is_over
        status = Stored.Status.FINISHED if is_over else Stored.Status.RUNNING
        self.match: Any = SimpleNamespace(status=status, head_seq=head)
        self.match_state: Any = SimpleNamespace(seq=head)
        self.view = view_of(played.state, viewer, memory.known)
        self.labels = Labels(self.game, language, self.view, self._names)

    @cached_property
    def _names(self) -> Sequence[str]:
        return [f"Player {seat}" for seat in range(self.played.seats)]

    def readers(self) -> frozenset[Seat | None]:
        """Returns the seats whose hidden parts of events the viewer receives."""
        return frozenset({self.seat})

    def seen(self, state: State) -> View:
        """Returns the viewer's view of a table at which an event then happens."""
        return view_of(state, self.seat)

    def _told(self, first: int) -> Iterator[str]:
        for seq in range(first + 1, self.match_state.seq + 1):
            view = self.seen(self.played.steps[seq].before)
            yield from captions_after(self.game.package, view, [self._event(seq)], self.language, self._names)

    def _event(self, seq: int) -> Mapping[str, Any]:
        step = self.played.steps[seq]
        stored = record(step.outcome, self.played.seats, self.game.sights)
        readers = self.readers()
        parts = {part.path: part.value for part in stored.hidden_parts if readers & {*part.readers}}
        move, effects = merged(stored.move, stored.effects, parts)
        return {
            "seq": seq,
            "type": step.type,
            "seat": step.outcome.seat,
            "policy": None,
            "move": move,
            "effects": effects,
        }

    def _last_move(self) -> int:
        steps = self.played.steps
        own = (seq for seq in reversed(range(len(steps))) if steps[seq].outcome.seat == self.seat is not None)
        return next(own, max(self.match_state.seq - 10, -1))

    @cached_property
    def _waiting(self) -> Waiting:
        state = self.played.state
        return Waiting() if state.is_over else Waiting(self.game.to_act(state), self.game.may_act(state))

    @cached_property
    def _answers(self) -> dict[int, dict[str, object]]:
        answers = self.played.sealed.items()
        return {prompt: move_json(given[self.seat]) for prompt, given in answers if self.seat in given}


class Texts(Outputs):
    """The lines of the text table for a viewer, and nothing else. told: the class that describes a moment."""

    told: type[Told] = Told

    def view(self, match: Match, viewer: Seat | None, memory: Memory) -> Any:
        """Returns the text of a moment in one of the languages, and the results of some answers to it."""
        draws = policy_draws(b"answers", match.seed, len(match.decisions))
        language = list(LANGUAGES)[draws.below(len(LANGUAGES))]
        moment = self.told(match, viewer, memory, language)
        since = None if draws.below(2) else draws.below(len(match.steps))
        return [text_of(moment, since), *self.answers(moment, draws)]

    def answers(self, moment: Told, draws: Draws) -> Iterator[Any]:
        """Yields the results of answers: first words that may match no choice, then answers on the way to a move."""
        question, place = moment.question, TextPlace(moment.match_state.seq)
        for _ in range(MOST_STEPS if question is not None else 0):
            assert question is not None
            for said in (self.words(moment, draws), question.choices[draws.below(len(question.choices))].words):
                yield self.meaning(moment, question, place, said)
            chosen = 1 + draws.below(len(question.choices))
            following = question.after([chosen])
            place = TextPlace(place.seq, (*place.path, (chosen,)))
            if isinstance(following, ChosenMove):
                yield self.decided(following)
                return
            question = following
            yield step_text(moment, question, place, (), ())

    def words(self, moment: Told, draws: Draws) -> str:
        """Returns the name of a card of the game, drawn at random."""
        faces = list(moment.game.attributes(moment.view.options))
        return moment.labels.card(faces[draws.below(len(faces))])

    def meaning(self, moment: Told, question: Question, place: TextPlace, said: str) -> Any:
        """Returns the result of an answer."""
        meant = read(question, said)
        if isinstance(meant.result, ChosenMove):
            return self.decided(meant.result)
        after = TextPlace(place.seq, (*place.path, *meant.path))
        return [step_text(moment, meant.result, after, meant.rest, meant.meant), list(meant.meant)]

    @staticmethod
    def decided(decision: ChosenMove) -> Any:
        """Returns a move and its prompt."""
        return [decision.prompt, move_json(decision.move)]

    def legal(self, *_: Any) -> Any:
        """Returns nothing: the games' own paired worlds compare the outputs other than texts."""
        return None

    refusal = outcome = bot = legal


# Planted leaks


class Overheard(Told):
    """A leak: events are described as if all cards lay face up."""

    def readers(self) -> frozenset[Seat | None]:
        return frozenset({None, *range(self.played.seats)})

    def seen(self, state: State) -> View:
        view = super().seen(state)
        view.zones, view.faces = state.zones.copy(), state.faces.copy()
        return view


class Unsealed(Told):
    """A leak: shows the sealed answers of others."""

    def situation(self) -> list[str]:
        answers = [repr(move) for given in self.played.sealed.values() for move in given.values()]
        return [*super().situation(), *answers]


class Peeking(Told):
    """A leak: shows the top card of the fullest pile that nobody sees."""

    def situation(self) -> list[str]:
        state, unseen = self.played.state, [zone for zone in self.view.zones if None in self.view.zones[zone]]
        pile = max(unseen, key=lambda zone: len(state.zones[zone]), default=None)
        said = [] if pile is None else [self.labels.card(state.face(state.zones[pile][-1] or 0))]
        return [*super().situation(), *said]


class Helpful(Texts):
    """A leak: recognises the name of a card only if a player holds the card."""

    def meaning(self, moment: Told, question: Question, place: TextPlace, said: str) -> Any:
        state = moment.played.state
        held = {state.face(card or 0) for zone, cards in state.zones.items() if zone.seat is not None for card in cards}
        is_held = said in map(moment.labels.card, held)
        return [super().meaning(moment, question, place, said), is_held]


class Sorted(Told):
    """A leak: numbers the answers in an order that depends on the hands of others."""

    @cached_property
    def question(self) -> Question | None:
        question = super().question
        state, hidden = self.played.state, [zone for zone, cards in self.view.zones.items() if None in cards]
        faces = [state.face(card or 0) for zone in hidden for card in state.zones[zone]]
        if question is not None and faces and sorted(faces)[0] == faces[0]:
            question.choices = question.choices[::-1]
        return question


def telling(told: type[Told]) -> Texts:
    """Returns texts whose moments this class describes."""
    texts = Texts()
    texts.told = told
    return texts


LEAKS: Mapping[str, tuple[Texts, str]] = {
    "hidden parts of events": (telling(Overheard), "great_dalmuti"),
    "sealed answers": (telling(Unsealed), "great_dalmuti"),
    "the top of a pile": (telling(Peeking), "dealmaker"),
    "cards that somebody holds": (Helpful(), "monopoly_deal"),
    "the order of answers": (telling(Sorted), "great_dalmuti"),
}
"""The leaks, each with a game in which the comparison must find it."""


# Runs


@cache
def varied(key: str, seats: int, seed: int) -> Sequence[Options]:
    """Returns options of a game in which every pair of values occurs."""
    return covering_options(registry.get(key), seats, policy_draws(b"texts", seed))


def compared(key: str, seed: int, outputs: Outputs, options: Options | None = None, **size: int) -> Result:
    """Compares some pairs of one match. options: the default options if left out; size: arguments of `compare`."""
    game = registry.get(key)
    seats = game.seats[seed % len(game.seats)]
    return compare(game, seats, options or game.options.from_json({}, seats), seed, outputs=outputs, **size)


def of_the_run(key: str, seed: int, most: int, first: int) -> Result:
    """Compares the pairs of one match of a run that begins at seed `first`; every second match varies the options."""
    game = registry.get(key)
    options = varied(key, game.seats[seed % len(game.seats)], first)
    chosen = options[0 if seed % 2 else seed % len(options)]
    return compared(key, seed, Texts(), chosen, pairs=PAIRS_OF_A_MATCH, most=most)


def main() -> int:
    """Compares the given number of pairs, with each game in turn; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=100_000, help="pairs of texts")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000)
    parser.add_argument("--most", type=int, default=60, help="decisions of a match")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="at most")
    parser.add_argument("games", nargs="*", default=sorted(registry.GAMES))
    arguments = parser.parse_args()
    results = dict.fromkeys(arguments.games, Result())
    until = time.monotonic() + 60 * arguments.minutes
    print(f"seed {arguments.seed}", flush=True)
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn()) as progress:
        texts = progress.add_task("pairs of texts", total=arguments.texts)
        for seed in count(arguments.seed):
            for key in arguments.games:
                result = of_the_run(key, seed, arguments.most, arguments.seed)
                results[key] = results[key].plus(result)
                progress.advance(texts, result.moments)
                if result.leak is not None:
                    print(f"{key}, seed {seed}: {result.leak}")
                    return 1
            if sum(result.moments for result in results.values()) >= arguments.texts or time.monotonic() > until:
                break
    for key, result in results.items():
        print(f"{key}: {result.moments} pairs of texts, {result.pairs} pairs of worlds, {result.rejected} discarded")
    total = sum(result.moments for result in results.values())
    print(f"{total} pairs of texts, 0 differences, seeds {arguments.seed} to {seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
