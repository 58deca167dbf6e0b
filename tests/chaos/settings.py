"""The settings of a stack under the harness: those of the project, and an app that shifts clocks and plants a fault.

`DJANGO_SETTINGS_MODULE=tests.chaos.settings`, with `COMPTOIR_MUTANT` naming one of `tests.chaos.inside.mutations`.
"""

from project.settings import *  # noqa: F403
from project.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.chaos.inside"]
