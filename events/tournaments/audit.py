"""The offline audit of a tournament: `python -m events.tournaments.audit TOURNAMENT MATCH...`.

The arguments are the exports of the tournament and of its matches, as JSON files. The audit draws every round again,
computes the table again from the logs of the matches, and compares the results with the log of the tournament.

| step | meaning of OK |
|---|---|
| 1 form | every event is canonical JSON, `seq` counts 0, 1, 2…, and times never decrease |
| 2 chain | each hash covers its event and all earlier events; the operator signed the export |
| 3 draws | `pairing` derives the same rounds and seats from the earlier events, and `rules` permit each act |
| 4 deals | each opened seed matches the commitment that the server made before anybody entered |
| 5 matches | each result equals that match's log; the log passes the verifier and has the deal of its round |
| 6 table | the final table follows from these results |
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from events.base.canonical_json import canonical_json
from events.base.fairness import event_hash, genesis, server_commit
from events.base.fairness.heads import bundle_text, key_id
from events.tournaments.absence import forfeits
from events.tournaments.pairing import draw, seating
from events.tournaments.rules import fault_of
from events.tournaments.scoring import FINISHED, is_complete, places_due, table_of
from events.tournaments.state import Round, TournamentState, deal_id, folded
from events.verifier.verify import verify

Bundle = Mapping[str, Any]
Finding = tuple[str, str, str]
SHAPELESS = (LookupError, TypeError, ValueError, AttributeError)


class AuditFailure(Exception):
    """A failed check."""


class Audit:
    """One audit. matches: the complete exports of the matches, by id."""

    def __init__(self, bundle: Bundle, matches: Mapping[str, Bundle]) -> None:
        self.bundle, self.matches = bundle, matches
        self.id = UUID(bundle["tournament"]).bytes
        self.cores: list[dict[str, Any]] = [json.loads(event["core"]) for event in bundle["events"]]

    def form(self) -> str:
        """Checks the form (step 1)."""
        before = 0
        for at, (core, event) in enumerate(zip(self.cores, self.bundle["events"], strict=True)):
            _demand(
                canonical_json(core).decode() == event["core"] and core["seq"] == at, f"event {at} has a wrong form"
            )
            _demand(core["at_ms"] >= before, f"event {at}: time goes back")
            before = core["at_ms"]
        _demand(bool(self.cores) and self.cores[0]["type"] == "tournament.created", "the first event is missing")
        return f"{len(self.cores)} events"

    def chain(self) -> str:
        """Checks the chain (step 2)."""
        head = genesis(self.id)
        for at, event in enumerate(self.bundle["events"]):
            head = event_hash(head, event["core"].encode())
            _demand(head.hex() == event["hash"], f"event {at} has another hash")
        seal, sealed = self.bundle["seal"], {name: part for name, part in self.bundle.items() if name != "seal"}
        keys = {key["key_id"]: bytes.fromhex(key["public_key"]) for key in self.bundle["keys"]}
        public = keys.get(seal["key_id"], b"")
        try:
            text = bundle_text(self.id, canonical_json(sealed))
            Ed25519PublicKey.from_public_bytes(public).verify(bytes.fromhex(seal["signature"]), text)
        except (InvalidSignature, ValueError):
            raise AuditFailure("the signature of the export is wrong") from None
        _demand(key_id(public) == seal["key_id"], "the key has another name")
        return f"head {head.hex()[:16]}, signed by {seal['key_id']}"

    def draws(self) -> str:
        """Checks the draws (step 3)."""
        state = TournamentState(self.id)
        for core in self.cores:
            _demand((fault := fault_of(state, core)) is None, fault or "")
            if core["type"] == "round.drawn":
                _demand(not state.rounds or is_complete(state), f"round {core['round']} was drawn too early")
                drawn = Round(tuple(map(tuple, core["tables"])), tuple(core["byes"]))
                _demand(draw(state) == drawn, f"round {core['round']} was drawn otherwise")
            elif core["type"] == "match.opened":
                place = (core["round"], core["table"], core["deal"])
                _demand(place in places_due(state), f"match {core['match']} was not due")
                table = state.rounds[core["round"] - 1].tables[core["table"] - 1]
                seated = seating(state, table, core["deal"])
                _demand(list(seated) == core["entries"], f"match {core['match']} has other seats")
            state.apply(core)
        return f"{len(state.rounds)} rounds drawn again, {len(state.pairings)} matches seated again"

    def deals(self) -> str:
        """Checks the deals (step 4)."""
        state = folded(self.id, self.cores)
        for (round, deal), seed in state.seeds.items():
            number = state.deal_number(round, deal)
            commit = server_commit(deal_id(self.id, number), bytes.fromhex(seed)).hex()
            _demand(commit == state.settings["deal_commits"][number], f"deal {deal} of round {round} has another seed")
        return f"{len(state.seeds)} deals have the seed that the server committed to"

    def results(self) -> str:
        """Checks the results (step 5)."""
        state, recorded = folded(self.id, self.cores), 0
        for core in self.cores:
            if core["type"] == "match.recorded":
                _demand(core["match"] in self.matches, f"the export of match {core['match']} is missing")
                self._result(state, core, self.matches[core["match"]])
                recorded += 1
        return f"{recorded} results are those of the logs of their matches"

    def _result(self, state: TournamentState, core: Bundle, match: Bundle) -> None:
        ident, meeting = core["match"], state.pairings[core["match"]]
        bad = [f"{step}: {words}" for status, step, words in verify(match) if status == "FAILED"]
        _demand(match["match"] == ident and not bad, f"match {ident} fails the verifier: {bad[:1]}")
        rows = [json.loads(event["core"]) for event in match["events"]]
        head = (core["size"], core["hash"])
        _demand(
            len(rows) >= head[0] and match["events"][head[0] - 1]["hash"] == head[1], f"match {ident} is another log"
        )
        over = next((row for row in rows if row["type"] == "match.over"), None)
        result = (over["standings"], over["scores"]) if over else (None, None)
        same = result == (core["standings"], core["scores"]) and (over is not None) == (core["status"] == FINISHED)
        _demand(same, f"match {ident} has another result")
        void = next((row for row in rows if row["type"] == "match.void"), None)
        is_late = ident in state.overtime
        _demand(not is_late or (void is not None and void["by"] == "setup"), f"match {ident} was not ended by the time")
        away = forfeits(rows[: core["size"]]) if state.rules > 1 else None
        _demand(core.get("forfeits") == away, f"other seats of match {ident} were forfeited")
        created, chosen = rows[0], state.settings
        _demand(
            all(created[name] == chosen[name] for name in ("game", "options", "clock", "seats")),
            f"match {ident} has other settings",
        )
        if chosen["duplicate"]:
            commit = chosen["deal_commits"][state.deal_number(meeting.round, meeting.deal)]
            same = created["deal"] == state.deal_of(meeting.round, meeting.deal) and created["server_commit"] == commit
            _demand(same, f"match {ident} has another deal")

    def table(self) -> str:
        """Checks the table (step 6)."""
        end = next((core for core in self.cores if core["type"] == "tournament.finished"), None)
        if end is None:
            return "the tournament has no final table yet"
        state = folded(self.id, self.cores)
        computed = [[line.place, line.entry, line.points, *line.tie_breaks] for line in table_of(state)]
        _demand(computed == end["table"], "the final table does not follow from the results")
        return f"{len(computed)} lines computed again, all equal"


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AuditFailure(otherwise)


def audit(bundle: Bundle, matches: Iterable[Bundle]) -> list[Finding]:
    """Returns the findings of all steps as (status, step, text), in order."""
    try:
        whole = Audit(bundle, {match["match"]: match for match in matches})
    except SHAPELESS:
        return [("FAILED", "1 form", "the export has a wrong shape")]
    steps: tuple[tuple[str, Callable[[], str]], ...] = (
        ("1 form", whole.form),
        ("2 chain", whole.chain),
        ("3 draws", whole.draws),
        ("4 deals", whole.deals),
        ("5 matches", whole.results),
        ("6 table", whole.table),
    )
    return [_taken(step, check) for step, check in steps]


def _taken(step: str, check: Callable[[], str]) -> Finding:
    try:
        return "OK", step, check()
    except AuditFailure as bad:
        return "FAILED", step, str(bad)
    except SHAPELESS:
        return "FAILED", step, "the data it needs has a wrong shape"


def main(paths: list[str]) -> int:
    """Prints the finding of each step. Returns the exit status."""
    if not paths:
        print("usage: python -m events.tournaments.audit TOURNAMENT MATCH...", file=sys.stderr)
        return 2
    bundle, *matches = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
    findings = audit(bundle, matches)
    for status, step, words in findings:
        print(f"{status:<8}{step}: {words}")
    return 1 if any(status == "FAILED" for status, _, _ in findings) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
