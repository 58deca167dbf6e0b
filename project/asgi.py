"""The ASGI application: the API on threads, and long polls on the event loop.

The API runs as a WSGI application: Django's ASGI handler makes sync views several times slower. The most frequent
requests take the short route; where traces are sent they do not, because only Django's own route is traced.
"""

import gc
import os
from concurrent.futures import ThreadPoolExecutor

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

from project.wsgi import application as wsgi  # isort: skip  # sets up Django for the imports below

from django.conf import settings

from events.base.hub import hub
from events.http.body_limit import Receive, Scope, Send, with_body_limit
from events.http.waits import Caps, Waits
from events.live.streams import Streams
from project.observability import tracing
from project.serving.disconnects import ending_quietly
from project.serving.threads import OnThreads
from project.short_route import ShortRoute
from project.short_route.heads import Heads

api = OnThreads(wsgi, workers=settings.COMPTOIR_THREADS)
waits = Waits(api, hub, Caps(settings.COMPTOIR_WAITS))
threads = ThreadPoolExecutor(settings.COMPTOIR_STREAM_THREADS, thread_name_prefix="streams")
ordinary = Streams(waits, hub, Caps(settings.COMPTOIR_STREAMS), threads)
is_traced = tracing.state() == "on"
handle = ending_quietly(with_body_limit(ordinary if is_traced else ShortRoute(ordinary, api.executor, Heads())))
gc.freeze()  # the program stays, so no collection looks at it again


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Handles an HTTP request; other connections are not supported."""
    if scope["type"] != "http":
        raise ValueError(f"expected an http request, got {scope['type']!r}")
    await handle(scope, receive, send)
