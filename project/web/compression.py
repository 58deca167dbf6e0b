"""Compresses the client's files on the way out, where no compressed copies were collected beside them."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class StaticCompression(GZipMiddleware):
    """Gzip for static files alone: they hold no secret that a compressed length could betray."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
            return response
        return super().process_response(request, response)
