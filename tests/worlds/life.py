"""Paired worlds over clubs, statistics, pages and calendars. All acts are drawn from a seed.

The first world has every act (`acts.py`). The second world has only the acts that its viewers may know of, and the
cards that they have not seen are permuted. Viewers are drawn: outsiders of a private club, a former member, or a
member, to whom only the private acts of others are hidden. The ids, the randomness and the time of an act depend only
on its place, so requests to the second world can use the ids of the first. A pair is one response to one viewer in both
worlds: its status, headers and bytes, and its number of SQL statements.
"""

from __future__ import annotations

import hashlib
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote

from django.db import transaction

from events.log import states
from events.log.models import Match, Seat
from events.matches.table.moves import prompt_expire
from events.tournaments.models import Tournament
from events.users.models import Player
from games import registry
from games.kernel.effect import Shuffled
from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.kernel.view import view_of
from tests.events.calls import Caller
from tests.events.steps import club_ratings_update, participations_store, ratings_update, tournaments_advance
from tests.events.tables import START_MS
from tests.games.harness.card_knowledge import Divergence, reshuffled
from tests.worlds import acts
from tests.worlds.acts import ACTS, Act, Doing, Level, Made
from tests.worlds.clubs import SIGHTS, TABLE
from tests.worlds.sights import Eyes, Sent
from tests.worlds.worlds import Leak, forget, parting, same_circumstances

GAMES = ("monopoly_deal", "dale_of_merchants")
NUMBERED = ("events.base.models.uuid7", "events.matches.lobby.services.new_id", "events.tournaments.creation.new_id")
PACES_MS = (60_000, 3_600_000, 86_400_000)
"""The possible times between two acts of a world."""
DRAWN_ACTS, PLACE_BITS = 16, 24
LEVELS = (*[Level.PUBLIC] * 6, *[Level.CLUB] * 6, *[Level.PERSONAL] * 4)
NO_SIGHT = "$^"  # every request is a line of the plan
TABLES_SEEN = 2
AFTERWARDS = -1  # the place of viewers' acts during the comparison: both worlds deal them the same cards
"""Every request is sent for at most this many public tables, and as many tables of the private club."""

FURTHER = """
GET /me/relations
GET /matches?followed=true
GET /matches?followed=true&reliable=true
GET /matches?reliable=true
GET /me/calendar
GET /calendars/$calendar
GET /calendars/$zeros
GET /me/reports
GET /me/webhooks
GET /me/push-subscriptions
GET /me/sanctions
GET /me/passkeys
GET /me/apps
GET /tournaments?entered=me
GET /tournaments?organiser=me
GET $cup
GET $cup/rounds
GET $cup/deals
GET $cup/export
GET $ladder
GET $ladder/seasons
GET /players/$dan
GET /players/$zoe
GET /players/$eve | Accept-Language: fr
GET /players/$bob/results/$game
GET /players/$bob/luck/$game
GET /players/$zoe/results/$game
GET /players/$zoe/luck/$game
GET /players/$eve/results/$game
GET /ratings/$game?limit=3
GET /ratings/$game/$zoe
GET /clubs/$open/defaults
GET /clubs/$open/ratings/$game
PATCH /me/relations/$ada {"is_followed": true}
PATCH /me/relations/$bob {"avoidance": "block"}
PATCH /me/relations/$bob {"avoidance": null}
DELETE /me/relations/$ada
"""
PAGES = """
GET /embed/m/$id
GET /oembed?format=json&url=http%3A%2F%2Ftestserver%2Fm%2F$id
"""


class Group(NamedTuple):
    """A viewer (None: nobody) and the acts that the viewer may know of at most."""

    viewers: tuple[str | None, ...]
    level: Level


GROUPS: Mapping[str, Group] = {
    "outside": Group((None, "eve", "zoe"), Level.PUBLIC),
    "sent away": Group(("dan",), Level.FOUNDING),
    "a member": Group(("cem",), Level.CLUB),
}


class Planned(NamedTuple):
    """An act and its place."""

    level: Level
    act: Act


class Request(NamedTuple):
    """A request, its sender, and the status of the response. who: empty if a process of the server acted."""

    who: str
    method: str
    path: str
    body: Any
    status: int


class Wanted(NamedTuple):
    """A pair of worlds; its other properties are drawn from the seed. group: the viewer; None: drawn."""

    seed: int
    group: str | None = None
    acts: int = DRAWN_ACTS

    def drawn_group(self) -> Group:
        return GROUPS[self.group or [*GROUPS][self.seed % len(GROUPS)]]

    def plan(self) -> list[Planned]:
        """Returns the acts in order; the clubs are founded first."""
        draws = policy_draws(b"lives", self.seed)
        public, club, member = (Level.PUBLIC, Level.FOUNDING, Level.CLUB)
        plan = [
            Planned(public, acts.settle_in),
            Planned(public, acts.found_open_club),
            Planned(club, acts.found_club),
            Planned(member, acts.fill_club),
        ]
        for _ in range(self.acts):
            level = LEVELS[draws.below(len(LEVELS))]
            plan.append(Planned(level, ACTS[level][draws.below(len(ACTS[level]))]))
        return plan


class Deal:
    """A dealer that is fair and records the places of its shuffles, or that permutes unseen cards where allowed."""

    def __init__(self, life: Life, held: Collection[str], otherwise: Collection[int]) -> None:
        self._life, self._held, self._otherwise = life, held, otherwise

    def rules(self, game: Game) -> Game:
        """Returns the rules with this dealer."""
        return reshuffled(game, self._order)  # type: ignore[arg-type]

    def _order(self, fair: Shuffled, before: dict[int, str]) -> Sequence[int]:
        order = fair.order or ()
        if self._life.place not in self._otherwise:
            return order
        free = iter([place for place in reversed(order) if before[place] not in self._held])
        return [place if before[place] in self._held else next(free) for place in order]


class Known(NamedTuple):
    """The facts that the first world passes to the second.

    requests: the requests by the place of their act. held: the faces that viewers have seen. otherwise: the places of
    match starts where the other cards were seen by nobody. tables: the tables for which every request is sent.
    division: a division of a league of the private club.
    """

    made: Made
    requests: Mapping[int, list[Request]]
    held: Collection[str]
    otherwise: Collection[int]
    tables: Sequence[str]
    division: str


class Life:
    """A world while it exists. place: the place of the current act; levels: the levels whose acts this world has."""

    def __init__(self, people: Mapping[str, Caller], names: Mapping[str, str], wanted: Wanted) -> None:
        self.people, self._names, self.wanted = people, names, wanted
        self.names = {who: quote(name) for who, name in names.items()}
        draws = policy_draws(b"life", wanted.seed)
        self.game, self.pace = GAMES[draws.below(len(GAMES))], PACES_MS[draws.below(len(PACES_MS))]
        self.group, self.place, self.made = wanted.drawn_group(), 0, Made()
        self.requests: dict[int, list[Request]] = defaultdict(list)
        self.begun: dict[int, set[uuid.UUID]] = {}
        self._known: Known | None = None

    def callers_name(self, who: str) -> str:
        """Returns the displayed name of a person."""
        return self._names[who]

    def seen(self, known: Known | None, only: str = "") -> tuple[list[Sent], Known]:
        """Returns the viewers' responses. known: the facts from the first world; None: this is the first world."""
        self._known = known
        deal = Deal(self, known.held if known else (), known.otherwise if known else ())
        with same_circumstances(deal.rules(registry.get(self.game))) as set_clock, transaction.atomic():
            for place, planned in enumerate(self.wanted.plan()):
                self.place = place
                set_clock(START_MS + self.place * self.pace)
                if known is None or planned.level <= self.group.level:
                    with self._at_place():
                        self._do(planned)
            self.settle()
            told = known or self._told()
            self.place = AFTERWARDS
            sent = [each for viewer in self.group.viewers for each in self._looked(viewer, told, only)]
            transaction.set_rollback(True)
        states.forget()
        return sent, told

    def _do(self, planned: Planned) -> None:
        """Performs an act, or repeats its requests."""
        before = _begun()
        if self._known is None:
            draws = policy_draws(b"act", self.wanted.seed, self.place)
            actors = {Level.PUBLIC: acts.NAMES, Level.CLUB: ("ada", "bob", "cem")}.get(planned.level)
            actors = actors or tuple(who for who in acts.NAMES if who not in self.group.viewers)
            planned.act(Doing(self, planned.level, draws, actors))
        else:
            for request in self._known.requests.get(self.place, ()):
                self._repeat(request)
        tournaments_advance()
        self.begun[self.place] = _begun() - before

    def _repeat(self, request: Request) -> None:
        """Repeats a request of the first world. Raises Divergence if the status of the response differs."""
        if request.who:
            status = self.people[request.who].call(request.method, request.path, request.body).status_code
            if status != request.status:
                raise Divergence(f"{request}: {status}")
            return
        done: Mapping[str, Callable[..., None]] = {
            "expire": self.expire,
            "settle": self.settle,
            "judge": self.judge,
        }
        done[request.method](*request.body)

    def send(self, who: str, method: str, path: str, body: Any) -> Any:
        """Sends a request of an act and returns the body of the response; None if the server refuses the request."""
        answer = self.people[who].call(method, path, body)
        assert answer.status_code < 500, answer.content
        self.requests[self.place].append(Request(who, method, path, body, answer.status_code))
        if answer.status_code >= 300:
            return None
        return answer.json() if answer.content else {}

    def expire(self, match: str, prompt: int, seat: int | None) -> None:
        """Lets the time of a seat run out."""
        self.requests[self.place].append(Request("", "expire", "", (match, prompt, seat), 0))
        prompt_expire(match_id=uuid.UUID(match), prompt=prompt, seat=seat, force=True)

    def settle(self) -> None:
        """Runs the timers that follow the end of a match."""
        self.requests[self.place].append(Request("", "settle", "", (), 0))
        for step in (ratings_update, club_ratings_update, participations_store):
            step()

    def judge(self) -> None:
        """Does the work of the luck analysis workers."""
        self.requests[self.place].append(Request("", "judge", "", (), 0))
        acts.judged()

    @contextmanager
    def _at_place(self) -> Iterator[None]:
        """Makes ids and randomness depend only on the place of the act."""
        ids, numbers, place = count(1), count(1), self.place

        def new_id() -> uuid.UUID:
            return uuid.UUID(int=(0x18F << 112) | (7 << 76) | (2 << 62) | place << PLACE_BITS | next(ids))

        def random(size: int) -> bytes:
            return hashlib.shake_256(b"%d %d" % (place, next(numbers))).digest(size)

        with ExitStack() as stack:
            for name in NUMBERED:
                stack.enter_context(patch(name, new_id))
            stack.enter_context(patch("os.urandom", random))
            stack.enter_context(patch("secrets.token_urlsafe", lambda size: random(size).hex()[: size * 4 // 3 + 1]))
            yield

    # Facts for the second world

    def _told(self) -> Known:
        matches = {match.pk: match for match in Match.objects.all()}
        unseen = {pk for pk, match in matches.items() if match.status == Match.Status.RUNNING}
        held = set().union(*(self._faces(matches[pk]) for pk in unseen))
        otherwise = {place for place, begun in self.begun.items() if begun and begun <= unseen}
        divisions = Tournament.objects.filter(division__season__league__in=self.made.leagues[Level.CLUB])
        division = str(divisions.values_list("pk", flat=True).order_by("pk").first() or nothing())
        return Known(self.made, self.requests, held, otherwise, self._tables(list(matches)), division)

    def _faces(self, match: Match) -> set[str]:
        """Returns the faces that viewers see in a match."""
        seats = dict(Seat.objects.filter(match=match).values_list("player", "number"))
        viewers = {uuid.UUID(self.people[who].player) for who in self.group.viewers if who}
        numbers = [None, *(number for player, number in seats.items() if player in viewers)]
        state = states.head(match).state
        views = [view_of(state, number) for number in numbers]
        return {face for view in views for face in view.faces.values() if face is not None}

    def _tables(self, matches: Sequence[uuid.UUID]) -> list[str]:
        """Returns some public tables and some of the private club, including tables of tournaments."""
        plan, draws = self.wanted.plan(), policy_draws(b"tables", self.wanted.seed)
        tables: list[str] = []
        for level in (Level.PUBLIC, Level.CLUB):
            own = [str(match) for match in sorted(matches) if plan[_place_of(match)].level == level]
            tables += [own.pop(draws.below(len(own))) for _ in range(min(TABLES_SEEN, len(own)))]
        return tables or [nothing()]

    # Responses to the viewers

    def _looked(self, viewer: str | None, known: Known, only: str) -> Iterator[Sent]:
        caller = self.people[viewer] if viewer else Caller()
        for table in known.tables:
            text = TABLE + PAGES if table != known.tables[0] else TABLE + SIGHTS + FURTHER + PAGES
            with transaction.atomic():
                forget()
                if caller.token:
                    caller.get("/me")
                eyes = Eyes(caller, table, None, [], NO_SIGHT)
                eyes.known |= self._vocabulary(known, viewer)
                yield from (eyes.sent(line) for line in text.split("\n") if line and only in line)
                transaction.set_rollback(True)  # when a viewer ends a league, its matches reveal their cards
        forget()

    def _vocabulary(self, known: Known, viewer: str | None) -> dict[str, Any]:
        made = known.made
        none = nothing()
        cups = {level: (made.cups[level] or [none])[-1] for level in (Level.PUBLIC, Level.CLUB)}
        leagues = {level: (made.leagues[level] or [none])[-1] for level in (Level.PUBLIC, Level.CLUB)}
        return {
            "club": made.club,
            "quiet": quote(acts.CLUB_NAME),
            "open": made.open_club,
            "game": self.game,
            "link": "c0ffee",
            "tournament": f"/tournaments/{cups[Level.CLUB]}",
            "cup": f"/tournaments/{cups[Level.PUBLIC]}",
            "league": f"/leagues/{leagues[Level.CLUB]}",
            "ladder": f"/leagues/{leagues[Level.PUBLIC]}",
            "division": f"/tournaments/{known.division}",
            "calendar": made.calendars.get(viewer or "", "0" * 64),
            **self.names,
        }


def nothing() -> str:
    """Returns an id that belongs to no object."""
    return str(uuid.UUID(int=7))


def _place_of(id: uuid.UUID) -> int:
    """Returns the place of the act that created an object."""
    return id.int >> PLACE_BITS & 0xFFFF


def _begun() -> set[uuid.UUID]:
    """Returns the matches that have started."""
    return set(Match.objects.exclude(status=Match.Status.OPEN).values_list("pk", flat=True))


class Tally(NamedTuple):
    """The numbers of pairs of worlds, of discarded pairs of worlds, and of pairs of responses."""

    worlds: int = 0
    discarded: int = 0
    pairs: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


class Everybody(NamedTuple):
    """The callers and their displayed names."""

    callers: Mapping[str, Caller]
    names: Mapping[str, str]

    @classmethod
    def of(cls, callers: Mapping[str, Caller]) -> Everybody:
        return cls(callers, {who: Player.objects.get(pk=caller.player).name for who, caller in callers.items()})


def compared(everybody: Everybody, wanted: Wanted, only: str = "") -> Tally:
    """Compares two worlds; only: a string that the compared lines must contain. Raises Leak."""
    first, known = Life(*everybody, wanted).seen(None, only)
    try:
        second, _ = Life(*everybody, wanted).seen(known, only)
    except Divergence:
        return Tally(discarded=1)
    for a, b in zip(first, second, strict=True):
        if a != b:
            raise Leak(f"seed {wanted.seed}, {wanted.drawn_group().viewers}: {parting(b, a)}")
        assert a.status < 500, f"seed {wanted.seed}: {a}"
    return Tally(1, 0, len(first))
