"""The OpenAPI document, which is made once in each process."""

from __future__ import annotations

import os
import threading
from functools import cache
from typing import Any

import msgspec
from django.http import HttpResponse
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from events.http.query_params import query_choice, query_known

FORMATS = ("json", "yaml")


class JSONDocument(OpenApiJsonRenderer):  # type: ignore[misc]
    """The document as plain JSON, which browsers show and generators of clients read."""

    media_type = "application/json"


class Document(SpectacularAPIView):  # type: ignore[misc]
    """`/api/schema`: YAML, or JSON by `?format=json` or `Accept: application/json`. It is the same for every caller."""

    authentication_classes = ()
    renderer_classes = (OpenApiYamlRenderer, JSONDocument, OpenApiJsonRenderer)

    @extend_schema(exclude=True)
    def get(self, request: Request, *_: Any, **__: Any) -> HttpResponse:
        """Returns the document, by `?format=` or else by `Accept`."""
        query_known(request, "format")
        renderer = RENDERERS.get(query_choice(request, "format", FORMATS) or "", type(request.accepted_renderer))
        return HttpResponse(_rendered(renderer), content_type=renderer.media_type)


RENDERERS: dict[str, Any] = {"json": JSONDocument, "yaml": OpenApiYamlRenderer}


def make_document() -> None:
    """Renders the document in each format, so that no request has to wait for it: it takes about a second of CPU."""
    for renderer in Document.renderer_classes:
        _rendered(renderer)


def make_document_apart() -> None:
    """Renders the document in a process of its own, whose memory goes with it; before any thread is started.

    What fails there is left to `make_document`.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            make_document()
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(msgspec.msgpack.encode([_made[renderer] for renderer in Document.renderer_classes]))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        packed = pipe.read()
    os.waitpid(child, 0)
    if packed:
        documents = msgspec.msgpack.decode(packed, type=list[bytes])
        _made.update(zip(Document.renderer_classes, documents, strict=True))


_made: dict[Any, bytes] = {}
"""The document by renderer."""

_making = threading.Lock()
"""Held while the document is made: its generator loads its extensions when it is first used, in one thread only."""


def _rendered(renderer: Any) -> bytes:
    with _making:
        if renderer not in _made:
            _made[renderer] = bytes(renderer().render(_document(), renderer_context={}))
        return _made[renderer]


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = Document.generator_class().get_schema(request=None, public=True)
    return document
