"""The ASGI application: Django's WSGI application on threads, and the streams as native ASGI.

Django's own ASGI handler makes sync views several times slower.
"""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
wsgi = get_wsgi_application()  # sets up Django before the imports below

from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from events.base.concurrency import ConcurrencyLimit
from events.base.hub import hub
from events.http.openapi.document import make_document
from events.log import snapshots
from events.streams.streams import Streams
from project.checks import refuse_temporary_secrets
from project.serving.adapter import WSGIAdapter
from project.serving.disconnects import ending_quietly

refuse_temporary_secrets()
make_document()  # before the first request
snapshots.codes()  # reads the sources of the games once, before the first request
requests = ThreadPoolExecutor(settings.COMPTOIR_THREADS, thread_name_prefix="requests")
bodies = ThreadPoolExecutor(1, thread_name_prefix="streamed bodies")
api = WSGIAdapter(wsgi, requests, bodies)
threads = ThreadPoolExecutor(settings.COMPTOIR_STREAM_THREADS, thread_name_prefix="streams")
application = ending_quietly(Streams(api, hub, ConcurrencyLimit(settings.COMPTOIR_STREAMS), threads))
gc.freeze()  # excludes the loaded program from garbage collection
