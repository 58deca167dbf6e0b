"""Problems in the OpenAPI document: one component, and the responses that an endpoint declares."""

from collections import defaultdict

from drf_spectacular.utils import OpenApiResponse, extend_schema_field
from rest_framework import serializers

from events.api.problems import MEDIA_TYPE
from events.api.translations import TEXTS
from events.exceptions import PROBLEMS

ANYWHERE = ("malformed", "unauthenticated", "not_acceptable", "rate_limited", "internal", "busy")
WITH_BODY = ("payload_too_large", "unsupported_media_type")


class ProblemErrorSerializer(serializers.Serializer):
    """One thing wrong in a request; `pointer` is a JSON pointer into the body, or `/query/<name>`."""

    pointer = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)


@extend_schema_field({"type": "string", "enum": sorted(PROBLEMS)})
class ProblemCodeField(serializers.CharField):
    """The stable name of a problem."""


class ProblemSerializer(serializers.Serializer):
    """A problem document (RFC 9457). Some codes have further members, such as `seq` and `prompts`."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    instance = serializers.CharField(allow_blank=True)
    code = ProblemCodeField()
    errors = ProblemErrorSerializer(many=True)
    request_id = serializers.CharField(allow_null=True)


def problems(*codes: str, body: bool = False) -> dict[tuple[int, str], OpenApiResponse]:
    """The problem responses of an endpoint, to be merged into extend_schema(responses=...).

    Those that every endpoint can give are always among them; body: the endpoint reads a request body.
    """
    titles: dict[int, list[str]] = defaultdict(list)
    for code in dict.fromkeys((*codes, *ANYWHERE, *(WITH_BODY if body else ()))):
        titles[PROBLEMS[code].status].append(f"`{code}`: {TEXTS['en'].titles[code]}")
    return {
        (status, MEDIA_TYPE): OpenApiResponse(ProblemSerializer, description="; ".join(told))
        for status, told in sorted(titles.items())
    }
