"""The one resource of the lower-bound server."""

from django.http import HttpRequest, JsonResponse
from django.urls import path


def plain(request: HttpRequest) -> JsonResponse:
    """Returns a response that costs nothing beyond the framework and the server."""
    return JsonResponse({"status": "alive"})


urlpatterns = [path("plain", plain)]
