"""Private notes of players at a match."""

from __future__ import annotations

from uuid import UUID

from events.base.clock import now_ms, rfc3339
from events.matches.models import Note
from events.matches.serializers.presence import NoteOut
from events.users.models import Player


def note_of(player: Player, match_id: UUID) -> NoteOut:
    """Returns a player's note at a match; an empty one if there is none."""
    note = Note.objects.filter(player=player, match=match_id).first()
    if note is None:
        return {"match": str(match_id), "text": "", "written_at": None}
    return {"match": str(match_id), "text": note.text, "written_at": rfc3339(note.written_ms)}


def note_write(*, player: Player, match_id: UUID, text: str) -> None:
    """Stores a note, replacing the previous note."""
    Note.objects.update_or_create(player=player, match=match_id, defaults={"text": text, "written_ms": now_ms()})


def note_remove(*, player: Player, match_id: UUID) -> None:
    """Deletes a note, if there is one."""
    Note.objects.filter(player=player, match=match_id).delete()


def notes_of(player: Player) -> list[NoteOut]:
    """Returns all notes of a player, for their export."""
    return [
        {"match": str(note.match), "text": note.text, "written_at": rfc3339(note.written_ms)}
        for note in Note.objects.filter(player=player).order_by("pk")
    ]
