"""Plays moves on the Citus cluster of DATABASE_URL, and prints the nodes that each move queried, as JSON."""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import django

MATCHES, MOVES = 6, 2
REQUESTS = (
    ("GET", "", None),
    ("GET", "/view", None),
    ("GET", "/legal-moves", None),
    ("GET", "/events", None),
    ("GET", "/standing-orders", None),
    ("POST", "/messages", {"text": "hello"}),
)


@contextmanager
def asked_nodes() -> Iterator[set[str]]:
    """Yields the set of nodes to which the coordinator sends statements inside the block."""
    from django.db import connection

    nodes: set[str] = set()
    database: Any = connection.connection

    def note(notice: Any) -> None:
        if found := re.search(r"on server \S*@(\S+)", notice.message_detail or ""):
            nodes.add(found[1])

    database.add_notice_handler(note)
    try:
        yield nodes
    finally:
        database.remove_notice_handler(note)


def main() -> int:
    """Plays in the process, by the short and the long way, and by requests; returns the exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    from events.log.models import ActionEvent, Match
    from tests.events.calls import first_move, open_match, somebody
    from tests.events.log.test_distribution import move

    setup_test_environment()
    with connection.cursor() as cursor:
        cursor.execute("SET citus.log_remote_commands TO on")
    moves, requests = [], dict[str, list[int]]()
    before = ActionEvent.objects.count()
    callers = [somebody(secrets.token_hex(4)) for _ in range(4)]
    for at_once in (True, False):
        for _ in range(MATCHES):
            match = Match.objects.get(pk=open_match(callers[0], callers[1:]))
            for number in range(MOVES):
                with asked_nodes() as nodes:
                    move(match, number, at_once=at_once)
                moves.append(sorted(nodes))
    for _ in range(MATCHES):
        at = f"/matches/{open_match(callers[0], callers[1:])}"
        for caller in callers:
            chosen = first_move(caller, at.rpartition("/")[2])
            for method, path, body in (*REQUESTS, *([("POST", "/moves", chosen)] if chosen else [])):
                with asked_nodes() as nodes:
                    answer = caller.call(method, at + path, body)
                assert answer.status_code < 300, (path, answer.content)
                requests.setdefault(f"{method} {path}", []).append(len(nodes))
    with asked_nodes() as nodes:
        events = ActionEvent.objects.count()
    print(
        json.dumps(
            {"moves": moves, "requests": requests, "everything": sorted(nodes), "before": before, "events": events}
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
