"""The WSGI application: all requests except long polls and streams."""

import atexit
import gc
import os

from django.core.wsgi import get_wsgi_application

from project.checks import refuse_temporary_secrets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

application = get_wsgi_application()

from events.http.document import make_document  # noqa: E402  # needs Django to be set up

refuse_temporary_secrets()
make_document()  # before the first request


def _begin() -> None:
    """Starts the heartbeat of a worker of gunicorn, which has just been forked from the process that loaded this."""
    from events.processes import heartbeat

    atexit.register(heartbeat.begin("web").end)


if os.environ.get("SERVER_SOFTWARE", "").startswith("gunicorn"):
    os.register_at_fork(after_in_child=_begin)
gc.freeze()  # the program stays: processes that are forked now share its memory, and no collection looks at it again
