"""Plays a match by its stream, with random legal moves, and prints how it ended.

python play.py http://127.0.0.1:8000 monopoly_deal --bots 2         a new match against bots of the server
python play.py http://127.0.0.1:8000 monopoly_deal --match ID       a seat of a match that is open
"""

import argparse
import asyncio
import random

from comptoir_client import AsyncClient, LegalMoves, News, Problem, types


async def seated(client: AsyncClient, game: str, bots: int, match: str | None) -> str:
    """Takes a seat; returns the id of the match."""
    if match:
        await client.matches_seats_create(match)
        return match
    bot: types.SeatInput = {"kind": "bot"}
    seats: list[types.SeatInput] = [{"kind": "me"}, *[bot] * bots]
    return (await client.matches_create({"game": game, "seats": seats}))["id"]


async def play(client: AsyncClient, match: str) -> News:
    """Plays to the end; returns the last news."""
    moves = 0
    async for news in client.follow(match, legal=40):
        for legal in news.legal:
            if await answered(client, match, legal):
                moves += 1
                break  # the table has changed: the next news has the current moves
    print(f"{moves} moves, {news.view['seq']} rows, standings {news.view['standings']}")
    return news


async def answered(client: AsyncClient, match: str, legal: LegalMoves) -> bool:
    """Plays a legal move. Returns False if there is no move, or if another seat was faster."""
    playable = await client.ready(match, legal)
    if playable is None:
        return False
    try:
        await client.play(match, random.choice(playable.moves))
    except Problem as problem:
        if not problem.is_overtaken:
            raise
        return False
    return True


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("game")
    parser.add_argument("--bots", type=int, default=1)
    parser.add_argument("--match")
    options = parser.parse_args()
    async with AsyncClient(options.address, patience=120) as client:
        await client.sign_up(f"Random {random.getrandbits(32):x}")
        match = await seated(client, options.game, options.bots, options.match)
        news = await play(client, match)
        served = await client.matches_view(match, at=news.view["seq"])
        differing = [name for name, value in served.items() if name != "known" and news.view.get(name) != value]
        print("the folded table is the server's" if not differing else f"the folded table differs in {differing}")


if __name__ == "__main__":
    asyncio.run(main())
