"""Hostile requests over HTTP: the server refuses each with a problem with a stable code and a pointer, changes nothing,
and never returns 500 or above."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from rest_framework import serializers

from events.accounts.serializers.profiles import NotificationsInput, PlayWindowInput, ProfileInput, QuietHoursInput
from events.accounts.serializers.relations import RelationChange, ReportInput
from events.accounts.serializers.sign_in import AddressInput, LinkInput, PlayerInput, RecoveryInput, SignInInput
from events.base.exceptions import all_problems
from events.bot_accounts.serializers import BotChanges, BotInput, BotMembers, LeaseInput
from events.clubs.serializers import ClubChanges, ClubDefaultsInput, ClubInput, ClubInvitationInput, MemberInput
from events.http import fields
from events.http.problems import MEDIA_TYPE
from events.leagues.serializers import LeagueChange, LeagueInput, LeagueShape
from events.matches.serializers.log import MessageInput
from events.matches.serializers.moves import MoveInput, TryInput
from events.matches.serializers.new_match import ClockInput, MatchInput, SeatInput
from events.matches.serializers.orders import OrderedMoveInput, OrderInput
from events.matches.serializers.presence import NoteInput, SeenInput
from events.matches.serializers.seats import (
    CommitInput,
    InvitationInput,
    RematchInput,
    RevealInput,
    SitInput,
    VacationInput,
)
from events.moderation.serializers import AppealInput
from events.narration.serializers import AnswerInput
from events.notifications.serializers import (
    PushKeysInput,
    PushSubscriptionChangeInput,
    PushSubscriptionInput,
    WebhookChangeInput,
    WebhookInput,
)
from events.oauth.serializers import AppInput, ConsentInput, DecisionInput
from events.passkeys.serializers import PasskeyInput, PasskeyNameInput, PasskeySignInInput
from events.replays.serializers import ForkInput, ForkSeatInput, ReplayLinkInput
from events.streams.serializers import TicketInput
from events.tournaments.serializers.entries import EntryInput
from events.tournaments.serializers.new_tournament import TournamentInput
from events.tournaments.serializers.organisers import TournamentChange, TournamentMessageInput
from games import registry
from games.kernel.rng import Draws, policy_draws
from project.serving.adapter import environ_of
from tests.events.calls import Caller, client, somebody
from tests.events.http import hostile
from tests.events.http.openapi.generated import one_connection
from tests.events.http.routes import ROUTES
from tests.events.http.targets import Targets, laid_out, stored_state, taken_back
from tests.events.notifications.receivers import Device
from tests.games.harness.time_budget import SECONDS, SEED, seeds

pytestmark = pytest.mark.django_db
MATCH = "/matches/{match}"
HEX = "ab" * 32
NO_ID = "01a1fc63-81d9-71e5-8e58-f3c006995afd"

# Each route with a body: its serializer and a valid body.
WRITTEN: dict[str, tuple[type[fields.Serializer], dict[str, Any]]] = {
    "POST /players": (PlayerInput, {"name": "Hostile Name"}),
    "POST /tokens": (SignInInput, {"name": "Nobody here", "password": "not this one"}),
    "PATCH /me": (ProfileInput, {"language": "en"}),
    "POST /matches": (
        MatchInput,
        {"game": "monopoly_deal", "seats": [{"kind": "player", "name": "Nobody"}, {"kind": "open"}]},
    ),
    f"POST {MATCH}/seats": (SitInput, {}),
    f"POST {MATCH}/seats/0/commit": (CommitInput, {"commit": HEX}),
    f"POST {MATCH}/seats/0/reveal": (RevealInput, {"seed": HEX}),
    f"POST {MATCH}/start": (fields.EmptyInput, {}),
    f"POST {MATCH}/resign": (fields.EmptyInput, {}),
    f"POST {MATCH}/agreements/abort": (fields.EmptyInput, {}),
    f"PUT {MATCH}/seats/1": (fields.EmptyInput, {}),
    f"POST {MATCH}/agreements/rematch": (RematchInput, {}),
    f"POST {MATCH}/forks": (ForkInput, {"at": 6, "mode": "resampled"}),
    f"POST {MATCH}/replay-links": (ReplayLinkInput, {"as": "spectator"}),
    f"POST {MATCH}/standing-orders": (OrderInput, {"phase": "follow", "move": {"verb": "pass"}}),
    f"POST {MATCH}/standing-orders/trial": (OrderInput, {"phase": "follow", "move": {"verb": "pass"}}),
    f"POST {MATCH}/agreements/undo": (fields.EmptyInput, {}),
    f"POST {MATCH}/agreements/pause": (fields.EmptyInput, {}),
    f"POST {MATCH}/vacation": (VacationInput, {"days": 1}),
    f"PUT {MATCH}/note": (NoteInput, {"text": "Mine"}),
    f"PUT {MATCH}/seen": (SeenInput, {"page": NO_ID, "looking": False}),
    f"POST {MATCH}/waiting-list": (fields.EmptyInput, {}),
    f"POST {MATCH}/invitations": (InvitationInput, {}),
    "POST /invitations/unknown": (SitInput, {}),
    "POST /bots": (BotInput, {"name": "Hostile Bot", "level": "good"}),
    "PATCH /bots/Nobody": (BotChanges, {"level": "good"}),
    "POST /clubs": (ClubInput, {"name": "Hostile club", "visibility": "private"}),
    f"PATCH /clubs/{NO_ID}": (ClubChanges, {"about": "Hostile"}),
    f"POST /clubs/{NO_ID}/members": (fields.EmptyInput, {}),
    f"PATCH /clubs/{NO_ID}/members/Nobody": (MemberInput, {"role": "member"}),
    f"POST /clubs/{NO_ID}/invitations": (ClubInvitationInput, {}),
    f"PUT /clubs/{NO_ID}/defaults/great_dalmuti": (ClubDefaultsInput, {}),
    "POST /club-invitations/unknown": (fields.EmptyInput, {}),
    "POST /leagues": (
        LeagueInput,
        {"title": "Hostile", "game": "monopoly_deal", "seats": 2, "format": "knock_out", "sizes": [4], "moving": 1},
    ),
    f"PATCH /leagues/{NO_ID}": (LeagueChange, {"title": "Hostile"}),
    f"POST /leagues/{NO_ID}/members": (fields.EmptyInput, {}),
    f"PUT /leagues/{NO_ID}/organisers/Nobody": (fields.EmptyInput, {}),
    f"POST /leagues/{NO_ID}/start": (fields.EmptyInput, {}),
    f"POST /leagues/{NO_ID}/cancel": (fields.EmptyInput, {}),
    "POST /me/calendar": (fields.EmptyInput, {}),
    "POST /bots/Nobody/tokens": (fields.EmptyInput, {}),
    "POST /bots/decisions": (LeaseInput, {}),
    "POST /me/passkeys": (
        PasskeyInput,
        {"name": "Phone", "id": "AAAA", "client_data": "AAAA", "attestation": "AAAA"},
    ),
    f"PATCH /me/passkeys/{NO_ID}": (PasskeyNameInput, {"name": "Phone"}),
    "POST /me/passkey-options": (fields.EmptyInput, {}),
    "POST /passkey-options": (fields.EmptyInput, {}),
    "POST /passkey-tokens": (
        PasskeySignInInput,
        {"id": "AAAA", "client_data": "AAAA", "authenticator_data": "AAAA", "signature": "AAAA", "user_handle": "AA"},
    ),
    "POST /apps": (AppInput, {"name": "Hostile app", "kind": "device"}),
    "POST /authorizations": (ConsentInput, {"client_id": "x", "response_type": "code", "allow": True}),
    "POST /devices/AAAAAAAA": (DecisionInput, {"allow": True}),
    "POST /stream-tickets": (TicketInput, {}),
    "POST /me/webhooks": (WebhookInput, {"url": "http://127.0.0.1/"}),
    f"PATCH /me/webhooks/{NO_ID}": (WebhookChangeInput, {}),
    f"PATCH /me/push-subscriptions/{NO_ID}": (PushSubscriptionChangeInput, {}),
    f"POST /me/webhooks/{NO_ID}/deliveries/1": (fields.EmptyInput, {}),
    "POST /me/push-subscriptions": (PushSubscriptionInput, Device.at("http://127.0.0.1/")),
    "POST /me/reports": (ReportInput, {"reason": "abuse", "name": "Nobody"}),
    f"POST /me/sanctions/{NO_ID}/appeal": (AppealInput, {"text": "It was not me."}),
    "PATCH /me/relations/Nobody": (RelationChange, {"is_followed": True, "avoidance": "mute"}),
    "POST /email-confirmations": (fields.EmptyInput, {}),
    "POST /email-confirmations/confirm": (LinkInput, {"token": "unknown"}),
    "POST /password-resets": (AddressInput, {"email": "nobody@example.org"}),
    "POST /password-resets/confirm": (RecoveryInput, {"token": "unknown", "password": "correct horse battery"}),
    f"POST {MATCH}/legal-moves": (TryInput, {"verb": "pass"}),
    f"POST {MATCH}/moves": (MoveInput, {"prompt": 10**6, "verb": "pass"}),
    f"POST {MATCH}/text": (AnswerInput, {"at": "0", "answer": "1"}),
    f"POST {MATCH}/analysis": (fields.EmptyInput, {}),
    "POST /players/Nobody/luck/monopoly_deal": (fields.EmptyInput, {}),
    f"POST {MATCH}/messages": (MessageInput, {"text": "Bonjour"}),
    "POST /tournaments": (
        TournamentInput,
        {"title": "Hostile", "game": "monopoly_deal", "seats": 2, "format": "knock_out", "max_players": 4},
    ),
    f"POST /tournaments/{NO_ID}/entries": (EntryInput, {}),
    f"POST /tournaments/{NO_ID}/start": (fields.EmptyInput, {}),
    f"POST /tournaments/{NO_ID}/cancel": (fields.EmptyInput, {}),
    f"POST /tournaments/{NO_ID}/entries/1/substitute": (fields.EmptyInput, {}),
    f"POST /tournaments/{NO_ID}/entries/1/check-in": (fields.EmptyInput, {}),
    f"POST /tournaments/{NO_ID}/entries/1/members": (fields.EmptyInput, {}),
    f"PUT /tournaments/{NO_ID}/entries/1/members/Nobody": (fields.EmptyInput, {}),
    f"PATCH /tournaments/{NO_ID}": (TournamentChange, {"title": "Hostile"}),
    f"PUT /tournaments/{NO_ID}/organisers/Nobody": (fields.EmptyInput, {}),
    f"POST /tournaments/{NO_ID}/messages": (TournamentMessageInput, {"text": "Bonjour"}),
    f"POST /tournaments/{NO_ID}/cancel-votes": (fields.EmptyInput, {}),
}
UNKEYED = (
    f"PUT {MATCH}/note",
    f"PUT {MATCH}/seen",
    f"PUT {MATCH}/seats/1",
    f"POST {MATCH}/invitations",
    f"POST {MATCH}/legal-moves",
    f"POST {MATCH}/analysis",
    f"POST {MATCH}/waiting-list",
    f"POST {MATCH}/standing-orders/trial",
)
KEYED = [route for route in WRITTEN if MATCH in route and route not in UNKEYED]
NUMBERS = {
    f"{MATCH}/view": ("at",),
    f"{MATCH}/legal-moves": ("limit", "prompt"),
    f"{MATCH}/events": ("after", "limit", "core"),
    f"{MATCH}/messages": ("after", "limit"),
    "/matches": ("limit",),
    "/tournaments": ("limit",),
    "/leagues": ("limit",),
}


@pytest.fixture
def targets(db: None) -> Targets:
    return laid_out()


@pytest.fixture
def table(db: None) -> Targets:
    """Targets with one game only, for checks that do not depend on the game."""
    return laid_out(["great_dalmuti"])


def raw(caller: Caller, route: str, body: bytes, content_type: str = "application/json", **headers: str) -> Any:
    method, _, path = route.partition(" ")
    request_headers = {
        "Authorization": f"Bearer {caller.token}",
        **{n.replace("_", "-"): v for n, v in headers.items()},
    }
    return client().generic(method, f"/api/v1{path}", body, content_type, headers=request_headers)


def refusal(answer: Any, *statuses: int) -> dict[str, Any]:
    """Returns the problem in a response, after a check that the status is 4xx and belongs to the code."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.content[:300])
    assert answer["Content-Type"] == MEDIA_TYPE
    problem: dict[str, Any] = json.loads(answer.content)
    assert all_problems()[problem["code"]].status == problem["status"] == answer.status_code
    assert problem["request_id"] == answer["X-Request-Id"]
    assert all(error["pointer"] == "" or error["pointer"].startswith("/") for error in problem["errors"])
    if statuses:
        assert answer.status_code in statuses, problem
    return problem


def pointers(problem: dict[str, Any]) -> list[str]:
    return [error["pointer"] for error in problem["errors"]]


IN_TURN = 1 if SECONDS else 4  # each route gets every fourth wrong value, and the next route other ones


def below(serializer: type) -> set[type]:
    """Returns the direct and indirect subclasses of a class."""
    return {each for child in serializer.__subclasses__() for each in (child, *below(child))}


def test_every_serializer_of_a_body_is_tested():
    found = {serializer for serializer in below(fields.Serializer) if serializer.__module__.startswith("events.")}
    inner = {BotMembers, NotificationsInput, SeatInput, ClockInput}
    inner |= {PlayWindowInput, QuietHoursInput, ForkSeatInput, OrderedMoveInput, PushKeysInput, LeagueShape}
    written = [method for path in ROUTES for method in {"post", "put", "patch"} & set(dir(path.callback.view_class))]

    assert found - inner == {serializer for serializer, _ in WRITTEN.values()}
    assert len(written) == len(WRITTEN)


def places(targets: Targets, route: str) -> list[str]:
    """Returns paths of a route: for a match of every game if it concerns moves, else for one."""
    every = list(targets.running.values()) if route.endswith("moves") else [targets.others["over"]]
    return [route.replace("{match}", match) for match in (*every, targets.running["great_dalmuti"])]


def test_a_body_that_cannot_be_read_is_malformed(targets, subtests):
    seated, before = targets.callers["seated"], stored_state()

    for turn, (route, (serializer, _)) in enumerate(WRITTEN.items(), SEED):
        name = next(iter(serializer().fields), "any").encode()
        for place in places(targets, route):
            with subtests.test(place):
                for what, body in list(hostile.BODIES.items())[turn % IN_TURN :: IN_TURN]:
                    problem = refusal(raw(seated, place, body.replace(b"%s", name)))
                    assert problem["code"] in ("malformed", "not_found", "not_seated"), (what, problem)
                refusal(raw(seated, place, hostile.TOO_LONG), 413)

    assert stored_state() == before


def test_a_value_of_the_wrong_type_is_malformed_and_pointed_at(table, subtests):
    seated, before = table.callers["seated"], stored_state()

    for turn, (route, (serializer, right)) in enumerate(WRITTEN.items(), SEED):
        place = places(table, route)[-1]
        for pointer, value in list(hostile.wrong_values(serializer))[turn % IN_TURN :: IN_TURN]:
            with subtests.test(f"{route} {pointer} {value!r}"):
                problem = refusal(raw(seated, place, json.dumps(hostile.placed(right, pointer, value)).encode()), 400)
                assert any(other_pointer.startswith(pointer) for other_pointer in pointers(problem))

    assert stored_state() == before


def test_a_field_that_takes_numbers_for_text_is_found(table, monkeypatch):
    monkeypatch.setattr(fields.CharField, "to_internal_value", serializers.CharField.to_internal_value)
    place = places(table, f"POST {MATCH}/messages")[-1]

    with pytest.raises(AssertionError):
        for pointer, value in hostile.wrong_values(MessageInput):
            refusal(raw(table.callers["seated"], place, json.dumps(hostile.placed({}, pointer, value)).encode()), 400)


def test_a_body_must_be_json_in_utf8_and_not_compressed(table, subtests):
    seated, before = table.callers["seated"], stored_state()

    for turn, (route, (_, right)) in enumerate(WRITTEN.items(), SEED):
        place, body = places(table, route)[-1], json.dumps(right).encode()
        with subtests.test(route):
            for content_type in hostile.CONTENT_TYPES[turn % IN_TURN :: IN_TURN]:
                refusal(raw(seated, place, body, content_type), 415)
            for encoding in hostile.ENCODINGS[turn % IN_TURN :: IN_TURN]:
                refusal(raw(seated, place, body, Content_Encoding=encoding), 415)

    assert stored_state() == before


def test_an_invalid_idempotency_key_is_malformed(table, subtests):
    seated, before = table.callers["seated"], stored_state()

    for route in KEYED:
        place, body = places(table, route)[-1], json.dumps(WRITTEN[route][1]).encode()
        for key in hostile.KEYS:
            with subtests.test(f"{route} {key!r}"):
                problem = refusal(raw(seated, place, body, Idempotency_Key=key), 400)
                assert pointers(problem) == ["/header/idempotency-key"]

    assert stored_state() == before


def test_an_unknown_parameter_is_malformed_and_pointed_at(table):
    seated, before = table.callers["seated"], stored_state()

    values = {
        "<uuid:match_id>": table.running["great_dalmuti"],
        "<seat:number>": "1",
        "<str:game>": "great_dalmuti",
        "<uuid:token_id>": NO_ID,
        "<uuid:invitation_id>": NO_ID,
        "<uuid:webhook_id>": NO_ID,
        "<uuid:link_id>": NO_ID,
        "<uuid:tournament_id>": NO_ID,
        "<uuid:subscription_id>": NO_ID,
        "<uuid:passkey_id>": NO_ID,
        "<uuid:sanction_id>": NO_ID,
        "<uuid:league_id>": NO_ID,
        "<count:number>": "1",
        "<int:number>": "1",
        "<str:name>": "nobody",
        "<str:token>": "unknown",
    }

    for pattern in ROUTES:
        path = str(pattern.pattern)
        for name, value in values.items():
            path = path.replace(name, value)
        for method in ("get", "post", "put", "patch", "delete"):
            if hasattr(pattern.callback.view_class, method):
                for what, query in hostile.PARAMETERS.items():
                    answer = raw(seated, f"{method.upper()} /{path}?{query}", b"")
                    problem = refusal(answer, 400)
                    assert all(pointer.startswith("/query/") for pointer in pointers(problem)), (path, what, problem)

    assert stored_state() == before


def test_a_parameter_that_should_be_a_number_is_pointed_at(table, subtests):
    seated = table.callers["seated"]

    for path, names in NUMBERS.items():
        place = places(table, f"GET {path}")[-1]
        for name in names:
            with subtests.test(f"{path} {name}"):
                for value in hostile.NUMBERS:
                    problem = refusal(raw(seated, f"{place}?{name}={value.format(name)}", b""), 400)
                    assert pointers(problem) == [f"/query/{name}"], value


def test_an_unknown_viewer_is_refused(targets):
    for match in targets.running.values():
        for path in ("view", "events"):
            for value in hostile.EYES:
                answer = raw(targets.callers["seated"], f"GET /matches/{match}/{path}?as={value}", b"")
                assert pointers(refusal(answer, 400)) == ["/query/as"], value


def test_views_of_other_seats_are_forbidden_while_the_match_runs(targets):
    for match in targets.running.values():
        for caller in targets.callers.values():
            for value in ("seat:1" if caller is targets.callers["seated"] else "seat:0", "omniscient"):
                for path in ("view", "events"):
                    assert refusal(caller.get(f"/matches/{match}/{path}?as={value}"), 403)["code"] == "forbidden"


def test_an_invented_cursor_is_malformed(table):
    for cursor in ("x", "%00", "a" * 2000, "WyIxIl0:abc", "é", "W10:", "::"):
        answer = raw(table.callers["seated"], f"GET /matches?cursor={cursor}", b"")
        assert pointers(refusal(answer, 400)) == ["/query/cursor"], cursor


# Requests that no client library sends


def bare(method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes, **environ: str) -> tuple[int, bytes]:
    """Returns the status and body of the response to a request with exactly these headers."""
    scope = {
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "headers": headers,
    }
    statuses: list[Any] = []
    with one_connection():
        length = {"CONTENT_LENGTH": str(len(body))} if body else {}
        handed = {**environ_of(scope, body), **length, **environ}
        chunks = WSGIHandler()(handed, lambda status, headers, exc_info=None: statuses.append(status))
        return int(statuses[0][:3]), b"".join(chunks)


def test_a_wrong_content_length_causes_no_server_error(table):
    token, before = table.callers["seated"].token, stored_state()
    headers = [(b"authorization", f"Bearer {token}".encode()), (b"content-type", b"application/json")]
    path = f"/api/v1/matches/{table.running['great_dalmuti']}/moves"

    for length in ("-1", "abc", "1e3", "", "99999999999999999999", "٣", "5", "70000"):
        status, body = bare("POST", path, headers, b'{"prompt": 1000000, "verb": "pass"}', CONTENT_LENGTH=length)
        assert 400 <= status < 500, (length, body)
        assert json.loads(body)["code"] in all_problems()

    assert stored_state() == before


def test_a_header_sent_twice_has_one_meaning(table):
    token, match, before = table.callers["seated"].token.encode(), table.running["great_dalmuti"], stored_state()
    right = {b"authorization": b"Bearer " + token, b"content-type": b"application/json"}

    for name, first, second, status in hostile.TWICE:
        headers = [(other, value) for other, value in right.items() if other != name]
        headers += [(name, value.replace(b"%s", token)) for value in (first, second)]
        status_code, body = bare(
            "POST", f"/api/v1/matches/{match}/moves", headers, b'{"prompt": 1000000, "verb": "pass"}'
        )
        assert status_code == status, (name, body)

    assert stored_state() == before


def test_an_unknown_path_is_not_found(table):
    token = [(b"authorization", f"Bearer {table.callers['seated'].token}".encode())]

    for path in hostile.NOWHERE:
        status, body = bare("GET", path, token, b"")
        assert (status, json.loads(body)["code"]) == (404, "not_found"), path


def test_an_unknown_method_is_not_allowed(table):
    token = [(b"authorization", f"Bearer {table.callers['seated'].token}".encode())]

    for method in ("TRACE", "CONNECT", "PUT", "DELETE", "PROPFIND", "GET\u00e9", "A" * 300):
        status, body = bare(method, "/api/v1/games", token, b"")
        assert (status, json.loads(body)["code"]) == (405, "method_not_allowed"), method


# Names


@pytest.mark.parametrize("line", hostile.LOOKALIKES, ids=lambda line: line[0])
def test_only_one_of_several_names_that_look_alike_can_be_taken(line):
    answers = [Caller().post("/players", {"name": name}) for name in line]

    accepted_names = [name for name, answer in zip(line, answers) if answer.status_code == 201]
    assert accepted_names == [line[0]]
    for answer in answers[1:]:
        assert pointers(refusal(answer, 400)) == ["/name"]


def test_a_name_of_invisible_characters_is_refused(db):
    for name in hostile.NAMES_REFUSED:
        assert pointers(refusal(Caller().post("/players", {"name": name}), 400)) == ["/name"], ascii(name)


# Moves


def mutations(args: dict[str, Any], draws: Draws) -> Iterator[dict[str, Any]]:
    """Yields the arguments of a legal move with one changed, missing or added."""
    yield {**args, "no_such": 1}
    for name, value in args.items():
        yield {other: one for other, one in args.items() if other != name}
        for wrong in (None, True, -1, "", "1", [], {}, [[]], [value], {"a": 1}, 2**53 - 1, draws.below(150)):
            yield {**args, name: wrong}
        if isinstance(value, list) and value:
            yield {**args, name: [*value, value[0]]}
            yield {**args, name: value[1:]}
            yield {**args, name: [*value[1:], draws.below(150)]}
            yield {**args, name: value[::-1]}


def probe(callers: list[Caller], match: str, draws: Draws) -> tuple[int, int]:
    """Sends mutated moves for all seats; returns how many, and how many of them were legal."""
    count = legal = 0
    before = stored_state()
    for caller in callers:
        answers = caller.get(f"/matches/{match}/legal-moves?limit=50").json()
        if not answers.get("moves"):
            continue
        move = answers["moves"][draws.below(len(answers["moves"]))]
        bodies = [{"prompt": answers["prompt"], "verb": "no_such", "args": {}}]
        bodies += [
            {"prompt": answers["prompt"] + step, **move} for step in (-1, 1, 1000) if answers["prompt"] + step >= 0
        ]
        bodies += [
            {"prompt": answers["prompt"], "verb": move["verb"], "args": a} for a in mutations(move["args"], draws)
        ]
        for body in bodies[draws.below(IN_TURN) :: IN_TURN]:
            count, legal = count + 1, legal + _probed(caller, match, body)
    assert stored_state() == before
    return count, legal


def _probed(caller: Caller, match: str, body: dict[str, Any]) -> bool:
    """Returns whether a move was legal; checks that trying and playing it agree."""
    tried = caller.post(f"/matches/{match}/legal-moves", body)
    if tried.status_code == 200 and tried.json()["legal"]:
        with taken_back():
            assert caller.post(f"/matches/{match}/moves", body).status_code in (200, 201), body
        return True
    problem = refusal(caller.post(f"/matches/{match}/moves", body), 409, 422)
    if tried.status_code == 200:
        member = {"illegal_move": "errors", "stale_offer": "offer"}[problem["code"]]
        assert problem[member], (body, problem)
    else:
        assert refusal(tried, 409)["code"] == problem["code"] == "stale_prompt", (body, problem)
    return False


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(db, game):
    targets, draws = laid_out([game]), policy_draws(b"hostile", SEED)
    match, callers = targets.running[game], targets.players[: registry.get(game).seats.start]
    count = legal = 0

    for seed in seeds(SECONDS / 6, at_least=4):
        more, lucky = probe(callers, match, draws)
        count, legal = count + more, legal + lucky
        outcome(callers, match, policy_draws(b"acts", seed))

    print(f"{game}: {count} moves, {legal} of them legal, from seed {SEED}")
    assert count > 10
    assert legal < count


def outcome(callers: list[Caller], match: str, draws: Draws, acts: int = 3) -> None:
    """Plays some legal moves for all seats."""
    for _ in range(acts):
        for caller in callers:
            legal = caller.get(f"/matches/{match}/legal-moves?limit=20").json()
            if legal.get("moves"):
                move = legal["moves"][draws.below(len(legal["moves"]))]
                answer = caller.post(f"/matches/{match}/moves", {"prompt": legal["prompt"], **move})
                assert answer.status_code in (200, 201), answer.content


def test_a_player_cannot_revoke_a_token_of_another_player(table):
    eve, owner = somebody(), table.callers["seated"]
    token = owner.get("/tokens").json()["items"][0]["id"]
    before = stored_state()

    assert refusal(eve.delete(f"/tokens/{token}"), 404)["code"] == "not_found"
    for name in ("1", "null", "%00", token[:-1], token.upper() + "0", "{" + token + "}"):
        refusal(eve.delete(f"/tokens/{name}"), 404)

    assert stored_state() == before
    assert owner.get("/me").status_code == 200
