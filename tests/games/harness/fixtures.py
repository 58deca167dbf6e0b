"""Finished matches as files: `tests/fixtures/<game>/<name>.json.gz`, one decision a line (`zcat` shows them).

A fixture holds everything needed to replay the match (game, version, seats, options, seed, and the decisions: moves,
sealed answers by prompt, resignations, the clock) and the expected result: how many legal moves each prompted seat had
at each move (`counts`, as strings, because they may be large), the digest of the log, the places and the points.
`made` records how the match was found, so that fixtures of unreleased games can be rebuilt.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bots import policies
from games.kernel.effect import Announced, move_json
from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.kernel.state import Move, Seat, plain
from games.kernel.view import Window
from games.kernel.words.texts import texts, words_of
from games.registry import get
from tests.games.harness.simulate import Decision, Match, Players

FOLDER = Path(__file__).parents[2] / "fixtures"
FORMAT = 1
HTTP = "http"
AGAIN = "python -m tests.games.harness.export_fixture --refresh makes the fixtures of an unreleased game again"


class Origin(NamedTuple):
    """The origin of a match: its seed, and whether the players were `random` or mostly `greedy`.

    players `http`: the match was played over HTTP (`tests.games.harness.http_match`) with a seed of the server.
    """

    seed: int
    players: str


class GreedyPlayers(Players):
    """Players who follow the game's greedy policy, but play one move in `strays` at random."""

    strays = 5

    def move(self, match: Match, seat: Seat, prompt: int) -> Move:
        if self.draws.below(self.strays) == 0:
            return super().move(match, seat, prompt)
        choose = policies.get(match.game.key, "greedy")
        move = choose(Window(match.state, seat), match.legal(seat, prompt), self.draws)
        return super().move(match, seat, prompt) if move is None else move


def straying_players(seed: int) -> Players:
    """Returns greedy players for a seed; the seed determines who resigns and which prompts time out."""
    players = Players.of_seed(seed)
    greedy = GreedyPlayers(policy_draws(b"mixed", seed), players.by_move, players.expires, players.resigns)
    greedy.strays = 2 + seed % 5
    return greedy


def found_match(game: Game, seats: int, options: Any, origin: Origin, most: int) -> Match:
    """Plays the match of an origin, for at most `most` decisions."""
    players = Players.of_seed(origin.seed)
    if origin.players == "greedy":
        players = GreedyPlayers(policy_draws(b"greedy", origin.seed), expires=players.expires, resigns=players.resigns)
    match = Match(game, seats, options, origin.seed, first_id=0)
    while not match.state.is_over and len(match.decisions) < most:
        match.decide(players.decision(match))
    return match


def fixture(match: Match, origin: Origin, note: str) -> dict[str, Any]:
    """Returns a finished match as the content of its file."""
    again = Match(match.rules, match.seats, match.options, match.seed, first_id=0)
    decisions = [_decided(again, decision) for decision in match.decisions]
    return {
        "format": FORMAT,
        "game": match.rules.key,
        "version": match.rules.version,
        "seats": match.seats,
        "options": match.options.to_json(),
        "seed": match.seed,
        "made": origin._asdict(),
        "note": note,
        "decisions": decisions,
        **outcome(again),
    }


def _decided(match: Match, decision: Decision) -> dict[str, Any]:
    """Plays a decision and returns its line of the file."""
    line: dict[str, Any] = {"kind": decision.kind, "seat": decision.seat, "prompt": decision.prompt}
    if decision.move is not None:
        line |= {"move": move_json(decision.move), "counts": counts(match, decision.prompt)}
    match.decide(decision)
    return line


def counts(match: Match, prompt: int | None) -> dict[str, str]:
    """Returns the number of legal moves of each prompted seat."""
    open_prompt = match.state.prompts[prompt or 0]
    return {str(seat): str(match.legal(seat, open_prompt.id).count()) for seat in open_prompt.seats}


def outcome(match: Match) -> dict[str, Any]:
    """Returns the result of a match."""
    return {
        "log": hashlib.sha256(match.log).hexdigest(),
        "standings": plain(match.state.standings),
        "scores": plain(match.state.scores),
    }


def written(value: dict[str, Any]) -> str:
    """Returns a fixture as text, one decision per line."""
    lines = ",\n".join(f"  {json.dumps(line, sort_keys=True)}" for line in value["decisions"])
    rest = {**value, "decisions": "@"}
    return json.dumps(rest, indent=1).replace('"@"', f"[\n{lines}\n ]") + "\n"


def save(match: Match, origin: Origin, note: str, name: str = "") -> Path:
    """Writes a finished match to its file, named after its origin unless it has a name of its own."""
    path = FOLDER / match.rules.key / f"{name or f'{match.seats}_seats_{origin.players}_{origin.seed}'}.json.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(written(fixture(match, origin, note)).encode(), mtime=0))
    return path


def files() -> list[Path]:
    """Returns the fixtures of all games, in order."""
    keys = [path.name for path in FOLDER.iterdir() if path.is_dir() and path.name not in ("exports", "proofs")]
    return sorted(path for key in keys for path in (FOLDER / key).glob("*.json.gz"))


def name_of(path: Path) -> str:
    """Returns the name of a fixture."""
    return path.name.removesuffix(".json.gz")


def loaded(path: Path) -> dict[str, Any]:
    """Reads a fixture from its file."""
    value: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return value


def opened(value: dict[str, Any]) -> Match:
    """Returns the match of a fixture before its first decision."""
    game = get(value["game"], value["version"])
    options = game.options.from_json(value["options"], value["seats"])
    return Match(game, value["seats"], options, value["seed"], first_id=0)


def decisions(value: dict[str, Any]) -> Iterator[Decision]:
    """Returns the decisions of a fixture."""
    for line in value["decisions"]:
        move = Move(line["move"]["verb"], line["move"]["args"]) if "move" in line else None
        yield Decision(line["kind"], line["seat"], line["prompt"], move)


def reached(match: Match) -> set[str]:
    """Returns what occurs in a match: verbs, announcements, resignations, the clock."""
    verbs = {f"verb {decision.move.verb}" for decision in match.decisions if decision.move is not None}
    announcements = {f"said {e.what}" for step in match.steps for e in step.outcome.effects if isinstance(e, Announced)}
    return verbs | announcements | {decision.kind for decision in match.decisions}


def things_shown(key: str) -> set[str]:
    """Returns what occurs in the fixtures of a game."""
    return {thing for path in files() if path.parent.name == key for thing in reached(kept(path))}


def missing(game: Game, things: set[str]) -> list[str]:
    """Returns the verbs and announcements in a game's texts that do not occur. Endings are announcements, too."""
    game_texts = texts(f"games.{game.key}", "en")
    named_things = {f"verb {verb}" for verb in game_texts["verbs"]} | {
        f"said {what}" for what in game_texts["announcements"]
    }
    return sorted(named_things - things)


def replayed(value: dict[str, Any], name: str) -> Match:
    """Replays the match of a fixture and compares the counts of legal moves on the way."""
    match = opened(value)
    for line, decision in zip(value["decisions"], decisions(value), strict=True):
        if decision.move is not None:
            assert counts(match, decision.prompt) == line["counts"], f"{name}, {line}: {AGAIN}"
        match.decide(decision)
    return match


@cache
def kept(path: Path) -> Match:
    """Returns the match of a fixture, replayed to its end. All tests share it and only read it."""
    return replayed(loaded(path), name_of(path))


def words(key: str) -> set[str]:
    """Returns the words that slots offer to any seat in the fixtures of a game."""
    offered: set[str] = set()
    for value in (loaded(path) for path in files() if path.parent.name == key):
        match = opened(value)
        for decision in decisions(value):
            for prompt in match.state.open_prompts:
                for seat in prompt.seats:
                    slots = (slot for one in match.legal(seat, prompt.id).templates for slot in one.slots.values())
                    offered.update(word for slot in slots for word in words_of(slot.to_json()))
            match.decide(decision)
    return offered
