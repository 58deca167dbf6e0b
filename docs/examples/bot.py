"""Plays random legal moves in all matches of a bot's account. It knows no rules; Python 3.11 is enough.

    python bot.py http://127.0.0.1:8000 TOKEN

`POST /bots` creates the account and returns the token. To build your own bot, replace `choose`.
"""

import http.client
import json
import random
import sys
import time
from urllib.parse import urlsplit


def choose(decision):
    """A legal move for a decision; None: say nothing now."""
    moves = decision["legal_moves"]["moves"]
    silent = not decision["required"] and random.random() < 0.7
    return None if silent or not moves else random.choice(moves)


def post(server, token, path, body, **headers):
    """Sends a request until the server answers it, also through a restart; returns the status and the JSON."""
    headers |= {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    while True:
        connection, pause = http.client.HTTPConnection(server.netloc, timeout=40), 1
        try:
            connection.request("POST", "/api/v1" + path, json.dumps(body), headers)
            response = connection.getresponse()
            if response.status not in (429, 500, 502, 503):
                return response.status, json.load(response)
            pause = int(response.headers.get("Retry-After", 1))
        except (OSError, http.client.HTTPException, ValueError):
            pass  # the server is away
        finally:
            connection.close()
        time.sleep(pause)


def main(address, token):
    server, passed = urlsplit(address), []
    while True:
        status, leases = post(server, token, "/bots/decisions", {"max": 4, "wait": 25, "passed": passed})
        if status != 200:
            sys.exit(leases["detail"])
        passed = []
        for decision in leases["items"]:
            move, lease = choose(decision), decision["lease"]
            if move is not None:
                body = {"prompt": decision["prompt"], "lease": lease, **move}
                path = f"/matches/{decision['match']}/moves"
                status, reply = post(server, token, path, body, **{"Idempotency-Key": lease})
                print(decision["game"], move["verb"], reply.get("code", "played"), flush=True)
            if move is None or status >= 400:
                passed.append(lease)


main(*sys.argv[1:])
