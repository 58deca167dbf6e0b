"""What has to be true after a season. Each check counts again from logs and from what was received.

Tables by `tests/events/tournaments/recount.py`, who goes up and down by `tests/events/leagues/recount.py`, which share
nothing with the server; matches and tournaments by their exports, as anybody audits them offline.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from events.log import log
from events.models import Division, Entry, FormerEntrant, Match, Tournament, TournamentEvent
from events.models import Season as StoredSeason
from events.tournaments.audit import audit
from events.tournaments.selectors import tournament_head
from tests.events.leagues.recount import Line, moved, next_season
from tests.events.tournaments.recount import Recount, won_by
from tests.season.members import Member
from tests.simulation.clients import Call, Reply, responded
from tests.simulation.database import written_ms
from tests.simulation.people import Notified
from tests.simulation.scheduler import Broken
from tests.simulation.verdicts import (
    check_alarms,
    check_clock,
    check_log,
    check_moves,
    check_nothing_left,
    check_reminders,
    cores_of,
    expected_notices,
)

if TYPE_CHECKING:
    from tests.season.season import Season

Key = tuple[Any, ...]
KINDS = frozenset({"your_turn", "match_started", "match_over", "round_drawn", "tournament_news"})
"""The kinds that are counted; of `deadline_near` each prompt may have one, and no time is up without."""


class Course(NamedTuple):
    """A tournament with its log. holders: the players of each entry in order, each until the entry is taken over."""

    tournament: Tournament
    cores: list[dict[str, Any]]
    holders: Mapping[int, list[str]]


def judge(season: Season) -> Counter[str]:
    """Raises Broken at the first promise that is broken; returns how much was compared."""
    counts = Counter[str]()
    courses = [_course(tournament) for tournament in Tournament.objects.order_by("pk")]
    expected: defaultdict[str, Counter[Key]] = defaultdict(Counter)
    seated = dict[str, list[str | None]]()
    for course in courses:
        counts["tournaments"] += 1
        counts[f"tournaments {course.tournament.status}"] += 1
        _table(course)
        _told(season, course, expected, seated)
    counts += _leagues(season, expected)
    people = {person.id: person for person in season.people if person.id}
    recorded = {core["match"]: core for course in courses for core in course.cores if core["type"] == "match.recorded"}
    for match in Match.objects.order_by("pk"):
        rows, written = list(log.read(match.pk)), written_ms(match.pk)
        counts["matches"] += 1
        counts[f"matches of {match.game}"] += 1
        counts[f"matches {match.status}"] += 1
        counts["events"] += len(rows)
        check_log(match, rows)
        check_clock(season, rows, written)  # type: ignore[arg-type]
        counts["moves of people"] += check_moves(season, match, rows)  # type: ignore[arg-type]
        counts["moves of bots and the clock"] += _others(rows)
        if str(match.pk) in recorded:
            counts["forfeits"] += _recorded(recorded[str(match.pk)], rows)
        for seat, due in expected_notices(match, rows).items():
            if (player := seated[str(match.pk)][seat]) is not None:
                expected[player] += Counter({(str(match.pk), *key): times for key, times in due.items()})
                check_reminders(people[player], match, rows, written)
    counts["notices"] = sum(_notices(person, expected[person.id]) for person in people.values())
    counts["audits"] = _audits(season, courses)
    check_nothing_left(season)  # type: ignore[arg-type]
    check_alarms()
    return counts


def _others(rows: Iterable[log.StoredEvent]) -> int:
    return sum(row.type in ("move", "clock") and row.core["by"] != "player" for row in rows)


def _course(tournament: Tournament) -> Course:
    cores = cores_of(TournamentEvent.objects.filter(tournament=tournament))
    holders: dict[int, list[str]] = {}
    for former in FormerEntrant.objects.filter(entry__tournament=tournament).select_related("entry").order_by("pk"):
        holders.setdefault(former.entry.number, []).append(str(former.player_id))
    for entry in Entry.objects.filter(tournament=tournament).exclude(player=None):
        holders.setdefault(entry.number, []).append(str(entry.player_id))
    return Course(tournament, cores, holders)


# Tables


def _table(course: Course) -> None:
    """The table is the one that a second computation finds in the log; so is the one that the log ends with."""
    tournament, recount = course.tournament, Recount(course.cores)
    if tournament.status not in ("finished", "cancelled"):
        raise Broken(f"tournament {tournament.pk} is {tournament.status}")
    if tournament.status == "cancelled":
        return
    names, rows = recount.settings["tie_breaks"], recount.rows()
    head = tournament_head(tournament, None)
    shown = sorted(
        (line["place"], line["entry"], (line["points"], *(line["tie_breaks"][name] for name in names)))
        for line in head["table"]
    )
    last = next(core for core in course.cores if core["type"] == "tournament.finished")
    crowned = sorted((place, entry, tuple(values)) for place, entry, *values in last["table"])
    for table in (shown, crowned):
        if table != rows and not _is_left_open(recount, table):
            raise Broken(f"the table of {tournament.title} {tournament.pk} is {table}, by a second computation {rows}")


def _is_left_open(recount: Recount, table: Sequence[Any]) -> bool:
    """Whether lots have decided the last table of a knock-out, which the second computation leaves open."""
    if recount.settings["format"] != "knock_out":
        return False
    pair, number = recount.rounds[-1]["tables"][0], len(recount.rounds)
    sums = dict.fromkeys(pair, 0)
    for match, place in recount.opened.items():
        if place["round"] == number:
            for seat, brought in enumerate(won_by(recount.results[match], 2, is_late=match in recount.late)):
                sums[place["entries"][seat]] += brought
    return len({*sums.values()}) == 1 and {entry for place, entry, _ in table if place <= 2} == {*pair}


def _recorded(core: Mapping[str, Any], rows: list[log.StoredEvent]) -> int:
    """What a tournament has recorded of a match is what its log says; returns how many seats were forfeited."""
    over = next((row.core for row in rows if row.type == "match.over"), None)
    result = {
        "status": "finished" if over else core["status"] if core["status"] != "finished" else "void",
        "standings": over and over["standings"], "scores": over and over["scores"], "forfeits": _forfeited(rows),
    }  # fmt: skip
    if found := {name: core[name] for name, value in result.items() if core[name] != value}:
        raise Broken(f"of match {core['match']} was recorded {found}, by its log {result}")
    return len(core["forfeits"])


def _forfeited(rows: list[log.StoredEvent]) -> list[int]:
    """The seats that were forfeited, by the words of docs/tournaments.md ("A forfeit") and who made each decision."""
    cores = [row.core for row in rows]
    people = {core["actor"] for core in cores if core["type"] == "seat.joined" and core["policy"] is None}
    forfeited = set[int]()
    for seat in people:
        own = [core for core in cores if core["actor"] == seat]
        sitting = [core["policy"] for core in own if core["type"] == "seat.replaced"]
        decided = Counter(core["by"] == "player" for core in own if core["type"] in ("move", "clock"))
        is_resigned = any(core["type"] == "seat.resigned" and core["by"] == "clock" for core in own)
        if (sitting and sitting[-1]) or is_resigned or decided[False] > decided[True]:
            forfeited.add(seat)
    return sorted(forfeited)


# Notices


def _told(
    season: Season, course: Course, expected: Mapping[str, Counter[Key]], seated: dict[str, list[str | None]]
) -> None:
    """Adds what the log of a tournament says that everybody has to be notified of, and who sits at its matches."""
    tournament, ident = course.tournament, str(course.tournament.pk)
    taken, present, votes = Counter[int](), set[int](), set[int]()
    organisers = season.organisers_of(ident, tournament)

    def holder(entry: int) -> str | None:
        players = course.holders.get(entry)
        return players[taken[entry]] if players else None

    def tell(news: str, *, deaf: str | None = None, beside: Iterable[str] = (), about: str = ident) -> None:
        for player in {holder(entry) for entry in present} | {*beside}:
            if player is not None and player != deaf:
                expected[player][about, "tournament_news", news] += 1

    for core in course.cores:
        match core["type"]:
            case "entry.registered":
                present.add(core["entry"])
            case "entry.withdrawn":
                present.discard(core["entry"])
            case "entry.taken":
                taken[core["entry"]] += 1
                present.add(core["entry"])
            case "tournament.started" if tournament.settings.get("league"):
                tell("season_began")
            case "round.drawn":
                for entry in (*core["byes"], *(entry for table in core["tables"] for entry in table)):
                    if (player := holder(entry)) is not None:
                        expected[player][ident, "round_drawn", core["round"]] += 1
            case "match.opened":
                seated[core["match"]] = [holder(entry) for entry in core["entries"]]
            case "check_in.opened":
                tell("check_in")
            case "evening.followed":
                tell("evening", about=core["follower"])
            case "cancel.voted":
                votes.add(core["entry"])
                if len(votes) == 1:
                    tell("vote", deaf=holder(core["entry"]), beside=organisers)
            case "tournament.cancelled":
                last_voter = holder(course.cores[core["seq"] - 1].get("entry", -1))
                knows = {"organiser": next(iter(organisers), None), "entrants": last_voter}
                tell("cancelled", beside=organisers, deaf=knows.get(core["by"]))


def _notices(person: Member, due: Counter[Key]) -> int:
    """A player has received each notice once, by the webhook and by the stream, and nothing else."""
    if twice := [id for id, times in person.posted.items() if times > 1]:
        raise Broken(f"the webhook of {person.name} received {twice} twice")
    received = Counter(_key(notice) for notice in person.notices if notice.kind in KINDS)
    if person.ended_ms is not None:
        if unknown := received - due:
            raise Broken(f"{person.name}, who has closed the account, was notified of {unknown}")
        return received.total()
    if received != due:
        raise Broken(f"{person.name} lacks {due - received} and has beside that {received - due}")
    if _said(person.streamed.values()) != _said(person.notices):
        numbers = {one.number for one in person.notices}
        raise Broken(f"the stream of {person.name} differs from the webhook in {numbers ^ person.streamed.keys()}")
    return received.total()


def _said(notices: Iterable[Notified]) -> dict[int, tuple[str, Any]]:
    return {notice.number: (notice.kind, notice.data) for notice in notices}


def _key(notice: Any) -> Key:
    data = notice.data
    if notice.kind == "round_drawn":
        return data["tournament"], notice.kind, data["round"]
    if notice.kind == "tournament_news":
        return data["tournament"], notice.kind, data["news"]
    return data["match"], notice.kind, data["seq"]


# The league


def _leagues(season: Season, expected: Mapping[str, Counter[Key]]) -> Counter[str]:
    """Who goes up and down after each season, and who plays in the next one, is what a second computation says."""
    counts, order, began_before = Counter[str](), list[str](), 0
    size = season.size
    for stored in StoredSeason.objects.exclude(status="proposed").order_by("number"):
        counts["seasons"] += 1
        order = _with_changes(season, order, began_before, stored.began_ms)
        divisions = _cut(order, size.sizes)
        rows = list(Division.objects.filter(season=stored).select_related("tournament").order_by("number"))
        courses = [_course(row.tournament) for row in rows]
        played = [[course.holders[entry][0] for entry in sorted(course.holders)] for course in courses]
        if played != divisions:
            raise Broken(f"season {stored.number} is played by {played}, by a second computation {divisions}")
        order = _with_changes(season, order, stored.began_ms, stored.ended_ms)
        lines, entries = _lines(season, courses, stored.ended_ms)
        ranked = {line.player for line in lines}
        waiting = [player for player in order if player not in ranked]
        order = [player for division in _next(lines, waiting, size, (1000,)) for player in division]
        said = moved(lines, _next(lines, waiting, size))
        for row, course in zip(rows, courses, strict=True):
            outcomes = {line["entry"]: line["outcome"] for line in row.result}
            mine = {entry: said[player] for entry, player in entries[row.number].items()}
            if outcomes != mine:
                raise Broken(f"division {row.number} of season {stored.number}: {outcomes}, and counted again {mine}")
            for entry, outcome in mine.items():
                expected[entries[row.number][entry]][str(course.tournament.pk), "tournament_news", outcome] += 1
                counts[outcome] += 1
        began_before = stored.ended_ms
    return counts


def _next(lines: Sequence[Line], waiting: Sequence[str], size: Any, more: tuple[int, ...] = ()) -> list[list[str]]:
    return next_season(lines, waiting, [*size.sizes, *more], size.moving, 0 if more else 2)


def _cut(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    divisions, begin = [], 0
    for size in sizes:
        divisions.append(list(order[begin : begin + size]))
        begin += size
    return divisions


def _with_changes(season: Season, order: Sequence[str], since_ms: int, until_ms: int | None) -> list[str]:
    """The order after who left and joined the league in a time."""
    changed = list(order)
    for at_ms, what, person in season.league_log:
        if since_ms <= at_ms and (until_ms is None or at_ms < until_ms):
            if what == "joined" and person.id not in changed:
                changed.append(person.id)
            elif what == "left" and person.id in changed:
                changed.remove(person.id)
    return changed


def _lines(season: Season, courses: Sequence[Course], ended_ms: int) -> tuple[list[Line], dict[int, dict[int, str]]]:
    """How a season ended for everybody, and who held each entry at its end, by division."""
    left = {person.id for at_ms, what, person in season.league_log if what == "left" and at_ms <= ended_ms}
    lines, entries = list[Line](), dict[int, dict[int, str]]()
    for number, course in enumerate(courses, start=1):
        recount = Recount(course.cores)
        ranked = [entry for _, entry, _ in sorted(recount.rows())]
        entries[number] = {entry: course.holders[entry][-1] for entry in ranked}
        for place, entry in enumerate(ranked, start=1):
            player = entries[number][entry]
            is_gone = entry in recount.gone or player in left or _never_moved(recount, entry)
            lines.append(Line(player, number, place, is_gone))
    return lines, entries


def _never_moved(recount: Recount, entry: int) -> bool:
    """Whether an entry had matches and has forfeited all of them."""
    own = [(place["entries"].index(entry), recount.results[match]) for match, place in recount.opened.items()
           if entry in place["entries"]]  # fmt: skip
    return bool(own) and all(seat in result["forfeits"] for seat, result in own)


# Audits


def _audits(season: Season, courses: Sequence[Course]) -> int:
    """Exports, as a player receives them, pass the audit that anybody can do offline; returns how many matches."""
    checked = 0
    reader = next(person for person in season.people if person.ended_ms is None)
    for course in courses:
        matches = [core["match"] for core in course.cores if core["type"] == "match.opened"]
        bundle = _export(reader, f"/tournaments/{course.tournament.pk}/export")
        bundles = [_export(reader, f"/matches/{match}/export") for match in matches]
        for status, step, words in audit(bundle, bundles):
            if status == "FAILED":
                raise Broken(f"the audit of {course.tournament.pk} fails: {step}: {words}")
        checked += len(matches)
    return checked


def _export(reader: Member, path: str) -> Any:
    reply: Reply = responded(Call("GET", path, token=reader.token))
    if reply.status != 200:
        raise Broken(f"{path} is answered {reply.status} {reply.body}")
    return json.loads(reply.content)
