"""Acts of people on a server, drawn from a seed: at tables, in clubs, tournaments and leagues, and in private.

An act is a function that sends requests. The first world records its acts so that another world can repeat some of
them. The ids, the randomness and the time of an act depend only on its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeVar

from events.log.models import Match, PendingAction
from events.replays.models import Analysis
from games.kernel.rng import Draws
from tests.events.notifications.receivers import Device

if TYPE_CHECKING:
    from tests.worlds.lives import Life

Item = TypeVar("Item")
NAMES = ("ada", "bob", "cem", "dan", "zoe", "eve")
CLUB_NAME = "Quiet Club"
LINES = ("Well played", "Who begins?", "A good evening")


class Level(IntEnum):
    """The people who may know of an act: everybody, also former members, only members, or only its actors."""

    PUBLIC = 0
    FOUNDING = 1
    CLUB = 2
    PERSONAL = 3


class Doing:
    """One act in progress.

    actors: the people who may do the act. tables, contests: the tables and contests of its level, by known status.
    """

    def __init__(self, life: Life, level: Level, draws: Draws, actors: Sequence[str]) -> None:
        self.life, self.level, self.draws, self.actors = life, level, draws, actors
        self.made: Made = life.made

    def one(self, items: Sequence[Item]) -> Item:
        """Returns one of the items, drawn at random."""
        return items[self.draws.below(len(items))]

    def some(self, number: int) -> list[str]:
        """Draws several actors."""
        left = [*self.actors]
        return [left.pop(self.draws.below(len(left))) for _ in range(number)]

    def send(self, who: str, method: str, path: str, body: Any = None) -> Any:
        """Sends a request and returns the body of the response; None if the server refuses the request."""
        return self.life.send(who, method, path, body)

    def post(self, who: str, path: str, body: Any = None) -> Any:
        """Sends a `POST` and returns the body of the response; None if the server refuses the request."""
        return self.send(who, "POST", path, {} if body is None else body)

    def get(self, who: str, path: str) -> Any:
        """Sends a `GET` that helps a person to decide, and returns the body of the response."""
        return self.life.people[who].get(path).json()

    @property
    def club(self) -> str | None:
        """Returns the club of the act; None for public acts."""
        return self.made.club if self.level == Level.CLUB else None

    def club_for(self, who: str) -> str | None:
        """Returns the club for a new table or contest; for a public one, Zoe's club or None."""
        return self.club or (self.one([None, self.made.open_club]) if who in ("zoe", "cem") else None)


class Made:
    """Results of the acts. tables: id and players of each table, by the level of its act."""

    def __init__(self) -> None:
        self.club: str | None = None
        self.open_club: str | None = None
        self.tables: Mapping[Level, list[tuple[str, list[str]]]] = defaultdict(list)
        self.cups: Mapping[Level, list[str]] = defaultdict(list)
        self.leagues: Mapping[Level, list[str]] = defaultdict(list)
        self.calendars: dict[str, str] = {}


Act = Callable[..., None]


# Clubs


def found_open_club(doing: Doing) -> None:
    """Lets Zoe found a public club."""
    doing.made.open_club = doing.post("zoe", "/clubs", {"name": "Open Club", "visibility": "public"})["id"]
    path = f"/clubs/{doing.made.open_club}/members"
    for who in ("cem", *doing.one(((), ("ada",), ("ada", "bob")))):
        doing.post(who, path)
        doing.send("zoe", "PATCH", f"{path}/{doing.life.names[who]}", {"role": "member"})


def settle_in(doing: Doing) -> None:
    """Gives each viewer a calendar and a person to follow."""
    for who in ("cem", "dan", "zoe", "eve"):
        take_calendar(doing, who)
        follow(doing, who)


def found_club(doing: Doing) -> None:
    """Lets Ada found a private club, of which Dan is a former member."""
    doing.made.club = doing.post("ada", "/clubs", {"name": CLUB_NAME, "visibility": "private"})["id"]
    path = f"/clubs/{doing.made.club}"
    doing.post("dan", f"/club-invitations/{doing.post('ada', f'{path}/invitations')['token']}")
    doing.send("ada", "DELETE", f"{path}/members/{doing.life.names['dan']}")


def fill_club(doing: Doing) -> None:
    """Lets Bob and Cem join; Bob may become an organiser."""
    path = f"/clubs/{doing.made.club}"
    token = doing.post("ada", f"{path}/invitations")["token"]
    for who in ("bob", "cem"):
        doing.post(who, f"/club-invitations/{token}")
    if doing.draws.below(2):
        doing.send("ada", "PATCH", f"{path}/members/{doing.life.names['bob']}", {"role": "organiser"})


def change_club(doing: Doing) -> None:
    """Changes the club's description or the defaults of its tables."""
    owner, path = ("ada" if doing.level == Level.CLUB else "zoe"), f"/clubs/{doing.club or doing.made.open_club}"
    if doing.draws.below(2):
        doing.send(owner, "PATCH", path, {"about": doing.one(LINES)})
    else:
        doing.send(owner, "PUT", f"{path}/defaults/{doing.life.game}", {"clock": {"per_move": 7200}})


# Tables


def open_table(doing: Doing) -> None:
    """Opens a table; its match starts, or the table waits for a player."""
    creator, other = doing.some(2)
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"rated": bool(doing.draws.below(2)), "club": doing.club_for(creator), "title": doing.one([None, *LINES])}
    clock = doing.one([None, {"per_move": 3600}, {"bank": 86_400, "increment": 600}])
    table = doing.post(creator, "/matches", {"game": doing.life.game, "seats": seats, "clock": clock, **wish})
    if table is None:
        return
    seated = [creator]
    if doing.draws.below(4) and doing.post(other, f"/matches/{table['id']}/seats") is not None:
        seated.append(other)
    doing.made.tables[doing.level].append((table["id"], seated))


def _played(doing: Doing) -> tuple[str, list[str]] | None:
    """Returns a running table of the level."""
    running = {str(pk) for pk in Match.objects.filter(status="running").values_list("pk", flat=True)}
    tables = [table for table in doing.made.tables[doing.level] if table[0] in running]
    return doing.one(tables) if tables else None


def play(doing: Doing) -> None:
    """Plays a few moves at a table."""
    table = _played(doing)
    for _ in range(1 + doing.draws.below(3) if table else 0):
        assert table is not None
        match, seated = table
        waiting = doing.get(seated[0], f"/matches/{match}").get("to_act")
        if not waiting:
            return
        player = seated[waiting[0]]
        legal = doing.get(player, f"/matches/{match}/legal-moves?limit=20")
        if not legal.get("moves"):
            return
        doing.post(player, f"/matches/{match}/moves", {"prompt": legal["prompt"], **doing.one(legal["moves"])})


def resign(doing: Doing) -> None:
    """Lets a player resign."""
    if table := _played(doing):
        doing.post(doing.one(table[1]), f"/matches/{table[0]}/resign")


def say(doing: Doing) -> None:
    """Lets a player write a chat message at a table."""
    if table := _played(doing):
        doing.post(doing.one(table[1]), f"/matches/{table[0]}/messages", {"text": doing.one(LINES)})


def time_out(doing: Doing) -> None:
    """Lets the time of the player to move run out."""
    if (table := _played(doing)) and (
        due := PendingAction.objects.filter(match=table[0], deadline_ms__isnull=False).first()
    ):
        doing.life.expire(table[0], due.prompt, due.seat)


def rematch(doing: Doing) -> None:
    """Lets both players of a finished table ask for a rematch."""
    over = {str(pk) for pk in Match.objects.filter(status="finished").values_list("pk", flat=True)}
    tables = [table for table in doing.made.tables[doing.level] if table[0] in over]
    if tables:
        match, seated = doing.one(tables)
        answers = [doing.post(who, f"/matches/{match}/agreements/rematch") for who in seated]
        if answers[-1] and answers[-1].get("rematch"):
            doing.made.tables[doing.level].append((answers[-1]["rematch"], seated))


# Tournaments and leagues


def hold_cup(doing: Doing) -> None:
    """Creates a tournament of two players that starts now, or a tournament with a later start."""
    organiser, *entering = doing.some(3)
    wish = {
        "title": doing.one(LINES),
        "game": doing.life.game,
        "seats": 2,
        "club": doing.club_for(organiser),
        "rated": bool(doing.draws.below(2)),
        "duplicate": bool(doing.draws.below(2)),
    }
    form = {"format": "knock_out", "max_players": 2, "start": "when_full"}
    if wish["duplicate"]:
        form = {"format": "swiss", "rounds": 1, "max_players": 4}  # type: ignore[dict-item]
    elif doing.draws.below(2):
        form = {"format": "swiss", "rounds": 2, "max_players": 8}  # type: ignore[dict-item]
        form["starts_at"] = "2027-03-01T20:00:00Z"
    cup = doing.post(organiser, "/tournaments", {**wish, **form})
    if cup is not None:
        doing.made.cups[doing.level].append(cup["id"])
        for who in entering:
            doing.post(who, f"/tournaments/{cup['id']}/entries")


def found_league(doing: Doing) -> None:
    """Creates a league, which starts once everybody has joined."""
    organiser = doing.one(doing.actors)
    wish = {
        "title": doing.one(LINES),
        "game": doing.life.game,
        "seats": 2,
        "format": "round_robin",
        "sizes": [2, 2],
        "moving": 1,
        "club": doing.club_for(organiser),
    }
    league = doing.post(organiser, "/leagues", wish)
    if league is None:
        return
    doing.made.leagues[doing.level].append(league["id"])
    for who in doing.actors[: 2 + doing.draws.below(3)]:
        doing.post(who, f"/leagues/{league['id']}/members")
    if doing.draws.below(2):
        doing.post(organiser, f"/leagues/{league['id']}/start")


# Private acts, which nobody else learns of


def follow(doing: Doing, who: str | None = None) -> None:
    """Lets a person follow another."""
    one = who or doing.one(doing.actors)
    other = doing.one([name for name in NAMES if name != one])
    doing.send(one, "PATCH", f"/me/relations/{doing.life.names[other]}", {"is_followed": True})


def avoid(doing: Doing) -> None:
    """Lets a person block another; viewers are never blocked."""
    one, other = doing.some(2)
    doing.send(one, "PATCH", f"/me/relations/{doing.life.names[other]}", {"avoidance": "mute"})


def note(doing: Doing) -> None:
    """Lets a person write a note at one of their tables."""
    tables = [(match, who) for tables in doing.made.tables.values() for match, seated in tables for who in seated]
    mine = [(match, who) for match, who in tables if who in doing.actors]
    if mine:
        match, who = doing.one(mine)
        doing.send(who, "PUT", f"/matches/{match}/note", {"text": doing.one(LINES)})


def report(doing: Doing) -> None:
    """Lets a person report another to the operator."""
    one = doing.one(doing.actors)
    other = doing.one([name for name in NAMES if name != one])
    doing.post(one, "/me/reports", {"name": doing.life.callers_name(other), "reason": "abuse"})


def subscribe(doing: Doing) -> None:
    """Registers a webhook or a device of a person."""
    who = doing.one(doing.actors)
    if doing.draws.below(2):
        doing.post(who, "/me/webhooks", {"url": f"https://example.net/{who}"})
    else:
        doing.post(who, "/me/push-subscriptions", Device.at(f"https://push.example.net/{who}", seed=2))


def settle(doing: Doing) -> None:
    """Changes which notifications a person receives, and at which hours."""
    hours = {"zone": "Europe/Paris", "start": "22:00", "end": "07:30"}
    change = doing.one([{"quiet_hours": hours}, {"notifications": {"email_on_turn": False}}, {"language": "fr"}])
    doing.send(doing.one(doing.actors), "PATCH", "/me", change)


def take_calendar(doing: Doing, who: str | None = None) -> None:
    """Gives a person a new calendar address."""
    who = who or doing.one(doing.actors)
    answer = doing.post(who, "/me/calendar")
    doing.made.calendars[who] = answer["url"].rpartition("/")[2]


def link(doing: Doing) -> None:
    """Lets an organiser create an invitation link to the private club."""
    if doing.made.club and "ada" in doing.actors:
        doing.post("ada", f"/clubs/{doing.made.club}/invitations", {"uses": 3})


def judge_luck(doing: Doing) -> None:
    """Lets everybody request the luck analysis of their rated matches, and runs it at once."""
    doing.life.settle()
    for who in doing.actors:
        doing.post(who, f"/players/{doing.life.names[who]}/luck/{doing.life.game}")
    doing.life.judge()


def judged() -> None:
    """Completes all requested luck analyses; each deal favours the first seat a little."""
    for analysis in Analysis.objects.filter(is_of_deal=True, status="waiting"):
        analysis.replays = [{"deal": [0.6, 0.4], "other": 0.5}] * analysis.replays_total
        analysis.status = Analysis.Status.DONE
        analysis.save()


AT_TABLES = (open_table, open_table, open_table, play, play, resign, resign, say, time_out, rematch)
CONTESTS = (hold_cup, hold_cup, found_league)
OWN = (follow, avoid, note, report, subscribe, settle, take_calendar, link)
ACTS: Mapping[Level, Sequence[Act]] = {
    Level.PUBLIC: (*AT_TABLES, *CONTESTS, follow, take_calendar, judge_luck, change_club),
    Level.CLUB: (*AT_TABLES, *CONTESTS, change_club),
    Level.PERSONAL: OWN,
}
