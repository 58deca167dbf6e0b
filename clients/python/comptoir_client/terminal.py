"""`comptoir play`: games in a terminal, with the server's text of the table (`GET /matches/{id}/text`).

The texts come from the server and from other players, so control characters are removed before a text is printed.
"""

from __future__ import annotations

import argparse
import json
import locale
import os
import re
import secrets
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from comptoir_client import types
from comptoir_client.blocking import Client
from comptoir_client.problems import Problem, Unreachable
from comptoir_client.terminal_texts import TEXTS

LISTED = 9
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
NUMBER = re.compile(r"[^\w]*(\d{1,3})[^\w]*")
IN_PLAY = ("running", "sealing", "open")
QUIT, SHOW_TABLE, HELP, NEW_MATCH = "q", "t", "?", "n"

Words = Mapping[str, str]


class Left(Exception):
    """The player leaves a screen, or the input has ended."""


class Screen:
    """The player's input and output. ask: returns a line, or raises EOFError; put: prints a line."""

    def __init__(
        self, words: Words, ask: Callable[[str], str] = input, put: Callable[[str], None] | None = None
    ) -> None:
        self.words, self._ask = words, ask
        self._put = put if put is not None else _printer()

    def say(self, text: str) -> None:
        """Prints a text that may come from other people."""
        self._put(STEERING.sub("\ufffd", text))

    def heading(self, text: str) -> None:
        """Prints a heading."""
        self.say(f"\n== {text} ==")

    def ask(self, question: str) -> str:
        """Prompts for a line. Raises Left when the input ends."""
        try:
            return self._ask(f"{question}> ").strip()
        except (EOFError, KeyboardInterrupt):
            raise Left from None


def _printer() -> Callable[[str], None]:
    """Returns a function that prints headings with rich; it prints plain text without rich or without a terminal."""
    if sys.stdout.isatty():
        with suppress(ImportError):
            from rich.console import Console
            from rich.text import Text

            console = Console(highlight=False)
            return lambda line: console.print(Text(line, style="bold" if line.startswith("\n==") else ""))
    return lambda line: print(line, flush=True)


class Terminal:
    """One player at one server."""

    def __init__(self, client: Client, screen: Screen) -> None:
        self.client, self.screen, self.words = client, screen, screen.words

    def menu(self) -> None:
        """Lists matches, and plays one after another until the player leaves."""
        with suppress(Left):
            while True:
                found = self._listed()
                answer = self.screen.ask(self.words["which"])
                if answer == QUIT:
                    return
                if answer == HELP:
                    self.screen.say(self.words["menu_help"])
                elif answer == NEW_MATCH:
                    self._again(self.create)
                elif 0 < (number := number_in(answer)) <= len(found):
                    match, is_mine = found[number - 1]
                    self._again(partial(self.play if is_mine else self.join, match))

    def _again(self, act: Callable[[], None]) -> None:
        """Runs an action; returns to the menu after success or failure."""
        try:
            act()
        except Left:
            return
        except Problem as problem:
            self.screen.say(str(problem.body.get("detail") or problem))
        except Unreachable:
            self.screen.say(self.words["unreachable"])

    def _listed(self) -> list[tuple[str, bool]]:
        """Prints matches; returns their ids, and whether they are the player's own."""
        mine = [line for status in IN_PLAY for line in self._matches(status=status, seat="me")]
        others = [line for line in self._matches(status="open", open_seats=True) if line not in mine][:LISTED]
        number = 0
        for title, lines in (("mine", mine), ("open", others)):
            if lines:
                self.screen.heading(self.words[title])
            for line in lines:
                number += 1
                self.screen.say(f"{number}. {self._line(line)}")
        self.screen.say(f"{NEW_MATCH}. {self.words['new']}   {QUIT}. {self.words['leave']}   {HELP}")
        return [(line["id"], True) for line in mine] + [(line["id"], False) for line in others]

    def _matches(self, **wish: Any) -> list[Any]:
        wish = {name: "true" if value is True else value for name, value in wish.items()}
        return list(self.client.matches_list(limit=LISTED, **wish)["items"])

    def _line(self, line: Mapping[str, Any]) -> str:
        seats = ", ".join(
            str((seat["player"] or {}).get("name") or (seat["policy"] and "bot") or self.words["free"])
            for seat in line.get("seats", ())
        )
        titles = {game["game"]: game["title"] for game in self.client.games_list()["items"]}
        stage = self.words["free_seats" if line["status"] == "open" else line["status"]]
        return f"{titles.get(line['game'], line['game'])}: {seats} ({stage})"

    def create(self) -> None:
        """Prompts for a game and for bots, creates the match and plays it."""
        games = self.client.games_list()["items"]
        for number, game in enumerate(games, 1):
            self.screen.say(f"{number}. {game['title']}: {game['summary']}")
        game = games[self._number(self.words["which_game"], 1, len(games)) - 1]
        low, high = game["seats"]["min"], game["seats"]["max"]
        seats = self._number(self.words["how_many"].format(low=low, high=high), low, high)
        bot: types.SeatInput = {"kind": "bot"}
        all_seats: list[types.SeatInput] = [{"kind": "me"}, *[bot] * (seats - 1)]
        head = self.client.matches_create({"game": game["game"], "seats": all_seats})
        self.play(head["id"])

    def join(self, match: str) -> None:
        """Takes a seat, and plays."""
        self.client.matches_seats_create(match)
        self.play(match)

    def _number(self, question: str, low: int, high: int) -> int:
        while True:
            answer = self.screen.ask(question)
            if answer == QUIT:
                raise Left
            if low <= (number := number_in(answer)) <= high:
                return number
            self.screen.say(self.words["a_number"].format(low=low, high=high))

    def play(self, match: str) -> None:
        """Plays a match until it ends or the player leaves; waits while no answer is required. Raises Left."""
        body: types.Text = self.client.matches_text(match)
        self._show(body)
        while body["choices"] or self._is_in_play(match):
            if not body["choices"]:
                body = self._waited(match, body)
                continue
            answer = self.screen.ask(self.words["change" if body["answered"] else "your_answer"])
            if answer == QUIT:
                return
            if answer == HELP:
                self.screen.say(self.words["help"])
            elif answer == SHOW_TABLE:
                body = self.client.matches_text(match)
                self._show(body)
            elif answer:
                body = self._answered(match, body, answer)
            elif body["answered"]:
                body = self._waited(match, body)

    def _is_in_play(self, match: str) -> bool:
        return self.client.matches_retrieve(match)["status"] in IN_PLAY

    def _answered(self, match: str, body: types.Text, answer: str) -> types.Text:
        try:
            given = self.client.matches_text_create(match, {"at": body["at"], "answer": answer})
        except Problem as problem:
            self.screen.say(str(problem.body.get("detail") or problem))
            given = self.client.matches_text(match)
        self._tell(match, given)
        return given

    def _waited(self, match: str, body: types.Text) -> types.Text:
        """Waits until an event happens, and prints it."""
        self.screen.say(self.words["waiting"])
        try:
            while True:
                after = self.client.text_after(match, body, since=body["at"])
                if after["at"] != body["at"] or (after["choices"] and not after["answered"]):
                    self._tell(match, after)
                    return after
                if not self._is_in_play(match):
                    return after
        except KeyboardInterrupt:
            raise Left from None

    def _tell(self, match: str, body: types.Text) -> None:
        """Prints a text; without a question only the events, since the table is printed with the question."""
        if body["choices"] or not self._is_in_play(match):
            self._show(body)
            return
        *blocks, _table, _asked = str(body["text"]).split("\n\n")
        for block in blocks:
            for line in block.splitlines()[1:]:
                self.screen.say(line)

    def _show(self, body: types.Text) -> None:
        for block in str(body["text"]).split("\n\n"):
            title, *lines = block.splitlines() or [""]
            self.screen.heading(title)
            for line in lines:
                self.screen.say(line)
        for choice in body["choices"]:
            self.screen.say(f"  {choice['number']}. {choice['words']}")


class TokenStore:
    """The tokens of a player by server address, in a file that only its owner can read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, address: str) -> str | None:
        """Returns the token for a server, if there is one."""
        token = self._all().get(address)
        return token if isinstance(token, str) else None

    def keep(self, address: str, token: str) -> None:
        """Stores a token."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        content = json.dumps({**self._all(), address: token})
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(content)

    def _all(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            stored = json.loads(self._path.read_text())
            if isinstance(stored, dict):
                return stored
        return {}


def number_in(answer: str) -> int:
    """Returns the number in an answer with optional punctuation around it (`2.`, `[2]`), or -1."""
    found = NUMBER.fullmatch(unicodedata.normalize("NFKC", answer))
    return int(found[1]) if found else -1


def tokens_path() -> Path:
    """Returns the path of the stored tokens: in the user's settings folder, as XDG defines it."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "comptoir" / "tokens.json"


def spoken() -> str:
    """Returns the language of the terminal: French, otherwise English."""
    return "fr" if (locale.getlocale()[0] or os.environ.get("LANG", "")).startswith("fr") else "en"


def signed_in(client: Client, screen: Screen, tokens: TokenStore, address: str) -> None:
    """Signs a player without a token up as a guest, and stores the token. Raises Left."""
    if client.token is not None:
        return
    while client.token is None:
        name = screen.ask(screen.words["your_name"]) or f"Guest {secrets.token_hex(3)}"
        try:
            client.sign_up(name)
        except Problem as problem:
            screen.say("; ".join(str(fault.get("detail")) for fault in problem.errors) or str(problem))
    tokens.keep(address, client.token)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command `comptoir`; returns its exit status."""
    parser = argparse.ArgumentParser(prog="comptoir", description="Card games of trading and bluff in a terminal.")
    play = parser.add_subparsers(dest="command", required=True).add_parser(
        "play", help="list, join, follow and play matches"
    )
    play.add_argument("address", nargs="?", default=os.environ.get("COMPTOIR_URL", "http://127.0.0.1:8000"))
    play.add_argument("--match", help="the id of a match of yours")
    play.add_argument("--token", default=os.environ.get("COMPTOIR_TOKEN"), help="by default a stored token, or a guest")
    play.add_argument("--language", choices=sorted(TEXTS), default=spoken())
    options = parser.parse_args(words)
    screen, tokens, address = Screen(TEXTS[options.language]), TokenStore(tokens_path()), options.address.rstrip("/")
    with Client(address, options.token or tokens.of(address), language=options.language) as client:
        try:
            signed_in(client, screen, tokens, address)
            terminal = Terminal(client, screen)
            terminal.play(options.match) if options.match else terminal.menu()
        except Left:
            return 0
        except Problem as problem:
            screen.say(str(problem.body.get("detail") or problem))
            return 1
        except Unreachable:
            screen.say(screen.words["unreachable"])
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
