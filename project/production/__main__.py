"""`make prod-local`, and `python -m project.production roll`, which replaces its nodes one after another."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys

import psycopg

from project.production.local import Production, ProductionError
from project.production.places import Places, from_environment


def main() -> int:
    """Starts the deployment, or signals the one that runs; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m project.production", description=__doc__)
    parser.add_argument("action", nargs="?", choices=("run", "roll"), default="run")
    action, where = parser.parse_args().action, from_environment(os.environ)
    try:
        return _roll(where) if action == "roll" else Production(where).run()
    except (ProductionError, psycopg.OperationalError) as error:
        print(f"prod-local: {error}", file=sys.stderr)
        return 1


def _roll(where: Places) -> int:
    try:
        state = json.loads((where.folder / "nodes.json").read_text())
        os.kill(state["supervisor"], signal.SIGHUP)
    except (FileNotFoundError, ProcessLookupError):
        raise ProductionError(f"no deployment runs in {where.folder}") from None
    return 0


if __name__ == "__main__":
    sys.exit(main())
