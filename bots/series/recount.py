"""Recomputes the table of an arena offline: `python -m bots.series.recount FILE`.

| step | what holds if it says OK |
|---|---|
| 1 seal | the server signed the whole file, and the seed is the one that it committed to |
| 2 schedule | every group of entrants played every deal in every seating, no match is missing or comes twice |
| 3 matches | each log passes the verifier, was played by the settings of the series, and has the cards of its deal |
| 4 table | the table follows from the logs alone |

The exit status is 0 only if all steps say OK. Logs contain no names: only the server's signature vouches for which
program held a seat.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from bots.series.deals import FORMAT, ArenaSeries, Seating
from bots.series.table import SeriesResult, table_of
from events.base.canonical_json import canonical_json
from events.base.fairness.heads import bundle_text, key_id
from events.verifier.verify import verify

Rows = Sequence[Mapping[str, Any]]
SHAPELESS = (LookupError, TypeError, ValueError, AttributeError)


class CheckFailed(Exception):
    """A failed check, with the reason."""


def rows_of(export: Mapping[str, Any]) -> Rows:
    """Returns the events of a match."""
    return [json.loads(event["core"]) for event in export["events"]]


def seed_in(export: Mapping[str, Any]) -> str | None:
    """Returns the seed of a match's cards, which its log reveals; None while the match is played."""
    opened = (cell for event in export["events"] for cell in event["cells"] if cell["path"] == "server_seed")
    return next((cell["value"] for cell in opened), None)


def result_of(seating: Seating, rows: Rows) -> SeriesResult | None:
    """Returns the result of a match from its log; None if an operator ended it."""
    over = next((row for row in rows if row["type"] == "match.over"), None)
    if over is None:
        return None
    resigned = {row["actor"] for row in rows if row["type"] == "seat.resigned" and row["by"] == "clock"}
    return SeriesResult(seating, over["standings"], frozenset(resigned))


def table_from(
    series: ArenaSeries, matches: Iterable[Mapping[str, Any]], read: Callable[[Mapping[str, Any]], Rows]
) -> list[dict[str, Any]]:
    """Returns the table that follows from the matches of a file; matches without a result do not count."""
    results = (result_of(_seating(match), read(match["export"])) for match in matches)
    return table_of([result for result in results if result is not None], series.entrants)


def _seating(match: Mapping[str, Any]) -> Seating:
    return Seating(match["deal"], tuple(match["lineup"]))


class Recount:
    """The steps of the check of one file."""

    def __init__(self, file: Mapping[str, Any]) -> None:
        self.file, self.series = file, ArenaSeries.from_json(file)

    def seal(self) -> str:
        """Checks the seal (step 1)."""
        seal, sealed = self.file["seal"], {name: part for name, part in self.file.items() if name != "seal"}
        _demand(sealed["format"] == FORMAT, "the format is unknown")
        keys = {key["key_id"]: bytes.fromhex(key["public_key"]) for key in sealed["keys"]}
        public = keys.get(seal["key_id"], b"")
        try:
            text = bundle_text(self.series.id, canonical_json(sealed))
            Ed25519PublicKey.from_public_bytes(public).verify(bytes.fromhex(seal["signature"]), text)
        except (InvalidSignature, ValueError):
            raise CheckFailed("the signature of the file is wrong") from None
        _demand(key_id(public) == seal["key_id"], "the key has another name")
        _demand(sealed["commit"] == self.series.commit.hex(), "the seed is not the one that was committed to")
        return f"commitment {sealed['commit'][:16]}, signed by {seal['key_id']}"

    def schedule(self) -> str:
        """Checks the schedule (step 2)."""
        played, due = sorted(map(_seating, self.file["matches"])), sorted(self.series.seatings())
        _demand(played == due, "the matches are not those of the series")
        ids = {match["export"]["match"] for match in self.file["matches"]}
        _demand(len(ids) == len(due), "a match comes twice")
        return f"{len(due)} matches of {self.series.deals} deals"

    def matches(self) -> str:
        """Checks the matches (step 3)."""
        void = 0
        for match in self.file["matches"]:
            rows, name = rows_of(match["export"]), match["export"]["match"]
            bad = [f"{step}: {words}" for status, step, words in verify(match["export"]) if status == "FAILED"]
            _demand(not bad, f"match {name} fails the verifier: {bad[:1]}")
            self._played(_seating(match), rows, name, seed_in(match["export"]))
            void += result_of(_seating(match), rows) is None
        return f"{len(self.file['matches'])} logs pass the verifier, {void} of them without a result"

    def _played(self, seating: Seating, rows: Rows, name: str, seed: str | None) -> None:
        """Raises CheckFailed unless a match belongs to the series. seed: the seed of its cards."""
        series, created = self.series, rows[0]
        wished = {"per_move": series.seconds, "on_timeout": "resign"}
        settings = {"game": series.game, "options": series.options, "seats": series.seats, "clock": wished}
        same = all(created[setting] == value for setting, value in settings.items())
        _demand(same, f"match {name} has other settings")
        _demand(created["fairness"] == "fixed_seed", f"match {name} has a seed of its own")
        _demand(seed == series.seed_of(seating.deal).hex(), f"match {name} has another deal")
        joined = {row["actor"]: row["policy"] for row in rows if row["type"] == "seat.joined"}
        wanted = {
            seat: None if series.programs[number] else series.entrants[number]
            for seat, number in enumerate(seating.lineup)
        }
        _demand(joined == wanted, f"match {name} was played by others")

    def table(self) -> str:
        """Checks the table (step 4)."""
        again = table_from(self.series, self.file["matches"], rows_of)
        _demand(again == self.file["table"], "the table does not follow from the logs")
        return f"{len(again)} entrants"


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise CheckFailed(otherwise)


def recount(file: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Returns the steps in order as (status, step, message)."""
    try:
        checked = Recount(file)
    except SHAPELESS:
        return [("FAILED", "1 seal", "the file has a wrong shape")]
    steps = (
        ("1 seal", checked.seal),
        ("2 schedule", checked.schedule),
        ("3 matches", checked.matches),
        ("4 table", checked.table),
    )
    findings = []
    for name, step in steps:
        try:
            findings.append(("OK", name, step()))
        except CheckFailed as bad:
            findings.append(("FAILED", name, str(bad)))
        except SHAPELESS:
            findings.append(("FAILED", name, "the file has a wrong shape"))
    return findings


def printed(file: Mapping[str, Any]) -> str:
    """Returns the recomputed table as text."""
    lines = [f"{'':2} {'entrant':24} {'rating':>12} {'points':>14} {'matches':>8} {'forfeits':>8}"]
    for place, line in enumerate(table_from(ArenaSeries.from_json(file), file["matches"], rows_of), 1):
        rating = _with_margin(f"{line['rating']:+d}", line["rating_margin"])
        share = _with_margin(f"{line['points'] / 10:.1f}", line["points_margin"], 10)
        lines.append(
            f"{place:2} {line['entrant']:24} {rating:>12} {share + ' %':>14} {line['matches']:>8} {line['forfeits']:>8}"
        )
    return "\n".join(lines)


def _with_margin(value: str, margin: int | None, parts: int = 1) -> str:
    if margin is None:
        return value
    return f"{value} ± {margin / parts:.{1 if parts > 1 else 0}f}"


def main(arguments: Sequence[str]) -> int:
    """Prints each step and the table; returns the exit status."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    file = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    findings = recount(file)
    for status, step, words in findings:
        print(f"{status:7} {step}: {words}")
    if any(status == "FAILED" for status, _, _ in findings):
        return 1
    print(printed(file))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
