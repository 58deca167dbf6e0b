"""Open data: the finished public matches of a month, as lines of JSON that anybody can verify (`docs/open-data.md`).

A line holds the public data of one match: its bundle for the offline verifier without the players' messages, the
players of the seats, and the changes of their ratings, with the skills before and after.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from events.base.clock import rfc3339
from events.log.access import access_to
from events.log.delays import ends_unseen
from events.log.models import Match
from events.proofs.selectors import export_text, exporter_of, members_for
from events.ratings.services import Result, Skills, rated, result_of, results_before, shown
from events.users.models import Player

_encode = msgspec.json.encode


class Month(NamedTuple):
    """A month in UTC."""

    year: int
    month: int

    @classmethod
    def of(cls, text: str) -> Month:
        """Parses a text such as `2026-10`. Raises ValueError."""
        begin = datetime.strptime(text, "%Y-%m")
        return cls(begin.year, begin.month)

    @property
    def begin_ms(self) -> int:
        """The time when the month begins."""
        return int(datetime(self.year, self.month, 1, tzinfo=UTC).timestamp() * 1000)

    @property
    def end_ms(self) -> int:
        """The time when the next month begins."""
        return Month(self.year + self.month // 12, self.month % 12 + 1).begin_ms

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"


def matches_of(month: Month) -> QuerySet[Match]:
    """Returns the public matches that ended in a month, in the order of their ends, except matches that are shown with
    a delay.
    """
    ended = Match.objects.filter(over_ms__gte=month.begin_ms, over_ms__lt=month.end_ms)
    public = ended.filter(status=Match.Status.FINISHED, visibility=Match.Visibility.PUBLIC, is_blinded=False)
    return public.exclude(ends_unseen(None)).order_by("over_ms", "id")


def dump(month: Month, folder: Path, matches: Iterable[Match]) -> Path:
    """Writes `comptoir-<month>.ndjson` into a folder, with its index and its SHA-256 hash; returns the path of the
    file.

    matches: the matches of the month, in order. They are read one at a time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"comptoir-{month}.ndjson"
    people, skills, index = _People(), dict[str, Skills](), list[dict[str, Any]]()
    with path.open("wb") as file:
        hashed = _Hashed(file)
        for match in matches:
            begin = hashed.size
            for part in _line(match, month, people, skills):
                hashed.write(part)
            index.append({"match": str(match.pk), "game": match.game, "at": begin, "bytes": hashed.size - begin})
    (folder / f"{path.name}.index.json").write_bytes(msgspec.json.format(_encode(index), indent=1) + b"\n")
    (folder / f"{path.name}.sha256").write_text(f"{hashed.digest()}  {path.name}\n", encoding="utf-8")
    return path


class _Hashed:
    """A file whose bytes are counted and hashed while they are written."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._hash, self.size = file, hashlib.sha256(), 0

    def write(self, part: bytes) -> None:
        self._file.write(part)
        self._hash.update(part)
        self.size += len(part)

    def digest(self) -> str:
        return self._hash.hexdigest()


class _People:
    """Numbers for people in one file, in order of appearance. Names cannot serve, because they can change and accounts
    can close.
    """

    def __init__(self) -> None:
        self._numbers: dict[UUID, int] = {}

    def of(self, player: Player | None) -> dict[str, Any]:
        """Returns the description of a player in the file; None: a player whose account no longer exists."""
        if player is None:
            return {"person": None, "name": None, "is_bot": False}
        number = self._numbers.setdefault(player.pk, len(self._numbers))
        return {"person": number, "name": player.name or None, "is_bot": player.is_bot}


def _line(match: Match, month: Month, people: _People, skills: dict[str, Skills]) -> Iterator[bytes]:
    """Yields one line of the file, in parts. skills: the skills before the match, by game; updated here."""
    result = result_of(match.pk, match.over_ms or 0)
    players = Player.objects.in_bulk([player for player in result.players.values() if player is not None])
    seats = [
        {"seat": seat, **people.of(players.get(player) if player else None), "left": seat in result.left}
        for seat, player in sorted(result.players.items())
    ]
    head = {
        "match": str(match.pk),
        "game": match.game,
        "ended_at": rfc3339(match.over_ms or 0),
        "rated": match.rated,
        "seats": seats,
        "ratings": _ratings(match, month, result, skills) if match.rated else [],
    }
    yield _encode(head)[:-1] + b',"bundle":'
    yield from export_text(match, members_for(match, exporter_of(access_to(match.pk, None)), words=False))
    yield b"}\n"


def _ratings(match: Match, month: Month, result: Result, skills: dict[str, Skills]) -> list[dict[str, Any]]:
    if match.game not in skills:
        skills[match.game] = Skills()
        for earlier in results_before(match.game, month.begin_ms):
            rated(skills[match.game], earlier)
    changes = rated(skills[match.game], result)
    return [
        {
            "seat": seat,
            "place": result.places[seat],
            "before": _skill(before),
            "after": _skill(after),
            "rating": shown(after)[0],
            "change": shown(after)[0] - shown(before)[0],
        }
        for seat, (before, after) in changes.items()
    ]


def _skill(skill: Any) -> Mapping[str, float]:
    return {"mu": skill.mu, "sigma": skill.sigma}
