"""The state of a tournament: a fold over the cores of its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from events.base.fairness import tag

Core = Mapping[str, Any]


RULES = 2  # the version for new tournaments; an existing tournament keeps the version with which it was created


class MatchResult(NamedTuple):
    """The result of a match. Without a result, `standings` and `scores` are None.

    standings: the places, each a list of seats; scores: the score of each seat; forfeits: the forfeited seats
    (`absence`), empty by version 1 of the rules.
    """

    status: str
    standings: list[list[int]] | None
    scores: list[int] | None
    forfeits: frozenset[int] = frozenset()


class Pairing(NamedTuple):
    """A match of a tournament. Rounds, tables and deals count from 1.

    entries: the entry at each seat; result: None until the result is recorded.
    """

    match: str
    round: int
    table: int
    deal: int
    entries: tuple[int, ...]
    result: MatchResult | None


class Round(NamedTuple):
    """A drawn round: the entries of each table, and the entries with a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


@dataclass
class TournamentState:
    """The state after the events so far.

    - tournament: the 16 bytes of its id
    - nonces: the contribution of each entry to chance, by entry
    - dealt: the matches of each deal, by round and deal
    - people: the entries of players, not of bots
    - organiser_ms: the time of the last act of an organiser
    - votes: the entries that have voted to cancel since that act
    - words: the number of the organisers' messages
    - founders: the entries at the start, whose nonces determine all lots and deals
    - missed: the number of rounds drawn before a late entry, by entry
    - boards: the boards of each entry that have a player
    - checked_in: the entries that have checked in
    - is_check_in_open: whether the opening of the check-in was announced
    - timed_out: the rounds whose time limit has passed
    - overtime: the matches that a time limit has ended
    - round_ms: the time of the last draw
    - has_follower: whether the next weekly tournament exists
    """

    tournament: bytes
    settings: Core = field(default_factory=dict)
    nonces: dict[int, str] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    starters: tuple[int, ...] = ()
    last_round: int = 0
    rounds: list[Round] = field(default_factory=list)
    pairings: dict[str, Pairing] = field(default_factory=dict)
    dealt: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    seeds: dict[tuple[int, int], str] = field(default_factory=dict)
    status: str = "open"
    people: set[int] = field(default_factory=set)
    votes: set[int] = field(default_factory=set)
    organiser_ms: int = 0
    words: int = 0
    founders: tuple[int, ...] = ()
    missed: dict[int, int] = field(default_factory=dict)
    boards: dict[int, set[int]] = field(default_factory=dict)
    checked_in: set[int] = field(default_factory=set)
    is_check_in_open: bool = False
    timed_out: set[int] = field(default_factory=set)
    overtime: set[str] = field(default_factory=set)
    has_follower: bool = False
    round_ms: int = 0

    @property
    def seats(self) -> int:
        """The number of seats of each table."""
        return int(self.settings["seats"])

    @property
    def rules(self) -> int:
        """The version of the scoring rules: 1 for tournaments created before forfeits were introduced."""
        return int(self.settings.get("rules", 1))

    @property
    def deals(self) -> int:
        """The number of deals of each round, which is the number of matches at each table."""
        return int(self.settings["deals_per_round"]) * self.team_size

    @property
    def team_size(self) -> int:
        """The number of players of each entry."""
        return int(self.settings.get("team_size") or 1)

    def board(self, deal: int) -> int:
        """Returns the board of the teams at which a deal is played, from 1."""
        return (deal - 1) % self.team_size + 1

    @property
    def replays(self) -> int:
        """The most replays of a level knock-out table before tie-breaks decide."""
        return int(self.settings.get("replays") or 0)

    @property
    def present(self) -> list[int]:
        """The entries that take part, in order. In an open tournament, incomplete teams are left out."""
        if self.status != "open":
            return [entry for entry in self.starters if entry not in self.withdrawn]
        return [entry for entry in self.entered if len(self.boards[entry]) == self.team_size]

    @property
    def entered(self) -> list[int]:
        """All entries that have not been withdrawn, in order."""
        return [entry for entry in sorted(self.nonces) if entry not in self.withdrawn]

    def apply(self, core: Core) -> None:
        """Applies the next event."""
        if core.get("by") == "organiser":
            self.organiser_ms, self.votes = core["at_ms"], set()
        if (fold := FOLDS.get(core["type"])) is not None:
            fold(self, core)

    def lot(self, *names: object) -> int:
        """Returns a lot of 64 bits, derived from the nonces of all founders and from `names`."""
        text = "/".join(map(str, names)).encode()
        return int.from_bytes(sha256(tag("tt1/lot") + self.tournament + self._contributions() + text).digest()[:8])

    def deal_of(self, round: int, deal: int) -> dict[str, str]:
        """Returns a deal that all tables of a round share: its id, and the digest of the founders' nonces."""
        ident = deal_id(self.tournament, self.deal_number(round, deal))
        return {"id": ident.hex(), "nonce": sha256(tag("tt1/deal-nonce") + ident + self._contributions()).hexdigest()}

    def deal_number(self, round: int, deal: int) -> int:
        """Returns the number of a deal in the tournament, from 0: its place in `deal_commits`."""
        return (round - 1) * self.deals + deal - 1

    def _contributions(self) -> bytes:
        return b"".join(bytes.fromhex(self.nonces[entry]) for entry in self.founders)

    def sharing(self, round: int, deal: int) -> list[Pairing]:
        """Returns the matches with a given deal of a round, in the order of their tables."""
        pairings = [self.pairings[match] for match in self.dealt.get((round, deal), ())]
        return sorted(pairings, key=lambda pairing: pairing.table)

    def at_table(self, round: int, table: int) -> list[Pairing]:
        """Returns the opened matches of a table, in the order of their deals."""
        played = [each for each in self.pairings.values() if (each.round, each.table) == (round, table)]
        return sorted(played, key=lambda pairing: pairing.deal)


def _created(state: TournamentState, core: Core) -> None:
    state.settings = core


def _changed(state: TournamentState, core: Core) -> None:
    state.settings = {**state.settings, **core["settings"]}
    if {"starts_ms", "check_in"} & {*core["settings"]}:
        state.checked_in, state.is_check_in_open = set(), False


def _announced(state: TournamentState, core: Core) -> None:
    state.words = core["number"]


def _voted(state: TournamentState, core: Core) -> None:
    state.votes.add(core["entry"])


def _registered(state: TournamentState, core: Core) -> None:
    entry = core["entry"]
    state.nonces[entry] = core["nonce"]
    state.boards[entry] = {*range(1, state.team_size + 1)}
    if core.get("kind") == "player":
        state.people.add(entry)
        state.boards[entry] = {1}
    if state.status == "running":
        state.starters, state.missed[entry] = (*state.starters, entry), len(state.rounds)


def _joined(state: TournamentState, core: Core) -> None:
    state.boards[core["entry"]].add(core["board"])


def _left(state: TournamentState, core: Core) -> None:
    state.boards[core["entry"]].discard(core["board"])


def _taken(state: TournamentState, core: Core) -> None:
    state.withdrawn.discard(core["entry"])
    state.votes.discard(core["entry"])


def _withdrawn(state: TournamentState, core: Core) -> None:
    state.withdrawn.add(core["entry"])


def _check_in_opened(state: TournamentState, core: Core) -> None:
    state.is_check_in_open = True


def _checked_in(state: TournamentState, core: Core) -> None:
    state.checked_in.add(core["entry"])


def _started(state: TournamentState, core: Core) -> None:
    state.starters, state.last_round, state.status = tuple(core["entries"]), core["rounds"], "running"
    state.founders = state.starters


def _round_drawn(state: TournamentState, core: Core) -> None:
    state.rounds.append(Round(tuple(map(tuple, core["tables"])), tuple(core["byes"])))
    state.round_ms = core.get("at_ms", 0)


def _round_timed_out(state: TournamentState, core: Core) -> None:
    state.timed_out.add(core["round"])
    state.overtime.update(core["matches"])


def _match_opened(state: TournamentState, core: Core) -> None:
    match, place = core["match"], (core["round"], core["table"], core["deal"])
    state.pairings[match] = Pairing(match, *place, tuple(core["entries"]), None)
    state.dealt.setdefault((core["round"], core["deal"]), []).append(match)


def _match_recorded(state: TournamentState, core: Core) -> None:
    forfeits = frozenset(core.get("forfeits", ()))
    result = MatchResult(core["status"], core["standings"], core["scores"], forfeits)
    state.pairings[core["match"]] = state.pairings[core["match"]]._replace(result=result)


def _deal_opened(state: TournamentState, core: Core) -> None:
    state.seeds[core["round"], core["deal"]] = core["server_seed"]


def _followed(state: TournamentState, core: Core) -> None:
    state.has_follower = True


def _finished(state: TournamentState, core: Core) -> None:
    state.status = "finished"


def _cancelled(state: TournamentState, core: Core) -> None:
    state.status = "cancelled"


FOLDS: Mapping[str, Callable[[TournamentState, Core], None]] = {
    "tournament.created": _created,
    "tournament.changed": _changed,
    "words.said": _announced,
    "cancel.voted": _voted,
    "entry.registered": _registered,
    "entry.joined": _joined,
    "entry.left": _left,
    "entry.taken": _taken,
    "entry.withdrawn": _withdrawn,
    "check_in.opened": _check_in_opened,
    "entry.checked_in": _checked_in,
    "tournament.started": _started,
    "round.drawn": _round_drawn,
    "round.timed_out": _round_timed_out,
    "match.opened": _match_opened,
    "match.recorded": _match_recorded,
    "deal.opened": _deal_opened,
    "evening.followed": _followed,
    "tournament.finished": _finished,
    "tournament.cancelled": _cancelled,
}
"""The function that applies each type of event. Events of other types leave the state unchanged."""


def folded(tournament: bytes, cores: Iterable[Core]) -> TournamentState:
    """Returns the state after some events."""
    state = TournamentState(tournament)
    for core in cores:
        state.apply(core)
    return state


def deal_id(tournament: bytes, number: int) -> bytes:
    """Returns the 16-byte id of a deal. number: the number of the deal in the tournament."""
    return sha256(tag("tt1/deal") + tournament + number.to_bytes(4, "big")).digest()[:16]
