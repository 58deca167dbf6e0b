"""`make prod-local`; `python -m project.production roll`, which replaces its nodes one after another; and
`python -m project.production manage doctor`, a command of manage.py with the environment of its nodes."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys

import psycopg

from project.production.local import ROOT, Production, ProductionError, environment_of, read_secrets
from project.production.places import NotOurs, Places, from_environment
from project.production.plan import services


def main() -> int:
    """Starts the deployment, or signals the one that runs; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m project.production", description=__doc__)
    parser.add_argument("action", nargs="?", choices=("run", "roll", "manage"), default="run")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="for `manage`: the command, and its arguments")
    arguments, where = parser.parse_args(), from_environment(os.environ)
    try:
        if arguments.action == "manage":
            return _manage(where, arguments.command)
        return _roll(where) if arguments.action == "roll" else Production(where).run()
    except (ProductionError, NotOurs, psycopg.OperationalError) as error:
        print(f"prod-local: {error}", file=sys.stderr)
        return 1


def _roll(where: Places) -> int:
    try:
        state = json.loads((where.folder / "nodes.json").read_text())
        os.kill(state["supervisor"], signal.SIGHUP)
    except (FileNotFoundError, ProcessLookupError):
        raise ProductionError(f"no deployment runs in {where.folder}") from None
    return 0


def _manage(where: Places, words: list[str]) -> int:
    environment = os.environ | environment_of(services()["sweeper"], where, read_secrets(where))
    return subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
