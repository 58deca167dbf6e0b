"""The OpenAPI document explains itself: every member has a description and an example, and the examples are right."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from events.matches.openapi import slots
from events.matches.serializers.events import EVENTS
from games.dale_of_merchants.pick import CardChoice, CardPick
from games.dealmaker.payment import SubstitutionLimits
from games.dealmaker.slot import GoodsPayment
from games.kernel.effect import KINDS
from games.kernel.slots import Counts, Integer, OneOf, Ordered, Slot, Subset, Text
from games.monopoly_deal.payment import Payment
from tests.events.http.openapi.conformance import Conformance, Unlike, document, schemas_in
from tests.tools import npm

Json = Any


def unexplained(document: Json) -> Iterator[str]:
    """Yields each member of an object without a description, or without an example for itself or its type."""
    for name, component in document["components"]["schemas"].items():
        is_of_values = "enum" in component or component == {"type": "null"}  # the form of a choice
        if not is_of_values and not component.get("description"):
            yield name
        for schema in schemas_in(component):
            for member, described in schema.get("properties", {}).items():
                if not described.get("description") or not _has_example(described):
                    yield f"{name}.{member}"


def _has_example(schema: Json) -> bool:
    """Returns whether a schema has an example, or consists of components whose members have examples."""
    if "examples" in schema:
        return True
    values = schema.get("additionalProperties")
    parts = [schema, schema.get("items", {}), *schema.get("oneOf", []), *([values] if isinstance(values, dict) else [])]
    return any("$ref" in part for part in parts)


def test_every_member_has_a_description_and_an_example():
    assert list(unexplained(document())) == []


PLANTED: dict[str, Callable[[Json], Any]] = {
    "EffectMoved.cards": lambda schemas: schemas["EffectMoved"]["properties"]["cards"].pop("description"),
    "SlotPick.as": lambda schemas: schemas["SlotPick"]["properties"]["of"]["items"]["properties"]["as"].pop("examples"),
    "EventMove.seat": lambda schemas: schemas["EventMove"]["properties"]["seat"].pop("examples"),
    "MatchCreate.game": lambda schemas: schemas["MatchCreate"]["properties"]["game"].pop("description"),
    "Prompt": lambda schemas: schemas["Prompt"].pop("description"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_member_without_a_description_or_an_example_is_found(name: str):
    damaged = copy.deepcopy(document())

    PLANTED[name](damaged["components"]["schemas"])

    assert list(unexplained(damaged)) == [name]


def examples_in(document: Json) -> Iterator[tuple[str, Json, Json]]:
    for name, component in document["components"]["schemas"].items():
        for schema in schemas_in(component):
            for example in schema.get("examples", []):
                yield name, {key: value for key, value in schema.items() if key != "examples"}, example


def test_a_list_of_types_has_no_duplicates():
    lists = [schema["type"] for schema in schemas_in(document()) if isinstance(schema.get("type"), list)]

    assert lists and all(len(set(types)) == len(types) for types in lists)


def test_every_example_is_of_its_schema():
    components = document()["components"]

    wrong = [
        f"{name}: {example!r}"
        for name, schema, example in examples_in(document())
        if not Draft202012Validator({**schema, "components": components}).is_valid(example)
    ]

    assert wrong == []


# Slots: the example of an answer fills the example of the slot

BUILDERS: dict[str, Callable[[Json], Slot]] = {
    "one_of": lambda slot: OneOf(slot["options"]),
    "subset": lambda slot: Subset(slot["of"], _range(slot["size"])),
    "sequence": lambda slot: Ordered(slot["of"], _range(slot["size"])),
    "counts": lambda slot: Counts({face: tuple(bounds) for face, bounds in slot["of"].items()}, _range(slot["total"])),
    "integer": lambda slot: Integer(slot["low"], slot["high"]),
    "text": lambda slot: Text(slot["longest"]),
    "payment": lambda slot: Payment(
        {int(card): worth for card, worth in slot["worth"].items()},
        slot["owed"],
        {int(card): tuple(map(tuple, lists)) for card, lists in slot["needs"].items()},
        minimal=slot["minimal"],
    ),
    "goods_payment": lambda slot: GoodsPayment(
        slot["order"],
        tuple(slot["of"].get(good, (0, 0))[1] for good in slot["order"]),
        [tuple(price.get(good, 0) for good in slot["order"]) for price in slot["prices"]],
        SubstitutionLimits(*(1_000 if slot[name] is None else slot[name] for name in ("higher", "triples"))),
    ),
    "pick": lambda slot: CardPick(
        [CardChoice(choice["card"], choice["as"], choice["value"]) for choice in slot["of"]],
        tuple(slot["total"]),
        minimal=slot["minimal"],
        requires=slot["requires"],
        ordered=slot["ordered"],
    ),
}


def _range(bounds: list[int]) -> range:
    return range(bounds[0], bounds[1] + 1)


def slot_schema(kind: str) -> Json:
    ref = document()["components"]["schemas"]["Slot"]["discriminator"]["mapping"][kind]
    return document()["components"]["schemas"][ref.rpartition("/")[2]]


@pytest.mark.parametrize("kind", [slot.kind for slot in slots()])
def test_the_example_of_an_answer_fills_the_example_of_its_slot(kind: str):
    schema = slot_schema(kind)
    example, answer = schema["examples"][0], schema["x-answer"]["examples"][0]

    slot = BUILDERS[kind](example)

    assert slot.to_json() == example
    assert slot.reason(answer) is None
    assert json.dumps(answer) in schema["description"]


@pytest.mark.parametrize("kind", [slot.kind for slot in slots()])
def test_every_value_of_a_slot_matches_the_schema_of_its_answer(kind: str):
    schema = slot_schema(kind)

    for value in BUILDERS[kind](schema["examples"][0]):
        Draft202012Validator(schema["x-answer"]).validate(value)


# Events and effects


def test_every_type_of_event_and_effect_is_a_member_of_its_union():
    schemas = document()["components"]["schemas"]

    assert set(schemas["Event"]["discriminator"]["mapping"]) == set(EVENTS)
    assert schemas["Event"]["discriminator"]["propertyName"] == "type"
    assert set(schemas["Effect"]["discriminator"]["mapping"]) == set(KINDS)
    assert schemas["MoveResult"]["properties"]["event"]["$ref"] == "#/components/schemas/Event"


# Operations


def operations() -> dict[str, Json]:
    return {
        operation["operationId"]: operation
        for path, methods in document()["paths"].items()
        for operation in methods.values()
        if path.startswith("/api/v1/")
    }


def names(operation: Json) -> set[str]:
    """Returns the names of the headers that a request may have."""
    parameters = document()["components"]["parameters"]
    return {parameters[each["$ref"].rpartition("/")[2]]["name"] for each in operation["parameters"] if "$ref" in each}


def test_the_document_names_its_server_its_licence_and_the_security_of_each_operation():
    assert document()["servers"] and document()["info"]["license"]["name"]
    for name, operation in operations().items():
        assert "security" in operation, name
        assert operation["summary"] and operation["description"], name
    assert {"bearer": []} in operations()["matches_moves_create"]["security"]


def test_operations_declare_the_headers_of_their_requests():
    assert names(operations()["matches_moves_create"]) == {"Idempotency-Key", "If-Match"}
    assert names(operations()["matches_create"]) == {"Idempotency-Key"}
    assert names(operations()["matches_view"]) == {"If-None-Match"}
    assert names(operations()["matches_list"]) == {"If-None-Match"}
    assert names(operations()["matches_stream"]) == {"Last-Event-ID"}
    assert names(operations()["players_create"]) == set()


@pytest.mark.parametrize(
    ("operation", "status", "header"),
    [
        ("matches_view", "200", "ETag"),
        ("matches_view", "304", "ETag"),
        ("matches_view", "304", "Retry-After"),
        ("matches_moves_create", "429", "Retry-After"),
        ("matches_moves_create", "503", "Retry-After"),
        ("matches_list", "200", "Link"),
        ("matches_events_list", "200", "Link"),
        ("matches_create", "201", "Location"),
        ("matches_seats_create", "201", "Location"),
        ("matches_moves_create", "200", "Idempotent-Replayed"),
        ("me", "401", "WWW-Authenticate"),
    ],
)
def test_operations_declare_the_headers_of_their_responses(operation: str, status: str, header: str):
    response = operations()[operation]["responses"][status]
    if "$ref" in response:
        response = document()["components"]["responses"][response["$ref"].rpartition("/")[2]]

    assert header in response["headers"]


# The check that every response in these tests passes


def answer(status: int = 200, body: Any = None, **headers: str) -> Any:
    content = b"" if body is None else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return SimpleNamespace(status_code=status, headers=named, content=content)


TOKEN = {"token": "c0ffee", "expires_at": "2026-03-01T12:00:00.000000Z", "scopes": ["read", "play"]}


def test_a_response_that_matches_the_document_passes():
    Conformance(document()).check("POST", "/api/v1/tokens", answer(201, TOKEN, Content_Type="application/json"))
    Conformance(document()).check("DELETE", "/api/v1/tokens", answer(204))


@pytest.mark.parametrize(
    ("method", "response"),
    [
        ("POST", answer(299, TOKEN, Content_Type="application/json")),
        ("POST", answer(201, {**TOKEN, "colour": "red"}, Content_Type="application/json")),
        ("POST", answer(201, {"token": 7}, Content_Type="application/json")),
        ("POST", answer(201, TOKEN, Content_Type="text/html")),
        ("POST", answer(201, TOKEN, Content_Type="application/json", X_Odd="1")),
        ("DELETE", answer(204, Content_Type="text/html")),
        ("DELETE", answer(204, {})),
    ],
    ids=["a status", "a member", "a type", "a media type", "a header", "a media type without a body", "a body"],
)
def test_a_response_that_contradicts_the_document_is_found(method: str, response: Any):
    with pytest.raises(Unlike):
        Conformance(document()).check(method, "/api/v1/tokens", response)


# Redocly


@pytest.mark.skipif(shutil.which("npx") is None, reason="Redocly's rules need Node")
def test_the_document_passes_the_recommended_rules_of_redocly(tmp_path: Path):
    redocly = npm(tmp_path, "@redocly/cli@2.77.0") / "redocly"
    (tmp_path / "openapi.json").write_text(json.dumps(document()))

    linted = subprocess.run(
        [redocly, "lint", "openapi.json", "--format=json"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )

    found = json.loads(linted.stdout)
    assert found["totals"]["errors"] == 0, found["problems"]
    assert linted.returncode == 0
