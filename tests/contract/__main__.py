"""Prints the changes since the last version; `--freeze` stores the current contract."""

from __future__ import annotations

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from tests.contract.frozen import announced, current, freeze, frozen, unannounced  # noqa: E402

if "--freeze" in sys.argv:
    print(f"stored {freeze()}")
else:
    version, contract = frozen()
    for line in unannounced(contract, current()):
        print(f"UNANNOUNCED  {line}")
    for line in announced():
        print(f"announced    {line}")
    print(f"compared with {version}")
