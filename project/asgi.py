"""The ASGI application: the API with its long polls and streams, and Django's pages, on the same threads.

The API has a way of its own (`events.http.serving.dispatcher`). The pages run as a WSGI application: Django's ASGI
handler makes sync views several times slower.
"""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
wsgi = get_wsgi_application()  # sets up Django, which the imports below need

from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from events.base.hub import hub
from events.http.openapi.document import make_document
from events.http.serving.application import Api
from events.http.serving.body_limit import Receive, Scope, Send, with_body_limit
from events.http.serving.dispatcher import respond
from events.http.serving.heads import Heads
from events.http.serving.repeats import Repeats
from events.http.serving.routes import API
from events.http.serving.share import Share, Sharing, giving_way, going_first
from events.http.waits import Caps, Waits
from events.live.streams import Streams
from events.log import stored_states
from project.checks import refuse_temporary_secrets
from project.observability import tracing
from project.serving.disconnects import ending_quietly
from project.serving.threads import OnThreads
from project.web.replay_pages import is_costly_page

refuse_temporary_secrets()
make_document()  # before the first request
stored_states.code()  # reads the sources of the games, once
executor, share = ThreadPoolExecutor(settings.COMPTOIR_THREADS, thread_name_prefix="requests"), Share()
pages = OnThreads(going_first(wsgi), executor)
costly_pages = Sharing(OnThreads(giving_way(wsgi), share.executor), share)
repeats = Repeats(Heads()) if tracing.state() != "on" else None  # a repeated read has no trace
waits = Waits(Api(executor, share, tracing.traced(respond), repeats), hub, Caps(settings.COMPTOIR_WAITS))
threads = ThreadPoolExecutor(settings.COMPTOIR_STREAM_THREADS, thread_name_prefix="streams")
api = Streams(waits, hub, Caps(settings.COMPTOIR_STREAMS), threads)


async def divided(scope: Scope, receive: Receive, send: Send) -> None:
    """Passes a request to the API or to the pages."""
    path = scope["path"]
    await (api if path.startswith(API) else costly_pages if is_costly_page(path) else pages)(scope, receive, send)


handle = ending_quietly(with_body_limit(divided))
gc.freeze()  # the program stays, so no collection looks at it again


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Handles an HTTP request; other connections are not supported."""
    if scope["type"] != "http":
        raise ValueError(f"expected an http request, got {scope['type']!r}")
    await handle(scope, receive, send)
