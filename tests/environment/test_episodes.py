"""Episodes: the prompted seats, their order, and the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bots.encoding.alphabet import WAIT
from comptoir_env import Episode, Rules
from games.kernel.rng import policy_draws
from tests.games.harness.tested_games import TABLES

SHORT: Mapping[str, Mapping[str, Any]] = {
    "dale_of_merchants": {"max_turns": 8},
    "dealmaker": {"max_idle_acts": 20, "max_announcements": 2},
    "great_dalmuti": {"end": {"hands": 1}},
    "monopoly_deal": {"max_turns": 6},
    "negoces2": {"max_sales": 2, "max_acts": 5},
}
ALL = [(name, seats) for name, seats in TABLES if name != "toy"]


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_a_match_ends_with_rewards_by_its_standings_at_every_number_of_seats(name: str, seats: int) -> None:
    episode = Episode(Rules(name, seats, SHORT[name]), b"whole")

    trace(episode, seed=1)

    assert not episode.truncated
    assert sum(episode.rewards()) == pytest.approx(0)
    standings = episode.simulation.state.standings or ()
    earned = [episode.rewards()[tied[0]] for tied in standings]
    assert earned == sorted(earned, reverse=True)
    assert len(standings) == 1 or max(earned) > 0 > min(earned)
    assert episode.seat is None
    assert not any(any(episode.mask(seat)) for seat in range(seats))


@pytest.mark.parametrize("name", SHORT)
def test_equal_keys_and_actions_lead_to_equal_episodes(name: str) -> None:
    rules = Rules(name, None, SHORT[name])

    one, other = (trace(Episode(rules, b"same"), seed=2) for _ in range(2))
    third = trace(Episode(rules, b"another"), seed=2)

    assert one == other
    assert one != third


def test_ties_share_the_rewards_of_their_places() -> None:
    episode = Episode(Rules("great_dalmuti", 5), b"ties")

    episode.simulation.state.standings = ((2,), (0, 4), (1,), (3,))

    assert episode.rewards() == (0.25, -0.5, 1.0, -1.0, 0.25)


def test_a_sealed_prompt_asks_its_seats_in_order_and_hides_their_answers() -> None:
    rules = Rules("great_dalmuti", 4, {"first_ranks": "seats"})
    episode = Episode(rules, b"sealed")
    prompt = episode.simulation.state.open_prompts[-1]
    before = [observation_without_draft(episode, seat) for seat in range(4)]

    asked, rows = [], []
    while episode.simulation.state.open_prompts[-1] == prompt:
        assert episode.seat is not None
        asked.append(episode.seat)
        seat = episode.seat
        while episode.seat == seat and episode.draft is not None and episode.simulation.state.prompts.get(prompt.id):
            episode.step(min(episode.draft.actions))
        rows.append([observation_without_draft(episode, viewer) for viewer in range(4)])

    assert prompt.phase == "taxation"
    assert asked == list(prompt.seats)
    assert rows[:-1] == [before] * 3
    assert rows[-1] != before


def test_an_open_prompt_asks_all_seats_in_a_new_order_after_each_act_before_the_clock_runs() -> None:
    episode = Episode(Rules("dealmaker", 5), b"trade")
    play_ready(episode)

    rounds = [[seat for seat, _ in waiting_round(episode)] for _ in range(1)]
    orders = set()
    for number in range(8):
        fresh = Episode(Rules("dealmaker", 5), b"trade/%d" % number)
        play_ready(fresh)
        orders.add(tuple(seat for seat, _ in waiting_round(fresh)))

    assert sorted(rounds[0]) == list(range(5))
    assert all(sorted(order) == list(range(5)) for order in orders)
    assert len(orders) > 1


def test_a_cooldown_lasts_until_all_others_have_been_asked() -> None:
    episode = Episode(Rules("dealmaker", 3), b"cooldown")
    play_ready(episode)
    propose, verbs = verb(episode, "propose_stop"), []
    seat = episode.seat
    assert propose in episode.draft.verbs  # type: ignore[union-attr]

    episode.step(propose)
    while episode.seat is not None and phase(episode) != "trade":
        episode.step(verb(episode, "refuse"))
    for _ in range(12):
        assert episode.draft is not None
        verbs.append((episode.seat, propose in episode.draft.verbs))
        episode.step(WAIT)

    first = next(place for place, (asked, _) in enumerate(verbs) if asked == seat)
    others = {asked for asked, _ in verbs[:first]}
    assert verbs[first][1] == (len(others) == 2), "the seat waits unless both others were asked before"
    assert any(asked == seat and may for asked, may in verbs)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    episode = Episode(Rules("monopoly_deal", 2), b"illegal")
    before, moves = bytes(episode.row(0)), episode.moves

    with pytest.raises(ValueError, match="expected one of the actions of the mask"):
        episode.step(WAIT)

    assert bytes(episode.row(0)) == before
    assert episode.moves == moves


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {"plays": 99})])
def test_invalid_seats_and_options_are_refused(seats: int, options: Mapping[str, Any]) -> None:
    with pytest.raises(Exception, match=r"expected 4 to 10 seats|do not fit"):
        Rules("great_dalmuti", seats, options)


def test_names_of_actions_do_not_depend_on_the_match() -> None:
    one, other = Rules("monopoly_deal", 4), Rules("monopoly_deal", 4)

    assert one.alphabet.names == other.alphabet.names
    assert len(set(one.alphabet.names)) == one.alphabet.size
    assert one.alphabet.size < 100


def trace(episode: Episode, seed: int) -> list[Any]:
    """Plays at random to the end; returns the observations and actions."""
    draws, steps = policy_draws(b"trace", seed), []
    while not episode.is_over:
        assert episode.seat is not None
        mask, row = episode.mask(episode.seat), episode.row(episode.seat)
        actions = [action for action, is_legal in enumerate(mask) if is_legal]
        action = actions[draws.below(len(actions))]
        steps.append((episode.seat, hash(bytes(row)), bytes(mask), action))
        episode.step(action)
    return steps


def observation_without_draft(episode: Episode, seat: int) -> bytes:
    """Returns the observation of a seat, without its own draft."""
    return bytes(episode.row(seat))[: 4 * episode.rules.encoding.layout["draft"].start]


def play_ready(episode: Episode) -> None:
    """Lets all seats of Dealmaker play `ready`."""
    while phase(episode) == "ready":
        episode.step(verb(episode, "ready"))


def waiting_round(episode: Episode) -> Iterator[tuple[int, str]]:
    """Lets every seat wait until time passes; yields the prompted seats."""
    state = episode.simulation.state
    prompts = state.open_prompts
    while episode.seat is not None and state.open_prompts == prompts:
        yield episode.seat, phase(episode)
        episode.step(WAIT)


def phase(episode: Episode) -> str:
    """Returns the phase of the answered prompt."""
    return episode.offered[0][0].phase


def verb(episode: Episode, name: str) -> int:
    """Returns the action of a verb."""
    return episode.rules.alphabet.verb(name)
