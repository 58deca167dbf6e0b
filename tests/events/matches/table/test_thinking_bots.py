"""Turns of searching bots wait for separate workers; without one, the scheduler plays them without a search."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bots import tasks, timers
from bots.policies import get
from bots.tasks import play_turn
from events.base import policies
from events.base.exceptions import Malformed
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.table.titles import described
from games import registry
from games.kernel.words.texts import LANGUAGES
from tests.events.scheduling import run_due
from tests.events.tables import player, ready_turns_of, standing_clock

pytestmark = pytest.mark.django_db


def duel(policies: tuple[str, str | None] = ("strong", "greedy")):
    """Creates a running match of Dale of Merchants, in which seat 0 begins; None: its creator has the seat."""
    seats = [SeatRequest("bot", policy) if policy else SeatRequest("me") for policy in policies]
    return match_create(player=player(), request=MatchRequest("dale_of_merchants", {"first_seat": 0}, seats))


@pytest.fixture
def requested_policies(monkeypatch):
    """The names of the policies in the order of their runs."""
    names = []

    def recorded(key, name):
        names.append(name)
        return get(key, "greedy")

    monkeypatch.setattr(tasks, "get", recorded)
    return names


@pytest.fixture
def queues(monkeypatch):
    """The seat and the queue of each message about a turn."""
    sent = []
    monkeypatch.setattr(tasks.play_turns, "apply_async", lambda args, queue, **_: sent.append((args[2], queue)))
    return sent


def thinkers_turn():
    """Creates a match in which a bot that searches has to move; returns the turn."""
    match = duel(("strong", "strong"))
    ((prompt, seat),) = ready_turns_of(match.id)
    return match.id, prompt, seat


@pytest.mark.parametrize(
    ("policy", "alone", "attended"), [("greedy", "bots", "celery"), ("strong", "background", "search")]
)
def test_the_queue_of_a_turn_depends_on_its_bot_and_on_whether_people_play(
    policy, alone, attended, queues, django_capture_on_commit_callbacks
):
    with standing_clock() as hands:
        with django_capture_on_commit_callbacks(execute=True):
            duel((policy, "greedy"))
            duel((policy, None))
        sent, queues[:] = [*queues], []
        hands.go(1)
        run_due()

    assert sorted(sent) == sorted(queues) == sorted([(0, alone), (0, attended)])


def test_a_move_of_a_bot_that_searches_sends_the_message_for_the_next_bot(
    requested_policies, queues, django_capture_on_commit_callbacks
):
    with standing_clock(), django_capture_on_commit_callbacks(execute=True):
        match = duel(("strong", "greedy"))
    while queues[-1] == (0, "background"):
        with standing_clock(), django_capture_on_commit_callbacks(execute=True):
            play_turn(match.id, *ready_turns_of(match.id)[0])

    assert queues[-1] == (1, "bots")
    assert set(requested_policies) == {"strong"}


def test_the_scheduler_plays_an_old_turn_by_the_greedy_policy(requested_policies, queues, monkeypatch):
    monkeypatch.setattr(timers, "_rests_until", 0.0)
    with standing_clock() as hands:
        thinkers_turn()
        hands.go(timers.OVERDUE_MS / 1000 + 1)
        run_due()
        assert requested_policies == [], "bots may think for longer"
        hands.go(timers.THOUGHT_MS / 1000)
        run_due()

    assert requested_policies and set(requested_policies) == {"greedy"}


def test_a_match_under_older_rules_is_played_without_search(requested_policies, queues, monkeypatch):
    with standing_clock():
        turn = thinkers_turn()
        monkeypatch.setattr(tasks, "registry", SimpleNamespace(get=lambda key: registry.GAMES[key][1]))
        play_turn(*turn)

    assert requested_policies == ["greedy"]


@pytest.fixture
def dealmaker_without_a_plan(monkeypatch):
    monkeypatch.setattr(policies, "WITH_LEVELS", policies.WITH_LEVELS - {"dealmaker"})
    described.cache_clear()  # pages that other tests have read are cached
    yield
    described.cache_clear()


@pytest.mark.usefixtures("dealmaker_without_a_plan")
def test_a_level_is_refused_in_a_game_without_a_plan():
    seats = [SeatRequest("bot", "strong")] * 3
    with pytest.raises(Malformed):
        match_create(player=player(), request=MatchRequest("dealmaker", {}, seats))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_lists_its_levels_with_a_title_and_a_sentence(language):
    levels = described(registry.get("negoces2"), language)["levels"]

    assert [level["policy"] for level in levels] == ["beginner", "casual", "good", "strong"]
    assert all(level["title"] and level["help"].endswith(".") for level in levels)


@pytest.mark.usefixtures("dealmaker_without_a_plan")
def test_a_game_without_a_plan_lists_no_levels():
    assert described(registry.get("dealmaker"), "en")["levels"] == []


def test_levels_have_different_texts_in_each_language():
    levels = [described(registry.get("negoces2"), language)["levels"] for language in LANGUAGES]

    assert all(len({level["help"] for level in same}) == len(LANGUAGES) for same in zip(*levels, strict=True))
