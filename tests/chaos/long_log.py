"""`python -m tests.chaos.long_log 100`: stores a match of bots with this many hands, and prints its id.

It writes to the database of DATABASE_URL, with the secrets of a server that uses it. A hand has about 100 events.
"""

from __future__ import annotations

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from games.registry import newest  # noqa: E402
from tests.events.long_matches import stored  # noqa: E402

SEATS, MANY = 6, 1_000_000

if __name__ == "__main__":
    hands = int(sys.argv[1])
    game = next(game for game in newest() if game.key == "great_dalmuti")
    print(stored(game, hands, MANY, {"end": {"hands": hands}}, SEATS).pk)
