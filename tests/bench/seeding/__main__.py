"""Fills the database of DATABASE_URL with real matches, for measurements. Every match verifies.

python -m tests.bench.seeding --rows 10000000 [--running 1000] [--processes 2]
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from events.log.models import Match  # noqa: E402
from events.proofs.services import match_audit  # noqa: E402
from tests.bench.seeding.matches import fill  # noqa: E402

REPORT_SECONDS = 10.0


def main(words: Sequence[str] | None = None) -> int:
    """Stores matches and audits a sample of them; returns 1 if one does not verify."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, required=True, help="of matches that end")
    parser.add_argument("--running", type=int, default=0, help="matches that go on, beside them")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--days", type=int, default=365, help="over which the matches are spread")
    parser.add_argument("--processes", type=int, default=1)
    options = vars(parser.parse_args(words))
    began = reported = time.monotonic()
    matches = written = 0
    for stored in fill(**options):
        matches, written = matches + stored.matches, written + stored.rows
        if time.monotonic() - reported >= REPORT_SECONDS:
            reported = time.monotonic()
            print(f"{matches} matches, {written} rows, {written / (reported - began):.0f} rows a second", flush=True)
    audited = {match.pk: match_audit(match=match) for match in Match.objects.order_by("?")[:20]}
    findings = [f"{match_id} seq {found[0].seq}: {found[0].words}" for match_id, found in audited.items() if found]
    print(f"{matches} matches, {written} rows in {time.monotonic() - began:.0f} s; {len(audited)} audited", *findings)
    return int(bool(findings))


if __name__ == "__main__":
    sys.exit(main())
