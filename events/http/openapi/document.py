"""The OpenAPI document, which is made once in each process."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

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
    """`/api/schema`: YAML, or JSON by `?format=json` or `Accept: application/json`."""

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


_making = threading.Lock()
"""Held while the document is made: its generator loads its extensions when it is first used, in one thread only."""


def _rendered(renderer: Any) -> bytes:
    with _making:
        return _made(renderer)


@cache
def _made(renderer: Any) -> bytes:
    return bytes(renderer().render(_document(), renderer_context={}))


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = Document.generator_class().get_schema(request=None, public=True)
    return document
