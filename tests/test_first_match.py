"""docs/first-match.md is correct: its requests run in order against a server, with the documented responses."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

import pytest

from events.matches.openapi import slots
from games.kernel.shape import example_of
from games.kernel.template import template
from tests.events.http.openapi.test_contract import BUILDERS
from tests.stack import ROOT
from tests.streaming import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
PAGE = ROOT / "docs" / "first-match.md"
ANY = "…"
PAIR = re.compile(r"```http\n(.*?)```\s*```json\n(\d+)\n(.*?)```", re.DOTALL)


class Request(NamedTuple):
    """A request of the page and its response: the status, and the documents of the body, one per line for a stream."""

    method: str
    path: str
    headers: dict[str, str]
    body: str
    status: int
    answers: list[Any]


def requests(page: str) -> Iterator[Request]:
    for request, status, answer in PAIR.findall(page):
        head, _, body = request.partition("\n\n")
        line, *headers = head.strip().splitlines()
        method, path = line.split(" ")
        named = dict(header.split(": ", 1) for header in headers)
        yield Request(method, path, named, body.strip(), int(status), list(documents(answer)))


def documents(text: str) -> Iterator[Any]:
    """Yields the JSON documents of a text, one after another."""
    reader, at = json.JSONDecoder(), 0
    while at < len(text.rstrip()):
        document, at = reader.raw_decode(text, at)
        yield document
        at += len(text[at:]) - len(text[at:].lstrip())


def answered(port: int, request: Request, known: dict[str, str]) -> tuple[int, list[Any]]:
    """Returns the status and the documents of the real response; from a stream, as many events as the page shows."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
    headers = {name: filled(value, known) for name, value in request.headers.items()}
    body = request.body or None
    headers |= {"Content-Type": "application/json"} if body else {}
    connection.request(request.method, f"/api/v1{filled(request.path, known)}", body, headers)
    with connection.getresponse() as response:
        if (response.headers["Content-Type"] or "").startswith("text/event-stream"):
            events = sent(response)
            return response.status, [next(events) for _ in request.answers]
        return response.status, [json.load(response)]


def sent(stream: Any) -> Iterator[dict[str, Any]]:
    """Yields the log's events from a stream: those with an id."""
    event: dict[str, Any] = {}
    for line in stream:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            event[name] = json.loads(value) if name in ("id", "data") else value
        else:
            if event.keys() >= {"id", "data"}:
                yield event
            event = {}


def filled(text: str, known: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: known[name[1]], text)


def differences(shown: Any, real: Any, known: dict[str, str], at: str = "") -> Iterator[str]:
    """Yields the differences between a response and the page; stores the values that the page names."""
    if isinstance(shown, str) and (name := re.fullmatch(r"\{(\w+)\}", shown)):
        if known.setdefault(name[1], real) != real:
            yield f"{at}: expected {known[name[1]]!r}, got {real!r}"
    elif isinstance(shown, dict) and isinstance(real, dict):
        for name, value in shown.items():
            if name in real:
                yield from differences(value, real[name], known, f"{at}/{name}")
            else:
                yield f"{at}/{name}: missing"
    elif isinstance(shown, list) and isinstance(real, list):
        for place, (item, one) in enumerate(paired(shown, real, known)):
            yield from differences(item, one, known, f"{at}/{place}")
    elif shown != ANY and (shown != real or type(shown) is not type(real)):
        yield f"{at}: expected {shown!r}, got {real!r}"


def paired(shown: list[Any], real: list[Any], known: dict[str, str]) -> list[tuple[Any, Any]]:
    """Returns the page's items with the real ones: in order, or by content if the page omits some."""
    if shown[-1:] != [ANY]:
        return list(zip_longest(shown, real))
    return [(item, next((one for one in real if not any(differences(item, one, known))), None)) for item in shown[:-1]]


def faults(port: int, page: str) -> list[str]:
    """Returns the differences from the page, up to the first request whose response differs."""
    known: dict[str, str] = {}
    for number, request in enumerate(requests(page), 1):
        status, real = answered(port, request, known)
        found = [] if status == request.status else [f"{number}: expected {request.status}, got {status}: {real}"]
        for shown, one in zip(request.answers, real, strict=True):
            found += [f"{number}{difference}" for difference in differences(shown, one, known)]
        if found:
            return found
    return []


def test_the_requests_of_the_page_are_answered_as_documented(server: Server):
    page = PAGE.read_text(encoding="utf-8")

    assert len(list(requests(page))) == 12
    assert faults(server.port, page) == []


@pytest.mark.parametrize(
    ("right", "wrong", "where"),
    [
        ('{"seat": 1, "kind": "player", "player": {"name": "Grace"}}', '{"seat": 2}', "6/seat"),
        ('"colour": "station"}}', '"colour": "brown"}}', "10: expected 201, got 422"),
        ('"standings": [[0], [1]]', '"standings": [[1], [0]]', "12/data/standings/0/0"),
        ('{"name": "Grace", "token"', '{"nom": "Grace", "token"', "4/nom"),
    ],
)
def test_a_page_that_is_wrong_is_found(server: Server, right: str, wrong: str, where: str):
    page = PAGE.read_text(encoding="utf-8")
    assert right in page

    found = faults(server.port, page.replace(right, wrong))

    assert found and found[0].startswith(where), found


@pytest.mark.parametrize("what", ["tournaments", "leagues"])
def test_the_body_on_the_page_creates_a_tournament_or_a_league(server: Server, what: str):
    page = (ROOT / "docs" / f"{what}.md").read_text(encoding="utf-8")
    body = page.partition("<!-- body -->\n```json\n")[2].partition("```")[0]
    guest = Request("POST", "/players", {}, json.dumps({"name": f"Olga {what}"}), 201, [{"token": "{olga}"}])
    tournament = Request("POST", f"/{what}", {"Authorization": "Bearer {olga}"}, body, 201, [json.loads(body)])
    known: dict[str, str] = {}

    for request in (guest, tournament):
        status, (real,) = answered(server.port, request, known)

        assert (status, list(differences(request.answers[0], real, known))) == (201, [])


def test_the_bodies_on_the_page_about_clubs_create_a_club_and_set_its_defaults(server: Server):
    page = (ROOT / "docs" / "clubs.md").read_text(encoding="utf-8")
    body, house = (
        page.partition(f"<!-- {name} -->\n```json\n")[2].partition("```")[0] for name in ("body", "defaults")
    )
    bearer = {"Authorization": "Bearer {cleo}"}
    rules = {"game": "great_dalmuti", **json.loads(house)}
    known: dict[str, str] = {}

    for request in (
        Request("POST", "/players", {}, '{"name": "Cleo"}', 201, [{"token": "{cleo}"}]),
        Request("POST", "/clubs", bearer, body, 201, [{"id": "{club}", **json.loads(body)}]),
        Request("PUT", "/clubs/{club}/defaults/great_dalmuti", bearer, house, 200, [rules]),
    ):
        status, (real,) = answered(server.port, request, known)

        assert (status, list(differences(request.answers[0], real, known))) == (request.status, [])


def slot_rows() -> list[str]:
    """Returns the table of slots, from the descriptions of the slot kinds."""
    return [
        f"| `{slot.kind}` | `{json.dumps({'slot': slot.kind, **example_of(slot.shape)})}` | "
        f"{slot.answer['description']} `{json.dumps(slot.answer['examples'][0])}` |"
        for slot in slots()
    ]


def test_the_table_of_slots_has_every_kind_with_its_example():
    table = PAGE.read_text(encoding="utf-8").partition("<!-- slots -->\n")[2].partition("\n\n")[0].splitlines()[2:]

    assert table == slot_rows()


def rests(page: str) -> list[tuple[Any, Any, Any]]:
    table = page.partition("<!-- rests -->\n")[2].partition("\n\n")[0].splitlines()[2:]
    return [(slot, value, rest) for slot, value, rest in (map(json.loads, re.findall("`(.*?)`", row)) for row in table)]


def test_the_remaining_slots_of_an_incomplete_move_are_as_documented():
    rows = rests(PAGE.read_text(encoding="utf-8"))

    assert len(rows) == 5
    for slot, value, rest in rows:
        left = template("act", it=BUILDERS[slot["slot"]](slot)).remaining({"it": value})
        assert left is not None
        assert (left.slots["it"].to_json() if left.slots else None) == rest, (slot, value)
