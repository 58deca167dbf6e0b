"""Makes problems of what is raised outside REST framework's views: in streams and other plain views."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse

from events.api.problems import problem_of, response_to


class ProblemResponses:
    """Django middleware for both kinds of server; stands last in MIDDLEWARE, nearest to the views."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self._get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Django's hook for what a view raises; None leaves a defect to handler500."""
        problem = problem_of(exception)
        return None if problem is None else response_to(problem, request)
