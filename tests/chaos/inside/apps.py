from __future__ import annotations

import os

from django.apps import AppConfig


class InsideConfig(AppConfig):
    name = "tests.chaos.inside"

    def ready(self) -> None:
        from tests.chaos.inside.clocks import turn_by_file
        from tests.chaos.inside.mutations import MUTATIONS

        turn_by_file(os.environ["COMPTOIR_CHAOS_CLOCKS"])
        if mutant := os.environ.get("COMPTOIR_MUTANT"):
            MUTATIONS[mutant]()
