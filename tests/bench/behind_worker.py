"""Times rounds of the sweeper and audits on the database of its environment, for `tests.bench.behind`."""

from __future__ import annotations

import json
import os
import sys
import time

import django


def main() -> None:
    """Reads what to do line by line; prints the milliseconds that it took."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    django.setup()
    from events.log import states
    from events.models import Match
    from events.proofs.services import match_audit
    from events.sweeper import sweep

    for line in sys.stdin:
        wanted = json.loads(line)
        match = Match.objects.get(pk=wanted["match"])
        states.forget()
        began = time.perf_counter()
        if wanted["kind"] == "sweeper's round":
            sweep()
        else:
            assert match_audit(match=match) == []
        print(1000 * (time.perf_counter() - began), flush=True)


if __name__ == "__main__":
    main()
