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


def ids(caller: Caller, query: str) -> list[str]:
    answer = caller.get(f"/matches{query}")
    assert answer.status_code == 200, answer.content
    return [match["id"] for match in answer.json()["items"]]


def line(caller: Caller, match: str) -> dict[str, Any]:
    found: dict[str, Any] = next(m for m in caller.get("/matches").json()["items"] if m["id"] == match)
    return found


def created(caller: Caller, **wish: Any) -> str:
    answer = caller.post("/matches", {"game": "monopoly_deal", "seats": TABLE, **wish})
    assert answer.status_code == 201, answer.content
    match: str = answer.json()["id"]
    return match


# Members of an item


def test_a_line_has_what_an_inbox_shows(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal", clock={"per_move": 600})
    head = ada.get(f"/matches/{match}").json()

    shown = line(ada, match)

    for member in ("to_act", "may_act", "clock", "options"):
        assert shown[member] == head[member]
    assert shown["open_seats"] == 0
    assert len(head["to_act"]) == 1


def test_the_deadline_of_a_line_is_that_of_the_callers_seat(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal", clock={"per_move": 600})
    head = ada.get(f"/matches/{match}").json()
    (acting,) = head["to_act"]
    waiting, other = (ada, grace) if acting == 0 else (grace, ada)

    assert line(waiting, match)["deadline"] == head["deadlines"][0]["at"]
    assert line(other, match)["deadline"] is None
    assert line(Caller(), match)["deadline"] is None


def test_a_line_counts_the_open_seats(ada: Caller, grace: Caller):
    match = created(ada, seats=[*TABLE, {"kind": "player", "name": name_of(grace)}])

    assert line(ada, match)["open_seats"] == 2
    assert line(ada, match)["to_act"] == []


def test_lines_follow_the_match_move_by_move(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal")
    for _ in range(4):
        states.forget()
        head, shown = ada.get(f"/matches/{match}").json(), line(ada, match)
        assert (shown["seq"], shown["to_act"], shown["may_act"]) == (head["seq"], head["to_act"], head["may_act"])
        play_on([ada, grace], match, until=lambda now, seq=head["seq"]: now["seq"] > seq)


# Filters


def test_open_seats_finds_matches_in_which_the_caller_can_sit(ada: Caller, grace: Caller):
    free, full = created(ada), open_match(ada, [grace], "monopoly_deal")
    reserved = created(ada, seats=[{"kind": "me"}, {"kind": "player", "name": name_of(grace)}])

    assert ids(grace, "?open_seats=true") == [reserved, free]
    assert ids(Caller(), "?open_seats=true") == [free]
    assert full not in ids(ada, "?open_seats=true")


def test_invited_finds_seats_reserved_for_the_caller(ada: Caller, grace: Caller):
    created(ada)
    reserved = created(ada, seats=[{"kind": "me"}, {"kind": "player", "name": name_of(grace)}])

    assert ids(grace, "?invited=me") == [reserved]
    assert ids(ada, "?invited=me") == []


def test_rated_and_practice_find_both_sides(ada: Caller):
    rated, plain, practice = created(ada, rated=True), created(ada), created(ada, seed="5c" * 32)

    assert ids(ada, "?rated=true") == [rated]
    assert ids(ada, "?rated=false") == [practice, plain]
    assert ids(ada, "?practice=true") == [practice]
    assert ids(ada, "?practice=false") == [plain, rated]


def test_clock_finds_live_matches_and_those_over_days(ada: Caller):
    live, edge = created(ada, clock={"per_move": 60}), created(ada, clock={"per_move": 3600})
    days, without = created(ada, clock={"per_move": 86_400}), created(ada)
    older = created(ada)
    Match.objects.filter(pk=older).update(clock={})

    assert ids(ada, "?clock=live") == [edge, live]
    assert ids(ada, "?clock=days") == [older, without, days]


def test_player_finds_matches_by_the_exact_name_of_a_seated_player(ada: Caller, grace: Caller):
    match = created(ada)
    created(grace)

    assert ids(grace, f"?player={name_of(ada)}") == [match]
    assert ids(grace, f"?player={name_of(ada).upper()}") == []
    assert ids(grace, "?player=Nobody at all") == []


def test_player_finds_no_private_match_of_others(ada: Caller, grace: Caller):
    hidden = created(ada, visibility="private")

    assert ids(grace, f"?player={name_of(ada)}") == []
    assert ids(ada, f"?player={name_of(ada)}") == [hidden]


def test_to_act_finds_matches_that_wait_for_the_caller(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal")
    acting = ada.get(f"/matches/{match}").json()["to_act"]

    assert (ids(ada, "?to_act=me"), ids(grace, "?to_act=me")) == (([match], []) if acting == [0] else ([], [match]))


def test_filters_add_up(ada: Caller, grace: Caller):
    created(ada, clock={"per_move": 60})
    match = created(ada, clock={"per_move": 60}, rated=True)

    assert ids(grace, f"?clock=live&rated=true&open_seats=true&game=monopoly_deal&player={name_of(ada)}") == [match]


@pytest.mark.parametrize("query", ["?rated=yes", "?open_seats=false", "?clock=blitz", "?practice=", "?wait=30"])
def test_a_filter_with_another_value_is_refused(ada: Caller, query: str):
    assert ada.get(f"/matches{query}").status_code == 400


@pytest.mark.parametrize("query", ["?seat=me", "?invited=me", "?to_act=me"])
def test_filters_about_the_caller_need_one(query: str):
    assert Caller().get(f"/matches{query}").status_code == 401


# Entity tags, pages, addresses


def test_an_unchanged_list_is_304_without_a_body_or_its_type_or_length(ada: Caller):
    created(ada)
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
        created(ada)

    answer = ada.get("/matches?limit=1")

    assert answer["Link"] == f'<{answer.json()["next"]}>; rel="next"'


def test_pages_of_the_log_have_a_link_to_the_next(ada: Caller, grace: Caller):
    match = open_match(ada, [grace], "monopoly_deal")

    page = ada.get(f"/matches/{match}/events?limit=2")
    last = ada.get(f"/matches/{match}/events?limit=200")

    assert page["Link"] == f'<{page.json()["next"]}>; rel="next"'
    assert "Link" not in last.headers


def test_what_is_created_has_an_address(ada: Caller, grace: Caller):
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
        assert len(ids(ada, "")) == 6


@pytest.mark.parametrize(
    "path", ["", "/view", "/legal-moves", "/events", "/messages", "/text", "/stream", "me/decisions", "me/stream"]
)
def test_no_read_takes_a_time_to_wait(ada: Caller, path: str):
    match = created(ada)
    address = f"/{path}" if path.startswith("me") else f"/matches/{match}{path}"

    refused = ada.get(f"{address}?wait=1")

    assert refused.status_code == 400
    assert [(each["pointer"], each["code"]) for each in refused.json()["errors"]] == [
        ("/query/wait", "unknown_parameter")
    ]
