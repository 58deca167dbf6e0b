"""Moves by the short route: twin practice matches of one seed, one played by it and one by the ordinary route."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from events.matches.table import moves as services
from events.models import ActionEvent, Command, Counter, Match, Notice, Pending, SealedAnswer
from games import registry
from project.limits import DEFAULTS
from project.short_route import answers
from tests.events.calls import Caller, first_move, open_match, somebody
from tests.project.both_routes import Answered, Routes, both_routes, lose_connections, sent

pytestmark = pytest.mark.django_db(transaction=True)

SEED = "5c" * 32
OWN = re.compile(  # what differs between two matches: ids, hashes, signatures and times
    rb'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}|[A-Za-z0-9+/_-]{80,}=*|"[0-9]{4}-[0-9-]+T[0-9:.]+Z"'
    rb'|(?<="at_ms":)[0-9]+'
)
COLUMNS = {
    ActionEvent: ("seq", "type", "seat", "core", "secret"),
    SealedAnswer: ("prompt", "seat", "move"),
    Pending: ("prompt", "seat", "required", "bot"),
    Notice: ("kind", "prompt", "player"),
}


@pytest.fixture
def routes(settings: Any) -> Iterator[Routes]:
    settings.COMPTOIR_LIMITS = DEFAULTS
    with both_routes() as routes:
        yield routes


class Twins(NamedTuple):
    """Two matches of the same players with the same deal: the first is played by the short route."""

    routes: Routes
    callers: list[Caller]
    matches: tuple[str, str]

    def post(self, seat: int, body: Any, **headers: str) -> Answered:
        """Sends a request to both; answers, rows and counters have to be the same. Returns the short route's answer."""
        answered, counted = [], []
        for send, match in zip((self.routes.short, self.routes.ordinary), self.matches, strict=True):
            Counter.objects.all().delete()
            request = sent("POST", f"/api/v1/matches/{match}/moves", self.callers[seat].token, body, **headers)
            answered.append(masked(send(request)))
            counted.append(sorted((OWN.sub(b"", c.key.encode()), c.count) for c in Counter.objects.all()))
        assert answered[0] == answered[1], f"{answered[0]} instead of {answered[1]}"
        assert counted[0] == counted[1], f"{counted[0]} instead of {counted[1]}"
        rows = [rows_of(match) for match in self.matches]
        assert rows[0] == rows[1], f"{rows[0]} instead of {rows[1]}"
        return answered[0]

    def next_move(self, turn: int = 0) -> tuple[int, dict[str, Any]]:
        """The first seat that has a move, from the one of that turn on; the move is the same in both matches."""
        for place in range(len(self.callers)):
            seat = (turn + place) % len(self.callers)
            moves = [first_move(self.callers[seat], match) for match in self.matches]
            assert moves[0] == moves[1]
            if moves[0] is not None:
                return seat, moves[0]
        raise AssertionError("nobody has a move")


def masked(answered: Answered) -> Answered:
    return answered._replace(body=OWN.sub(b"<own>", answered.body))


def own_masked(rows: Iterable[Any]) -> list[bytes]:
    return [OWN.sub(b"<own>", repr(row).encode()) for row in rows]


def rows_of(match: str) -> list[Any]:
    """Everything that is stored of a match, without what is its own."""
    rows: list[Any] = [
        own_masked(model.objects.filter(match=match).order_by("pk").values_list(*columns))
        for model, columns in COLUMNS.items()
    ]
    stored = Match.objects.get(pk=match)
    commands = Command.objects.filter(scope__startswith=match).order_by("id")
    columns = ("scope", "key", "body", "prompt", "move", "ordered", "status", "answer")
    rows += [own_masked(commands.values_list(*columns))]
    return [*rows, (stored.head_seq, stored.status, stored.scores)]


def twins_of(routes: Routes, game: str, settings: Any, **wish: Any) -> Twins:
    settings.COMPTOIR_LIMITS = {}
    callers = [somebody() for _ in range(min(registry.get(game).seats))]
    first, second = (open_match(callers[0], callers[1:], game, seed=SEED, **wish) for _ in range(2))
    settings.COMPTOIR_LIMITS = DEFAULTS
    return Twins(routes, callers, (first, second))


@pytest.mark.parametrize("game", registry.PACKAGES)
def test_moves_write_and_answer_the_same_in_every_game(game: str, routes: Routes, settings: Any):
    twins = twins_of(routes, game, settings)
    for turn in range(6):
        seat, move = twins.next_move(turn)
        passed_on = routes.passed_on

        assert twins.post(seat, move).status == 201
        assert routes.passed_on == passed_on


def test_a_repeated_move_receives_the_same_reply(routes: Routes, settings: Any):
    twins = twins_of(routes, "monopoly_deal", settings)
    seat, move = twins.next_move()
    first = twins.post(seat, move)

    repeated = twins.post(seat, move)

    assert (first.status, repeated.status, repeated.body) == (201, 200, first.body)
    assert dict(repeated.headers)[b"idempotent-replayed"] == b"true"


def test_a_key_marks_a_repeated_move_and_refuses_another(routes: Routes, settings: Any):
    twins = twins_of(routes, "dealmaker", settings)
    seat, move = twins.next_move()

    assert twins.post(seat, move, idempotency_key="k").status == 201
    assert twins.post(seat, move, idempotency_key="k").status == 200
    assert twins.post(seat, {**move, "verb": "other"}, idempotency_key="k").status == 422
    for key in ("", "x" * 201, "prompt:1", "\x7f", "é"):
        assert twins.post(seat, move, idempotency_key=key).status == 400


def test_a_precondition_is_checked(routes: Routes, settings: Any):
    twins = twins_of(routes, "monopoly_deal", settings)
    seat, move = twins.next_move()

    assert twins.post(seat, move, if_match='"other"').status == 412
    assert twins.post(seat, move, if_match="*").status == 201


RUBBISH: list[Any] = [
    b"", b"{", b"[]", b"null", b'"x"', b"\xff", b"\xef\xbb\xbf{}", b"{}" * 9000, b"[" * 40, b'{"prompt": 1e3}',
    b'{"prompt": 1, "prompt": 1}', b'{"verb": "x\\u0000"}', b'{"prompt": NaN}', {"prompt": 0},
    *({"prompt": prompt, "verb": "x"} for prompt in (-1, "0", True, 2**53, None, 999)),
    *({"prompt": 1, "verb": verb} for verb in (1, "", "x" * 41, None)),
    *({"prompt": 1, "verb": "x", name: "x"} for name in ("args", "lease", "more")),
    {"prompt": 1, "verb": "x", "lease": "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55"},
]  # fmt: skip


def test_rubbish_changes_nothing_and_is_refused_alike(routes: Routes, settings: Any):
    twins = twins_of(routes, "monopoly_deal", settings)
    before = rows_of(twins.matches[0])
    seat, move = twins.next_move()
    illegal = [{**move, "args": {"card": 9999}}, {**move, "verb": "no_such_verb"}, {**move, "args": {"x": [1] * 300}}]
    for body in [*RUBBISH, *illegal]:
        for language in ("en", "fr"):
            status = twins.post(seat, body, accept_language=language).status
            assert 400 <= status < 500, body
    assert twins.post(1 - seat, move).status in (403, 409)
    for headers in (
        {"content_type": "text/plain"},
        {"content_encoding": "gzip"},
        {"content_type": "application/json; charset=latin-1"},
    ):
        assert twins.post(seat, move, **headers).status == 415
    assert rows_of(twins.matches[0]) == before


def test_a_stranger_and_a_reader_are_refused_alike(routes: Routes, settings: Any):
    twins = twins_of(routes, "monopoly_deal", settings)
    _, move = twins.next_move()
    reader = twins.callers[0].post("/tokens", {"scopes": ["read"]})
    strangers = [somebody(), *([Caller(reader.json()["token"])] if reader.status_code == 201 else [])]
    for stranger in strangers:
        assert twins._replace(callers=[stranger]).post(0, move).status == 403


def test_a_match_that_is_over_takes_no_move(routes: Routes, settings: Any):
    twins = twins_of(routes, "monopoly_deal", settings)
    seat, move = twins.next_move()
    for match in twins.matches:
        twins.callers[1 - seat].post(f"/matches/{match}/resign")

    assert twins.post(seat, move).status == 409


def test_the_last_sealed_answer_opens_them_all(routes: Routes, settings: Any):
    twins = twins_of(routes, "great_dalmuti", settings)
    settings.COMPTOIR_LIMITS = {}
    moves = [first_move(caller, twins.matches[0]) for caller in twins.callers]
    statuses = [twins.post(seat, move).status for seat, move in enumerate(moves)]

    assert statuses == [201] * len(twins.callers)
    assert ActionEvent.objects.filter(match=twins.matches[0]).latest("seq").core.count(b'"answered"') >= 1


def test_a_used_up_limit_refuses_the_move_and_writes_nothing(routes: Routes, settings: Any):
    twins = twins_of(routes, "monopoly_deal", settings)
    seat, move = twins.next_move()
    settings.COMPTOIR_LIMITS = {"general": (0, 60), "moves": (5, 60)}
    before = rows_of(twins.matches[0])

    assert twins.post(seat, move).status == 429
    assert rows_of(twins.matches[0]) == before


def test_a_refused_host_plays_nothing(routes: Routes, settings: Any):
    twins = twins_of(routes, "monopoly_deal", settings)
    seat, move = twins.next_move()
    before = rows_of(twins.matches[0])

    assert twins.post(seat, move, host="evil.example").status == 400
    assert rows_of(twins.matches[0]) == before


def test_a_refused_move_is_tried_once(routes: Routes, settings: Any, monkeypatch: pytest.MonkeyPatch):
    twins = twins_of(routes, "monopoly_deal", settings)
    seat, move = twins.next_move()
    tries: list[int] = []
    in_turn = services._play_in_turn
    monkeypatch.setattr(services, "_play_in_turn", lambda *parts: tries.append(1) or in_turn(*parts))

    assert twins.post(seat, {**move, "verb": "no_such_verb"}).status == 422
    assert len(tries) == 2, "one for each of the twins"


def test_a_connection_that_was_lost_before_a_move_costs_it_no_error(routes: Routes, settings: Any):
    twins = twins_of(routes, "dealmaker", settings)
    for turn, limits in enumerate((DEFAULTS, {})):
        settings.COMPTOIR_LIMITS = limits
        seat, move = twins.next_move(turn)
        view = sent("GET", f"/api/v1/matches/{twins.matches[0]}/view", twins.callers[seat].token)
        assert routes.short(view).status == 200, "the thread of both routes has a connection"
        lose_connections()
        passed_on = routes.passed_on

        assert twins.post(seat, move).status == 201
        assert routes.passed_on == passed_on + 1


def test_a_move_whose_storing_fails_is_not_tried_again(routes: Routes, settings: Any, monkeypatch: pytest.MonkeyPatch):
    twins = twins_of(routes, "dealmaker", settings)
    seat, move = twins.next_move()
    append, tries = services.log.statements.append, []

    def lost_after(*arguments: Any, **options: Any) -> bool:
        tries.append(append(*arguments, **options))
        raise services.log.statements.connection.Database.OperationalError("the connection is lost")

    monkeypatch.setattr(services.log.statements, "append", lost_after)

    assert twins.post(seat, move).status == 503
    assert tries == [True, True], "one for each of the twins"


def test_a_short_route_that_plays_for_another_seat_is_found(
    routes: Routes, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    twins = twins_of(routes, "monopoly_deal", settings)
    seat, move = twins.next_move()
    verified, other = answers.verified, twins.callers[1 - seat].token
    monkeypatch.setattr(answers, "verified", lambda _: verified(other))

    with pytest.raises(AssertionError, match="instead of"):
        twins.post(seat, move)


def test_a_short_route_that_writes_twice_is_found(routes: Routes, settings: Any, monkeypatch: pytest.MonkeyPatch):
    twins = twins_of(routes, "dealmaker", settings)
    seat, move = twins.next_move()
    outcome = answers._outcome
    monkeypatch.setattr(answers, "_outcome", lambda plain: [outcome(plain), outcome(plain)][0])

    with pytest.raises(AssertionError, match="instead of"):
        twins.post(seat, move)
