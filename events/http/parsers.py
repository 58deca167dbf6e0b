"""The parser of request bodies: application/json up to a size limit, which is checked before reading."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from events.base.exceptions import FieldError, Malformed, PayloadTooLarge, UnsupportedMediaType
from events.http.strict_json import read_json

BODY_LIMIT = 64 * 1024
MOVE_BODY_LIMIT = 16 * 1024


class StrictJSONParser(BaseParser):
    """A parser of bodies of at most `body_limit` bytes, an attribute of the view."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Returns the value of the body. Raises Malformed, PayloadTooLarge or UnsupportedMediaType."""
        context = parser_context or {}
        limit = getattr(context.get("view"), "body_limit", BODY_LIMIT)
        headers = context["request"].META if "request" in context else {}
        _refuse_other_encodings(headers, media_type or "")
        value = read_json(_read(stream, limit, headers.get("CONTENT_LENGTH")))
        if not isinstance(value, dict):
            raise Malformed(FieldError("", "not_an_object"))
        return value


def _refuse_other_encodings(headers: Mapping[str, Any], media_type: str) -> None:
    if headers.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() not in ("", "identity"):
        raise UnsupportedMediaType()
    _, _, parameters = media_type.lower().partition(";")
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip() == "charset" and value.strip(' "') not in ("utf-8", "utf8"):
            raise UnsupportedMediaType()


def _read(stream: IO[bytes], limit: int, content_length: str | None) -> bytes:
    """Reads at most one byte beyond the limit, even if Content-Length is wrong."""
    length = content_length or ""
    if length.isascii() and length.isdigit() and len(length) < 20 and int(length) > limit:
        raise PayloadTooLarge()
    try:
        body = stream.read(limit + 1)
    except OSError:
        raise Malformed(FieldError("", "wrong_length")) from None
    if len(body) > limit:
        raise PayloadTooLarge()
    return body
