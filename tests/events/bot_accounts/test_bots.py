"""Bots of external programs: their accounts and tokens, and the decisions that they lease."""

from __future__ import annotations

from typing import Any

import pytest

from bots.tasks import play_turn
from events.log.models import Match, PendingAction
from events.matches.record.pending import attending
from events.matches.record.pending import ready_turns as ready_turns_in
from events.users.models import Player, Token
from tests.events.calls import Caller, code, somebody
from tests.events.steps import exhausted_turns
from tests.events.tables import ready_turns, standing_clock

pytestmark = pytest.mark.django_db
LEASES = "/bots/decisions"


def new_bot(owner: Caller, name: str = "Deep", **wish: Any) -> tuple[Caller, str]:
    """Returns a bot of an owner, and its name."""
    answer = owner.post("/bots", {"name": f"{name} {owner.player[-8:]}", "level": "good", **wish})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"], answer.json()["id"]), answer.json()["name"]


def match_with(owner: Caller, *names: str, game: str = "monopoly_deal", **wish: Any) -> str:
    """Returns a running match of a person with bots."""
    seats = [{"kind": "me"}, *({"kind": "bot", "player": name} for name in names)]
    answer = owner.post("/matches", {"game": game, "seats": seats, **wish})
    assert answer.status_code == 201, answer.content
    match: str = answer.json()["id"]
    return match


def leased(bot: Caller, **body: Any) -> list[dict[str, Any]]:
    answer = bot.post(LEASES, body)
    assert answer.status_code == 200, answer.content
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def to_the_bot(owner: Caller, match: str) -> None:
    """Plays first moves for the person until the match waits for the bot in seat 1."""
    while owner.get(f"/matches/{match}").json()["to_act"] != [1]:
        legal = owner.get(f"/matches/{match}/legal-moves?limit=1").json()
        assert owner.post(f"/matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]}).status_code < 300


@pytest.fixture
def table(db: None) -> tuple[Caller, Caller, str]:
    """Returns a person, a bot of theirs, and a match of both that waits for the bot."""
    owner = somebody("Owner")
    bot, name = new_bot(owner)
    match = match_with(owner, name)
    to_the_bot(owner, match)
    return owner, bot, match


# Accounts


def test_a_bot_is_listed_with_its_owner_and_its_level(db):
    owner = somebody("Owner")
    bot, name = new_bot(owner, games=["negoces2"], open=False)

    (line,) = [line for line in Caller().get("/bots").json()["items"] if line["name"] == name]

    assert line["owner"] == owner.get("/me").json()["name"]
    assert (line["level"], line["games"], line["open"]) == ("good", ["negoces2"], False)
    assert Caller().get(f"/players/{name}").json()["bot"] == line
    assert owner.get("/me/export").json()["bots"] == [line]
    assert Caller().get(f"/players/{line['owner']}").json()["bot"] is None


def test_a_seat_says_that_a_program_plays(table):
    owner, _, match = table

    seats = owner.get(f"/matches/{match}").json()["seats"]

    assert [seat["player"]["bot"] for seat in seats] == [False, True]


def test_only_the_owner_of_a_bot_changes_it(db):
    owner, other = somebody("Owner"), somebody("Other")
    bot, name = new_bot(owner)

    assert owner.call("PATCH", f"/bots/{name}", {"level": "strong", "open": False}).json()["level"] == "strong"
    for caller in (other, bot):
        assert caller.call("PATCH", f"/bots/{name}", {"open": True}).status_code in (403, 404)
    assert code(owner.call("PATCH", f"/bots/{name}", {"games": ["chess"]})) == (400, "malformed")
    assert owner.post(f"/bots/{name}/tokens").json()["scopes"] == ["bot"]
    assert code(other.post(f"/bots/{name}/tokens")) == (404, "not_found")


def test_a_player_owns_only_as_many_bots_as_the_operator_allows(settings, db):
    settings.COMPTOIR_BOTS_PER_PLAYER = 1
    owner = somebody("Owner")
    bot, _ = new_bot(owner)

    assert code(owner.post("/bots", {"name": "One more", "level": "good"})) == (409, "too_many_bots")
    assert code(bot.post("/bots", {"name": "Of a bot", "level": "good"})) == (403, "forbidden")
    assert code(somebody().post("/bots", {"name": "decisions", "level": "good"})) == (400, "malformed")


# Scopes


@pytest.mark.parametrize(
    ("scopes", "allowed"),
    [
        ("read", {"GET /me", "POST /stream-tickets"}),
        ("play", {"GET /me", "POST /stream-tickets", "POST /matches"}),
        ("read play", {"GET /me", "POST /stream-tickets", "POST /matches"}),
        ("bot", {"GET /me", "POST /stream-tickets", "POST /bots/decisions"}),
    ],
)
def test_a_token_permits_only_the_requests_of_its_scopes(scopes: str, allowed: set[str]):
    caller = somebody()
    Token.objects.filter(player=caller.player).update(scopes=scopes)
    Player.objects.filter(pk=caller.player).update(is_bot="bot" in scopes)
    requests = {
        "GET /me": None,
        "POST /stream-tickets": {},
        "POST /bots/decisions": {},
        "POST /matches": {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]},
    }

    answers = {name: caller.call(*name.split(), body) for name, body in requests.items()}

    assert {name for name, answer in answers.items() if answer.status_code < 300} == allowed
    assert all(code(answer) == (403, "forbidden") for name, answer in answers.items() if name not in allowed)


def test_a_token_has_only_scopes_of_its_kind_of_account(db):
    password = "correct horse battery"
    person = Caller().post("/players", {"name": "With a password", "password": password}).json()
    bot, name = new_bot(Caller(person["token"], person["id"]), password=password)

    def signed_in(who: str, *scopes: str) -> Any:
        wish = {"scopes": list(scopes)} if scopes else {}
        return Caller().post("/tokens", {"name": who, "password": password, **wish})

    assert signed_in(person["name"]).json()["scopes"] == ["read", "play"]
    assert signed_in(person["name"], "read").json()["scopes"] == ["read"]
    assert signed_in(name).json()["scopes"] == ["read", "bot"]
    assert code(signed_in(person["name"], "bot")) == code(signed_in(name, "play")) == (400, "malformed")
    assert code(signed_in(name, "bot", "bot")) == (400, "malformed")


def test_a_person_cannot_lease_decisions(db):
    person = somebody()
    Token.objects.filter(player=person.player).update(scopes="read play bot")

    assert code(person.post(LEASES)) == (403, "forbidden")


# Seats


def test_a_bot_is_seated_only_by_permitted_players_and_only_in_its_games(db):
    owner, other = somebody("Owner"), somebody("Other")
    _, closed = new_bot(owner, "Closed", open=False)
    _, picky = new_bot(owner, "Picky", games=["negoces2"])
    _, welcome = new_bot(owner, "Open")

    def seating(caller: Caller, *names: str) -> Any:
        seats = [{"kind": "me"}, *({"kind": "bot", "player": name} for name in names)]
        return caller.post("/matches", {"game": "monopoly_deal", "seats": seats})

    assert seating(owner, closed).status_code == seating(other, welcome).status_code == 201
    for refused in (seating(other, closed), seating(owner, picky), seating(owner, "Nobody at all")):
        assert [error["pointer"] for error in refused.json()["errors"]] == ["/seats/1/player"]
    assert code(seating(owner, welcome, welcome)) == (400, "malformed")


def test_a_bot_joins_only_by_invitation_and_no_rated_match(db):
    owner = somebody("Owner")
    bot, name = new_bot(owner)
    invited = [{"kind": "me"}, {"kind": "player", "name": name}]
    plain = owner.post("/matches", {"game": "monopoly_deal", "seats": invited}).json()["id"]
    rated = owner.post("/matches", {"game": "monopoly_deal", "seats": invited, "rated": True}).json()["id"]
    free = owner.post("/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["id"]

    assert bot.post(f"/matches/{plain}/seats").status_code == 201
    assert code(bot.post(f"/matches/{rated}/seats")) == (403, "forbidden")
    assert code(bot.post(f"/matches/{free}/seats")) == (409, "seat_taken")


def test_people_end_and_repeat_a_match_without_the_agreement_of_a_bot(table):
    owner, bot, match = table

    assert not attending(Match.objects.get(pk=match).pk).exclude(player=owner.player).exists()
    assert owner.post(f"/matches/{match}/resign").status_code == 200
    rematch = owner.post(f"/matches/{match}/agreements/rematch").json()["rematch"]
    head = owner.get(f"/matches/{rematch}").json()
    assert head["status"] == "running" and [seat["player"]["id"] for seat in head["seats"]].count(bot.player) == 1
    assert owner.post(f"/matches/{rematch}/agreements/abort").json()["status"] == "aborted"


# Leases


def test_a_program_plays_a_turn_with_two_requests(table):
    _, bot, match = table

    (item,) = leased(bot)
    view = bot.get(f"/matches/{match}/view").json()
    answer = bot.post(
        f"/matches/{match}/moves", {"prompt": item["prompt"], "lease": item["lease"], **item["legal_moves"]["moves"][0]}
    )

    assert answer.status_code == 201
    assert item["match"] == match and item["seat"] == item["view"]["viewer"] == 1 and item["required"]
    assert item["view"] == view
    assert item["legal_moves"] == {**item["legal_moves"], "prompt": item["prompt"], "seat": 1}


def ended(bot: Caller, *matches: str) -> list[dict[str, str]]:
    lines: list[dict[str, str]] = bot.post("/bots/decisions", {"playing": list(matches)}).json()["ended"]
    return lines


def test_a_request_for_leases_reports_ended_matches_of_the_bot(table):
    owner, bot, match = table
    unknown = "018f0000-0000-7000-8000-000000000009"
    before = ended(bot, match, unknown)

    owner.post(f"/matches/{match}/resign")

    assert before == []
    assert ended(bot, match, unknown) == [{"match": match, "status": "finished"}]
    assert ended(bot) == []
    assert ended(new_bot(owner, "Onlooker")[0], match) == [], "it played there never"


def test_a_running_match_is_reported_as_ended_to_a_resigned_bot(db):
    owner = somebody()
    (bot, name), (_, other) = new_bot(owner, "Resigner"), new_bot(owner, "Other")
    match = match_with(owner, name, other)

    assert bot.post(f"/matches/{match}/resign").status_code == 200

    assert ended(bot, match) == [{"match": match, "status": "running"}]


def test_a_decision_is_leased_once_until_its_lease_ends(table):
    _, bot, _ = table
    with standing_clock() as hands:
        hands.now_ms = 10**13
        (first,) = leased(bot, seconds=10)
        assert leased(bot) == []
        hands.go(11)
        (again,) = leased(bot)

    assert again["prompt"] == first["prompt"] and again["lease"] != first["lease"]


def test_a_move_under_an_expired_and_renewed_lease_is_refused(table):
    _, bot, match = table
    with standing_clock() as hands:
        hands.now_ms = 10**13
        (first,) = leased(bot, seconds=10)
        move = {"prompt": first["prompt"], **first["legal_moves"]["moves"][0]}
        hands.go(11)
        (again,) = leased(bot)

        assert code(bot.post(f"/matches/{match}/moves", {**move, "lease": first["lease"]})) == (
            412,
            "precondition_failed",
        )
        assert bot.post(f"/matches/{match}/moves", {**move, "lease": again["lease"]}).status_code == 201
        assert bot.post(f"/matches/{match}/moves", {**move, "lease": first["lease"]}).status_code == 200, "a repetition"


def test_workers_do_not_play_or_schedule_the_turns_of_a_program(table):
    _, bot, match = table
    turn = PendingAction.objects.get(match=match, bot=True)

    assert not ready_turns() and not play_turn(turn.match_id, turn.prompt, turn.seat)
    assert not ready_turns_in([{"policy": None, "ready_ms": 0}])
    PendingAction.objects.filter(pk=turn.pk).update(attempts=9)
    assert not exhausted_turns() and leased(bot), "a program that fails is not replaced by the clock"


def test_a_program_leases_only_its_own_decisions(table):
    owner, _, _ = table
    other, _ = new_bot(owner, "Other")

    assert leased(other, max=16) == []


def test_a_bot_that_passed_at_an_open_prompt_gets_no_lease_until_another_bot_acts(db):
    owner = somebody("Owner")
    bots = [new_bot(owner, name) for name in ("One", "Two", "Three")]
    match = match_with(owner, *(name for _, name in bots), game="dealmaker")
    with standing_clock() as hands:
        hands.now_ms = 10**13
        bot, other = bots[0][0], bots[1][0]
        items = _negotiating(owner, [bot for bot, _ in bots], match, hands)

        assert leased(bot, passed=[item["lease"] for item in items], max=16) == []
        hands.go(60)
        assert leased(bot, max=16) == [], "nothing has happened"
        _acted(other, leased(other)[0])
        hands.go(2)
        again = leased(bot, max=16)
        assert again, "another bot has acted"
        _acted(bot, again[0])
        hands.go(2)
        assert again[0]["prompt"] in {item["prompt"] for item in leased(bot, max=16)}, "a bot may speak again"


def _negotiating(owner: Caller, bots: list[Caller], match: str, hands: Any) -> list[dict[str, Any]]:
    """Plays first moves until the first bot leases a decision that it need not make."""
    for _ in range(50):
        hands.go(2)
        legal = owner.get(f"/matches/{match}/legal-moves?limit=1").json()
        if legal["moves"] and 0 in owner.get(f"/matches/{match}").json()["to_act"]:
            owner.post(f"/matches/{match}/moves", {"prompt": legal["prompt"], **legal["moves"][0]})
        for bot in bots:
            items = leased(bot, max=16)
            if items and not any(item["required"] for item in items):
                return items
            for item in items:
                _acted(bot, item)
    raise AssertionError("expected an open prompt within 50 rounds")


def _acted(bot: Caller, item: dict[str, Any]) -> None:
    move = {"prompt": item["prompt"], "lease": item["lease"], **item["legal_moves"]["moves"][0]}
    answer = bot.post(f"/matches/{item['match']}/moves", move)
    assert answer.status_code < 300, answer.content
