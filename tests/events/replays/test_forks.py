"""Forks: a practice match from any moment of another match, with the same cards or with cards that fit a view."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from events.log import states
from events.log.knowledge import known_to
from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of
from events.log.models import Match, Seat
from events.matches.lobby.match_detail import match_detail
from events.matches.lobby.substitutes import seat_stand_in
from events.proofs.audits import findings
from events.replays import forks
from events.tournaments.models import TournamentMatch
from events.verifier.verify import verify
from games.kernel.audit import main as audit
from games.kernel.position import Position, resampled
from games.kernel.rng import policy_draws
from games.kernel.state import State
from games.kernel.view import view_of
from tests.events.calls import Caller, code, first_move, open_match, play_on, somebody
from tests.events.tables import bots_answer
from tests.events.tournaments.test_tournaments import organised
from tests.events.verifier.test_verify_vectors import by_javascript

pytestmark = pytest.mark.django_db

SEED = "5c" * 32


def running(**wish: Any) -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(4)]
    return callers, open_match(callers[0], callers[1:], **wish)


def finished(acts: int = 6, **wish: Any) -> tuple[list[Caller], str]:
    """Plays a match for some events, resigns it, and returns it."""
    callers, match = running(**wish)
    play_on(callers, match, lambda head: head["seq"] >= 5 + acts)
    for caller in callers:
        caller.post(f"/matches/{match}/resign")
    return callers, match


def last_move_seq(caller: Caller, match: str) -> int:
    """Returns the seq of the last move."""
    rows = caller.get(f"/matches/{match}/events?limit=200").json()["items"]
    return max(row["seq"] for row in rows if row["type"] in ("move", "match.started"))


def fork(caller: Caller, match: str, at: int, mode: str = "exact", **wish: Any) -> Any:
    return caller.post(f"/matches/{match}/forks", {"at": at, "mode": mode, **wish})


def faces(view: dict[str, Any], seat: int) -> list[str]:
    [hand] = [zone for zone in view["zones"] if zone["name"] == "hand" and zone["seat"] == seat]
    return sorted(view["faces"][str(card)]["face"] for card in hand["cards"])


def sizes(view: dict[str, Any]) -> list[Any]:
    return [(zone["name"], zone["seat"], len(zone["cards"])) for zone in view["zones"] if zone["cards"]]


def play_out(caller: Caller, match: str) -> None:
    """Lets the bots of a fork finish it after its creator has resigned."""
    move = first_move(caller, match)
    if move is not None:
        caller.post(f"/matches/{match}/moves", move)
    caller.post(f"/matches/{match}/resign")
    for _ in range(5):
        bots_answer(fresh_of(match))
    caller.post(f"/matches/{match}/agreements/abort")


def check_export(caller: Caller, match: str, tmp_path: Any) -> dict[str, Any]:
    """Checks the export of a match with both verifiers and the audit; returns it."""
    bundle: dict[str, Any] = caller.get(f"/matches/{match}/export").json()
    lines = [list(line) for line in verify(bundle)]
    assert [line for line in lines if line[0] == "FAILED"] == []
    assert by_javascript([[bundle, [], None]])["bundles"] == [lines]
    if bundle["viewer"] == "all":
        path = tmp_path / "bundle.json"
        path.write_text(json.dumps(bundle))
        assert audit(str(path)) == 0
    return bundle


def test_an_exact_fork_has_the_same_cards_and_is_a_private_practice_match():
    callers, match = finished()
    at = last_move_seq(callers[0], match)
    before = callers[0].get(f"/matches/{match}/view?at={at}&as=omniscient").json()

    answer = fork(callers[1], match, at)

    assert answer.status_code == 201
    head = answer.json()
    assert answer["Location"] == f"/api/v1/matches/{head['id']}"
    assert head["forked_from"] == {"match": match, "seq": at, "mode": "exact"}
    assert (head["visibility"], head["practice"], head["rated"], head["status"]) == ("private", True, False, "running")
    mine = before["to_act"][0]
    assert [seat["kind"] for seat in head["seats"]] == ["player" if n == mine else "bot" for n in range(4)]
    assert head["to_act"] == before["to_act"]
    view = callers[1].get(f"/matches/{head['id']}/view").json()
    assert faces(view, mine) == faces(before, mine)
    assert view["public"] == before["public"]
    assert sizes(view) == sizes(before)
    move = first_move(callers[1], head["id"])
    assert callers[1].post(f"/matches/{head['id']}/moves", move).status_code == 201
    assert callers[0].get(f"/matches/{head['id']}").status_code == 404
    assert callers[0].get(f"/matches/{match}").json()["forked_from"] is None


def test_only_the_detail_of_a_practice_match_queries_its_origin():
    _, ordinary = running()
    _, practice = running(seed=SEED)

    def looks(match: str) -> int:
        stored = fresh_of(match)
        with CaptureQueriesContext(connection) as sent:
            assert match_detail(stored)["forked_from"] is None
        return sum("events_fork" in query["sql"] for query in sent)

    assert (looks(ordinary), looks(practice)) == (0, 1)


@pytest.mark.parametrize("mode", ["exact", "resampled"])
def test_a_fork_is_verified_during_play_and_after_its_end(mode: str, tmp_path: Any):
    callers, match = finished()
    head = fork(callers[0], match, last_move_seq(callers[0], match), mode).json()

    check_export(callers[0], head["id"], tmp_path)
    play_out(callers[0], head["id"])

    bundle = check_export(callers[0], head["id"], tmp_path)
    assert bundle["viewer"] == "all"
    assert findings(fresh_of(head["id"])) == []


def fresh_of(match: str) -> Match:
    return Match.objects.get(pk=match)


def test_the_position_stays_hidden_until_the_fork_is_over():
    callers, match = finished()
    head = fork(callers[0], match, last_move_seq(callers[0], match), "resampled").json()
    created = callers[0].get(f"/matches/{head['id']}/events?limit=1").json()["items"][0]

    assert created["forked_from"] == head["forked_from"]
    assert "position" not in created
    play_out(callers[0], head["id"])
    created = callers[0].get(f"/matches/{head['id']}/events?limit=1&as=omniscient").json()["items"][0]
    assert {zone["name"] for zone in created["position"]["zones"]} >= {"hand"}


ALTERATIONS = {
    "another hand": lambda position: swap_hands(position),
    "prompts": lambda position: position["prompts"].pop(),
    "public": lambda position: position["public"].update(hand_number=9),
}


def swap_hands(position: dict[str, Any]) -> None:
    one, two = [zone for zone in position["zones"] if zone["name"] == "hand"][:2]
    one["faces"], two["faces"], one["cards"], two["cards"] = two["faces"], one["faces"], two["cards"], one["cards"]


@pytest.mark.parametrize("name", ALTERATIONS)
def test_an_altered_position_is_found(name: str, tmp_path: Any):
    callers, match = finished()
    head = fork(callers[0], match, last_move_seq(callers[0], match)).json()
    play_out(callers[0], head["id"])
    bundle = copy.deepcopy(callers[0].get(f"/matches/{head['id']}/export").json())
    [cell] = [cell for cell in bundle["events"][0]["cells"] if cell["path"] == "position"]

    ALTERATIONS[name](cell["value"])

    lines = [list(line) for line in verify(bundle)]
    assert "7 redaction" in [line[1] for line in lines if line[0] == "FAILED"]
    assert by_javascript([[bundle, [], None]])["bundles"] == [lines]
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps(bundle))
    assert audit(str(path)) == 1
    if name != "public":  # the verifiers do not fold public state
        assert "5 cards" in [line[1] for line in lines if line[0] == "FAILED"]


def test_a_fork_without_its_position_is_found(tmp_path: Any):
    callers, match = finished()
    head = fork(callers[0], match, last_move_seq(callers[0], match)).json()
    bundle = callers[0].get(f"/matches/{head['id']}/export").json()
    bundle["events"][0]["cells"] = []
    core = json.loads(bundle["events"][0]["core"])
    core["cells"] = []
    bundle["events"][0]["core"] = json.dumps(core, separators=(",", ":"), sort_keys=True)

    failed = {line[1]: line[2] for line in verify(bundle) if line[0] == "FAILED"}
    assert "commits to no position" in failed["5 cards"]


def test_forks_with_the_same_seed_begin_with_the_same_cards():
    callers, match = finished()
    at = last_move_seq(callers[0], match)

    one, two = (fork(callers[0], match, at, "resampled", seed=SEED).json()["id"] for _ in range(2))

    assert started(callers[0], one) == started(callers[0], two)


@pytest.mark.parametrize("is_planted", [False, True])
def test_a_resampled_fork_does_not_depend_on_the_hidden_cards(is_planted: bool, monkeypatch: Any):
    callers, match = finished(reveal="auditor")
    at, stranger = last_move_seq(callers[0], match), somebody()
    if is_planted:
        monkeypatch.setattr(forks, "resampled", lambda game, view, common, draws: Position(truths[-1], {None: common}))
    truths: list[State] = []
    real = states.at

    def other_world(found: Match, seq: int) -> MatchState:
        state = real(found, seq)
        view = view_of(state.state, None, known_to(found, None, state))
        world = resampled(game_of(found), view, view.known, policy_draws(b"other", len(truths))).state
        truths.append(world)
        return state._replace(state=world)

    monkeypatch.setattr(states, "at", other_world)
    dealt = [started(stranger, fork(stranger, match, at, "resampled", seed=SEED).json()["id"]) for _ in range(2)]

    assert truths[0].faces != truths[1].faces
    assert (dealt[0] == dealt[1]) is not is_planted


def started(caller: Caller, match: str) -> list[Any]:
    items = caller.get(f"/matches/{match}/events?limit=20").json()["items"]
    effects: list[Any] = next(row["effects"] for row in items if row["type"] == "match.started")
    return effects


def test_the_caller_chooses_their_own_seat_or_the_players_of_all_seats():
    callers, match = finished()
    at = last_move_seq(callers[0], match)

    named = fork(callers[0], match, at, seat=3).json()
    seats = [{"kind": "bot", "policy": "uniform"}, {"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    chosen = fork(callers[0], match, at, seats=seats).json()

    assert [seat["kind"] for seat in named["seats"]] == ["bot", "bot", "bot", "player"]
    assert [seat["policy"] for seat in chosen["seats"]] == ["uniform", None, "greedy", "greedy"]


def test_a_resigned_seat_stays_resigned_in_a_fork(tmp_path: Any):
    callers, match = running()
    play_on(callers, match, lambda head: head["seq"] >= 8)
    callers[2].post(f"/matches/{match}/resign")
    at = callers[0].get(f"/matches/{match}").json()["seq"]
    for number in (0, 1, 3):
        callers[number].post(f"/matches/{match}/resign")

    assert code(fork(callers[0], match, at, seat=2)) == (400, "malformed")
    head = fork(callers[0], match, at).json()

    assert [seat["resigned"] for seat in head["seats"]] == [False, False, True, False]
    play_out(callers[0], head["id"])
    check_export(callers[0], head["id"], tmp_path)


def test_only_callers_who_may_see_all_cards_create_an_exact_fork():
    callers, match = finished(reveal="seats")
    at, stranger = last_move_seq(callers[0], match), somebody()

    assert code(fork(stranger, match, at)) == (403, "forbidden")
    assert fork(stranger, match, at, "resampled").status_code == 201
    assert fork(callers[2], match, at).status_code == 201
    assert code(fork(Caller(), match, at)) == (401, "unauthenticated")


def test_a_match_against_people_is_forked_only_once_it_is_over():
    callers, match = running()
    play_on(callers, match, lambda head: head["seq"] >= 8)

    for caller in (*callers, somebody()):
        for mode in ("exact", "resampled"):
            assert code(fork(caller, match, 8, mode)) == (409, "match_not_finished")


def test_a_running_match_against_bots_can_be_resampled_but_not_forked_exactly():
    ada = somebody()
    body = {"game": "great_dalmuti", "seats": [{"kind": "me"}, *[{"kind": "bot"}] * 3]}
    match = ada.post("/matches", body).json()
    practice = ada.post("/matches", {**body, "seed": SEED}).json()
    at = match["seq"]

    assert code(fork(ada, match["id"], at)) == (403, "forbidden")
    assert fork(ada, match["id"], at, "resampled").status_code == 201
    assert code(fork(somebody(), match["id"], at, "resampled")) == (409, "match_not_finished")
    assert fork(ada, practice["id"], practice["seq"]).status_code == 201


def test_a_match_to_which_an_absent_player_can_return_is_not_forked():
    callers, match = running()
    play_on(callers, match, lambda head: head["seq"] >= 8)
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match)
        for seat in Seat.objects.filter(match=match, number__gt=0):
            seat_stand_in(locked, seat, is_wanted=False)

    assert code(fork(callers[0], match, 8, "resampled")) == (409, "match_not_finished")


def test_a_running_match_of_a_tournament_is_not_forked():
    ada = somebody()
    body = {"game": "great_dalmuti", "seats": [{"kind": "me"}, *[{"kind": "bot"}] * 3]}
    match = ada.post("/matches", body).json()
    assert fork(ada, match["id"], match["seq"], "resampled").status_code == 201

    tournament = organised(ada).rpartition("/")[2]
    TournamentMatch.objects.create(tournament_id=tournament, match_id=match["id"], round=1, table=1, deal=1)

    assert code(fork(ada, match["id"], match["seq"], "resampled")) == (409, "match_not_finished")


def test_a_private_fork_cannot_be_forked_by_other_players():
    callers, match = finished()
    private = fork(callers[0], match, last_move_seq(callers[0], match)).json()

    assert code(fork(callers[1], private["id"], private["seq"])) == (404, "not_found")


def test_a_fork_at_an_event_without_a_running_table_is_refused():
    callers, match = finished()
    last = callers[0].get(f"/matches/{match}").json()["seq"]

    for at in (0, 1, last, last + 1, 2**53 - 1):
        answer = fork(callers[0], match, at)
        assert code(answer) == (400, "malformed")
        assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/at"]


def test_an_aborted_match_can_be_forked_unless_its_cards_were_never_dealt():
    callers, match = running()
    play_on(callers, match, lambda head: head["seq"] >= 8)
    for caller in callers:
        caller.post(f"/matches/{match}/agreements/abort")
    body = {"game": "great_dalmuti", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3]}
    never = callers[0].post("/matches", body).json()
    assert code(fork(callers[0], never["id"], 0)) == (409, "match_not_finished")
    callers[0].post(f"/matches/{never['id']}/agreements/abort")

    assert fork(callers[0], match, 8).status_code == 201
    assert code(fork(callers[0], never["id"], 0)) == (400, "malformed")


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"at": "6"}, "/at"),
        ({"at": -1}, "/at"),
        ({"mode": "copied"}, "/mode"),
        ({"seat": 4}, "/seat"),
        ({"seat": 0, "seats": [{"kind": "me"}, *[{"kind": "bot"}] * 3]}, "/seat"),
        ({"seats": [{"kind": "bot"}] * 4}, "/seats"),
        ({"seats": [{"kind": "me"}] * 4}, "/seats"),
        ({"seats": [{"kind": "me"}]}, "/seats"),
        ({"seats": [{"kind": "open"}] * 4}, "/seats/0/kind"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "policy": "wise"}, *[{"kind": "bot"}] * 2]}, "/seats/1/policy"),
        ({"seed": "5c"}, "/seed"),
        ({"visibility": "public"}, "/visibility"),
    ],
)
def test_an_invalid_request_for_a_fork_is_refused_with_its_pointer(wish: dict[str, Any], pointer: str):
    callers, match = finished()

    answer = callers[0].post(
        f"/matches/{match}/forks", {"at": last_move_seq(callers[0], match), "mode": "exact", **wish}
    )

    assert code(answer) == (400, "malformed")
    assert pointer in [fault["pointer"] for fault in answer.json()["errors"]]


def test_forks_count_among_the_unfinished_matches_of_a_player(settings: Any):
    callers, match = finished()
    settings.COMPTOIR_MATCHES_PER_PLAYER = 1
    at = last_move_seq(callers[0], match)

    assert fork(callers[1], match, at).status_code == 201
    assert code(fork(callers[1], match, at)) == (409, "too_many_matches")


def test_forks_have_their_own_rate_limit(settings: Any):
    callers, match = finished()
    settings.COMPTOIR_LIMITS = {"forks": (1, 60)}
    at = last_move_seq(callers[0], match)

    assert fork(callers[1], match, at).status_code == 201
    assert code(fork(callers[1], match, at)) == (429, "rate_limited")
    assert fork(callers[2], match, at).status_code == 201


def test_a_repeated_request_creates_one_fork():
    callers, match = finished()
    body = {"at": last_move_seq(callers[0], match), "mode": "exact"}

    one = callers[0].post(f"/matches/{match}/forks", body, Idempotency_Key="k")
    two = callers[0].post(f"/matches/{match}/forks", body, Idempotency_Key="k")

    assert (one.status_code, two.status_code, two["Idempotent-Replayed"]) == (201, 200, "true")
    assert one.json() == two.json()
