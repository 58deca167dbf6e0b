"""The ASGI application: the API on threads, what waits on the event loop.

The API is the WSGI application: Django's sync views cost several times as much under its ASGI handler.
"""

import os
from concurrent.futures import ThreadPoolExecutor

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

from project.wsgi import application as wsgi  # isort: skip  # sets Django up, for those below

from django.conf import settings

from events.api.body_limit import Receive, Scope, Send, with_body_limit
from events.hub import hub
from events.streams import Streams
from events.waits import Caps, Waits
from project.reaching import quietly
from project.threads import OnThreads

api = OnThreads(wsgi, workers=settings.COMPTOIR_THREADS)
waits = Waits(api, hub, Caps(settings.COMPTOIR_WAITS))
threads = ThreadPoolExecutor(settings.COMPTOIR_STREAM_THREADS, thread_name_prefix="streams")
served = quietly(with_body_limit(Streams(waits, hub, Caps(settings.COMPTOIR_STREAMS), threads)))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request; nothing else is served here."""
    if scope["type"] != "http":
        raise ValueError(f"expected an http request, got {scope['type']!r}")
    await served(scope, receive, send)
