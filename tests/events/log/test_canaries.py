"""Known secrets must not appear in logs, messages to workers, errors, representations of models, or the database.

Seeds and salt keys are encrypted in the database. Hands are stored unencrypted in one column, `secret` of the log, by
design: the server deals, so it can look at cards, but it cannot change them unnoticed.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import io
import json
import logging
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection

from bots.tasks import play_turns
from events.base import clock
from events.base.error_reports import report
from events.log import match_seeds, states
from events.log.models import Match
from events.processes.models import ErrorReport
from games.kernel.words.texts import texts
from games.monopoly_deal.deck import COLOURS
from tests.events.calls import Caller, somebody
from tests.events.scheduling import run_due
from tests.events.tables import START_MS
from tests.stack import ROOT

PASSWORD = "canary-PASSWORD-3f9a1c"
EMAIL = "canary.email.77@example.org"


class Scene(NamedTuple):
    """A match, with everything that the server wrote during play.

    canaries: every form of each secret. faces: the faces in hands, except those with the name of a verb or a colour,
    which moves may contain.
    """

    match: str
    canaries: dict[str, list[bytes]]
    faces: set[str]
    logs: str
    messages: list[Any]
    errors: list[bytes]
    representations: list[str]
    columns: dict[str, bytes]


def forms(secret: bytes) -> list[bytes]:
    """Returns the ways to write 32 bytes."""
    return [secret, secret.hex().encode(), base64.b64encode(secret)[:40], repr(secret)[2:-1].encode()]


def hits(text: bytes, canaries: dict[str, list[bytes]]) -> list[str]:
    """Returns the canaries that a text contains."""
    return [name for name, written in canaries.items() if any(form in text for form in written)]


def recorded_urandom() -> Any:
    """Returns a source of randomness and the list of its results."""
    numbers, chunks = count(1), []

    def urandom(size: int) -> bytes:
        chunks.append(hashlib.shake_256(b"canary %d" % next(numbers)).digest(size))
        return chunks[-1]

    return urandom, chunks


_played_once: list[Scene] = []


@pytest.fixture
def scene(db: None, django_capture_on_commit_callbacks: Any) -> Scene:
    """The match, played once for all tests."""
    if not _played_once:
        _played_once.append(recorded_scene(django_capture_on_commit_callbacks))
    return _played_once[0]


def recorded_scene(committing: Any) -> Scene:
    """Plays a match with errors of every kind and collects what the server writes."""
    log_text, messages, errors = io.StringIO(), [], []
    root = logging.getLogger()
    listener = logging.StreamHandler(log_text)
    listener.setFormatter(root.handlers[0].formatter if root.handlers else None)
    level, urandom = root.level, recorded_urandom()
    root.addHandler(listener)
    root.setLevel(logging.DEBUG)
    logging.getLogger("request").setLevel(logging.DEBUG)
    record_message = lambda args=None, **_: messages.append(args)  # noqa: E731
    now = [START_MS]
    with (
        patch("os.urandom", urandom[0]),
        patch("events.matches.lobby.services.new_id", lambda: UUID(int=1 << 76)),
        patch.object(play_turns, "apply_async", record_message),
        clock.clock(lambda: now[0]),
        committing(execute=True),
    ):
        match, ada, bob = _open_match()
    with patch.object(play_turns, "apply_async", record_message):
        for _ in range(2):
            errors += _send_requests([ada, bob], match, committing)
        run_due()
        errors += _raise_defects(ada, match)
    match_row = Match.objects.get(pk=match)
    hidden = states.head(match_row).state
    canaries = {
        "the server's seed": forms(match_seeds.server_seed_of(match_row)),
        "the key of the salts": forms(match_seeds.salt_key_of(match_row)),
        "the seed of all draws": forms(match_seeds.match_seed_of(match_row)),
        "a token": [str(ada.token).encode()],
        "another token": [str(bob.token).encode()],
        "a password": [PASSWORD.encode()],
        "an address": [EMAIL.encode()],
    }
    assert match_seeds.server_seed_of(match_row) in urandom[1], "the seeds are the known ones"
    root.removeHandler(listener)
    root.setLevel(level)
    hands = [card for seat in range(hidden.seats) for card in hidden.cards("hand", seat)]
    faces = {hidden.face(card) for card in hands if card is not None}
    representations = [
        repr(thing) + str(thing) for model in apps.get_models() for thing in model._default_manager.all()
    ]
    words_in_moves = {*COLOURS, *texts("games.monopoly_deal", "en")["verbs"]}
    long_faces = {str(face) for face in faces if len(str(face)) > 6}
    return Scene(
        match,
        canaries,
        long_faces - words_in_moves,
        log_text.getvalue(),
        messages,
        errors,
        representations,
        dict(columns()),
    )


def _open_match() -> tuple[str, Caller, Caller]:
    ada, bob = somebody("Ada"), somebody("Bob")
    changed = bob.call("PATCH", "/me", {"password": PASSWORD, "email": EMAIL})
    assert changed.status_code == 200
    name = bob.get("/me").json()["name"]
    bob = Caller(Caller().post("/tokens", {"name": name, "password": PASSWORD}).json()["token"], bob.player)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "policy": "uniform"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]
    assert bob.post(f"/matches/{match}/seats").status_code == 201
    return match, ada, bob


def _send_requests(callers: list[Caller], match: str, committing: Any) -> list[bytes]:
    """Sends legal and illegal requests for all callers; returns the bodies of the errors."""
    errors = []
    for caller in callers:
        legal = caller.get(f"/matches/{match}/legal-moves?limit=3").json()
        for card in range(0, 110, 20):
            body = {"prompt": legal.get("prompt") or 1, "verb": "bank", "args": {"card": card}}
            errors.append(caller.post(f"/matches/{match}/legal-moves", body).content)
            errors.append(caller.post(f"/matches/{match}/moves", {**body, "verb": "no_such"}).content)
        errors.append(Caller(f"{caller.token}x").get("/me").content)
        errors.append(Caller().post("/tokens", {"name": "Bob", "password": f"{PASSWORD}!"}).content)
        for move in legal.get("moves", [])[:1]:
            with committing(execute=True):
                caller.post(f"/matches/{match}/moves", {"prompt": legal["prompt"], **move})
    return errors


def _raise_defects(caller: Caller, match: str) -> list[bytes]:
    """Raises defects inside the server while secrets are in local variables; returns the bodies of the errors."""
    answers = []
    places = (
        "events.matches.record.recording.record",
        "events.matches.record.table_views.view_json",
        "events.log.match_seeds._opened",
    )
    for where in places:
        with patch(where, side_effect=ZeroDivisionError):
            for path in ("view", "events", "proof", "export"):
                with suppress(ZeroDivisionError):  # a server closes the connection of an export that has begun
                    answers.append(caller.get(f"/matches/{match}/{path}"))
            answers.append(caller.post(f"/matches/{match}/resign"))
    assert any(answer.status_code == 500 for answer in answers)
    return [answer.content for answer in answers if answer.status_code >= 400]


def test_no_log_line_holds_a_secret(scene):
    assert len(scene.logs) > 2000, "something was logged"
    assert hits(scene.logs.encode(), scene.canaries) == []
    assert [face for face in scene.faces if face in scene.logs] == []


def test_the_logs_are_really_captured(scene):
    assert "ZeroDivisionError" in scene.logs
    text = scene.logs.encode() + scene.canaries["a password"][0]
    assert hits(text, scene.canaries) == ["a password"]


def test_messages_to_workers_hold_no_secret(scene):
    assert scene.messages, "turns of bots were sent"
    assert hits(repr(scene.messages).encode(), scene.canaries) == []


def test_no_error_holds_a_secret(scene):
    assert len(scene.errors) > 30
    for body in scene.errors:
        assert hits(body, scene.canaries) == []
        problem = json.loads(body)
        if problem.get("code") == "internal":
            assert set(problem) == {"type", "title", "status", "detail", "instance", "code", "errors", "request_id"}
            assert problem["errors"] == []


def test_no_model_representation_holds_a_secret(scene):
    assert len(scene.representations) > 20
    assert hits("\n".join(scene.representations).encode(), scene.canaries) == []
    assert [face for face in scene.faces for line in scene.representations if face in line] == []


def columns() -> Iterator[tuple[str, bytes]]:
    """Yields every column of every table, with its content."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute("SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table])
            names = [name for (name,) in cursor.fetchall()]
            for name in names:
                cursor.execute(f'SELECT "{name}" FROM "{table}"')
                yield f"{table}.{name}", b"\n".join(_bytes(value) for (value,) in cursor.fetchall())


def _bytes(value: Any) -> bytes:
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


def test_a_dump_of_the_database_holds_no_seed_no_token_and_no_password(scene):
    found_in = {name: names for name, text in scene.columns.items() if (names := hits(text, scene.canaries))}

    assert found_in == {"events_player.email": ["an address"]}


def test_faces_are_stored_only_in_the_log_and_in_responses_to_their_viewers(scene):
    """The public part of the first deal contains the faces of the whole deck, but not the holders of the cards."""
    found_in = {name for name, text in scene.columns.items() for face in scene.faces if face.encode() in text}

    assert scene.faces
    assert "events_actionevent.hidden" in found_in
    assert found_in <= {f"events_{name}" for name in ("actionevent.hidden", "actionevent.core", "command.answer")}


# Code that is forbidden

FORBIDDEN = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "jsonpickle"}
CALLS = {"eval", "exec", "compile", "__import__"}
# Exceptions: SQL statements assembled from parts, each with its reason.
MADE = {
    "events/base/hub.py": "the name of a channel cannot be a parameter; it is a constant",
    "events/base/nodes/parts.py": "names of columns cannot be parameters; they are constants",
    "events/log/damage.py": "whether a lock is waited for is one of two constants",
    "events/http/throttles.py": "the number of rows varies; every value is a parameter",
    "project/doctor/database.py": "the name of a channel cannot be a parameter; it is a constant",
    "project/database/distribution.py": "names of roles, tables and keys cannot be parameters; they are quoted",
    "project/database/queue.py": "names of schemas and roles cannot be parameters; they are quoted",
    "project/database/roles.py": "names of roles and databases cannot be parameters; they are quoted",
    "project/management/commands/adopt.py": "names of triggers and tables cannot be parameters; they are quoted",
}


def faults_of(source: str) -> Iterator[str]:
    """Returns the forbidden calls in a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            yield from (f"imports {name}" for name in names if name.split(".")[0] in FORBIDDEN)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in CALLS:
                yield f"calls {node.func.id}"
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if name in ("execute", "executemany", "raw", "extra") and node.args and _is_made(node.args[0]):
                yield "makes a statement of parts"


def _is_made(node: ast.expr) -> bool:
    formatted = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"
    return isinstance(node, ast.JoinedStr | ast.BinOp) or formatted


def sources() -> list[Path]:
    return sorted(path for part in ("events", "bots", "games", "project") for path in (ROOT / part).rglob("*.py"))


def test_no_source_file_unpickles_evaluates_or_formats_a_statement():
    found = {
        name: faults
        for path in sources()
        if (faults := list(faults_of(path.read_text()))) and (name := str(path.relative_to(ROOT))) not in MADE
    }

    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from marshal import loads",
        "eval('1')",
        "cursor.execute(f'SELECT {name}')",
        "cursor.execute('SELECT %s' % name)",
        "cursor.execute('SELECT {}'.format(name))",
        "Match.objects.raw('SELECT ' + name)",
    ],
)
def test_a_planted_line_is_found(source: str):
    assert list(faults_of(source))


def test_an_error_report_of_a_test_ends_with_its_transaction(db: None) -> None:
    report("request_failed", "tests", "of a test")

    with closing(connection.copy()) as other, other.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM events_alarm WHERE place = 'tests'")
        assert (ErrorReport.objects.filter(place="tests").count(), cursor.fetchone()) == (1, (0,))
