"""The one resource of the lower-bound server."""

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Plain(APIView):
    """A response that costs nothing beyond the frameworks and the server."""

    def get(self, request: Request) -> Response:
        """Returns a constant."""
        return Response({"status": "alive"})


urlpatterns = [path("plain", Plain.as_view())]
