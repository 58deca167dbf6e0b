"""The one resource of the floor."""

from django.http import HttpRequest, JsonResponse
from django.urls import path


def plain(request: HttpRequest) -> JsonResponse:
    """A response that costs nothing but the framework and the server."""
    return JsonResponse({"status": "alive"})


urlpatterns = [path("plain", plain)]
