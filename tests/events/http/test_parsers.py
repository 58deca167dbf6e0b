"""Parsing of bodies and query parameters, through a view of REST framework."""

import gzip
import io
import json

import pytest
from django.test import RequestFactory
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from events.base.exceptions import Malformed
from events.http.parsers import BODY_LIMIT, StrictJSONParser
from events.http.problems import problem_handler
from events.http.query_params import query_choice, query_int, query_known, query_text


class Echo(APIView):
    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    parser_classes = (StrictJSONParser,)

    def get_exception_handler(self):
        return problem_handler

    def post(self, request):
        return Response(request.data)


class EchoMoves(Echo):
    body_limit = 100


class EndlessBody(io.RawIOBase):
    """A body that records how much of it was read."""

    def __init__(self):
        self.read_bytes = 0

    def read(self, size=-1):
        assert size >= 0, "read without a limit"
        self.read_bytes += size
        return b" " * size


def posted(body, view=Echo, content_type="application/json", **headers):
    response = view.as_view()(RequestFactory().generic("POST", "/echo", body, content_type, **headers))
    return getattr(response, "render", lambda: response)()


def refusal(body, **how):
    response = posted(body, **how)
    document = json.loads(response.content)
    return response.status_code, document["code"]


def query(text):
    return Request(RequestFactory().get(f"/list?{text}"))


def faults_of(reading, *arguments):
    with pytest.raises(Malformed) as error:
        reading(*arguments)
    return [(fault.pointer, fault.code) for fault in error.value.errors]


def test_a_good_body_is_read():
    assert json.loads(posted(b'{"a": [1]}').content) == {"a": [1]}


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", 'application/json; charset="UTF-8"'])
def test_the_encoding_may_be_named(content_type):
    assert posted(b"{}", content_type=content_type).status_code == 200


@pytest.mark.parametrize("body", [b"[]", b"[{}]", b"1", b"null", b'"text"', b"true"])
def test_a_body_that_is_not_an_object_is_malformed(body):
    assert refusal(body) == (400, "malformed")


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "application/xml",
        "nonsense",
    ],
)
def test_another_media_type_is_refused(content_type):
    assert refusal(b'{"a": 1}', content_type=content_type) == (415, "unsupported_media_type")


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "br", "deflate, gzip", "identity, gzip"])
def test_a_compressed_body_is_refused_unread(coding):
    bomb = gzip.compress(b" " * 30_000_000)

    assert refusal(bomb, HTTP_CONTENT_ENCODING=coding) == (415, "unsupported_media_type")


def test_a_body_at_the_limit_is_read():
    assert posted(b'{"a": 1}' + b" " * (BODY_LIMIT - 8)).status_code == 200


@pytest.mark.parametrize("length", [BODY_LIMIT + 1, 30_000_000])
def test_a_body_over_the_limit_is_too_large(length):
    assert refusal(b'{"a": 1}' + b" " * (length - 8)) == (413, "payload_too_large")


def test_a_view_may_have_a_smaller_limit():
    assert posted(b'{"a": 1}' + b" " * 92, view=EchoMoves).status_code == 200
    assert refusal(b'{"a": 1}' + b" " * 93, view=EchoMoves) == (413, "payload_too_large")


def test_no_more_than_one_byte_beyond_the_limit_is_read():
    endless = EndlessBody()
    with pytest.raises(Exception, match="payload_too_large"):
        StrictJSONParser().parse(endless)

    assert endless.read_bytes == BODY_LIMIT + 1


def test_a_long_announced_body_is_refused_unread():
    endless = EndlessBody()
    request = RequestFactory().post("/", CONTENT_LENGTH=str(BODY_LIMIT + 1))
    with pytest.raises(Exception, match="payload_too_large"):
        StrictJSONParser().parse(endless, "application/json", {"request": request})

    assert endless.read_bytes == 0


def test_a_cut_body_is_malformed():
    assert refusal(b'{"a": [1, 2') == (400, "malformed")


def test_a_fault_is_pointed_at():
    document = json.loads(posted(b'{"args": {"cards": [1, 2.5]}}', HTTP_ACCEPT_LANGUAGE="fr").content)

    assert document["errors"] == [
        {
            "pointer": "/args/cards/1",
            "code": "not_an_integer",
            "detail": "Attendu\u00a0: un entier, sans fraction ni exposant.",
        }
    ]


@pytest.mark.parametrize("text", ["limit=7", "limit=007"])
def test_a_number_in_the_query_is_read(text):
    assert query_int(query(text), "limit", 50, 1, 200) == 7


def test_a_missing_number_is_the_default():
    assert query_int(query(""), "limit", 50, 1, 200) == 50


@pytest.mark.parametrize(
    "text",
    [
        "abc",
        "",
        "%00",
        "1%00",
        "0",
        "201",
        "-1",
        "+1",
        "1.0",
        "1e2",
        "0x1",
        "1_0",
        "%201",
        "1%0A",
        "%D9%A1",
        "%C2%B2",
        "%FF",
        "NaN",
        "9007199254740993",
        "99999999999999999999",
        "1" * 5_000,
        "[1]",
        "null",
        "true",
    ],
)
def test_a_value_that_is_not_a_number_in_range_is_refused(text):
    assert faults_of(query_int, query(f"limit={text}"), "limit", 50, 1, 200)[0][0] == "/query/limit"


def test_a_parameter_sent_twice_is_refused():
    assert faults_of(query_int, query("limit=1&limit=1"), "limit", 50, 1, 200) == [
        ("/query/limit", "repeated_parameter")
    ]


def test_an_unknown_parameter_is_refused():
    assert faults_of(query_known, query("after=1&aftr=2&x/y=3"), "after") == [
        ("/query/aftr", "unknown_parameter"),
        ("/query/x~1y", "unknown_parameter"),
    ]


def test_known_parameters_pass():
    query_known(query("after=1&limit=2"), "after", "limit")


@pytest.mark.parametrize("text", ["%00", "a%00b", "a" * 1025])
def test_broken_or_long_text_in_the_query_is_refused(text):
    assert faults_of(query_text, query(f"name={text}"), "name") == [("/query/name", "bad_parameter")]


def test_a_choice_must_be_an_option_of_its_list():
    assert query_choice(query("seat=me"), "seat", ("me",)) == "me"
    assert faults_of(query_choice, query("seat=you"), "seat", ("me",)) == [("/query/seat", "not_an_option")]
