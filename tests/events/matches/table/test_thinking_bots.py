"""Turns of bots that search wait for workers of their own, and in the end for the sweeper, which does not search."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bots import chores, tasks
from bots.policies import get
from bots.tasks import play_ready, play_turn
from events.base import policies
from events.base.exceptions import Malformed
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record.pending import ready_turns
from events.matches.table.titles import described
from games import registry
from games.kernel.words.texts import LANGUAGES
from tests.events.tables import player, standing_clock

pytestmark = pytest.mark.django_db


def duel(policies: tuple[str, str] = ("strong", "greedy")):
    """Creates a running match of Dale of Merchants between two bots, in which seat 0 begins."""
    seats = [SeatRequest("bot", policy) for policy in policies]
    return match_create(player=player(), request=MatchRequest("dale_of_merchants", {"first_seat": 0}, seats))


@pytest.fixture
def asked(monkeypatch):
    """The names of the policies that were run, in order."""
    names = []

    def recorded(key, name):
        names.append(name)
        return get(key, "greedy")

    monkeypatch.setattr(tasks, "get", recorded)
    return names


@pytest.fixture
def messages(monkeypatch):
    """The messages sent to workers, by task."""
    sent = []
    monkeypatch.setattr(tasks.wake, "apply_async", lambda **_: sent.append("wake"))
    monkeypatch.setattr(tasks.think, "apply_async", lambda **_: sent.append("think"))
    return sent


def thinkers_turn():
    """Creates a match in which a bot that searches has to move."""
    match = duel(("strong", "strong"))
    assert [turn.match for turn in ready_turns(thinking=True)] == [match.id]


def test_quick_workers_leave_turns_of_bots_that_search_and_wake_their_workers(asked, messages):
    with standing_clock():
        thinkers_turn()
        messages.clear()
        tasks.wake()

        assert ready_turns(thinking=True) and not ready_turns(thinking=False)
    assert (asked, messages) == ([], ["think", "think"])


def test_workers_for_search_play_only_those_turns(asked, messages):
    with standing_clock():
        duel(("greedy", "greedy"))
        duel(("strong", "greedy"))
        play_ready(30, thinking=True)

        assert ready_turns(thinking=False)
    assert asked and set(asked) == {"strong"}


def test_a_move_of_a_bot_that_searches_wakes_quick_workers(messages, monkeypatch):
    """While a worker plays quick turns it finds new ones by itself; while it searches it does not."""
    notices = {}

    def recorded(key, name):
        notices[name] = tasks.plays_now()
        return get(key, "greedy")

    monkeypatch.setattr(tasks, "get", recorded)
    with standing_clock():
        duel(("strong", "greedy"))
        play_ready(30, thinking=True)
        play_ready(30)

    assert notices == {"strong": False, "greedy": True}


def test_the_sweeper_plays_an_old_turn_by_the_greedy_policy(asked, messages, monkeypatch):
    monkeypatch.setattr(chores, "OVERDUE_SECONDS", 60.0)
    with standing_clock() as hands:
        thinkers_turn()
        hands.go(chores.OVERDUE_MS / 1000 + 1)
        chores.serve_ready_turns()
        assert asked == [], "bots may think for longer"
        hands.go(chores.THOUGHT_MS / 1000)
        chores.serve_ready_turns()

    assert asked and set(asked) == {"greedy"}


def test_a_match_under_older_rules_is_played_without_search(asked, messages, monkeypatch):
    with standing_clock():
        thinkers_turn()
        monkeypatch.setattr(tasks, "registry", SimpleNamespace(get=lambda key: registry.GAMES[key][1]))
        turn = ready_turns(thinking=True)[0]
        play_turn(turn.match, turn.prompt, turn.seat)

    assert asked == ["greedy"]


@pytest.fixture
def dealmaker_without_a_plan(monkeypatch):
    monkeypatch.setattr(policies, "WITH_LEVELS", policies.WITH_LEVELS - {"dealmaker"})
    described.cache_clear()  # of the pages that other tests have read
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


def test_levels_have_other_words_in_each_language():
    levels = [described(registry.get("negoces2"), language)["levels"] for language in LANGUAGES]

    assert all(len({level["help"] for level in same}) == len(LANGUAGES) for same in zip(*levels, strict=True))
