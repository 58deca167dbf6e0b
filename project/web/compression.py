"""Compresses static files, and what everybody may read of the API's document (`events.http.serving.compression`)."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from events.http.serving.compression import is_for_everybody


class Compression(GZipMiddleware):
    """Gzip for files and for the document of the API, not for pages."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_file = request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/")
        is_compressed = is_file or is_for_everybody(request, response)
        return super().process_response(request, response) if is_compressed else response
