"""Commit and reveal: what seats may do before the deal, and what happens to seats that do nothing."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from events.base.clock import clock
from events.base.fairness import client_commit
from events.matches.table.moves import prompt_expire
from events.verifier.verify import verify
from tests.events.calls import Caller, code, play_on, somebody
from tests.events.steps import overdue_prompts

pytestmark = pytest.mark.django_db

SEEDS = [bytes([seat]) * 32 for seat in range(1, 5)]
DAY_MS = 86_400_000


class Sealed:
    """A match of four with commit and reveal, and its own clock."""

    def __init__(self, bots: int = 0) -> None:
        self.now = [1_800_000_000_000]
        self.people = [somebody() for _ in range(4 - bots)]
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (3 - bots), *[{"kind": "bot"}] * bots]
        wish = {"game": "great_dalmuti", "options": {"end": {"hands": 1}}, "fairness": "commit_reveal", "seats": seats}
        answer = self.people[0].post("/matches", wish)
        assert answer.status_code == 201, answer.content
        self.path = f"/matches/{answer.json()['id']}"
        self.id = UUID(answer.json()["id"]).bytes

    def commitment(self, seat: int) -> str:
        return client_commit(self.id, seat, SEEDS[seat]).hex()

    def sit(self, seat: int, commits: bool = True) -> None:
        body = {"seat": seat, **({"commit": self.commitment(seat)} if commits else {})}
        answer = self.people[seat].post(f"{self.path}/seats", body)
        assert answer.status_code == 201, answer.content

    def commit(self, seat: int, commit: str | None = ""):
        return self.people[seat].post(
            f"{self.path}/seats/{seat}/commit", {"commit": self.commitment(seat) if commit == "" else commit}
        )

    def reveal(self, seat: int, seed: bytes | None = None):
        return self.people[seat].post(f"{self.path}/seats/{seat}/reveal", {"seed": (seed or SEEDS[seat]).hex()})

    def seat_all(self) -> None:
        for seat in range(1, len(self.people)):
            self.sit(seat)

    @property
    def head(self) -> dict:
        return self.people[0].get(self.path).json()

    def types(self) -> list[str]:
        return [row["type"] for row in self.people[0].get(f"{self.path}/events").json()["items"]]

    def pass_a_day(self) -> None:
        self.now[0] += DAY_MS
        with clock(lambda: self.now[0]):
            for match, prompt, seat in overdue_prompts():
                prompt_expire(match_id=match, prompt=prompt, seat=seat)


@pytest.fixture
def sealed():
    match = Sealed()
    with clock(lambda: match.now[0]):
        yield match


def test_a_match_is_dealt_once_all_seats_have_committed_and_revealed(sealed):
    sealed.seat_all()
    assert sealed.head["status"] == "sealing"
    assert sealed.head["fairness"]["committed"] == [1, 2, 3]
    assert sealed.commit(0).status_code == 201

    for seat in (2, 0, 3):
        assert sealed.reveal(seat).status_code == 201
        assert sealed.head["status"] == "sealing"
    assert sealed.reveal(1).status_code == 201

    assert sealed.head["status"] == "running"
    assert sealed.types()[-6:] == ["seeds.closed", *["seed.revealed"] * 4, "match.started"]


def test_no_seed_is_opened_before_every_seat_has_committed(sealed):
    sealed.seat_all()

    assert code(sealed.reveal(2)) == (409, "match_sealing")


def test_no_seed_changes_once_all_have_committed(sealed):
    sealed.seat_all()
    sealed.commit(0)

    assert code(sealed.commit(1)) == (409, "match_sealing")
    assert code(sealed.reveal(1, SEEDS[2])) == (400, "malformed")


def test_a_commitment_can_be_replaced_until_all_seats_have_committed(sealed):
    sealed.seat_all()
    assert sealed.commit(1, client_commit(sealed.id, 1, SEEDS[3]).hex()).status_code == 201
    sealed.commit(0)

    assert sealed.reveal(1).status_code == 400
    assert sealed.reveal(1, SEEDS[3]).status_code == 201


def test_a_seat_commits_and_reveals_for_itself_only(sealed):
    sealed.seat_all()
    stranger: Caller = somebody()

    for caller in (stranger, sealed.people[1]):
        assert code(caller.post(f"{sealed.path}/seats/0/commit", {"commit": "00" * 32})) == (403, "not_seated")
        assert code(caller.post(f"{sealed.path}/seats/0/reveal", {"seed": "00" * 32})) == (403, "not_seated")


def test_the_server_makes_the_seeds_of_seats_that_sent_none_in_time(sealed):
    sealed.seat_all()
    sealed.pass_a_day()

    assert sealed.types()[-3:] == ["seed.committed", "seeds.closed", "seed.revealed"]
    last = sealed.people[0].get(f"{sealed.path}/events").json()["items"][-1]
    assert (last["seat"], last["source"]) == (0, "server")
    for seat in (1, 2, 3):
        sealed.reveal(seat)
    assert sealed.head["status"] == "running"


def test_a_seat_may_leave_its_seed_to_the_server_at_once(sealed):
    sealed.seat_all()
    sealed.commit(0, None)

    assert sealed.head["fairness"]["revealed"] == [0]


def test_a_seed_that_is_not_opened_in_time_voids_the_match(sealed):
    sealed.seat_all()
    sealed.commit(0)
    for seat in (0, 1, 3):
        sealed.reveal(seat)
    sealed.pass_a_day()

    rows = sealed.people[0].get(f"{sealed.path}/events").json()["items"]
    assert sealed.head["status"] == "void"
    assert (rows[-2]["type"], rows[-2]["reason"], rows[-2]["seats"]) == ("match.void", "no_reveal", [2])
    assert code(sealed.reveal(2)) == (409, "match_over")


def test_bots_commit_and_reveal_automatically():
    match = Sealed(bots=3)

    assert match.head["fairness"]["committed"] == [1, 2, 3]
    assert match.commit(0).status_code == 201
    assert match.reveal(0).status_code == 201

    assert match.head["status"] == "running"


def test_leaving_resigning_and_starting_are_refused_while_seeds_are_settled(sealed):
    sealed.seat_all()

    assert code(sealed.people[1].delete(f"{sealed.path}/seats/1")) == (409, "match_sealing")
    assert code(sealed.people[1].post(f"{sealed.path}/resign")) == (409, "match_sealing")
    assert code(sealed.people[0].post(f"{sealed.path}/start")) == (409, "match_sealing")


def test_a_request_with_a_commitment_names_its_seat(sealed):
    answer = sealed.people[1].post(f"{sealed.path}/seats", {"commit": "00" * 32})

    assert code(answer) == (400, "malformed")
    assert answer.json()["errors"][0]["pointer"] == "/seat"


def test_the_whole_protocol_is_checked_by_the_verifier(sealed):
    sealed.seat_all()
    sealed.pass_a_day()
    for seat in (1, 2, 3):
        sealed.reveal(seat)
    play_on(sealed.people, sealed.path.removeprefix("/matches/"), lambda head: head["status"] == "finished")

    bundle = somebody().get(f"{sealed.path}/export").json()
    results = {step: (status, words) for status, step, words in verify(bundle)}

    assert results["4 seeds"][1].startswith("commit_reveal: the server's seed matches its commitment")
    assert {status for status, _ in results.values()} == {"OK", "SKIPPED"}, results
    assert results["5 chance"][0] == "OK"


def test_a_void_match_is_verified(sealed):
    sealed.seat_all()
    sealed.commit(0)
    sealed.pass_a_day()

    bundle = sealed.people[0].get(f"{sealed.path}/export").json()
    results = verify(json.loads(json.dumps(bundle)))

    assert not [line for line in results if line[0] == "FAILED"], results
