"""Queries for tournaments: the search, the standings, rounds and deals of a tournament, and its export.

The shown data is computed from the log. The log contains the results of a shared deal only after all matches of the
deal are over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast
from uuid import UUID

import msgspec
from django.db.models import Count, Q, QuerySet

from events.base.caches import LeastRecentlyUsed
from events.base.canonical_json import canonical_json
from events.base.clock import rfc3339, rfc3339_or_none
from events.base.exceptions import NotFound
from events.base.signing import public_keys, signer
from events.log.memberships import OF_A_CLUB, clubs_of, is_member, leads
from events.log.models import Match
from events.tournaments.models import (
    Announcement,
    Entry,
    EntryMember,
    FormerEntrant,
    Organised,
    Tournament,
    TournamentEvent,
)
from events.tournaments.rules import VANISHED_MS, may_be_taken, may_enter, voters, votes_needed
from events.tournaments.scoring import match_points, table_of
from events.tournaments.serializers.entries import EntryOut
from events.tournaments.serializers.organisers import TournamentMessageOut
from events.tournaments.serializers.rounds import DealOut, RoundOut, TournamentMatchOut
from events.tournaments.serializers.tournaments import (
    Cancelling,
    TableLine,
    TournamentBundleOut,
    TournamentHead,
    TournamentLine,
)
from events.tournaments.state import Pairing, TournamentState, folded
from events.users.models import Player

SCHEDULE = ("check_in", "round_minutes", "weekly_in")
FORMAT = "comptoir-tournament/1"
_states: LeastRecentlyUsed[TournamentState] = LeastRecentlyUsed(32)


class TournamentSearch(NamedTuple):
    """The filters of a search; None: any value. `entered`, `invited` and `organiser` require a caller."""

    game: str | None = None
    status: str | None = None
    format: str | None = None
    club: UUID | None = None
    entered: bool = False
    invited: bool = False
    organiser: bool = False


def tournament_for(tournament_id: UUID, caller: Player | None) -> Tournament:
    """Returns the tournament with an id. Raises NotFound if the caller may not know that it exists."""
    tournament = Tournament.objects.filter(pk=tournament_id).select_related("organiser").first()
    if not _may_know(tournament_id, tournament, caller) or tournament is None:
        raise NotFound()
    return tournament


def _may_know(tournament_id: UUID, tournament: Tournament | None, caller: Player | None) -> bool:
    """Returns whether a caller may know that a tournament exists.

    The queries are the same for a missing tournament as for a private tournament.
    """
    if tournament is not None and tournament.visibility != Match.Visibility.PRIVATE:
        return True
    if caller is None:
        return False
    takes_part = Entry.objects.filter(tournament=tournament_id, player=caller).exists()
    is_of_club = is_member(None if tournament is None else tournament.club, caller)
    if tournament is None or takes_part or is_of_club or caller.is_staff or caller.is_auditor:
        return tournament is not None
    if tournament.club is not None:
        return False
    return tournament.organiser_id == caller.pk or tournament.invited.filter(pk=caller.pk).exists()


def tournaments_found(caller: Player | None, search: TournamentSearch) -> QuerySet[Tournament]:
    """Returns the tournaments of a search that a caller may see in lists."""
    visible = Q(visibility=Match.Visibility.PUBLIC)
    if caller is not None:
        mine = Entry.objects.filter(player=caller).values("tournament")
        asked = Tournament.invited.through.objects.filter(player=caller).values("tournament")
        ours = OF_A_CLUB & Q(club__in=clubs_of(caller))
        visible |= Q(pk__in=mine) | (Q(organiser=caller) | Q(pk__in=asked)) & ~OF_A_CLUB | ours
    columns = {name: getattr(search, name) for name in ("game", "status", "format", "club")}
    wanted = {name: value for name, value in columns.items() if value is not None}
    tournaments = Tournament.objects.filter(visible, **wanted)
    if search.entered:
        entered = entries_held(caller).values("tournament")
        tournaments = tournaments.filter(pk__in=entered)
    if search.invited:
        tournaments = tournaments.filter(pk__in=asked, status=Tournament.Status.OPEN)
    if search.organiser:
        tournaments = tournaments.filter(organiser=caller)
    return tournaments.select_related("organiser").annotate(
        number_of_entries=Count("entries", filter=Q(entries__withdrawn=False))
    )


def tournament_lines(tournaments: Sequence[Tournament], caller: Player | None) -> list[TournamentLine]:
    """Returns the lines of tournaments in a list."""
    entries = entries_held(caller).filter(tournament__in=tournaments)
    numbers = dict(entries.values_list("tournament_id", "number")) if caller is not None else {}
    return [
        _line(each, each.number_of_entries, numbers.get(each.pk))  # type: ignore[attr-defined]
        for each in tournaments
    ]


def entries_held(player: Player | None) -> QuerySet[Entry]:
    """Returns the entries with which a player takes part, alone or in a team."""
    boards = EntryMember.objects.filter(player=player, joined=True).values("entry")
    return Entry.objects.filter(Q(player=player) | Q(pk__in=boards), withdrawn=False)


def _line(tournament: Tournament, entries: int, mine: int | None) -> TournamentLine:
    organiser, chosen = tournament.organiser, tournament.settings
    line = {
        "id": str(tournament.pk),
        "title": tournament.title,
        "game": tournament.game,
        "format": tournament.format,
        "status": tournament.status,
        "visibility": tournament.visibility,
        "club": None if tournament.club is None else str(tournament.club),
        "organiser": (organiser.name or None) if organiser else None,
        "league": chosen.get("league"),
        **{name: chosen[name] for name in ("seats", "duplicate", "rated", "max_players")},
        "number_of_entries": entries,
        "entry": mine,
        "round": tournament.round,
        "starts_at": rfc3339_or_none(tournament.starts_ms),
        "created_at": rfc3339(tournament.created_ms),
    }
    return cast(TournamentLine, line)


def state_of(tournament: Tournament) -> TournamentState:
    """Returns the state at the head of the log. The state is cached, so callers must not change it."""
    key = (tournament.pk, bytes(tournament.head_hash))
    state = _states.get(key)
    if state is None:
        state = folded(tournament.pk.bytes, (msgspec.json.decode(core) for core, _ in _rows(tournament)))
        _states.put(key, state)
    return state


def _rows(tournament: Tournament) -> list[tuple[bytes, bytes]]:
    """Returns the cores and hashes of the log up to the head."""
    rows = TournamentEvent.objects.filter(tournament=tournament, seq__lte=tournament.head_seq).order_by("seq")
    return [(bytes(core), bytes(hash)) for core, hash in rows.values_list("core", "hash")]


def tournament_head(tournament: Tournament, caller: Player | None) -> TournamentHead:
    """Returns a tournament with its entries and its table."""
    state, entries = state_of(tournament), entries_of(tournament)
    held = entries_held(caller).filter(tournament=tournament).values_list("number", flat=True)
    mine = held.first() if caller is not None else None
    chosen = tournament.settings
    head = {
        **_line(tournament, sum(not entry["withdrawn"] for entry in entries), mine),
        **{name: chosen[name] for name in ("options", "clock", "deals_per_round", "scoring", "tie_breaks", "start")},
        "co_organisers": list(
            tournament.co_organisers.filter(is_active=True).order_by("name").values_list("name", flat=True)
        ),
        "late_entry": chosen.get("late_entry"),
        "substitutes": chosen.get("substitutes", False),
        "replays": state.replays,
        **{name: chosen.get(name) for name in SCHEDULE},
        "round_until": _round_until(tournament),
        "team_size": state.team_size,
        "is_entry_open": may_enter(state),
        "is_organiser": may_organise(tournament, caller),
        "cancelling": _cancelling(state, mine),
        "rounds": state.last_round or chosen["rounds"],
        "entries": entries,
        "rules": state.rules,
        "table": _table(state),
        "deal_commits": list(state.settings["deal_commits"]),
        "head": {"seq": tournament.head_seq, "hash": bytes(tournament.head_hash).hex()},
    }
    return cast(TournamentHead, head)


def _cancelling(state: TournamentState, mine: int | None) -> Cancelling:
    """Returns the votes to cancel a tournament whose organisers are inactive. mine: the caller's entry."""
    return {
        "votes": len(state.votes & voters(state)),
        "needed": votes_needed(state),
        "voted": mine in state.votes,
        "possible_at": rfc3339(state.organiser_ms + VANISHED_MS),
    }


def _table(state: TournamentState) -> list[TableLine]:
    """Returns the standings, with the tie-breaks of the tournament by name."""
    names = state.settings["tie_breaks"]
    return [
        {
            "place": line.place,
            "entry": line.entry,
            "points": line.points,
            "tie_breaks": dict(zip(names, line.tie_breaks, strict=True)),
        }
        for line in table_of(state)
    ]


def _round_until(tournament: Tournament) -> str | None:
    """Returns the end of the present round."""
    is_timed = tournament.status == Tournament.Status.RUNNING and tournament.wakes_ms is not None
    return rfc3339(tournament.wakes_ms or 0) if is_timed else None


def admits(tournament: Organised, player: Player) -> bool:
    """Returns whether a player may be invited or named co-organiser.

    A private tournament or league of a club admits only members of the club.
    """
    is_closed = tournament.club is not None and tournament.visibility == Match.Visibility.PRIVATE
    return not is_closed or is_member(tournament.club, player)


def may_organise(tournament: Organised, player: Player | None) -> bool:
    """Returns whether a player may organise: the organiser, a co-organiser, a leader of the club, or an operator."""
    if player is None:
        return False
    if tournament.organiser_id == player.pk or player.is_staff:
        return True
    return leads(tournament.club, player) or tournament.co_organisers.filter(pk=player.pk).exists()


def message_line(message: Announcement) -> TournamentMessageOut:
    """Returns a message of an organiser."""
    at, name = rfc3339(message.at_ms), message.player.name or None
    return {"number": message.number, "player": name, "text": message.text, "at": at}


def _entries(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament).select_related("player").order_by("number"))


def entries_of(tournament: Tournament) -> list[EntryOut]:
    """Returns all entries, in order."""
    former: dict[int, list[FormerEntrant]] = {}
    for one in FormerEntrant.objects.filter(entry__tournament=tournament).select_related("player").order_by("pk"):
        former.setdefault(one.entry_id, []).append(one)
    members: dict[int, list[EntryMember]] = {}
    for each in EntryMember.objects.filter(entry__tournament=tournament).select_related("player").order_by("board"):
        members.setdefault(each.entry_id, []).append(each)
    state = state_of(tournament)
    return [
        entry_line(entry, state, former.get(entry.pk, ()), members.get(entry.pk, ())) for entry in _entries(tournament)
    ]


def entry_out(entry: Entry) -> EntryOut:
    """Returns the line of an entry that was just created or changed."""
    former = FormerEntrant.objects.filter(entry=entry).select_related("player").order_by("pk")
    members = EntryMember.objects.filter(entry=entry).select_related("player").order_by("board")
    return entry_line(entry, state_of(Tournament.objects.get(pk=entry.tournament_id)), list(former), list(members))


def entry_line(
    entry: Entry, state: TournamentState, former: Sequence[FormerEntrant], members: Sequence[EntryMember]
) -> EntryOut:
    """Returns the line of an entry."""
    return {
        "entry": entry.number,
        "kind": "bot" if entry.policy else "player",
        "player": (entry.player.name or None) if entry.player else None,
        "policy": entry.policy or None,
        "team": entry.team or None,
        "members": [{"board": one.board, "player": one.player.name or None, "joined": one.joined} for one in members],
        "withdrawn": entry.withdrawn,
        "missed": state.missed.get(entry.number, 0),
        "former": [
            {"player": (one.player.name or None) if one.player else None, "until_round": one.until_round}
            for one in former
        ],
        "checked_in": entry.number in state.checked_in,
        "may_be_taken": may_be_taken(state, entry.number),
    }


def rounds_of(tournament: Tournament) -> list[RoundOut]:
    """Returns the rounds that have been drawn, with their matches."""
    state = state_of(tournament)
    return [
        {
            "round": number,
            "byes": list(drawn.byes),
            "tables": [
                {"table": table, "entries": list(entries), "matches": _matches(state, number, table)}
                for table, entries in enumerate(drawn.tables, start=1)
            ],
        }
        for number, drawn in enumerate(state.rounds, start=1)
    ]


def _matches(state: TournamentState, round: int, table: int) -> list[TournamentMatchOut]:
    return [_match(state, pairing) for pairing in state.at_table(round, table)]


def _match(state: TournamentState, pairing: Pairing) -> TournamentMatchOut:
    result = pairing.result
    match = {
        "match": pairing.match,
        "table": pairing.table,
        "deal": pairing.deal,
        "is_replay": pairing.deal > state.deals,
        "entries": list(pairing.entries),
        "status": result.status if result else "running",
        "standings": result.standings if result else None,
        "scores": result.scores if result else None,
        "points": match_points(state, pairing),
        "forfeits": sorted(result.forfeits) if result else [],
    }
    return cast(TournamentMatchOut, match)


def deals_of(tournament: Tournament) -> list[DealOut]:
    """Returns the shared deals so far. A deal has its results and seed once all its matches are over."""
    state = state_of(tournament)
    if not state.settings["duplicate"]:
        return []
    dealt = sorted({(pairing.round, pairing.deal) for pairing in state.pairings.values()})
    return [_deal(state, round, deal) for round, deal in dealt]


def _deal(state: TournamentState, round: int, deal: int) -> DealOut:
    seed, shared = state.seeds.get((round, deal)), state.deal_of(round, deal)
    return {
        "round": round,
        "deal": deal,
        "id": shared["id"],
        "nonce": shared["nonce"],
        "server_seed": seed,
        "server_commit": state.settings["deal_commits"][state.deal_number(round, deal)],
        "results": [_match(state, pairing) for pairing in state.sharing(round, deal)] if seed else [],
    }


def tournament_bundle(tournament: Tournament) -> TournamentBundleOut:
    """Returns the log of a tournament, signed, for `python -m events.tournaments.audit`."""
    events = [{"core": core.decode(), "hash": hash.hex()} for core, hash in _rows(tournament)]
    members = {"format": FORMAT, "tournament": str(tournament.pk), "events": events, "keys": public_keys()}
    key = signer()
    seal = {"key_id": key.key_id, "signature": key.sign_bundle(tournament.pk.bytes, canonical_json(members)).hex()}
    return cast(TournamentBundleOut, {**members, "seal": seal})
