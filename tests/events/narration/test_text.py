"""`GET` and `POST /matches/{id}/text`: the text table, and text answers."""

from __future__ import annotations

from typing import Any

import pytest

from events.log.models import ActionEvent
from games import registry
from games.kernel.rng import policy_draws
from games.kernel.words.texts import LANGUAGES
from tests.events.calls import SHORTEST, Caller, code, open_match, play_on, somebody
from tests.events.narration.reader import Reader
from tests.events.tables import standing_clock
from tests.games.harness.time_budget import SECONDS, SEED
from tests.made_once import forget, made_once

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("text")]
MOST_LINES = 40
MOST_ROUNDS = 3000
MOVES = 3000 if SECONDS else 15  # moves as text; then all players but one resign


Table = tuple[list[Caller], str]


def table(game: str = "great_dalmuti", **wish: Any) -> Table:
    callers = [somebody("Text") for _ in range(registry.get(game).seats.start)]
    return callers, open_match(callers[0], callers[1:], game, **wish)


made = made_once(lambda: table("monopoly_deal"))


@pytest.fixture
def duel(made: Table, db: None) -> Table:
    """Returns two players of a match that has just begun and is created once."""
    forget()
    return made


def asked_one(callers: list[Caller], match: str) -> tuple[Caller, dict[str, Any]]:
    """Returns the first caller with a prompt, and the prompt's text."""
    texts = ((caller, caller.get(f"/matches/{match}/text").json()) for caller in callers)
    return next((caller, body) for caller, body in texts if body["choices"])


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_match_is_played_to_its_end_by_players_who_read_only_its_text(game: str):
    callers, match = table(game, options=SHORTEST[game])
    draws = policy_draws(b"text", SEED)
    languages = list(LANGUAGES)
    readers = [Reader(caller, match, draws, languages[seat % 2]) for seat, caller in enumerate(callers)]
    decided = []

    for _ in range(MOST_ROUNDS):
        moves = [reader.move() for reader in readers]
        decided += [move for move in moves if move is not None]
        if not any(moves) or len(decided) >= MOVES:
            break
    for caller in callers[1:]:
        caller.post(f"/matches/{match}/resign")

    assert decided
    assert callers[0].get(f"/matches/{match}").json()["status"] == "finished"
    assert max(move.lines for move in decided) <= MOST_LINES
    assert readers[0].text()["text"].splitlines()[-1].startswith(tuple("123456789"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_the_recent_events_the_table_and_the_question(language: str):
    callers, match = table()
    play_on(callers, match, lambda head: head["seq"] > 20)
    caller = callers[callers[0].get(f"/matches/{match}").json()["to_act"][0]]

    body = caller.get(f"/matches/{match}/text?since=9", Accept_Language=language)

    blocks = [block.splitlines() for block in body.json()["text"].split("\n\n")]
    headings = {
        "en": ["What happened", "The table", "What is asked"],
        "fr": ["Ce qui s’est passé", "La table", "Ce qui est demandé"],
    }
    assert [block[0] for block in blocks] == headings[language]
    assert all(len(block) > 1 for block in blocks)
    assert body["Content-Language"] == language
    assert body.json()["at"] == str(callers[0].get(f"/matches/{match}").json()["seq"])
    assert [choice["number"] for choice in body.json()["choices"]] == [*range(1, len(body.json()["choices"]) + 1)]


def test_the_recent_events_begin_after_the_event_of_the_parameter_since(duel: Table):
    callers, match = duel
    play_on(callers, match, lambda head: head["seq"] > 12)
    head = callers[0].get(f"/matches/{match}").json()["seq"]

    since = Reader(callers[0], match, policy_draws(b"since", 1)).text

    assert "What happened" not in since(since=head)["text"]
    assert since(since=head - 1)["text"] == since(since=f"{head - 1}:2.1")["text"]
    assert len(since(since=head - 3)["text"].splitlines()) > len(since(since=head - 1)["text"].splitlines())
    assert "left out" in since(since=0)["text"]
    assert since(since=2**53 - 1)["text"] == since(since=head)["text"]


def test_the_recent_events_begin_by_default_after_the_last_move_of_the_reader(duel: Table):
    callers, match = duel
    play_on(callers, match, lambda head: head["seq"] > 12)
    last = (
        ActionEvent.objects.filter(match=match, seat=1, type="move").order_by("-seq").values_list("seq", flat=True)[0]
    )

    reader = Reader(callers[1], match, policy_draws(b"since", 1))

    assert reader.text() == reader.text(since=last)


def test_an_answer_plays_the_move_and_returns_the_next_question():
    callers, match = table()
    caller, _ = asked_one(callers, match)
    head = caller.get(f"/matches/{match}").json()["seq"]

    assert Reader(caller, match, policy_draws(b"sealed", SEED)).move() is not None

    assert caller.get(f"/matches/{match}").json()["seq"] == head  # a sealed answer appends no event
    assert "stays sealed" in caller.get(f"/matches/{match}/text").json()["text"]


def test_a_text_after_a_sealed_answer_repeats_it_and_asks_no_question():
    callers, match = table()
    caller, body = asked_one(callers, match)
    assert body["answered"] is None
    reader = Reader(caller, match, policy_draws(b"sealed", SEED))

    assert reader.move() is not None

    after = reader.text()
    assert f"It is: {after['answered']}." in after["text"]
    assert "What you have answered" in after["text"] and "What is asked" not in after["text"]
    assert after["choices"] == body["choices"], "it can be replaced"
    assert [each.get(f"/matches/{match}/text").json()["answered"] for each in callers if each is not caller] == [
        None
    ] * (len(callers) - 1)


def test_an_answer_that_is_repeated_is_played_once(duel: Table):
    callers, match = duel
    caller, body = asked_one(callers, match)
    answer = {"at": body["at"], "answer": "end your turn"}

    first = caller.post(f"/matches/{match}/text", answer)
    again = caller.post(f"/matches/{match}/text", answer)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again["Idempotent-Replayed"] == "true"
    assert "nothing is played twice" in again.json()["text"]


def test_an_answer_repeated_with_its_idempotency_key_is_marked_as_replayed(duel: Table):
    callers, match = duel
    caller, body = asked_one(callers, match)
    answer = {"at": body["at"], "answer": "end your turn"}
    assert caller.post(f"/matches/{match}/text", answer, Idempotency_Key="once").status_code == 201

    again = caller.post(f"/matches/{match}/text", answer, Idempotency_Key="once")
    other = caller.post(f"/matches/{match}/text", {**answer, "answer": "1"}, Idempotency_Key="once")

    assert (again.status_code, again["Idempotent-Replayed"]) == (200, "true")
    assert other.status_code in (200, 422)


def test_the_number_of_an_answer_refers_to_the_choices_of_its_text():
    callers, match = table("dealmaker", options={"ready_check": False})
    before = callers[0].get(f"/matches/{match}/text").json()
    assert callers[1].post(f"/matches/{match}/messages", {"text": "Hello"}).status_code == 201
    now = callers[0].get(f"/matches/{match}/text").json()
    assert now["at"] != before["at"]

    number = next(choice["number"] for choice in before["choices"] if "pawn" in choice["words"])
    reply = callers[0].post(f"/matches/{match}/text", {"at": before["at"], "answer": str(number)})

    assert reply.status_code == 201
    assert "You grab the pawn." in reply.json()["text"]


def test_an_answer_to_an_expired_prompt_is_refused(duel: Table):
    callers, match = duel
    caller, body = asked_one(callers, match)
    other = next(each for each in callers if each is not caller)
    assert caller.post(f"/matches/{match}/text", {"at": body["at"], "answer": "end your turn"}).status_code == 201
    head = caller.get(f"/matches/{match}").json()["seq"]

    for answer in ("2", "bank", "0", "?"):
        assert code(caller.post(f"/matches/{match}/text", {"at": body["at"], "answer": answer})) == (
            409,
            "stale_prompt",
        )
    assert code(caller.post(f"/matches/{match}/text", {"at": str(head), "answer": "1"})) == (409, "stale_prompt")
    assert other.get(f"/matches/{match}/text").json()["choices"]
    assert caller.get(f"/matches/{match}").json()["seq"] == head


@pytest.mark.parametrize(
    "answer", ["sing", "end your turn twice", "1+1", "1.1.1", "99", "999999", "?", "   ", "💥", "{seat} [x]", "1" * 500]
)
def test_an_answer_that_is_not_understood_plays_nothing_and_asks_again(duel: Table, answer: str):
    callers, match = duel
    caller, body = asked_one(callers, match)
    before = ActionEvent.objects.filter(match=match).count()

    reply = caller.post(f"/matches/{match}/text", {"at": body["at"], "answer": answer})

    assert reply.status_code == 200
    assert reply.json()["choices"]
    assert ActionEvent.objects.filter(match=match).count() == before


def test_an_ambiguous_answer_is_answered_with_a_question(duel: Table):
    callers, match = duel
    caller, body = asked_one(callers, match)
    words = [choice["words"] for choice in body["choices"]]
    before = ActionEvent.objects.filter(match=match).count()

    reply = caller.post(f"/matches/{match}/text", {"at": body["at"], "answer": "you"})

    assert reply.status_code == 200
    assert "Which one?" in reply.json()["text"]
    assert {choice["words"] for choice in reply.json()["choices"]} <= set(words)
    assert len(reply.json()["choices"]) > 1
    assert ActionEvent.objects.filter(match=match).count() == before


def paged(callers: list[Caller], match: str, language: str) -> tuple[Reader, dict[str, Any]]:
    """Returns the reader of a prompt with more answers than a page holds, and its text; answers other prompts."""
    readers = [Reader(caller, match, policy_draws(b"paged", SEED), language) for caller in callers]
    for reader in (reader for _ in range(MOST_ROUNDS) for reader in readers):
        for choice in reader.text()["choices"]:
            body = reader.text()
            reply = reader.answer(body["at"], str(choice["number"]))
            if reply.status_code == 200 and reply.json()["choices"][-1]["number"] == 0:
                return reader, reply.json()
    raise AssertionError("expected a question with more answers than a page has")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_further_choices_are_requested_by_number_or_words(language: str):
    reader, body = paged(*table("negoces2", options=SHORTEST["negoces2"]), language)

    by_number, by_words = (reader.answer(body["at"], answer).json() for answer in ("0", body["choices"][-1]["words"]))

    assert by_words == by_number
    assert by_words["choices"] != body["choices"]


def test_the_number_for_further_choices_may_have_punctuation_around_it():
    reader, body = paged(*table("negoces2", options=SHORTEST["negoces2"]), "en")

    plain = reader.answer(body["at"], "0").json()

    assert [reader.answer(body["at"], answer).json() for answer in ("[0]", "0.", "０")] == [plain] * 3


@pytest.mark.parametrize(
    "at", ["", "x", "-1", "1:", "1:x", "1:1..2", "1:1.", "9" * 17, "1:" + "1." * 300 + "1", "٣", "1 "]
)
def test_an_invalid_position_in_the_log_is_malformed(duel: Table, at: str):
    callers, match = duel

    reply = callers[0].post(f"/matches/{match}/text", {"at": at, "answer": "1"})

    assert code(reply) == (400, "malformed")
    assert [error["pointer"] for error in reply.json()["errors"]] == ["/at"]
    assert code(callers[0].get(f"/matches/{match}/text?since={at or 'x'}")) == (400, "malformed")


def test_a_position_that_no_text_has_had_is_malformed(duel: Table):
    callers, match = duel
    caller, body = asked_one(callers, match)

    for at in (f"{int(body['at']) + 1}", f"{body['at']}:99", f"{body['at']}:1.1.1"):
        assert code(caller.post(f"/matches/{match}/text", {"at": at, "answer": "1"})) == (400, "malformed"), at


def test_a_spectator_can_read_a_text_and_cannot_answer(duel: Table):
    callers, match = duel
    stranger = somebody()

    body = Caller().get(f"/matches/{match}/text").json()

    assert body["choices"] == []
    assert "The match waits for" in body["text"] and "You" not in body["text"]
    assert code(stranger.post(f"/matches/{match}/text", {"at": body["at"], "answer": "1"})) == (403, "not_seated")
    assert Caller().post(f"/matches/{match}/text", {"at": body["at"], "answer": "1"}).status_code == 401


def test_an_unchanged_text_is_not_sent_again(duel: Table):
    callers, match = duel
    first = callers[0].get(f"/matches/{match}/text")

    assert callers[0].get(f"/matches/{match}/text", If_None_Match=first["ETag"]).status_code == 304


def test_the_text_of_a_match_that_has_not_started_says_so():
    ada = somebody()
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}).json()["id"]

    body = ada.get(f"/matches/{match}/text").json()

    assert body["text"].endswith("The match is not running.")
    assert body["choices"] == []
    assert code(ada.post(f"/matches/{match}/text", {"at": body["at"], "answer": "1"})) == (409, "stale_prompt")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "on 15 January 2027 at 08:01 UTC"), ("fr", "le 15 janvier 2027 à 08:01 UTC")]
)
def test_a_text_states_the_deadline_in_words(language: str, words: str):
    with standing_clock():  # 08:00
        callers, match = table("monopoly_deal", clock={"per_move": 60})
        caller, _ = asked_one(callers, match)

        assert words in caller.get(f"/matches/{match}/text", Accept_Language=language).json()["text"]


def test_a_text_states_only_the_number_of_cards_of_a_shared_pile(duel: Table):
    callers, match = duel

    lines = callers[0].get(f"/matches/{match}/text").json()["text"].splitlines()

    [pile] = [line for line in lines if line.startswith("Draw pile")]
    assert "among" not in pile
