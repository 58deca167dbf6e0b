"""Plays random legal moves in all matches of a bot's account. It knows no rules; Python 3.11 is enough.

    python bot.py http://127.0.0.1:8000 TOKEN

`POST /bots` creates the account and returns the token. To build your own bot, replace `choose`.
"""

import json
import random
import sys
import time
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BROKEN = (OSError, HTTPException, ValueError)  # the server is away, or has gone in the middle of an answer
_, ADDRESS, TOKEN = sys.argv


def choose(decision):
    """A legal move for a decision; None: say nothing now."""
    moves = decision["legal_moves"]["moves"]
    return random.choice(moves) if moves and (decision["required"] or random.random() < 0.3) else None


def opened(path, body=None, accept="application/json", **headers):
    """Sends a request until the server answers it, also through a restart; returns the response, still unread."""
    headers |= {"Accept": accept, "Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = Request(f"{ADDRESS}/api/v1{path}", None if body is None else json.dumps(body).encode(), headers)
    while True:
        with suppress(*BROKEN):
            try:
                return urlopen(request, timeout=20)
            except HTTPError as refusal:
                if refusal.code not in (429, 500, 502, 503):
                    return refusal
        time.sleep(1)


def post(path, body, **headers):
    while True:
        with suppress(*BROKEN), opened(path, body, **headers) as response:
            return response.status, json.load(response)


while True:
    with suppress(*BROKEN), opened("/bots/decisions/stream", accept="application/x-ndjson") as stream:
        for line in map(json.loads, stream):
            assert stream.status == 200, line["detail"]
            if line["event"] == "decision":
                decision, lease, status = line["data"], line["data"]["lease"], 0
                if (move := choose(decision)) is not None:
                    body = {"prompt": decision["prompt"], "lease": lease, **move}
                    status, reply = post(f"/matches/{decision['match']}/moves", body, **{"Idempotency-Key": lease})
                    print(decision["game"], move["verb"], reply.get("code", "played"), flush=True)
                if move is None or status >= 400:
                    post("/bots/decisions", {"max": 0, "passed": [lease]})
    time.sleep(1)
