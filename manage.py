#!/usr/bin/env python
"""Django's command line for Comptoir."""

import os
import sys


def main() -> None:
    """Run the command named on the command line; `up` starts before Django does."""
    if sys.argv[1:] == ["up"]:
        from project.embedded.up import main as up

        sys.exit(up())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
