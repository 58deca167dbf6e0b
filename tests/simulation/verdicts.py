"""Promises that hold after a run: every log is valid, and nothing acknowledged or notified is lost or doubled.

Each check recomputes its result from the logs and the clients' records, and calls none of the code under test.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from events.log import log
from events.log.match_state import folding
from events.log.match_state.rules import game_of
from events.log.models import ENDED, Match, PendingAction
from events.notifications.models import Outbox
from events.processes.models import ErrorReport
from events.proofs.audits import findings
from events.tournaments.models import Tournament, TournamentEvent
from events.tournaments.selectors import tournament_head
from tests.events.tournaments.recount import Recount
from tests.simulation.database import written_ms
from tests.simulation.due import next_due_ms
from tests.simulation.scheduler import Broken

if TYPE_CHECKING:
    from tests.simulation.people import Person
    from tests.simulation.seeds import Run

LATE_MS = 90_000  # the delay due to a lost hint, a dead scheduler and a wrong clock
READ_MS = 60_000  # the time in which a client reads everything despite lost requests and responses
AHEAD_MS = 2_000  # the maximum by which the clock of a process may be fast
COUNTED = frozenset({"your_turn", "match_started", "match_over"})


def judge(run: Run) -> Counter[str]:
    """Raises Broken at the first broken promise; returns the numbers of comparisons."""
    counts = Counter[str]()
    for match in Match.objects.order_by("pk"):
        rows, written = list(log.read(match.pk)), written_ms(match.pk)
        counts["matches"] += 1
        counts["events"] += len(rows)
        check_log(match, rows)
        check_clock(run, rows, written)
        counts["moves"] += check_moves(run, match, rows)
        counts["notices"] += _notices(run, match, rows, written)
    counts["posts"] = sum(_webhook(run, person) for person in run.people)
    counts["mails"] = _mails(run)
    for tournament in Tournament.objects.order_by("pk"):
        counts["tournaments"] += 1
        _tournament(run, tournament)
    check_nothing_left(run)
    check_error_reports()
    return counts


def check_log(match: Match, rows: list[log.StoredEvent]) -> None:
    """Checks that the match is over, and that both the verifier and the rules accept its log."""
    if match.status not in ENDED:
        raise Broken(f"match {match.pk} is {match.status}")
    times = [event.core["at_ms"] for event in rows]
    if times != sorted(times):
        raise Broken(f"the times of {match.pk} go back")
    if found := findings(match):
        raise Broken(f"the audit of {match.pk} finds {found}")


def check_clock(run: Run, rows: list[log.StoredEvent], written: Mapping[int, int]) -> None:
    """Checks that no timeout came early, and that none came much too late.

    written: the correct time of each event. A process whose clock is slow may set a deadline in the past; nobody can
    answer a prompt before its deadline is set.
    """
    longest, known = run.world.hint_ms + LATE_MS, dict[tuple[int, int], int]()
    for before, event in pairwise(rows):
        due = {each["prompt"]: each["at_ms"] for each in before.core.get("deadlines") or ()}
        known = {deadline: known.get(deadline, written[before.seq]) for deadline in due.items()}
        prompt = event.core["prompt"]
        if event.core["by"] != "clock" or prompt not in due:
            continue
        early = due[prompt] - event.core["at_ms"]
        if early > 0 and not _has_resigned(rows, event):
            raise Broken(f"the clock answered prompt {prompt} {early} ms before its deadline, at event {event.seq}")
        late = written[event.seq] - max(due[prompt], known[prompt, due[prompt]])
        if late > longest:
            raise Broken(f"the clock answered prompt {prompt} {late} ms after its deadline, at event {event.seq}")


def _has_resigned(rows: list[log.StoredEvent], event: log.StoredEvent) -> bool:
    """Returns whether the seat of an event had resigned before, so that the match does not wait for the seat."""
    resigned = {before.core["actor"] for before in rows[: event.seq] if before.type == "seat.resigned"}
    return bool(resigned) and event.core["actor"] in {*resigned, None}


def cores_of(events: QuerySet[TournamentEvent]) -> list[dict[str, Any]]:
    """Returns the events of a tournament in the order of its log."""
    return [json.loads(bytes(core)) for core in events.order_by("seq").values_list("core", flat=True)]


def _tournament(run: Run, tournament: Tournament) -> None:
    """Checks the standings against a second computation from the log, and that each round was announced once."""
    cores = cores_of(TournamentEvent.objects.filter(tournament=tournament))
    if tournament.status != "finished":
        raise Broken(f"tournament {tournament.pk} is {tournament.status}")
    rounds = [len(core["tables"]) for core in cores if core["type"] == "round.drawn"]
    opened = Counter(core["round"] for core in cores if core["type"] == "match.opened")
    if list(opened.values()) != rounds:
        raise Broken(f"tournament {tournament.pk} has {rounds} tables by its draws, and {opened} by its matches")
    _drawn_when_all_are_over(tournament, cores)
    recount = Recount(cores)
    head = tournament_head(tournament, None)
    names = recount.settings["tie_breaks"]
    told = sorted(
        (line["place"], line["entry"], (line["points"], *(line["tie_breaks"][name] for name in names)))
        for line in head["table"]
    )
    if told != recount.rows():
        raise Broken(f"the table of {tournament.pk} is {told}, by a second computation {recount.rows()}")
    entries = {str(entry.player_id): entry.number for entry in tournament.entries.all() if entry.player_id}
    for person in run.people:
        drawn = Counter(
            one.data["round"]
            for one in person.notices
            if one.kind == "round_drawn" and one.data.get("tournament") == str(tournament.pk)
        )
        due = Counter(range(1, len(rounds) + 1)) if person.id in entries else Counter[int]()
        if drawn != due:
            raise Broken(f"{person.name} was told of the rounds {drawn}, and there were {due}")


def _drawn_when_all_are_over(tournament: Tournament, cores: list[dict[str, Any]]) -> None:
    """Checks that each round was drawn after all results of the previous rounds had arrived."""
    waiting = set[str]()
    for core in cores:
        if core["type"] == "match.opened":
            waiting.add(core["match"])
        elif core["type"] == "match.recorded":
            waiting.remove(core["match"])
        elif core["type"] == "round.drawn" and waiting:
            raise Broken(f"round {core['round']} of {tournament.pk} was drawn before the end of {sorted(waiting)}")


def check_moves(run: Run, match: Match, rows: list[log.StoredEvent]) -> int:
    """Checks that the log has every acknowledged move once, and no other move of its player."""
    key, compared = str(match.pk), 0
    for person in run.people:
        if key not in person.seats:
            continue
        seat = person.seats[key]
        mine = [one for one in person.acknowledged if one.match == key]
        places = [one.reply.body["seq"] for one in mine if one.reply.body["seq"] is not None]
        if len(set(places)) != len(places):
            raise Broken(f"two moves of {person.name} have the same place in {key}: {places}")
        for one in mine:
            seq = one.reply.body["seq"]
            if seq is not None and not _is(rows, seq, seat, one.body):
                raise Broken(f"an acknowledged move of {person.name} is not event {seq} of {key}: {one.body}")
            if seq is not None and rows[seq].core["at_ms"] > one.at_ms + AHEAD_MS:
                raise Broken(f"event {seq} of {key} is of {rows[seq].core['at_ms']}, and was known at {one.at_ms}")
        own = [event for event in rows if event.type == "move" and event.core["actor"] == seat]
        written = {event.seq for event in own if event.core["by"] == "player"}
        unknown = written - set(places)
        if unknown and not _arrivals(rows, unknown):
            raise Broken(f"{person.name} did not make the moves {sorted(unknown)} of {key}")
        compared += len(mine)
    return compared


def _is(rows: list[log.StoredEvent], seq: int, seat: int, body: Any) -> bool:
    if seq >= len(rows):
        return False
    core = rows[seq].core
    is_theirs = core["actor"] in (seat, None)  # some acts of Dealmaker are anonymous
    return bool(is_theirs and core["prompt"] == body["prompt"] and core["move"]["verb"] == body["verb"])


def _arrivals(rows: list[log.StoredEvent], seqs: set[int]) -> bool:
    """Returns whether these events only show that a sealed answer has arrived."""
    return all(not rows[seq].core["move"] for seq in seqs)


def _notices(run: Run, match: Match, rows: list[log.StoredEvent], written: Mapping[int, int]) -> int:
    """Checks that each notification reached each of its recipients once, and nobody else."""
    expected, compared = expected_notices(match, rows), 0
    for person in run.people:
        received = Counter(
            (notice.kind, notice.data.get("seq"))
            for notice in person.notices
            if notice.data.get("match") == str(match.pk) and notice.kind in COUNTED
        )
        due = expected[person.seats[str(match.pk)]] if str(match.pk) in person.seats else Counter()
        if received != due:
            raise Broken(f"{person.name} of {match.pk} lacks {due - received} and has beside that {received - due}")
        compared += received.total()
        _in_time(run, person, match, written)
        check_reminders(person, match, rows, written)
    return compared


def _in_time(run: Run, person: Person, match: Match, written: Mapping[int, int]) -> None:
    """Checks that notifications arrive soon after their events; a timer relays those of processes that died."""
    for notice in person.notices:
        if notice.kind in COUNTED and notice.data.get("match") == str(match.pk):
            late = notice.at_ms - written[notice.data["seq"]]
            if late > run.world.hint_ms + LATE_MS + READ_MS:
                raise Broken(f"{person.name} was notified of event {notice.data['seq']} of {match.pk} {late} ms later")


def expected_notices(match: Match, rows: list[log.StoredEvent]) -> dict[int, Counter[tuple[str, int]]]:
    """Returns the notifications that each seat must receive according to the log, by kind and event."""
    expected = {seat: Counter[tuple[str, int]]() for seat in range(match.size)}
    people, resigned, waiting = set[int](), set[int](), set[tuple[int, int]]()
    state, phases = folding.opening(match), game_of(match).phases
    for event in rows:
        core, seat = event.core, event.core["actor"]
        if event.type in ("seat.joined", "seat.replaced"):
            people = people - {seat} if core.get("policy") else people | {seat}
            if event.type == "seat.replaced" and seat in people and any(seat == waits for _, waits in waiting):
                expected[seat]["your_turn", event.seq] += 1
        resigned |= {seat} if event.type == "seat.resigned" else set()
        state = folding.advanced(state, event, folding.effects_of(event))
        before, waiting = (
            waiting,
            {
                (prompt.id, waits)
                for prompt in state.state.open_prompts
                for waits in phases[prompt.phase].required_seats(state.state, prompt)
            },
        )
        for seat in people:
            if event.type == "match.started":
                expected[seat]["match_started", event.seq] += 1
            if event.type in ("match.over", "match.void"):
                expected[seat]["match_over", rows[-1].seq] += 1
            if seat not in resigned and seat in {waits for _, waits in waiting - before}:
                expected[seat]["your_turn", event.seq] += 1
    return expected


def check_reminders(person: Person, match: Match, rows: list[log.StoredEvent], written: Mapping[int, int]) -> None:
    """Checks that no prompt has two reminders, and that no timeout came without a reminder."""
    mine = [notice for notice in person.notices if notice.data.get("match") == str(match.pk)]
    reminded = Counter(prompt for one in mine if one.kind == "deadline_near" for prompt in one.data["prompts"])
    if twice := [prompt for prompt, times in reminded.items() if times > 1]:
        raise Broken(f"{person.name} is reminded of {twice} of {match.pk} twice")
    seat = person.seats.get(str(match.pk))
    missed = {event.core["prompt"] for event in rows if event.type == "clock" and event.core["actor"] == seat}
    too_short = _too_short(rows, written, person.clients.world.hint_ms)
    excused = {None, *reminded, *_resigned_from(rows, seat), *too_short}
    if seat is not None and (silent := missed - excused):
        raise Broken(f"the time of {person.name} in {match.pk} was up at {silent} without a reminder")


def _too_short(rows: list[log.StoredEvent], written: Mapping[int, int], hint_ms: int) -> set[int]:
    """Returns the prompts that may time out before a scheduler with delayed hints processes them."""
    given = defaultdict[int, int](int)
    for event in rows:
        for due in event.core.get("deadlines") or ():
            given[due["prompt"]] = max(given[due["prompt"]], due["at_ms"] - written[event.seq])
    return {prompt for prompt, ms in given.items() if ms <= hint_ms + LATE_MS}


def _resigned_from(rows: list[log.StoredEvent], seat: int | None) -> set[int]:
    """Returns the prompts that timed out for a seat that had resigned."""
    left = [event.seq for event in rows if event.type == "seat.resigned" and event.core["actor"] == seat]
    return {event.core["prompt"] for event in rows if left and event.seq > left[0] and event.type == "clock"}


def _webhook(run: Run, person: Person) -> int:
    """Checks that a webhook received each notification of the stream at least once, under one id, and nothing else.

    The notifications of one match must arrive in order, for a receiver that ignores known ids.
    """
    posted = run.world.outside.posted[person.host]
    if not person.has_webhook:
        if posted:
            raise Broken(f"{person.host} is nobody's webhook, and received {posted[0]}")
        return 0
    bodies = defaultdict[str, list[dict[str, Any]]](list)
    for one in posted:
        bodies[one.id].append(one.body)
    for id, same in bodies.items():
        if any(body != same[0] for body in same):
            raise Broken(f"{person.host} received different notices under the id {id}")
    arrived = Counter(same[0]["data"]["id"] for same in bodies.values())
    numbers = Counter(notice.number for notice in person.notices)
    if arrived != numbers:
        raise Broken(f"{person.host} lacks {numbers - arrived} and has beside that {arrived - numbers}")
    known = {notice.number: notice.data for notice in person.notices}
    orders = defaultdict[str, list[int]](list)
    for same in bodies.values():
        orders[same[0]["data"].get("match", "")].append(same[0]["data"]["id"])
    if mixed := [match for match, order in orders.items() if match and order != sorted(order)]:
        raise Broken(f"{person.host} received the notices of {mixed} in another order")
    for same in bodies.values():
        if same[0]["data"] != known[same[0]["data"]["id"]]:
            raise Broken(f"{person.host} received {same[0]}, the stream {known[same[0]['data']['id']]}")
    return len(posted)


def _mails(run: Run) -> int:
    """Checks that e-mails reached only their own players, and that repeated e-mails are identical."""
    sent = run.world.outside.mails
    ids = {person.email: person.id.replace("-", "") for person in run.people}
    for address, messages in sent.items():
        seen = dict[str, str]()
        for message in messages:
            name = message.extra_headers["Message-ID"]
            if not name.startswith(f"<{ids[address]}.") or message.to != [address]:
                raise Broken(f"{address} received {name}")
            if seen.setdefault(name, message.body) != message.body:
                raise Broken(f"{address} received two e-mails as {name}")
    return sum(map(len, sent.values()))


def check_nothing_left(run: Run) -> None:
    """Checks that no work remains, except work for a future time."""
    if left := list(PendingAction.objects.values_list("match", "prompt", "seat")):
        raise Broken(f"pending work is left: {left}")
    if left := list(Outbox.objects.values_list("match", "notices")):
        raise Broken(f"notices wait to be relayed: {left}")
    due_ms = next_due_ms()
    if due_ms is not None and due_ms <= run.world.scheduler.now_ms - 60_000:
        raise Broken(f"something has been due since {due_ms}")


def check_error_reports() -> None:
    """Checks that there is no error report: all failures were expected."""
    if reports := list(ErrorReport.objects.values_list("code", "place", "message")):
        raise Broken(f"error reports: {reports}")
