"""Finished matches as files: `tests/fixtures/<game>/<name>.json`, one decision a line.

A fixture holds what is needed to play the match again (game, version, seats, options, seed, decisions: moves, sealed
answers by their prompts, resignations, the clock) and what must come of it: at each move how many legal moves every
asked seat had (`counts`, as words: they may be large), the digest of the whole log, the places and the points.
`made` says how the match was found, so that a game that is not released yet can have its fixtures made again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bots import policies
from games.kernel.effect import Announced, move_json
from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.kernel.state import Move, Seat, plain
from games.kernel.texts import texts, words_of
from games.kernel.view import Window
from games.registry import get
from tests.games.simulate import Decision, Match, Players

FOLDER = Path(__file__).parent.parent / "fixtures"
FORMAT = 1
HTTP = "http"
AGAIN = "python -m tests.games.export_fixture --refresh makes the fixtures of an unreleased game again"


class Made(NamedTuple):
    """How a match was found: its seed, and whether the players were `random` or mostly `greedy`.

    players `http`: it was played over HTTP (`tests.games.http_match`), and its seed was the server's.
    """

    seed: int
    players: str


class GreedyPlayers(Players):
    """Players who mostly follow their game's rules of thumb; one move in so many (`strays`) is any."""

    strays = 5

    def move(self, match: Match, seat: Seat, prompt: int) -> Move:
        if self.draws.below(self.strays) == 0:
            return super().move(match, seat, prompt)
        choose = policies.get(match.game.key, "greedy")
        move = choose(Window(match.state, seat), match.legal(seat, prompt), self.draws)
        return super().move(match, seat, prompt) if move is None else move


def found(game: Game, seats: int, options: Any, made: Made, most: int) -> Match:
    """The match that was made so, for so many decisions at most."""
    players = Players.of_seed(made.seed)
    if made.players == "greedy":
        players = GreedyPlayers(policy_draws(b"greedy", made.seed), expires=players.expires, resigns=players.resigns)
    match = Match(game, seats, options, made.seed, first_id=0)
    while not match.state.is_over and len(match.decisions) < most:
        match.decide(players.decision(match))
    return match


def fixture(match: Match, made: Made, note: str) -> dict[str, Any]:
    """A finished match as its file holds it."""
    again = Match(match.rules, match.seats, match.options, match.seed, first_id=0)
    decisions = [_decided(again, decision) for decision in match.decisions]
    return {
        "format": FORMAT,
        "game": match.rules.key,
        "version": match.rules.version,
        "seats": match.seats,
        "options": match.options.to_json(),
        "seed": match.seed,
        "made": made._asdict(),
        "note": note,
        "decisions": decisions,
        **outcome(again),
    }


def _decided(match: Match, decision: Decision) -> dict[str, Any]:
    """A decision as a line of the file; the match goes on with it."""
    line: dict[str, Any] = {"kind": decision.kind, "seat": decision.seat, "prompt": decision.prompt}
    if decision.move is not None:
        line |= {"move": move_json(decision.move), "counts": counts(match, decision.prompt)}
    match.decide(decision)
    return line


def counts(match: Match, prompt: int | None) -> dict[str, str]:
    """How many legal moves each seat has that a prompt asks."""
    open_prompt = match.state.prompts[prompt or 0]
    return {str(seat): str(match.legal(seat, open_prompt.id).count()) for seat in open_prompt.seats}


def outcome(match: Match) -> dict[str, Any]:
    """What came of a match."""
    return {
        "log": hashlib.sha256(match.log).hexdigest(),
        "standings": plain(match.state.standings),
        "scores": plain(match.state.scores),
    }


def written(value: dict[str, Any]) -> str:
    """A fixture as text, one decision a line."""
    lines = ",\n".join(f"  {json.dumps(line, sort_keys=True)}" for line in value["decisions"])
    rest = {**value, "decisions": "@"}
    return json.dumps(rest, indent=1).replace('"@"', f"[\n{lines}\n ]") + "\n"


def files() -> list[Path]:
    """All fixtures of games, in order."""
    keys = [path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "proofs"]
    return sorted(path for key in keys for path in (FOLDER / key).glob("*.json"))


def loaded(path: Path) -> dict[str, Any]:
    """A fixture read from its file."""
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def opened(value: dict[str, Any]) -> Match:
    """The match of a fixture before its first decision."""
    game = get(value["game"], value["version"])
    options = game.options.from_json(value["options"], value["seats"])
    return Match(game, value["seats"], options, value["seed"], first_id=0)


def decisions(value: dict[str, Any]) -> Iterator[Decision]:
    """The decisions of a fixture."""
    for line in value["decisions"]:
        move = Move(line["move"]["verb"], line["move"]["args"]) if "move" in line else None
        yield Decision(line["kind"], line["seat"], line["prompt"], move)


def reached(match: Match) -> set[str]:
    """What occurs in a match: verbs, announcements, resignations, the clock."""
    verbs = {f"verb {decision.move.verb}" for decision in match.decisions if decision.move is not None}
    said = {f"said {e.what}" for step in match.steps for e in step.outcome.effects if isinstance(e, Announced)}
    return verbs | said | {decision.kind for decision in match.decisions}


def things_shown(key: str) -> set[str]:
    """What occurs in the fixtures of a game."""
    return {
        thing for path in files() if path.parent.name == key for thing in reached(replayed(loaded(path), path.name))
    }


def missing(game: Game, things: set[str]) -> list[str]:
    """The verbs and announcements of a game's texts that do not occur; every ending is announced."""
    said = texts(f"games.{game.key}", "en")
    named_things = {f"verb {verb}" for verb in said["verbs"]} | {f"said {what}" for what in said["announcements"]}
    return sorted(named_things - things)


def replayed(value: dict[str, Any], name: str) -> Match:
    """The match of a fixture, played again; the counts of legal moves are compared on the way."""
    match = opened(value)
    for line, decision in zip(value["decisions"], decisions(value), strict=True):
        if decision.move is not None:
            assert counts(match, decision.prompt) == line["counts"], f"{name}, {line}: {AGAIN}"
        match.decide(decision)
    return match


def words(key: str) -> set[str]:
    """The words that slots offer in the fixtures of a game, whoever is asked."""
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
