"""All settings, by topic. Settings that use `env` come from the environment and differ between installations."""

from project.settings.api import *  # noqa: F403
from project.settings.base import *  # noqa: F403
from project.settings.celery import *  # noqa: F403
from project.settings.comptoir import *  # noqa: F403
from project.settings.database import *  # noqa: F403
from project.settings.mail import *  # noqa: F403
from project.settings.security import *  # noqa: F403
