"""The OpenAPI document, which is generated once in each process."""

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
    """A renderer of the document in the media type of OpenAPI, without spaces."""

    def render(self, data: Any, *_: Any, **__: Any) -> bytes:
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


class PlainJSON(OpenApiJSON):
    """A renderer of the document as `application/json`, which browsers display and client generators read."""

    media_type = "application/json"


class Document(SpectacularAPIView):
    """The view of `/api/schema`: YAML, or JSON with `?format=json` or `Accept: application/json`.

    All callers get the same.
    """

    authentication_classes = ()
    renderer_classes = [OpenApiYamlRenderer, PlainJSON, OpenApiJSON]

    @extend_schema(exclude=True)
    def get(self, request: Request, *_: Any, **__: Any) -> HttpResponse:
        """Returns the document in the format of `?format=`, otherwise of `Accept`."""
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
    """Loads the documents that another process has packed.

    If `documents` is empty, the first request makes the document.
    """
    if documents:
        decoded = msgspec.msgpack.decode(documents, type=list[bytes])
        _made.update(zip(Document.renderer_classes, decoded, strict=True))


_made: dict[Any, bytes] = {}
"""The rendered documents, by renderer."""

_making = threading.Lock()
"""The lock held while the document is generated, because only one thread may load the generator's extensions."""


def _rendered(renderer: Any) -> bytes:
    with _making:
        if renderer not in _made:
            _made[renderer] = bytes(renderer().render(_document(), renderer_context={}))
        return _made[renderer]


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = Document.generator_class().get_schema(request=None, public=True)
    return document
