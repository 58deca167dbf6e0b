"""Exceptions as problem documents."""

import json
import re
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.core import exceptions as django_errors
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404
from django.test import RequestFactory
from rest_framework import exceptions as rest_errors
from rest_framework import serializers

from events.base import exceptions as problems
from events.base.exceptions import FieldError, all_problems
from events.http import problems as wire
from events.http.middleware import PageMiddleware
from events.http.openapi.problem_schema import Problem
from events.http.openapi.problem_schema import problems as problem_responses
from events.http.problems import problem_handler, problem_of, response_to
from events.matches import errors as match_problems
from games.kernel import errors as rules
from project.web import pages

CONTRACT = {
    "malformed": 400,
    "unauthenticated": 401,
    "suspended": 403,
    "forbidden": 403,
    "not_found": 404,
    "not_seated": 403,
    "seat_taken": 409,
    "match_not_open": 409,
    "match_not_running": 409,
    "match_over": 409,
    "match_not_finished": 409,
    "stale_prompt": 409,
    "stale_offer": 409,
    "nothing_to_undo": 409,
    "no_analysis": 409,
    "paused": 409,
    "match_sealing": 409,
    "idempotency_key_reused": 422,
    "illegal_move": 422,
    "precondition_failed": 412,
    "rate_limited": 429,
    "busy": 503,
    "method_not_allowed": 405,
    "unsupported_media_type": 415,
    "not_acceptable": 406,
    "payload_too_large": 413,
    "internal": 500,
    "log_damaged": 500,
    "too_many_matches": 409,
    "cooling_down": 409,
    "too_many_bots": 409,
    "too_many_webhooks": 409,
    "too_many_devices": 409,
    "no_push": 409,
    "tournament_not_open": 409,
    "tournament_over": 409,
    "tournament_full": 409,
    "already_entered": 409,
    "too_few_entries": 409,
    "too_many_tournaments": 409,
    "too_many_leagues": 409,
    "league_over": 409,
    "league_full": 409,
    "season_running": 409,
    "too_many_clubs": 409,
    "club_full": 409,
    "already_member": 409,
    "owner_stays": 409,
    "entrants_have_agreed": 409,
    "organiser_is_here": 409,
    "already_voted": 409,
    "not_to_be_taken": 409,
    "team_full": 409,
    "check_in_closed": 409,
    "too_many_organisers": 409,
    "too_many_apps": 409,
    "too_many_passkeys": 409,
    "bad_authorization": 400,
}
LIMITED = (
    "too_many_matches",
    "too_many_bots",
    "too_many_apps",
    "too_many_passkeys",
    "too_many_webhooks",
    "too_many_devices",
    "too_many_tournaments",
    "too_many_clubs",
    "too_many_leagues",
    "league_full",
    "club_full",
    "too_few_entries",
    "too_many_organisers",
)
PARAMS: dict[str, dict[str, Any]] = {code: {"limit": 50} for code in LIMITED}
PARAMS |= {"entrants_have_agreed": {"names": "game"}, "organiser_is_here": {"days": 7}}
PARAMS["bad_authorization"] = {"error": "invalid_scope", "reason": "no such scope"}


class Cards(serializers.Serializer):
    card = serializers.IntegerField()


class Shape(serializers.Serializer):
    name = serializers.CharField(max_length=3)
    hands = Cards(many=True)
    tags = serializers.ListField(child=serializers.IntegerField())

    def validate(self, value):
        raise serializers.ValidationError("does not fit together", code="unfit")


def request_for(path="/api/v1/matches/7/moves", **headers):
    request = RequestFactory().post(path, **headers)
    request.request_id = "r-1"
    return request


def response_of(exc, **headers):
    return problem_handler(exc, {"request": request_for(**headers)})


def document_of(exc, **headers):
    return json.loads(response_of(exc, **headers).content)


def serializer_faults(data):
    serializer = Shape(data=data)
    with pytest.raises(rest_errors.ValidationError) as refused:
        serializer.is_valid(raise_exception=True)
    return [(error["pointer"], error["code"]) for error in document_of(refused.value)["errors"]]


def test_codes_and_statuses_match_the_contract():
    assert {code: kind.status for code, kind in all_problems().items()} == CONTRACT


@pytest.mark.parametrize("code", all_problems())
def test_every_problem_has_all_members_of_a_problem_document(code):
    response = response_of(all_problems()[code](params=PARAMS.get(code, {})))
    document = json.loads(response.content)

    assert response.status_code == document["status"] == CONTRACT[code]
    assert response["Content-Type"] == "application/problem+json"
    assert (document["code"], document["type"]) == (code, f"urn:comptoir:problem:{code}")
    assert document["title"]
    assert document["detail"]
    assert (document["instance"], document["request_id"]) == ("/api/v1/matches/7/moves", "r-1")
    assert document["errors"] == []


def test_texts_are_in_the_callers_language():
    response = response_of(match_problems.SeatTaken(), HTTP_ACCEPT_LANGUAGE="fr-FR,en;q=0.5")

    assert json.loads(response.content)["title"] == "Place occupée"
    assert (response["Content-Language"], response["Vary"]) == ("fr", "Accept-Language")


def test_a_problem_may_carry_further_members():
    document = document_of(match_problems.StalePrompt(seq=41, prompts=[{"id": 58}]))

    assert (document["seq"], document["prompts"]) == (41, [{"id": 58}])


def test_further_members_may_be_ids_and_times():
    document = document_of(match_problems.StaleOffer(id=UUID(int=1), at=datetime(2026, 1, 2, tzinfo=UTC)))

    assert (document["id"], document["at"]) == (str(UUID(int=1)), "2026-01-02T00:00:00Z")


def test_a_further_member_does_not_hide_the_code():
    problem = match_problems.Paused()
    problem.extra = {"code": "other", "status": 200}

    assert document_of(problem)["code"] == "paused"


def test_a_problem_may_have_a_more_specific_detail():
    assert document_of(problems.Unauthenticated(text="bad_credentials"))["detail"].startswith("There is no player")


def test_broken_text_in_a_problem_does_not_break_the_document():
    problem = problems.Malformed(FieldError("/\ud800", "unknown_field"))

    assert document_of(problem)["errors"][0]["pointer"] == "/?"


def test_a_missing_token_is_requested():
    assert response_of(rest_errors.NotAuthenticated())["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    ("exc", "code"),
    [
        (rest_errors.ParseError(), "malformed"),
        (rest_errors.NotAuthenticated(), "unauthenticated"),
        (rest_errors.AuthenticationFailed(), "unauthenticated"),
        (rest_errors.PermissionDenied(), "forbidden"),
        (django_errors.PermissionDenied(), "forbidden"),
        (rest_errors.NotFound(), "not_found"),
        (Http404("secret name"), "not_found"),
        (rest_errors.MethodNotAllowed("PUT"), "method_not_allowed"),
        (rest_errors.NotAcceptable(), "not_acceptable"),
        (rest_errors.UnsupportedMediaType("text/plain"), "unsupported_media_type"),
        (rest_errors.Throttled(3), "rate_limited"),
        (django_errors.RequestDataTooBig(), "payload_too_large"),
        (django_errors.TooManyFieldsSent(), "malformed"),
        (django_errors.SuspiciousOperation("secret"), "malformed"),
        (django_errors.ValidationError({"name": "bad"}), "malformed"),
        (OperationalError("connection to secret host lost"), "busy"),
        (psycopg.errors.LockNotAvailable("lock"), "busy"),
        (psycopg.errors.QueryCanceled("timeout"), "busy"),
    ],
)
def test_an_exception_of_a_framework_has_a_code(exc, code):
    response = response_of(exc)

    assert json.loads(response.content)["code"] == code
    assert b"secret" not in response.content


@pytest.mark.parametrize("exc", [RuntimeError("secret"), KeyError("secret"), DataError(), IntegrityError()])
def test_a_defect_is_left_to_django(exc):
    assert problem_handler(exc, {"request": request_for()}) is None


def test_a_defect_reveals_no_details():
    try:
        raise RuntimeError("secret")
    except RuntimeError:
        response = wire.handler500(request_for())

    assert (response.status_code, json.loads(response.content)["code"]) == (500, "internal")
    assert b"secret" not in response.content


@pytest.mark.parametrize(
    ("handler", "exc", "status"),
    [
        (wire.handler400, django_errors.SuspiciousOperation("secret"), 400),
        (wire.handler400, django_errors.RequestDataTooBig("secret"), 413),
        (wire.handler403, django_errors.PermissionDenied("secret"), 403),
        (pages.handler404, Http404("secret"), 404),
    ],
)
def test_error_responses_of_django_are_problems(handler, exc, status):
    response = handler(request_for(), exc)

    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    assert b"secret" not in response.content


@pytest.mark.parametrize(("wait", "seconds"), [(None, "1"), (0.1, "1"), (2.2, "3"), (9, "9")])
def test_too_many_requests_state_how_long_to_wait(wait, seconds):
    assert response_of(rest_errors.Throttled(wait))["Retry-After"] == seconds


def test_busy_states_when_to_try_again():
    assert response_of(problems.Busy())["Retry-After"] == "1"


def test_a_refusal_of_the_rules_says_which_slot_and_why():
    error = rules.IllegalMove("not enough", (rules.Refusal("/args/cards", "too_little", "worth at least 4"),))

    document = document_of(error)
    assert (document["status"], document["code"]) == (422, "illegal_move")
    assert document["errors"] == [{"pointer": "/args/cards", "code": "too_little", "detail": "worth at least 4"}]


def test_a_refusal_of_the_rules_without_a_slot_says_why():
    assert document_of(rules.IllegalMove("none of them"))["errors"] == [
        {"pointer": "", "code": "illegal_move", "detail": "none of them"}
    ]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (rules.StalePrompt("closed"), "stale_prompt"),
        (rules.StaleOffer("changed", 7), "stale_offer"),
        (rules.BadOptions("no"), "malformed"),
    ],
)
def test_other_errors_of_the_rules_keep_their_code(error, code):
    assert document_of(error)["code"] == code


def test_every_error_of_the_rules_has_a_code_of_the_contract():
    assert {kind.code for kind in rules.RulesError.__subclasses__()} <= set(all_problems())


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        ({}, [("/name", "required"), ("/hands", "required"), ("/tags", "required")]),
        ({"name": "long", "hands": [], "tags": []}, [("/name", "max_length")]),
        ({"name": "ok", "hands": [{"card": 1}, {"card": "x"}], "tags": []}, [("/hands/1/card", "invalid")]),
        ({"name": "ok", "hands": [], "tags": [1, "x"]}, [("/tags/1", "invalid")]),
        ({"name": "ok", "hands": [], "tags": []}, [("", "unfit")]),
        ([], [("", "invalid")]),
    ],
)
def test_an_error_of_a_serializer_has_a_pointer(data, faults):
    assert serializer_faults(data) == faults


def test_a_path_with_unusual_characters_is_a_valid_instance():
    response = response_to(problems.NotFound(), request_for('/é "<\n>/%00'))

    assert re.fullmatch(r"[!-~]+", json.loads(response.content)["instance"])


def test_a_problem_is_rendered_without_a_request():
    assert json.loads(response_to(problems.NotFound(), None).content)["request_id"] is None


def test_plain_views_problems_become_responses():
    middleware = PageMiddleware(lambda request: None)

    assert middleware.process_exception(request_for(), problems.NotFound()).status_code == 404
    assert middleware.process_exception(request_for(), RuntimeError()) is None


def test_an_exception_that_is_a_problem_is_returned_unchanged():
    problem = problems.Forbidden()

    assert problem_of(problem) is problem


def test_an_endpoint_declares_its_problems_by_status():
    responses = problem_responses("not_found", "stale_prompt", "match_over", body=True)

    assert {status for status, _ in responses} == {400, 401, 403, 404, 406, 409, 413, 415, 429, 500, 503}
    assert "`stale_prompt`" in responses[409, "application/problem+json"].description
    assert "`match_over`" in responses[409, "application/problem+json"].description


def test_the_schema_component_has_the_members_of_a_problem_document():
    assert set(document_of(problems.NotFound())) == Problem.__required_keys__
