"""Texts over HTTP: for a game's names, for refusals, and for the effects of a move."""

from __future__ import annotations

import pytest

from games import registry
from games.kernel.words.texts import LANGUAGES
from tests.events.calls import Caller, open_match, play_on, somebody

SHORT = "game,title,summary,seats"
FRENCH = {"Accept-Language": "fr"}


@pytest.fixture
def leading(db: None) -> tuple[str, Caller]:
    """A match of the Great Dalmuti, and the seat that leads its first trick."""
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    play_on(callers, match, lambda head: len(head["to_act"]) == 1)
    return match, callers[callers[0].get(f"/matches/{match}").json()["to_act"][0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_form_of_the_first_page_is_at_most_two_kilobytes(db: None, language: str) -> None:
    answer = Caller().get(f"/games?fields={SHORT}", **{"Accept-Language": language})

    assert answer.status_code == 200 and len(answer.content) <= 2048
    assert all(set(game) == set(SHORT.split(",")) for game in answer.json()["items"])


def test_a_single_game_has_a_short_form(db: None) -> None:
    assert set(Caller().get("/games/negoces2?fields=title,verbs").json()) == {"title", "verbs"}


def test_a_member_that_no_game_has_is_refused(db: None) -> None:
    answer = Caller().get("/games?fields=title,colour")

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "/query/fields"


@pytest.mark.parametrize("key", list(registry.GAMES))
def test_a_game_describes_its_verbs_phases_zones_and_faces(db: None, key: str) -> None:
    game = Caller().get(f"/games/{key}").json()

    assert all(slot["means"] for verb in game["verbs"].values() for slot in verb["slots"].values())
    assert all(verb["says"] for verb in game["verbs"].values()) and all(p["asks"] for p in game["phases"].values())
    assert all(zone["shape"] and zone["sight"] for zone in game["zones"].values())
    assert all(field["type"] for field in game["public"].values())
    assert all(face["look"]["group"] for face in game["faces"].values())


@pytest.mark.parametrize(
    ("headers", "detail"),
    [({}, "This choice of cards is for 5 players."), (FRENCH, "Ce choix de cartes est pour 5 joueurs.")],
)
def test_options_are_refused_in_the_caller_s_language(db: None, headers: dict[str, str], detail: str) -> None:
    body = {"game": "great_dalmuti", "options": {"deck": "minus12"}, "seats": [{"kind": "open"}] * 4}

    error = somebody().call("POST", "/matches", body, **headers).json()["errors"][0]

    assert (error["detail"], error["reason"], error["params"]) == (detail, "deck_seats", {"needed": 5})


def test_a_move_is_refused_with_the_rule_s_own_reason(leading: tuple[str, Caller]) -> None:
    match, leader = leading
    prompt = leader.get(f"/matches/{match}/legal-moves").json()["prompt"]
    move = {"prompt": prompt, "verb": "pass", "args": {}}

    refused = leader.call("POST", f"/matches/{match}/moves", move, **FRENCH)
    tried = leader.post(f"/matches/{match}/legal-moves", move).json()

    assert refused.status_code == 422
    assert refused.json()["errors"][0]["detail"] == "Le joueur qui entame ne peut pas passer."
    assert tried["errors"][0]["detail"] == "The player who leads may not pass."
    assert tried["errors"][0]["reason"] == refused.json()["errors"][0]["reason"] == "leader_lays"
    assert tried["outcome"] == []


def test_a_complete_legal_move_states_its_certain_consequences(leading: tuple[str, Caller]) -> None:
    match, leader = leading
    legal = leader.get(f"/matches/{match}/legal-moves?limit=1").json()
    move = {"prompt": legal["prompt"], **legal["moves"][0]}

    tried = leader.call("POST", f"/matches/{match}/legal-moves", move, **FRENCH).json()

    assert tried["legal"] and tried["errors"] == []
    assert any(sentence.endswith("– Pli.") for sentence in tried["outcome"])
    assert any("battre la combinaison ou passer" in sentence for sentence in tried["outcome"])


def test_a_card_that_cannot_be_used_has_a_reason_for_each_verb(leading: tuple[str, Caller]) -> None:
    match, leader = leading
    move = leader.get(f"/matches/{match}/legal-moves?limit=1").json()
    played = leader.post(f"/matches/{match}/moves", {"prompt": move["prompt"], **move["moves"][0]}).json()
    assert played["seq"] is not None
    view = leader.get(f"/matches/{match}/view").json()
    hand = next(zone for zone in view["zones"] if zone["name"] == "hand" and zone["seat"] == view["viewer"])
    other = next(zone for zone in view["zones"] if zone["name"] == "hand" and zone["seat"] != view["viewer"])

    nothing_open = leader.post(f"/matches/{match}/legal-moves", {"card": hand["cards"][0]})
    foreign = leader.post(f"/matches/{match}/legal-moves", {"card": 10**6})
    card = {"card": hand["cards"][0]}
    both = [leader.post(f"/matches/{match}/legal-moves", {**card, **more}) for more in ({"verb": "play"}, {"args": {}})]

    assert nothing_open.json()["errors"] == [] and other["cards"][0] is None
    assert foreign.json()["errors"][0]["pointer"] == "/card" and foreign.status_code == 400
    assert [(answer.status_code, answer.json()["errors"][0]["code"]) for answer in both] == [(400, "verb_or_card")] * 2
