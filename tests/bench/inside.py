"""The figures that need the server's code and database; `tests.bench` runs this with the stack's environment."""

from __future__ import annotations

import json
import os
import sys

import django


def main() -> None:
    """Prints one line of JSON with all figures as text."""
    django.setup()
    from tests.bench.database import durable_statements, long_match, replay, verified

    rows, seconds = int(sys.argv[1]), float(sys.argv[2])
    floor = durable_statements(os.environ["DATABASE_OWNER_URL"], seconds)
    match = long_match(rows)
    figures = {floor.name: f"{floor.per_second:,.0f}/s, p50 {floor.p50:.3f} ms, p99 {floor.p99:.3f} ms"}
    for figure in (replay(match), verified(match)):
        figures[figure.name] = (
            f"{figure.median:,.0f} rows/s ({figure.low:,.0f}–{figure.high:,.0f}), {rows / figure.median * 1000:.0f} ms"
        )
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
