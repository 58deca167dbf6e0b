"""`manage.py arena GAME A B` measures policy A among seats of policy B, in memory and on all cores.

`manage.py arena GAME A B [C …] --remote` plays a series of matches on this server between bot accounts' programs and
policies. It writes them to one signed file.
"""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from bots import policies
from bots.arena.plot import svg
from bots.arena.results import Store, summary
from bots.arena.run import PolicyPairing, cores, run
from bots.series import remote
from bots.series.deals import ArenaSeries
from bots.series.recount import printed
from events.base.exceptions import Problem
from events.bot_accounts.arena import operator_named
from games import registry
from games.kernel.errors import BadOptions

if TYPE_CHECKING:
    from events.users.models import Player


class Command(BaseCommand):
    help = (
        "Play policy A in one seat against policy B in all others; print win rate and place with 95 % intervals. "
        "With --remote: bots of any kind meet in matches of this server, and a signed file has all logs and the table."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("policy", metavar="A")
        parser.add_argument("against", metavar="B", nargs="+", help="a policy; with --remote, all other participants")
        parser.add_argument("--deals", type=int, default=20)
        parser.add_argument("--first", type=int, default=0, help="the number of the first deal, which is its seed")
        parser.add_argument("--seats", type=int, help="the number of seats; by default the smallest")
        parser.add_argument("--options", default="{}", help="the options of the match as JSON")
        parser.add_argument("--duplicate", action="store_true", help="play each deal once with A in every seat")
        parser.add_argument("--processes", type=int, default=cores())
        parser.add_argument(
            "--out", type=Path, help="a file for results, FILE.json and FILE.svg; continued if it exists"
        )
        remote_arguments = parser.add_argument_group("with --remote")
        remote_arguments.add_argument("--remote", action="store_true", help="A, B, … are bot accounts or policies")
        remote_arguments.add_argument("--as", dest="operator", help="the operator's account that creates the matches")
        remote_arguments.add_argument("--seconds", type=int, default=60, help="the time limit of a decision")
        remote_arguments.add_argument("--at-once", type=int, default=8, help="matches at the same time")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remote"]:
            self._remote(options)
            return
        if len(options["against"]) > 1:
            raise CommandError("expected two policies; more than two can meet with --remote")
        options["against"] = options["against"][0]
        pairing = self._pairing(options)
        seats = range(pairing.seats)
        deals = range(options["first"], options["first"] + options["deals"])
        out: Path = options["out"] or Path(f"arena_{pairing.game}_{pairing.policy}_{pairing.against}.jsonl")
        try:
            store = Store(out, json.loads(json.dumps(pairing._asdict())))
        except ValueError as error:
            raise CommandError(str(error)) from error
        places = [(deal, seat) for deal, seat in store.missing(deals, seats)]
        if not options["duplicate"]:
            places = [(deal, seat) for deal, seat in places if seat == deal % pairing.seats]
        for match in run(pairing, places, options["processes"]):
            store.add(match)
            self._report(store, pairing.seats, len(places))
        figures = {**pairing._asdict(), **summary(store.matches, pairing.seats)}
        out.with_suffix(".json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        title = f"{pairing.game}: {pairing.policy} among {pairing.against}, {pairing.seats} seats"
        out.with_suffix(".svg").write_text(svg(store.matches, pairing.seats, title), encoding="utf-8")
        self.stdout.write(json.dumps(figures))

    def _pairing(self, options: dict[str, Any]) -> PolicyPairing:
        """Returns the pairing that the arguments name. Raises CommandError if the game does not allow it."""
        try:
            game = registry.get(options["game"])
            pairing = PolicyPairing(
                game.key,
                options["policy"],
                options["against"],
                options["seats"] or game.seats.start,
                json.loads(options["options"]),
            )
            for name in (pairing.policy, pairing.against):
                policies.get(game.key, name)
            game.options.from_json(dict(pairing.options), pairing.seats)
        except (KeyError, ValueError, BadOptions) as error:
            raise CommandError(str(error)) from error
        if pairing.seats not in game.seats:
            raise CommandError(f"expected {game.seats.start} to {game.seats.stop - 1} seats, got {pairing.seats}")
        return pairing

    def _remote(self, options: dict[str, Any]) -> None:
        """Plays a series and writes its file."""
        operator = operator_named(options["operator"] or "")
        if operator is None:
            raise CommandError("expected --as with the name of an operator's account")
        series = self._series(options, operator)
        self.stdout.write(f"commitment {series.commit.hex()}")
        played, number = list[remote.Played](), len([*series.seatings()])
        try:
            for each in remote.play(series, operator, options["at_once"], self.wait):
                played.append(each)
                self.stdout.write(f"{len(played)} of {number} matches: {each[1]}")
        except Problem as problem:
            raise CommandError(f"a match cannot be opened any more: {problem.code} {[*problem.errors]}") from problem
        file = remote.file_of(series, played)
        out = options["out"] or Path(f"arena_{series.game}_{series.commit.hex()[:16]}.json")
        out.write_text(json.dumps(file, ensure_ascii=False) + "\n", encoding="utf-8")
        self.stdout.write(printed(file))

    def _series(self, options: dict[str, Any], operator: Player) -> ArenaSeries:
        """Returns the series that the arguments name. Raises CommandError if the game does not allow it."""
        try:
            game = registry.get(options["game"])
            names = [options["policy"], *options["against"]]
            entrants = [remote.entrant(game.key, name, operator) for name in names]
            seats = options["seats"] or game.seats.start
            chosen = game.options.from_json(json.loads(options["options"]), seats).to_json()
        except (KeyError, ValueError, BadOptions) as error:
            raise CommandError(str(error)) from error
        if seats not in game.seats or not seats <= len(entrants) == len(set(entrants)):
            raise CommandError(f"expected at least {seats} different bots and as many seats as the game has")
        if min(options["deals"], options["seconds"], options["at_once"]) < 1:
            raise CommandError("expected --deals, --seconds and --at-once to be at least 1")
        chosen_names, programs = zip(*entrants, strict=True)
        return ArenaSeries(
            game.key,
            json.loads(json.dumps(chosen)),
            seats,
            chosen_names,
            programs,
            options["deals"],
            options["seconds"],
            os.urandom(32),
        )

    @staticmethod
    def wait() -> None:
        """Waits until the next check for finished matches."""
        time.sleep(1)

    def _report(self, store: Store, seats: int, number: int) -> None:
        """Prints the progress."""
        figures = summary(store.matches, seats)
        win, place = figures["win_rate"], figures["place"]
        margin = "" if win["margin"] is None else f" ± {win['margin']:.3f}"
        self.stdout.write(
            f"{figures['matches']} matches ({number} in this run): win rate {win['mean']:.3f}{margin},"
            f" place {place['mean']:.2f}, CPU {figures['cpu_median']:.3f} s a decision, p95 {figures['cpu_p95']:.3f} s"
        )
