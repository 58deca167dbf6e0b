"""Leagues: creation, members, seasons, promotion and relegation, and visibility."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from events.accounts.services import account_close
from events.leagues.models import League, Season
from events.leagues.rules import has_never_moved
from events.notifications.models import Notification
from events.notifications.push_lines import push_payload
from events.tournaments.audit import audit
from events.tournaments.models import Tournament
from events.users.models import Player, Token
from tests.events.calls import Caller, somebody
from tests.events.steps import leagues_advance, tournaments_advance
from tests.events.tables import Hands, standing_clock
from tests.events.tournaments.logs import draw_round, record, started
from tests.events.tournaments.test_tournaments import code, failed, name_of

pytestmark = pytest.mark.django_db
LEAGUE: dict[str, Any] = {
    "title": "Winter league",
    "game": "monopoly_deal",
    "seats": 2,
    "format": "round_robin",
    "sizes": [3, 3],
    "moving": 1,
}


@pytest.fixture
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


class Company:
    """A league and its players, by name; the first organises it. The player who comes earlier in `strong` wins."""

    def __init__(self, players: int, **wish: Any) -> None:
        self.callers = [somebody(f"Player {number}") for number in range(players)]
        self.names = [name_of(caller) for caller in self.callers]
        answer = self.callers[0].post("/leagues", {**LEAGUE, **wish})
        assert answer.status_code == 201, answer.content
        self.path = f"/leagues/{answer.json()['id']}"
        for caller in self.callers:
            assert caller.post(f"{self.path}/members").status_code == 200
        self.strong = list(self.names)

    def head(self, caller: Caller | None = None) -> Any:
        return (caller or self.callers[0]).get(self.path).json()

    def divisions(self) -> list[list[int]]:
        """Returns the numbers of the players of each division in the next season."""
        members = self.head()["members"]
        numbers = sorted({one["division"] for one in members if one["division"]})
        return [[self.names.index(one["name"]) for one in members if one["division"] == at] for at in numbers]

    def season(self, number: int) -> Any:
        return self.callers[0].get(f"{self.path}/seasons/{number}").json()

    def outcomes(self, number: int) -> list[dict[int, str]]:
        """Returns each player's outcome of a season, by division."""
        return [
            {self.names.index(line["player"]): line["outcome"] for line in division["lines"]}
            for division in self.season(number)["divisions"]
        ]

    def begin(self) -> list[str]:
        """Begins a season; returns the paths of its divisions."""
        answer = self.callers[0].post(f"{self.path}/start")
        assert answer.status_code == 200, answer.content
        season = self.season(answer.json()["season"])
        return [f"/tournaments/{division['tournament']}" for division in season["divisions"]]

    def play(self, path: str) -> None:
        """Plays a division to its end: in each match the weaker player resigns."""
        ada = self.callers[0]
        for _ in range(60):
            tournaments_advance()
            head = ada.get(path).json()
            if head["status"] != "running":
                return
            names = {entry["entry"]: entry["player"] for entry in head["entries"]}
            for drawn in ada.get(f"{path}/rounds").json()["items"]:
                for table in drawn["tables"]:
                    for match in table["matches"]:
                        if match["status"] == "running":
                            loser = max((names[one] for one in match["entries"]), key=self.strong.index)
                            caller = self.callers[self.names.index(loser)]
                            assert caller.post(f"/matches/{match['match']}/resign").status_code in (200, 201, 409)
        raise AssertionError("the division did not end")

    def news(self, player: int) -> list[tuple[str, Any]]:
        told = Notification.objects.filter(player=self.callers[player].player, kind="tournament_news").order_by(
            "number"
        )
        return [(notice.data["news"], notice.data.get("division")) for notice in told]


def test_players_are_promoted_and_relegated_between_two_seasons():
    company = Company(6)
    company.strong = [company.names[number] for number in (2, 1, 0, 5, 4, 3)]
    assert company.divisions() == [[0, 1, 2], [3, 4, 5]]

    for path in company.begin():
        company.play(path)
    assert leagues_advance() == 1

    assert company.outcomes(1) == [{2: "stays", 1: "stays", 0: "relegated"}, {5: "promoted", 4: "stays", 3: "stays"}]
    assert company.divisions() == [[2, 1, 5], [4, 3, 0]]
    assert company.news(5) == [("season_began", 2), ("promoted", 1)]
    assert company.news(0) == [("season_began", 1), ("relegated", 2)]
    assert company.head()["season_status"] == "proposed"
    lines = company.callers[0].get(f"{company.path}/seasons").json()["items"]
    assert [(line["season"], line["status"], line["champion"]) for line in lines] == [
        (2, "proposed", None),
        (1, "finished", company.names[2]),
    ]

    for path in company.begin():
        company.play(path)
    leagues_advance()

    assert company.outcomes(2)[0] == {2: "stays", 1: "stays", 5: "relegated"}
    assert company.outcomes(1)[0] == {2: "stays", 1: "stays", 0: "relegated"}  # the archive does not change


def test_a_division_is_a_tournament_that_passes_the_audit_and_names_its_league():
    company = Company(4, sizes=[4])
    (path,) = company.begin()

    league = company.callers[1].get(path).json()["league"]
    assert league == {"id": company.path.rpartition("/")[2], "season": 1, "division": 1}
    assert code(company.callers[0].call("PATCH", path, {"title": "Mine"})) == "tournament_not_open"
    company.play(path)
    export = company.callers[0].get(f"{path}/export").json()
    assert [step for step in failed(audit(export, [])) if "matches" not in step] == []
    assert company.callers[0].post(f"{path}/messages", {"text": "Thanks"}).status_code == 409


def test_a_withdrawn_player_drops_out_and_the_place_is_filled_from_the_division_below():
    company = Company(7, sizes=[3, 3, 3])  # the last player would be alone in a third division
    assert company.divisions() == [[0, 1, 2], [3, 4, 5, 6]]
    first, second = company.begin()
    for number, caller in ((1, company.callers[1]), (2, company.callers[2])):
        assert caller.delete(f"{first}/entries/{number}").status_code == 204
    company.play(first)
    company.play(second)
    leagues_advance()

    assert company.outcomes(1)[0] == {0: "stays", 1: "dropped", 2: "dropped"}
    assert company.divisions() == [[0, 3, 4], [5, 6]]
    assert company.outcomes(1)[1] == {3: "promoted", 4: "promoted", 5: "stays", 6: "stays"}
    assert company.news(1)[-1] == ("dropped", None)
    assert company.callers[1].post(f"{company.path}/members").status_code == 200  # they may return, in the last place
    assert company.divisions() == [[0, 3, 4], [5, 6, 1]]


def test_a_member_who_leaves_is_withdrawn_and_their_place_is_freed():
    company = Company(5, sizes=[2, 2])
    assert [one["division"] for one in company.head()["members"]] == [1, 1, 2, 2, None]
    first, _ = company.begin()

    path = f"{company.path}/members/{quote(company.names[1])}"
    assert code(company.callers[2].delete(path)) == "forbidden"
    assert company.callers[1].delete(path).status_code == 204

    assert [entry["withdrawn"] for entry in company.callers[0].get(first).json()["entries"]] == [False, True]
    for division in company.season(1)["divisions"]:
        company.play(f"/tournaments/{division['tournament']}")
    leagues_advance()
    assert company.outcomes(1)[0][1] == "dropped"
    assert company.divisions() == [[0, 2], [3, 4]]
    assert company.callers[0].delete(f"{company.path}/members/{quote(company.names[2])}").status_code == 204
    assert company.divisions() == [[0, 3, 4]]


def test_a_player_who_never_moved_in_their_matches_drops_out():
    state = started(3, format="round_robin", rounds=None)
    draw_round(state)
    (meeting,) = state.pairings.values()
    record(state, meeting.match, [[0], [1]], forfeits=[1])
    (idle,) = {*range(3)} - {*meeting.entries}

    said = [has_never_moved(state, entry) for entry in (*meeting.entries, idle)]

    assert said == [False, True, False]  # a player without a match could not move


def test_a_season_starts_at_its_time_and_the_next_season_follows(hands: Hands):
    company = Company(3, sizes=[3], pause_days=7, starts_at="2126-03-01T18:00:00Z")
    season = Season.objects.get()
    hands.now_ms = season.starts_ms - 1
    assert leagues_advance() == 0
    hands.now_ms += 1
    assert leagues_advance() == 1

    company.play(f"/tournaments/{company.season(1)['divisions'][0]['tournament']}")
    leagues_advance()
    hands.go(7 * 86_400 - 1)
    assert leagues_advance() == 0
    hands.go(1)

    assert leagues_advance() == 1
    assert (company.head()["season"], company.head()["season_status"]) == (2, "running")


def test_a_season_with_too_few_members_waits_for_its_organiser(hands: Hands):
    company = Company(1, sizes=[3], starts_at="2126-03-01T18:00:00Z")
    hands.now_ms = Season.objects.get().starts_ms
    leagues_advance()

    head = company.head()
    assert (head["season_status"], head["starts_at"], leagues_advance()) == ("proposed", None, 0)
    assert code(company.callers[0].post(f"{company.path}/start")) == "too_few_entries"


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"moving": 2}, "/moving"),
        ({"sizes": [3, 1]}, "/sizes/1"),
        ({"duplicate": True}, "/sizes/0"),
        ({"sizes": []}, "/sizes"),
        ({"format": "swiss"}, "/rounds"),
        ({"visibility": "private"}, "/visibility"),
        ({"options": {"nothing": 1}}, "/options/nothing"),
        ({"team_size": 2}, "/team_size"),
        ({"title": "x"}, "/title"),
    ],
)
def test_an_invalid_league_is_refused(wrong: dict[str, Any], pointer: str):
    answer = somebody().post("/leagues", {**LEAGUE, **wrong})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
    assert not League.objects.exists()


def test_settings_of_a_season_change_only_between_seasons():
    company = Company(4)
    ada = company.callers[0]
    assert ada.call("PATCH", company.path, {"sizes": [2, 2], "clock": {"per_move": 600}}).json()["sizes"] == [2, 2]
    assert company.divisions() == [[0, 1], [2, 3]]
    assert code(company.callers[1].call("PATCH", company.path, {"title": "Mine"})) == "forbidden"
    paths = company.begin()

    assert code(ada.call("PATCH", company.path, {"moving": 1, "title": "Other"})) == "season_running"
    assert company.head()["title"] == "Winter league"
    assert ada.call("PATCH", company.path, {"title": "Other", "pause_days": 3}).json()["pause_days"] == 3
    assert code(ada.post(f"{company.path}/start")) == "season_running"
    assert ada.get(paths[0]).json()["clock"]["per_move"] == 600
    assert code(company.callers[1].post(f"{company.path}/members")) == "already_entered"


def test_a_cancelled_division_promotes_and_relegates_no_player():
    company = Company(6)
    first, second = company.begin()
    assert company.callers[0].post(f"{first}/cancel").status_code == 200
    company.play(second)
    leagues_advance()

    assert {*company.outcomes(1)[0].values(), *company.outcomes(1)[1].values()} == {"stays"}
    assert company.divisions() == [[0, 1, 2], [3, 4, 5]]


def test_an_ended_league_can_still_be_read():
    company = Company(6)
    paths = company.begin()
    assert code(company.callers[1].post(f"{company.path}/cancel")) == "forbidden"

    ended = company.callers[0].post(f"{company.path}/cancel").json()

    assert (ended["status"], ended["season"]) == ("ended", None)
    assert company.callers[1].get(paths[0]).json()["status"] == "cancelled"
    assert company.season(1)["status"] == "finished"
    assert code(company.callers[0].post(f"{company.path}/start")) == "league_over"
    assert code(somebody().post(f"{company.path}/members")) == "league_over"


def test_a_co_organiser_inherits_a_league_and_a_league_without_organisers_ends():
    company = Company(4)
    ada, bob = company.callers[:2]
    named = f"{company.path}/organisers/{quote(company.names[1])}"
    assert code(bob.call("PUT", named, {})) == "forbidden"
    assert ada.call("PUT", named, {}).json()["co_organisers"] == [company.names[1]]
    assert bob.call("PATCH", company.path, {"title": "Ours"}).status_code == 200
    assert code(bob.post(f"{company.path}/cancel")) == "forbidden"

    account_close(player=Player.objects.get(pk=ada.player), token=Token.objects.get(player=ada.player))
    leagues_advance()
    assert company.head(bob)["organiser"] == company.names[1]
    assert company.head(bob)["number_of_members"] == 3

    account_close(player=Player.objects.get(pk=bob.player), token=Token.objects.get(player=bob.player))
    leagues_advance()
    assert company.callers[2].get(company.path).json()["status"] == "ended"


def test_a_league_of_a_private_club_is_visible_only_to_its_members():
    company = Company(2, sizes=[2])
    ada, bob, eve = company.callers[0], company.callers[1], somebody()
    club = ada.post("/clubs", {"name": "Quiet", "visibility": "private"}).json()["id"]
    token = ada.post(f"/clubs/{club}/invitations").json()["token"]
    bob.post(f"/club-invitations/{token}")
    league = ada.post("/leagues", {**LEAGUE, "club": club}).json()
    path = f"/leagues/{league['id']}"

    assert league["visibility"] == "private"
    assert bob.post(f"{path}/members").status_code == 200
    assert [line["id"] for line in bob.get(f"/leagues?club={club}").json()["items"]] == [league["id"]]
    assert code(eve.get(path)) == code(eve.post(f"{path}/members")) == code(eve.get(f"{path}/seasons")) == "not_found"
    assert eve.get(f"/leagues?club={club}").json()["items"] == []

    ada.post(f"{path}/members")
    assert ada.post(f"{path}/start").status_code == 200
    assert Tournament.objects.get(division__season__league=league["id"]).visibility == "private"
    ada.delete(f"/clubs/{club}/members/{quote(company.names[1])}")
    assert code(bob.get(path)) == "not_found"
    assert ada.get(path).json()["number_of_members"] == 1


def test_the_export_of_a_player_lists_their_leagues():
    company = Company(2, sizes=[2])
    league = company.path.rpartition("/")[2]

    export = company.callers[0].get("/me/export").json()

    assert [one["league"] for one in export["leagues"]] == export["organised_leagues"] == [league]
    assert company.callers[1].get("/me/export").json()["organised_leagues"] == []


def test_a_notice_about_a_season_is_in_the_language_of_the_player():
    company = Company(2, sizes=[2])
    company.begin()
    notice = Notification.objects.filter(player=company.callers[1].player, kind="tournament_news").get()

    assert push_payload(notice, "en")["body"] == "A season of your league begins."
    assert push_payload(notice, "fr")["body"] == "Une saison de votre ligue commence."
