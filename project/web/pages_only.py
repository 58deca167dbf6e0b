"""Middleware that only pages need: requests for the API pass it by.

The API negotiates its language itself and serves no files.
"""

from __future__ import annotations

from typing import Any

from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

ADMIN, API = "/admin/", "/api/v1/"


def is_of_api(request: HttpRequest) -> bool:
    """Whether the request is for the API, not for a page or a file."""
    return request.path_info.startswith(API)


class Files(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise's static files."""

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request) if is_of_api(request) else super().__call__(request)


class Language(LocaleMiddleware):
    """Django's language of a request; the API's responses only say that they depend on it."""

    def __call__(self, request: HttpRequest) -> Any:
        if not is_of_api(request):
            return super().__call__(request)
        response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language",))
        return response


class Messages(MessageMiddleware):
    """Django's messages between two pages, for the operator's pages only: the client has none."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_operators = request.path_info.startswith(ADMIN)
        response: HttpResponse = super().__call__(request) if is_operators else self.get_response(request)
        return response
