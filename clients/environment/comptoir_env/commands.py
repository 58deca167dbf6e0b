"""Parts shared by the commands of this package: the arguments that name a game, and the text that repeats a command."""

from __future__ import annotations

import json
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from bots.policies import BY_NAME, get
from comptoir_env.episode import Rules
from games import registry
from games.kernel.errors import BadOptions


def parser_of(module: str, description: str) -> ArgumentParser:
    """Returns a parser with the arguments that name a game and the files to write. module: the command's name."""
    parser = ArgumentParser(prog=f"python -m comptoir_env.{module}", description=description, allow_abbrev=False)
    parser.add_argument("game", choices=registry.PACKAGES)
    parser.add_argument("--seats", type=int, help="the number of seats; by default the smallest")
    parser.add_argument("--options", default="{}", help="the options of the matches as JSON")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learnt"), help="the files to write, without suffix")
    return parser


def parsed(parser: ArgumentParser, words: Sequence[str], *policies: str) -> Namespace:
    """Returns the arguments, with the `rules` that they name and `command`, the text of the command without the files.

    Ends the command with a one-line error if there are no such rules, or no such policy in the game. policies: the
    names of the arguments that name one or several policies.
    """
    arguments = parser.parse_args(words)
    kept = [word for before, word in pairwise(["", *words]) if "--out" not in (before, word.partition("=")[0])]
    arguments.command = f"{parser.prog} {shlex.join(kept)}"
    try:
        arguments.rules = Rules(arguments.game, arguments.seats, json.loads(arguments.options))
    except BadOptions as error:
        parser.error(f"--options: {error} {[refusal.pointer for refusal in error.errors]}")
    except ValueError as error:
        parser.error(str(error))
    for name in policies:
        asked = getattr(arguments, name) or ()
        for policy in (asked,) if isinstance(asked, str) else asked:
            try:
                get(arguments.game, policy)
            except KeyError as error:
                parser.error(f"argument --{name}: {error.args[0]}")
    return arguments


POLICIES = tuple(BY_NAME)
"""The names of the policies that a command accepts."""


def at_least(least: int) -> Callable[[str], int]:
    """Returns a parser for an argument: an integer that is at least `least`."""

    def number(text: str) -> int:
        if int(text) < least:
            raise ValueError
        return int(text)

    number.__name__ = f"number of at least {least}"
    return number


def share(text: str) -> float:
    """Parses a share, above 0 and up to 1."""
    if not 0 < float(text) <= 1:
        raise ValueError
    return float(text)
