"""Measures the load of real users: a browser's headers with a cookie, rate limits, request logs, and all five games.

A turn is a move and the reads of the next player's client: the match, the view and the legal moves. Alternatively it is
one request whose reply contains the view and the legal moves; the others' streams are not measured here. The limits are
on but raised, because all clients share an address. Figures of a turn are for eight connections that play in 8 or in
200 matches; `alone` is one connection in one match, next to a durable statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tests.bench.database import durable_statements
from tests.bench.moves import LONG, Kind, PreparedMove, Request, Seated, prepared_moves
from tests.bench.records import LESS, Cell, Column, Record, Rounds, Sheet, add, commit
from tests.bench.scenarios import Options
from tests.bench.variants import NEW, OLD, Slice, Variant, variants
from tests.caller import Caller

BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Accept": "*/*",
    "Accept-Language": "en",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Referer": "http://127.0.0.1/tables",
    "Connection": "keep-alive",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "Priority": "u=4",
    "Cookie": "theme=dark; csrftoken=0123456789abcdefghijklmnopqrstuv",
}
SCOPES = ("GENERAL", "MOVES", "LEGAL_MOVES", "SIGN_UP", "PAST", "REPLAYS", "EXPORTS", "ANONYMOUS")
INSTALLED = {
    "COMPTOIR_LIMITS": "on",
    "LOG_LEVEL": "INFO",
    **{f"COMPTOIR_LIMIT_{scope}": "1000000/10" for scope in SCOPES},
}
GAMES = {
    "Great Dalmuti": LONG,
    "Dale of Merchants": Kind("dale_of_merchants", 4, {}),
    "Dealmaker": Kind("dealmaker", 4, {"pace": "web", "grab_cooldown": 0, "proposal_cooldown": 0}),
    "Monopoly Deal": Kind("monopoly_deal", 4, {}),
    "Négoces": Kind("negoces2", 4, {}),
}
ONE_REQUEST = "?view=1&legal=40"
READS = {"match": "", "view": "/view", "legal moves": "/legal-moves?limit=40"}
ONE = "one"
CLIENTS = 8
MATCHES = (8, 200)
TURNS = 320  # approximate number of turns in a slice
TURNS_ALONE = 60
LONGEST = 1500


class Crowd:
    """Matches of one kind that continue from slice to slice; a new match replaces a match that has ended.

    Four players play all matches of a connection.
    """

    def __init__(self, variant: Variant, kind: Kind, script: Sequence[PreparedMove], matches: int) -> None:
        self._variant, self._kind, self._script = variant, kind, script
        self._played = [0] * matches
        with ThreadPoolExecutor(CLIENTS) as threads:
            groups = range(min(matches, CLIENTS))
            self._players = [*threads.map(lambda _: self._signed_up(), groups)]
            parts = [*threads.map(lambda group: [*map(self._seated, range(group, matches, CLIENTS))], groups)]
        self._tables = [parts[place % CLIENTS][place // CLIENTS] for place in range(matches)]

    def _signed_up(self) -> list[Caller]:
        return [Caller(self._variant.port, seconds=60).sign_up() for _ in range(self._kind.seats)]

    def _seated(self, place: int) -> Seated:
        return Seated(self._variant.port, self._kind, BROWSER, self._players[place % CLIENTS])

    def slice(self, clients: int, turns: int, reads: Mapping[str, str] = READS, query: str = "") -> Slice:
        """Plays some turns in every match, with the matches divided among the connections.

        reads: the reads of the next player's client after a move, by kind; query: the parameters of a move.
        """
        for place, played in enumerate(self._played):
            if played + turns >= len(self._script):
                self._tables[place], self._played[place] = self._seated(place), 0
        requests: list[list[Request]] = [[] for _ in range(clients)]
        for _ in range(turns):
            for place in range(len(self._tables)):
                requests[place % clients] += self._turn(place, reads, query)
        return self._variant.send(requests)

    def _turn(self, place: int, reads: Mapping[str, str], query: str) -> Iterator[Request]:
        table, number = self._tables[place], self._played[place]
        yield table.post(self._script[number], query)
        for kind, path in reads.items():
            yield table.get(kind, self._script[number + 1].seat, path)
        self._played[place] += 1


class Taken(NamedTuple):
    """One slice in a row of `turns`, with a number for each turn."""

    cpu: float
    web: float
    database: float
    rate: float
    post: float
    wire: float

    @classmethod
    def of(cls, measured: Slice) -> Taken:
        """Returns the figures of a slice."""
        turns = sum(len(measured.taken.get(kind, ())) for kind in ("move", "sealed"))
        web, database = (1000 * seconds / turns for seconds in (measured.web, measured.database))
        sent, wire = measured.p50("move", "sealed"), sum(measured.size.values()) / turns
        return cls(web + database, web, database, turns / measured.seconds, sent, wire)


def measure(options: Options) -> Record:
    """Measures all games in both checkouts."""
    kinds = {name: kind for name, kind in GAMES.items() if not options.games or kind.game in options.games}
    scripts = {name: prepared_moves(LONGEST, kind) for name, kind in kinds.items()}
    turns, alone = defaultdict[str, dict[str, Cell]](dict), defaultdict[str, dict[str, Cell]](dict)
    rounds = Rounds(options.rounds)
    with variants(options, INSTALLED) as running:
        crowds: dict[tuple[str, str, int], Crowd] = {}
        for name, kind in kinds.items():
            options.say(f"{name}: players sit down in {sum(MATCHES)} matches")
            for variant in running:
                for matches in (1, *MATCHES):
                    crowds[variant.name, name, matches] = Crowd(variant, kind, scripts[name], matches)
        for round_ in rounds:
            for name in kinds:
                options.say(f"round {round_ + 1} of {options.rounds}: {name}")
                _alone(alone, name, running, crowds)
                for matches in MATCHES:
                    for variant in running:
                        measured = crowds[variant.name, name, matches].slice(CLIENTS, turns_each(matches))
                        _add_all(turns[f"{name}, {matches} matches"], variant.name, measured)
                    measured = crowds[NEW, name, matches].slice(CLIENTS, turns_each(matches), {}, ONE_REQUEST)
                    _add_all(turns[f"{name}, {matches} matches"], ONE, measured)
    note = f"{CLIENTS} connections, {TURNS} to {2 * MATCHES[-1]} turns a slice"
    run = rounds.run(commit(options.against) if options.against else "", note)
    return Record(
        run, [_turns_sheet(dict(turns), bool(options.against)), *_alone_sheets(dict(alone), bool(options.against))]
    )


def turns_each(matches: int) -> int:
    """Returns the number of turns of a slice in each match."""
    return max(TURNS // matches, 2)


def _add_all(row: dict[str, Cell], name: str, measured: Slice) -> None:
    for figure, value in Taken.of(measured)._asdict().items():
        add(row, f"{name} {figure}", value)


def _alone(
    rows: dict[str, dict[str, Cell]], name: str, running: list[Variant], crowds: dict[tuple[str, str, int], Crowd]
) -> None:
    """Measures one connection in one match."""
    durable = durable_statements(running[-1].stack.database(), 0.5).p50
    add(rows[name], "durable", durable)
    for variant in running:
        measured = crowds[variant.name, name, 1].slice(1, TURNS_ALONE)
        add(rows[name], f"{variant.name} move", measured.p50("move"))
        for kind in READS:
            add(rows[name], f"{variant.name} {kind}", measured.p50(kind))
        for kind in ("move", *READS):
            add(rows[name], f"{variant.name} size of {kind}", measured.mean_size(kind))


def _turns_sheet(rows: dict[str, dict[str, Cell]], is_compared: bool) -> Sheet:
    columns = [Column("CPU a turn before, ms", f"{OLD} cpu")] if is_compared else []
    columns += [Column("CPU a turn, ms", f"{NEW} cpu")]
    columns += [Column("now / before", f"{NEW} cpu", f"{OLD} cpu", LESS)] if is_compared else []
    columns += [Column("in one request, ms", f"{ONE} cpu")]
    columns += [Column("one request / before", f"{ONE} cpu", f"{OLD} cpu", LESS)] if is_compared else []
    columns += [Column("of it web", f"{ONE} web"), Column("PostgreSQL", f"{ONE} database")]
    columns += [Column("turns/s before", f"{OLD} rate")] if is_compared else []
    columns += [Column("turns/s", f"{NEW} rate"), Column("in one request", f"{ONE} rate")]
    columns += [Column("bytes a turn before", f"{OLD} wire")] if is_compared else []
    columns += [Column("bytes a turn", f"{NEW} wire", better=LESS), Column("in one request, bytes", f"{ONE} wire")]
    return Sheet("turns", "game", tuple(columns), rows)


def _alone_sheets(rows: dict[str, dict[str, Cell]], is_compared: bool) -> Iterator[Sheet]:
    durable = Column("move × durable statement", f"{NEW} move", "durable", LESS)
    columns = [Column("durable statement, ms", "durable"), Column("POST move, ms", f"{NEW} move"), durable]
    columns += [Column("the same before", f"{OLD} move", "durable")] if is_compared else []
    columns += [Column(f"{kind}, ms", f"{NEW} {kind}") for kind in READS]
    columns += [Column("match / view", f"{NEW} match", f"{NEW} view", LESS)]
    columns += [Column("the same before", f"{OLD} match", f"{OLD} view")] if is_compared else []
    yield Sheet("alone", "one client, p50", tuple(columns), rows)
    kinds = ("move", *READS)
    sizes = [Column(kind, f"{NEW} size of {kind}", better=LESS) for kind in kinds]
    before = [Column(f"{kind} before", f"{OLD} size of {kind}") for kind in kinds if is_compared]
    yield Sheet("bytes", "mean bytes on the wire, with head", (*sizes, *before), rows)
