"""The OpenAPI document, which is made once in each process."""

from __future__ import annotations

import json
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


class OpenApiJSON(OpenApiJsonRenderer):
    """The document in the media type of OpenAPI, without spaces."""

    def render(self, data: Any, *_: Any, **__: Any) -> bytes:
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


class PlainJSON(OpenApiJSON):
    """The document as JSON in the media type that browsers show and generators of clients read."""

    media_type = "application/json"


class Document(SpectacularAPIView):
    """`/api/schema`: YAML, or JSON by `?format=json` or `Accept: application/json`. It is the same for every caller."""

    authentication_classes = ()
    renderer_classes = [OpenApiYamlRenderer, PlainJSON, OpenApiJSON]

    @extend_schema(exclude=True)
    def get(self, request: Request, *_: Any, **__: Any) -> HttpResponse:
        """Returns the document, by `?format=` or else by `Accept`."""
        query_known(request, "format")
        renderer = RENDERERS.get(query_choice(request, "format", FORMATS) or "", type(request.accepted_renderer))
        return HttpResponse(_rendered(renderer), content_type=renderer.media_type)


RENDERERS: dict[str, Any] = {"json": PlainJSON, "yaml": OpenApiYamlRenderer}


def make_document() -> None:
    """Renders the document in each format, so that no request has to wait for it: it takes about a second of CPU."""
    for renderer in Document.renderer_classes:
        _rendered(renderer)


def packed() -> bytes:
    """Renders the document in each format, for `unpack` in another process."""
    make_document()
    return msgspec.msgpack.encode([_made[renderer] for renderer in Document.renderer_classes])


def unpack(documents: bytes) -> None:
    """Takes over what another process has packed. Nothing: the first request makes the document."""
    if documents:
        decoded = msgspec.msgpack.decode(documents, type=list[bytes])
        _made.update(zip(Document.renderer_classes, decoded, strict=True))


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
