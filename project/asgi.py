"""The ASGI application: streams by Django's ASGI handler, all the rest by its WSGI handler."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
streams = get_asgi_application()

# These read the settings, which stand only now.
from events.api.bodies import Receive, Scope, Send, with_body_limit  # noqa: E402
from project.bridge import Bridge  # noqa: E402
from project.wsgi import application as wsgi  # noqa: E402

others = with_body_limit(Bridge(wsgi))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand the request to whom it belongs."""
    if scope["type"] != "http":
        raise ValueError(f"expected an http request, got {scope['type']!r}")
    await (streams if scope["path"].rstrip("/").endswith("/stream") else others)(scope, receive, send)
