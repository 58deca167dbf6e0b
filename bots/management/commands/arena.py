"""`manage.py arena GAME A B`: how well policy A plays among seats of policy B, in memory and on all cores."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bots import policies
from bots.arena.plot import svg
from bots.arena.results import Store, summary
from bots.arena.run import Pairing, cores, run
from games import registry
from games.kernel.errors import BadOptions


class Command(BaseCommand):
    help = "Play policy A in one seat against policy B in all others; print win rate and place with 95 % intervals."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("policy", metavar="A")
        parser.add_argument("against", metavar="B")
        parser.add_argument("--deals", type=int, default=20)
        parser.add_argument("--first", type=int, default=0, help="the number of the first deal, which is its seed")
        parser.add_argument("--seats", type=int, help="by default the fewest that the game allows")
        parser.add_argument("--options", default="{}", help="the options of the match as JSON")
        parser.add_argument("--duplicate", action="store_true", help="play each deal once with A in every seat")
        parser.add_argument("--processes", type=int, default=cores())
        parser.add_argument(
            "--out", type=Path, help="a file for results, FILE.json and FILE.svg; continued if it exists"
        )

    def handle(self, *args: Any, **options: Any) -> None:
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

    def _pairing(self, options: dict[str, Any]) -> Pairing:
        """The pairing that the arguments name. Raises CommandError if the game cannot be played so."""
        try:
            game = registry.get(options["game"])
            pairing = Pairing(
                game.key, options["policy"], options["against"], options["seats"] or game.seats.start,
                json.loads(options["options"]),
            )  # fmt: skip
            for name in (pairing.policy, pairing.against):
                policies.get(game.key, name)
            game.options.from_json(dict(pairing.options), pairing.seats)
        except (KeyError, ValueError, BadOptions) as error:
            raise CommandError(str(error)) from error
        if pairing.seats not in game.seats:
            raise CommandError(f"expected {game.seats.start} to {game.seats.stop - 1} seats, got {pairing.seats}")
        return pairing

    def _report(self, store: Store, seats: int, number: int) -> None:
        """Prints the progress."""
        figures = summary(store.matches, seats)
        win, place = figures["win_rate"], figures["place"]
        margin = "" if win["margin"] is None else f" ± {win['margin']:.3f}"
        self.stdout.write(
            f"{figures['matches']} matches ({number} in this run): win rate {win['mean']:.3f}{margin},"
            f" place {place['mean']:.2f}, CPU {figures['cpu_median']:.3f} s a decision, p95 {figures['cpu_p95']:.3f} s"
        )
