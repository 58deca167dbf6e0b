"""Lists of matches: each line has the players to move, filters work, and entity tags detect unchanged lists."""

from __future__ import annotations

from typing import Any

import pytest

from events.log import states
from events.log.models import Match
from tests.events.calls import Caller, open_match, play_on, somebody

pytestmark = pytest.mark.django_db

TABLE: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def ada() -> Caller:
    return somebody("Ada")


@pytest.fixture
def grace() -> Caller:
    return somebody("Grace")


def name_of(caller: Caller) -> str:
    name: str = caller.get("/me").json()["name"]
    return name


def match_ids(caller: Caller, query: str) -> list[str]:
    answer = caller.get(f"/matches{query}")
    assert answer.status_code == 200, answer.content
    return [match["id"] for match in answer.json()["items"]]


def list_item(caller: Caller, match: str) -> dict[str, Any]:
    found: dict[str, Any] = next(m for m in caller.get("/matches").json()["items"] if m["id"] == match)
    return found


def create_match(caller: Caller, **wish: Any) -> str:
    answer = caller.post("/matches", {"game": "monopoly_deal", "seats": TABLE, **wish})
    assert answer.status_code == 201, answer.content
    match: str = answer.json()["id"]
    return match


# Members of an item


def test_a_list_item_has_the_members_that_an_inbox_shows(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal", clock={"per_move": 600})
    head = ada.get(f"/matches/{match}").json()

    shown = list_item(ada, match)

    for member in ("to_act", "may_act", "clock", "options"):
        assert shown[member] == head[member]
    assert shown["open_seats"] == 0
    assert len(head["to_act"]) == 1


def test_the_deadline_of_a_list_item_is_that_of_the_callers_seat(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal", clock={"per_move": 600})
    head = ada.get(f"/matches/{match}").json()
    (acting,) = head["to_act"]
    waiting, other = (ada, grace) if acting == 0 else (grace, ada)

    assert list_item(waiting, match)["deadline"] == head["deadlines"][0]["at"]
    assert list_item(other, match)["deadline"] is None
    assert list_item(Caller(), match)["deadline"] is None


def test_a_list_item_counts_the_open_seats(ada: Caller, grace: Caller):
    match = create_match(ada, seats=[*TABLE, {"kind": "player", "name": name_of(grace)}])

    assert list_item(ada, match)["open_seats"] == 2
    assert list_item(ada, match)["to_act"] == []


def test_list_items_change_with_every_move(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal")
    for _ in range(4):
        states.forget()
        head, shown = ada.get(f"/matches/{match}").json(), list_item(ada, match)
        assert (shown["seq"], shown["to_act"], shown["may_act"]) == (head["seq"], head["to_act"], head["may_act"])
        play_on([ada, grace], match, until=lambda now, seq=head["seq"]: now["seq"] > seq)


# Filters


def test_the_filter_open_seats_finds_matches_in_which_the_caller_can_sit(ada: Caller, grace: Caller):
    free, full = create_match(ada), open_match(ada, [grace], "monopoly_deal")
    reserved = create_match(ada, seats=[{"kind": "me"}, {"kind": "player", "name": name_of(grace)}])

    assert match_ids(grace, "?open_seats=true") == [reserved, free]
    assert match_ids(Caller(), "?open_seats=true") == [free]
    assert full not in match_ids(ada, "?open_seats=true")


def test_the_filter_invited_finds_seats_reserved_for_the_caller(ada: Caller, grace: Caller):
    create_match(ada)
    reserved = create_match(ada, seats=[{"kind": "me"}, {"kind": "player", "name": name_of(grace)}])

    assert match_ids(grace, "?invited=me") == [reserved]
    assert match_ids(ada, "?invited=me") == []


def test_the_filters_rated_and_practice_accept_true_and_false(ada: Caller):
    rated, plain, practice = create_match(ada, rated=True), create_match(ada), create_match(ada, seed="5c" * 32)

    assert match_ids(ada, "?rated=true") == [rated]
    assert match_ids(ada, "?rated=false") == [practice, plain]
    assert match_ids(ada, "?practice=true") == [practice]
    assert match_ids(ada, "?practice=false") == [plain, rated]


def test_the_filter_clock_finds_live_matches_and_matches_over_days(ada: Caller):
    live, edge = create_match(ada, clock={"per_move": 60}), create_match(ada, clock={"per_move": 3600})
    days, without = create_match(ada, clock={"per_move": 86_400}), create_match(ada)
    older = create_match(ada)
    Match.objects.filter(pk=older).update(clock={})

    assert match_ids(ada, "?clock=live") == [edge, live]
    assert match_ids(ada, "?clock=days") == [older, without, days]


def test_the_filter_player_finds_matches_by_the_exact_name_of_a_seated_player(ada: Caller, grace: Caller):
    match = create_match(ada)
    create_match(grace)

    assert match_ids(grace, f"?player={name_of(ada)}") == [match]
    assert match_ids(grace, f"?player={name_of(ada).upper()}") == []
    assert match_ids(grace, "?player=Nobody at all") == []


def test_the_filter_player_finds_no_private_match_of_others(ada: Caller, grace: Caller):
    hidden = create_match(ada, visibility="private")

    assert match_ids(grace, f"?player={name_of(ada)}") == []
    assert match_ids(ada, f"?player={name_of(ada)}") == [hidden]


def test_the_filter_to_act_finds_matches_that_wait_for_the_caller(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal")
    acting = ada.get(f"/matches/{match}").json()["to_act"]

    assert (match_ids(ada, "?to_act=me"), match_ids(grace, "?to_act=me")) == (
        ([match], []) if acting == [0] else ([], [match])
    )


def test_several_filters_can_be_combined(ada: Caller, grace: Caller):
    create_match(ada, clock={"per_move": 60})
    match = create_match(ada, clock={"per_move": 60}, rated=True)

    assert match_ids(grace, f"?clock=live&rated=true&open_seats=true&game=monopoly_deal&player={name_of(ada)}") == [
        match
    ]


@pytest.mark.parametrize("query", ["?rated=yes", "?open_seats=false", "?clock=blitz", "?practice=", "?wait=30"])
def test_a_filter_with_another_value_is_refused(ada: Caller, query: str):
    assert ada.get(f"/matches{query}").status_code == 400


@pytest.mark.parametrize("query", ["?seat=me", "?invited=me", "?to_act=me"])
def test_filters_about_the_caller_need_an_authenticated_caller(query: str):
    assert Caller().get(f"/matches{query}").status_code == 401


# Entity tags, pages, addresses


def test_an_unchanged_list_is_304_without_a_body_or_its_type_or_length(ada: Caller):
    create_match(ada)
    etag = ada.get("/matches")["ETag"]

    answer = ada.get("/matches", If_None_Match=etag)

    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)
    assert "Content-Length" not in answer
    assert "Content-Type" not in answer.headers


def test_the_entity_tag_of_a_list_changes_with_a_move(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal")
    etag = ada.get("/matches")["ETag"]
    seq = ada.get(f"/matches/{match}").json()["seq"]
    play_on([ada, grace], match, until=lambda now: now["seq"] > seq)

    assert ada.get("/matches", If_None_Match=etag).status_code == 200


def test_the_next_page_is_named_in_a_header_too(ada: Caller):
    for _ in range(2):
        create_match(ada)

    answer = ada.get("/matches?limit=1")

    assert answer["Link"] == f'<{answer.json()["next"]}>; rel="next"'


def test_pages_of_the_log_have_a_link_to_the_next(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal")

    page = ada.get(f"/matches/{match}/events?limit=2")
    last = ada.get(f"/matches/{match}/events?limit=200")

    assert page["Link"] == f'<{page.json()["next"]}>; rel="next"'
    assert "Link" not in last.headers


def test_a_created_match_and_a_taken_seat_have_a_location(ada: Caller, grace: Caller):
    answer = ada.post("/matches", {"game": "monopoly_deal", "seats": TABLE}, Idempotency_Key="one")
    again = ada.post("/matches", {"game": "monopoly_deal", "seats": TABLE}, Idempotency_Key="one")
    seated = grace.post(f"/matches/{answer.json()['id']}/seats")

    assert answer["Location"] == again["Location"] == f"/api/v1/matches/{answer.json()['id']}"
    assert ada.get(answer["Location"].removeprefix("/api/v1")).json()["id"] == answer.json()["id"]
    assert seated["Location"] == f"/api/v1/matches/{answer.json()['id']}/seats/1"


def test_a_list_takes_few_queries_however_many_matches_it_has(
    ada: Caller, grace: Caller, django_assert_max_num_queries
):
    for _ in range(6):
        open_match(ada, [grace], "monopoly_deal")
    ada.get("/matches")

    with django_assert_max_num_queries(8):
        assert len(match_ids(ada, "")) == 6


@pytest.mark.parametrize(
    "path", ["", "/view", "/legal-moves", "/events", "/messages", "/text", "/stream", "me/decisions", "me/stream"]
)
def test_read_requests_refuse_the_parameter_wait(ada: Caller, path: str):
    match = create_match(ada)
    address = f"/{path}" if path.startswith("me") else f"/matches/{match}{path}"

    refused = ada.get(f"{address}?wait=1")

    assert refused.status_code == 400
    assert [(each["pointer"], each["code"]) for each in refused.json()["errors"]] == [
        ("/query/wait", "unknown_parameter")
    ]
