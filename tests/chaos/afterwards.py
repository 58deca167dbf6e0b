"""Checks of what follows from the logs: each notification is posted, and each projection equals its rebuild.

A worker that is killed after a post, before it has recorded the post, posts again. Receivers know the post by its id.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter

import psycopg

from tests.chaos.clients import Insistent
from tests.events.notifications.receivers import Receiver
from tests.stack import ROOT, Stack

COUNTED = ("posts_missing", "projections_that_differ")
KINDS = ["match_started", "match_over"]  # the server leaves out other kinds once they are no longer useful
PROJECTIONS = ("history", "rating")
SETTLED_SECONDS = 120.0
_DUE = """
    SELECT 'msg_' || replace(webhook.id::text, '-', '') || '_' || notice.number
    FROM events_webhook AS webhook JOIN events_notice AS notice ON notice.player_id = webhook.player_id
    WHERE notice.kind = ANY(%s)
"""
_WAITING = "SELECT count(*) FROM events_matchtimer WHERE kind = ANY(%s)"


class Afterwards:
    """A receiver of webhooks beside a stack, and the comparison of everything that follows from the logs."""

    def __init__(self) -> None:
        self.receiver = Receiver()

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a stack that may post to the receiver."""
        return {"COMPTOIR_WEBHOOK_HOSTS": self.receiver.host}

    def follow(self, caller: Insistent, token: str) -> None:
        """Registers a webhook of a player."""
        caller.create("/me/webhooks", {"url": self.receiver.url, "kinds": KINDS}, token)

    def rebuild(self, stack: Stack) -> int:
        """Rebuilds the projections of players; returns how many of them changed."""
        environment = {**os.environ, **stack.environment_inside()}
        commands = [[sys.executable, "manage.py", "rebuild", name] for name in PROJECTIONS]
        return sum(subprocess.run(command, cwd=ROOT, env=environment).returncode != 0 for command in commands)

    def verdict(self, stack: Stack) -> Counter[str]:
        """Waits until nothing is due any more, and counts the checks and the faults."""
        until = time.monotonic() + SETTLED_SECONDS
        with psycopg.connect(stack.database(), autocommit=True) as connection:
            while True:
                due = {row for (row,) in connection.execute(_DUE, [KINDS])}
                [(waiting,)] = connection.execute(_WAITING, [[*PROJECTIONS]]).fetchall()
                posted = Counter(headers["webhook-id"] for headers, _ in self.receiver.arrived)
                if not waiting and due <= posted.keys() or time.monotonic() > until:
                    break
                time.sleep(1)
        return Counter(
            posts=len(due),
            posts_missing=len(due - posted.keys()),
            posts_repeated=sum(times - 1 for times in posted.values()),
            projections_that_differ=self.rebuild(stack),
        )

    def close(self) -> None:
        """Stops the receiver."""
        self.receiver.close()
