"""Plays random legal moves in all matches of a bot's account: python bot.py http://127.0.0.1:8000 TOKEN

`client.bots_create({"name": "Deep Dalmuti", "level": "good"})` creates the account and returns the token.
"""

import random
import sys

from comptoir_client import Client, Decision, Move


def choose(decision: Decision) -> Move | None:
    """Returns a legal move; None for no move now, if the match does not wait for this seat."""
    is_silent = not decision.is_required and random.random() < 0.7
    return None if is_silent or not decision.legal.moves else random.choice(decision.legal.moves)


def main(address: str, token: str) -> None:
    with Client(address, token) as client:
        for decision in client.decisions():
            move = choose(decision)
            if client.answer(decision, move) and move:
                print(decision.game, decision.match, move.verb, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
