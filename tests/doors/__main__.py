"""Whole matches of each game through each door of the text table, and through several in turn.

    python -m tests.doors [--matches 10] [--browser 3] [--mixed 3] [--seed 1] [--doors HTTP terminal …] [game …]

The players read nothing but what their door says, and answer with numbers or words at random. At the tables of HTTP and
of several doors all seats are played so; at the others the first seat, and bots at the rest. Prints each match that is
stuck, and a table of what a decision takes. Starts a stack of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import django
from playwright.sync_api import sync_playwright
from rich.progress import MofNCompleteColumn, Progress

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from games import registry  # noqa: E402
from tests.caller import Caller  # noqa: E402
from tests.clients.artefacts import installed_wheel  # noqa: E402
from tests.doors.browser import Layout  # noqa: E402
from tests.doors.decisions import Decided, Door, Stuck, decide  # noqa: E402
from tests.doors.letters import CONFIRMS, Letters, MailBox  # noqa: E402
from tests.doors.plain import Http, Mcp, Terminal  # noqa: E402
from tests.stack import Stack, free_port  # noqa: E402
from tests.web.browser.chromium import FLAGS, NAMES, Chromium  # noqa: E402
from tests.web.browser.pages import Table  # noqa: E402

SHORT: dict[str, dict[str, Any]] = {
    "dale_of_merchants": {"max_turns": 4},
    "dealmaker": {"max_idle_acts": 20, "max_announcements": 1, "grab_cooldown": 0, "proposal_cooldown": 0},
    "great_dalmuti": {"end": {"hands": 1}, "deck": "minus11_12"},
    "monopoly_deal": {"max_turns": 4},
    "negoces2": {"max_sales": 1, "max_acts": 5},
}
"""Options with which a match is soon over."""
LETTERS = 4  # players who write e-mails at once, of each game
PATIENCE = 90.0  # seconds in which nobody decides anything
TURN = 12.0  # seconds that a seat with several doors waits at one of them
MIXED = "in turn"
BOT = {"kind": "bot", "policy": "uniform"}


class Seat(NamedTuple):
    """Who plays: their name for invitations, and the doors that they take in turn."""

    caller: Caller
    doors: Sequence[Door]
    bot: str = ""


class Tally:
    """What happened, by door and game."""

    def __init__(self) -> None:
        self.decided: dict[tuple[str, str], list[Decided]] = {}
        self.ended, self.stuck = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        self.faults: list[str] = []
        self.moves_by_door = Counter[str]()

    def row(self, door: str, game: str) -> list[str]:
        """What a decision took at a door in a game."""
        found = self.decided.get((door, game), [])
        numbers = [
            f"{middle(values)}, {nth(values, 0.95)}, {max(values)}" if found else "–"
            for values in (
                [each.lines for each in found], [each.size for each in found], [each.answers for each in found]
            )
        ]  # fmt: skip
        steps = str(max((each.steps for each in found), default=0))
        return [door, game, str(self.ended[door, game]), str(self.stuck[door, game]), str(len(found)), *numbers, steps]


def middle(values: Sequence[int]) -> int:
    """The median."""
    return nth(values, 0.5)


def nth(values: Sequence[int], share: float) -> int:
    """The value below which that share of the values is."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


class House:
    """The stack, the package and the mail box that all doors use."""

    def __init__(self, stack: Stack, python: Path, mail_port: int) -> None:
        self.stack, self.python, self.mail_port = stack, python, mail_port
        self.box = MailBox(stack.folder / "mails")

    def caller(self) -> Caller:
        """A new player."""
        return Caller(self.stack.port, seconds=120).sign_up()

    def http(self, caller: Caller) -> Http:
        return Http(Caller(self.stack.port, seconds=120).as_player(caller), "en")

    def terminal(self, caller: Caller, is_shared: bool = False) -> Terminal:
        return Terminal(self.python, self.stack.address, caller.token, is_shared=is_shared)

    def letters(self, caller: Caller) -> Letters:
        """The door by e-mail of a player, whose address is confirmed by the link that was sent to it."""
        address = f"{caller.id[-12:]}@example.org"
        caller.json("PATCH", "/me", {"email": address, "notifications": {"email_on_turn": True}})
        link = self.box.wait(address, lambda mail: bool(CONFIRMS.search(str(mail.get_content()))))
        [token] = CONFIRMS.findall(str(link.get_content()))
        caller.send("POST", "/api/v1/confirmations", {"token": token})
        assert caller.json("GET", "/me")["email_confirmed"]
        return Letters(self.box, address, self.mail_port)

    def mcp(self) -> Seat:
        """A bot account at an MCP server of its own. Its caller is its owner."""
        owner = self.caller()
        name = f"Agent {owner.id[-8:]}"
        token = owner.json("POST", "/bots", {"name": name, "level": "beginner"})["token"]
        tokens = {"COMPTOIR_BOT_TOKEN": token, "COMPTOIR_OWNER_TOKEN": owner.token}
        return Seat(owner, [Mcp(self.python, self.stack.address, tokens)], name)


def play(game: str, seats: Sequence[Seat], bots: int, draws: random.Random, tally: Tally, door: str) -> None:
    """Plays a match to its end and counts it. Raises Stuck."""
    first, *others = seats
    wish = [{"kind": "bot", "player": first.bot} if first.bot else {"kind": "me"}]
    wish += [{"kind": "bot", "player": seat.bot} if seat.bot else {"kind": "open"} for seat in others] + [BOT] * bots
    match = first.caller.json("POST", "/matches", {"game": game, "options": SHORT[game], "seats": wish})["id"]
    for seat in others:
        if not seat.bot:
            seat.caller.json("POST", f"/matches/{match}/seats", {})
        else:
            seat.doors[0].enter(match)
    for seat in seats:
        for each in seat.doors:
            each.enter(match)
    turns, since = [0] * len(seats), [time.monotonic()] * len(seats)
    found, last = tally.decided.setdefault((door, game), []), time.monotonic()
    while first.caller.json("GET", f"/matches/{match}")["status"] in ("open", "sealing", "running"):
        idle = True
        for number, seat in enumerate(seats):
            one = seat.doors[turns[number] % len(seat.doors)]
            if (decided := decide(one, draws)) is not None:
                found.append(decided)
                tally.moves_by_door[f"{door}: {decided.door}"] += 1
                idle, last = False, time.monotonic()
            if decided is not None or time.monotonic() - since[number] > TURN:
                turns[number] += 1
                since[number] = time.monotonic()
        if idle and time.monotonic() - last > PATIENCE:
            raise Stuck(
                f"nobody is asked anything in match {match}: {', '.join(str(d) for s in seats for d in s.doors)}"
            )
        if idle:
            time.sleep(0.05)
    tally.ended[door, game] += 1
    for each in (each for seat in seats for each in seat.doors if isinstance(each, Terminal)):
        tally.faults += [f"{door}: {text}" for text in each.went_back]
        each.went_back.clear()


class Run:
    """Plays matches at one door after another."""

    def __init__(self, house: House, arguments: argparse.Namespace, progress: Progress) -> None:
        self.house, self.arguments, self.progress, self.tally = house, arguments, progress, Tally()
        self.until = time.monotonic() + 60 * arguments.minutes

    def stop(self) -> None:
        """Begins no further match."""
        self.until = 0.0

    def at(
        self,
        door: str,
        matches: int | range,
        seated: Callable[[str], tuple[Sequence[Seat], int]],
        games: Sequence[str] = (),
    ) -> None:
        """Plays some matches of each game in turn. seated: who plays a game, and with how many bots."""
        games, numbers = games or self.arguments.games, range(matches) if isinstance(matches, int) else matches
        task = self.progress.add_task(
            f"{door} {' '.join(games) if len(games) == 1 else ''}", total=len(numbers) * len(games)
        )
        for number in numbers:
            for game in games:
                if time.monotonic() > self.until:
                    return
                seed = f"{self.arguments.seed} {door} {game} {number}"
                try:
                    seats, bots = seated(game)
                    play(game, seats, bots, random.Random(seed), self.tally, door)
                except Exception as fault:  # a match that is stuck for any reason is counted
                    self.tally.stuck[door, game] += 1
                    self.tally.faults.append(f"{seed}: {type(fault).__name__}: {fault}"[:2000])
                    self.progress.console.print(self.tally.faults[-1], markup=False)
                self.progress.advance(task)

    def http(self) -> None:
        callers = [self.house.caller() for _ in range(max(map(fewest, self.arguments.games)))]
        seats = [Seat(caller, [self.house.http(caller)]) for caller in callers]
        self.at("HTTP", self.arguments.matches, lambda game: (seats[: fewest(game)], 0))

    def terminal(self) -> None:
        with ExitStack() as stack:
            seated: list[Seat] = []

            def at_terminal(game: str) -> tuple[Sequence[Seat], int]:
                """After a match that was stuck, the program begins anew."""
                if not seated or self.tally.stuck.total() > at_terminal.stuck:  # type: ignore[attr-defined]
                    at_terminal.stuck = self.tally.stuck.total()  # type: ignore[attr-defined]
                    caller = self.house.caller()
                    door = self.house.terminal(caller)
                    stack.callback(door.close)
                    seated[:] = [Seat(caller, [door])]
                return seated, fewest(game) - 1

            at_terminal.stuck = 0  # type: ignore[attr-defined]
            self.at("terminal", self.arguments.matches, at_terminal)

    def mail(self) -> None:
        """Some players for each game, all at once: an e-mail is on its way for a while."""
        games, matches = self.arguments.games, self.arguments.matches
        with ThreadPoolExecutor(LETTERS * len(games)) as pool:
            work = [
                pool.submit(self.mail_of, game, range(one, matches, LETTERS))
                for one in range(LETTERS)
                for game in games
            ]
            for done in work:
                done.result()

    def mail_of(self, game: str, numbers: range) -> None:
        """Matches of one game by e-mail, by one player."""
        caller = self.house.caller()
        seats = [Seat(caller, [self.house.letters(caller)])]
        self.at("e-mail", numbers, lambda game: (seats, fewest(game) - 1), [game])

    def mcp(self) -> None:
        seat = self.house.mcp()
        self.at("MCP", self.arguments.matches, lambda game: ([seat], fewest(game) - 1))
        seat.doors[0].close()  # type: ignore[attr-defined]

    def browser_and_mixed(self) -> None:
        """The browser, then several doors in turn: one browser for all."""
        with chromium() as browser:
            if "browser" in self.arguments.doors:
                caller = self.house.caller()
                with self.page(browser, caller) as layout:
                    self.at(
                        "browser", self.arguments.browser, lambda game: ([Seat(caller, [layout])], fewest(game) - 1)
                    )
            if "mixed" in self.arguments.doors:
                self.mixed(browser)

    def mixed(self, browser: Chromium) -> None:
        """Three seats: a person who sends requests, writes and types in a terminal, one at a browser, and an agent."""
        writes, looks, agent = self.house.caller(), self.house.caller(), self.house.mcp()
        terminal = self.house.terminal(writes, is_shared=True)
        doors = [self.house.http(writes), self.house.letters(writes), terminal]
        with self.page(browser, looks) as layout:
            seats = [Seat(writes, doors), Seat(looks, [layout, self.house.http(looks)]), agent]
            self.at(MIXED, self.arguments.mixed, lambda game: (seats, max(fewest(game) - len(seats), 0)))
        terminal.close()
        agent.doors[0].close()  # type: ignore[attr-defined]

    @contextmanager
    def page(self, browser: Chromium, caller: Caller) -> Iterator[Layout]:
        """A player at a page whose tables are told in words."""
        table = Table(browser, self.house.stack.address)
        table.prefer(spoken=True)
        table.sign_in(caller.token, "In words")
        yield Layout(table)
        self.tally.faults += [f"browser: {fault}" for fault in table.faults]
        table.close()


def fewest(game: str) -> int:
    """The fewest players of a game; of the Great Dalmuti four, with the deck of SHORT."""
    return max(registry.get(game).seats.start, 4 if game == "great_dalmuti" else 0)


@contextmanager
def chromium() -> Iterator[Chromium]:
    """One headless browser."""
    path = next(executable for name in NAMES if (executable := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = Chromium(lambda: playwright.chromium.launch(executable_path=path, args=FLAGS))
        yield browser
        browser.close()


def main() -> int:
    """Plays, and prints the table; returns 1 if any match was stuck."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10, help="of each game, at each door but the browser")
    parser.add_argument("--browser", type=int, default=3, help="of each game in the browser")
    parser.add_argument("--mixed", type=int, default=2, help="of each game through several doors in turn")
    parser.add_argument("--minutes", type=float, default=120, help="after which no match begins, as after SIGTERM")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000)
    doors = ("http", "terminal", "mail", "mcp", "browser", "mixed")
    parser.add_argument("--doors", nargs="+", default=doors, choices=doors)
    parser.add_argument("games", nargs="*", default=sorted(registry.GAMES))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}, load {os.getloadavg()[0]:.1f}", flush=True)
    mail_port = free_port()
    stack = Stack(environment={"COMPTOIR_MAIL_PORT": str(mail_port)})
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_until_the_end, Progress(
        *Progress.get_default_columns(), MofNCompleteColumn()
    ) as progress:  # fmt: skip
        house = House(stack, installed_wheel(Path(folder)), mail_port)
        open_until_the_end.callback(stack.stop)
        stack.start()
        run = Run(house, arguments, progress)
        signal.signal(signal.SIGTERM, lambda *_: run.stop())
        work = {"http": run.http, "terminal": run.terminal, "mail": run.mail, "mcp": run.mcp}
        threads = [work[door] for door in arguments.doors if door in work]
        if {"browser", "mixed"} & {*arguments.doors}:
            threads.append(run.browser_and_mixed)
        with ThreadPoolExecutor(len(threads)) as pool:
            for done in [pool.submit(each) for each in threads]:
                done.result()
    tally = run.tally
    print("| door | game | ended | stuck | moves | lines | bytes | answers | steps |")
    for door, game in sorted({*tally.ended, *tally.stuck}):
        print("|", " | ".join(tally.row(door, game)), "|")
    print(dict(sorted(tally.moves_by_door.items())))
    for (door, game), found in sorted(tally.decided.items()):
        longest = max(found, key=lambda each: each.steps, default=None)
        if longest is not None:
            print(f"{door}, {game}: {longest.steps} steps:", " | ".join(longest.way))
    print(f"{time.monotonic() - began:.0f} seconds, load {os.getloadavg()[0]:.1f}", *tally.faults, sep="\n")
    return 1 if tally.stuck else 0


if __name__ == "__main__":
    sys.exit(main())
