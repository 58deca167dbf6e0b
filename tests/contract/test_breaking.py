"""Today's contract breaks no client of the last version, and every kind of breaking change is found."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings

from tests.contract.breaking import breaking
from tests.contract.frozen import CHANGELOG, announced, current, frozen, unannounced
from tests.stack import ROOT

Json = dict[str, Any]
MOVES, MATCHES, STREAM = (f"/api/v1/matches{rest}" for rest in ("/{match_id}/moves", "", "/{match_id}/stream"))


@pytest.fixture(scope="module")
def last() -> Json:
    return frozen()[1]


@pytest.fixture
def part(last: Json) -> Json:
    """Returns the operations that the tests change, so that the others are not compared again for each change."""
    names = [name for name in last["operations"] if name.split()[1] in (MOVES, MATCHES, STREAM)]
    return {**last, "operations": {name: last["operations"][name] for name in names}}


def test_the_current_contract_breaks_the_last_version_only_as_the_changelog_announces(last: Json):
    assert unannounced(last, current()) == [], "announce these in CHANGELOG.md, under Unreleased, Breaking"


def test_the_last_frozen_contract_the_changelog_and_the_project_have_one_version():
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

    assert versions[0] == frozen()[0] == project == settings.SPECTACULAR_SETTINGS["VERSION"]


def test_an_unchanged_contract_breaks_no_client(last: Json):
    assert breaking(last, last) == []


def schema(name: str) -> Callable[[Json], Json]:
    return lambda contract: contract["schemas"][name]


def operation(name: str) -> Callable[[Json], Json]:
    return lambda contract: contract["operations"][name]


def member(name: str, *path: str) -> Callable[[Json], Json]:
    def find(contract: Json) -> Json:
        found = contract["schemas"][name]["properties"]
        for step in path:
            found = found[step]
        return found

    return find


BREAKING: list[tuple[Callable[[Json], Json], Callable[[Json], Any], str]] = [
    # operations
    (lambda contract: contract["operations"], lambda at: at.pop(f"POST {MOVES}"), f"POST {MOVES}: removed"),
    (operation(f"POST {MOVES}"), lambda at: at.update(id="play"), "operationId matches_moves_create is now play"),
    (operation(f"GET {MATCHES}"), lambda at: at.update(public=False), "needs authentication"),
    (operation(f"GET {MATCHES}"), lambda at: at["parameters"].pop("query clock"), "query clock: removed"),
    (
        operation(f"GET {MATCHES}"),
        lambda at: at["parameters"]["query clock"].update(required=True),
        "query clock: newly required",
    ),
    (operation(f"POST {MATCHES}"), lambda at: at["responses"].pop("201"), "response 201: removed"),
    (
        operation(f"POST {MATCHES}"),
        lambda at: at["responses"]["201"]["headers"].remove("Location"),
        "response 201 header Location: removed",
    ),
    (
        operation(f"GET {STREAM}"),
        lambda at: at["responses"]["200"]["content"].clear(),
        "response 200 text/event-stream: removed",
    ),
    # requests
    (member("MatchCreate"), lambda at: at.pop("rated"), "request/rated: removed"),
    (schema("MatchCreate"), lambda at: at["required"].append("visibility"), "request/visibility: newly required"),
    (
        member("MatchCreate", "rated"),
        lambda at: at.update(type="string"),
        "request/rated: type boolean is now string",
    ),
    (member("MatchCreate", "game"), lambda at: at.update(maxLength=8), "request/game: maxLength is now 8"),
    (member("MatchCreate", "game"), lambda at: at.update(pattern="^[a-z]+$"), "request/game: pattern is now"),
    (member("MatchCreate", "game"), lambda at: at.update(enum=["toy"]), "request/game: takes only ['toy']"),
    # responses
    (member("Match"), lambda at: at.pop("fairness"), "response 200/fairness: removed"),
    (schema("Match"), lambda at: at["required"].remove("seq"), "response 200/seq: may now be missing"),
    (
        member("Match", "seq"),
        lambda at: at.update(type=["integer", "null"]),
        "response 200/seq: type integer is now integer or null",
    ),
    (schema("StatusEnum"), lambda at: at["enum"].remove("void"), "response 200/status: value 'void' removed"),
    (schema("StatusEnum"), lambda at: at.pop("enum"), "response 200/status: values no longer listed"),
    (member("Match", "created_at"), lambda at: at.pop("format"), "response 200/created_at: format is now None"),
    (schema("Effect"), lambda at: at["discriminator"]["mapping"].pop("rolled"), "effects/* rolled: removed"),
    (member("MoveResult"), lambda at: at.update(event={"type": "string"}), "response 200/event"),
]


@pytest.mark.parametrize(("place", "change", "line"), BREAKING, ids=[line for _, _, line in BREAKING])
def test_a_breaking_change_is_found(
    part: Json, place: Callable[[Json], Json], change: Callable[[Json], Any], line: str
):
    changed = copy.deepcopy(part)
    change(place(changed))

    found = unannounced(part, changed, changelog="")

    assert any(line in each for each in found), found
    assert (
        unannounced(part, changed, "## Unreleased\n\n### Breaking\n\n" + "".join(f"- `{x}`: why\n" for x in found))
        == []
    )


HARMLESS: list[tuple[Callable[[Json], Json], Callable[[Json], Any]]] = [
    (lambda contract: contract["operations"], lambda at: at.update({"GET /api/v1/new": at[f"GET {MATCHES}"]})),
    (operation(f"GET {MATCHES}"), lambda at: at["parameters"].update({"query new": {"required": False, "schema": {}}})),
    (member("MatchCreate"), lambda at: at.update(new={"type": "string"})),
    (schema("MatchCreate"), lambda at: at["required"].remove("game")),
    (member("MatchCreate", "game"), lambda at: at.update(maxLength=80)),
    (schema("VisibilityEnum"), lambda at: at["enum"].append("secret")),
    (member("Match"), lambda at: at.update(new={"type": "string"})),
    (member("Match", "seq"), lambda at: at.update(minimum=0)),
    (schema("Effect"), lambda at: at["discriminator"]["mapping"].update(burnt=at["discriminator"]["mapping"]["moved"])),
]


@pytest.mark.parametrize(("place", "change"), HARMLESS)
def test_an_addition_breaks_no_client(part: Json, place: Callable[[Json], Json], change: Callable[[Json], Any]):
    changed = copy.deepcopy(part)
    change(place(changed))

    assert changed != part
    assert breaking(part, changed) == []


def compared(old: Json, new: Json, *, sends: bool) -> Iterator[str]:
    """Returns the breaking changes between two schemas of a request's or a response's body."""
    body = {"required": True, "content": {"json": {}}}
    answers = {"200": {"headers": [], "content": {"json": {}}}}

    def contract(each: Json) -> Json:
        whole = copy.deepcopy({"id": "x", "public": True, "parameters": {}, "body": body, "responses": answers})
        (whole["body"] if sends else whole["responses"]["200"])["content"]["json"] = each
        return {"operations": {"POST /x": whole}, "schemas": {"A": {"type": "object", "properties": {"a": {}}}}}

    return iter(breaking(contract(old), contract(new)))


A: Json = {"$ref": "#/components/schemas/A"}
A_OR_NULL: Json = {"oneOf": [A, {"type": "null"}]}


def test_adding_null_breaks_clients_that_receive_and_removing_it_those_that_send():
    assert list(compared(A, A_OR_NULL, sends=False)) == ["POST /x: response 200 null: may be received now"]
    assert list(compared(A_OR_NULL, A, sends=False)) == []
    assert list(compared(A_OR_NULL, A, sends=True)) == ["POST /x: request null: removed"]
    assert list(compared(A, A_OR_NULL, sends=True)) == []


def test_only_changelog_lines_of_the_next_version_announce_a_change():
    text = "## Unreleased\n\n### Added\n\n- `a`\n\n### Breaking\n\n- `b`: why\n\n## 1.0.0\n\n### Breaking\n\n- `c`\n"

    assert announced(text) == ["b"]
    assert announced("## 1.0.0\n") == []
