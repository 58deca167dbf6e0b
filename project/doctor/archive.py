"""The check of the store of the archive and its archived matches."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

from django.core.files.base import ContentFile

from events.base.exceptions import Busy
from events.log import archive
from project.doctor.finding import Finding, fault, ok, rows

SAMPLES = 5
_SAMPLED = "SELECT match_id, name, digest FROM events_archive ORDER BY random() LIMIT %s"
CHECK = "check COMPTOIR_ARCHIVE_URL and its credentials; S3 needs `pip install 'django-storages[s3]'`"
KEEP = "restore the object from a backup of the store, because the database no longer has these events"


def keeps_matches() -> Iterator[Finding]:
    """Checks that the store saves and returns an object, and that a sample of archived matches can be read."""
    probe = f"doctor/{uuid4()}"
    try:
        store = archive.store()
        saved = store.save(probe, ContentFile(b"doctor"))
        with store.open(saved) as file:
            returned = file.read()
        store.delete(saved)
    except Exception as error:  # each kind of store raises its own exceptions
        yield fault(f"the archive does not accept an object: {type(error).__name__} {error}", CHECK)
        return
    if returned != b"doctor":
        yield fault("the archive did not return the stored object", "use another store")
        return
    sampled = rows(_SAMPLED, [SAMPLES])
    lost = 0
    for match, name, digest in sampled:
        try:
            archive.bundle_in(match, archive.object_of(name, bytes(digest)))
        except (archive.ArchiveDamaged, Busy):
            lost += 1
            yield fault(f"the archived match {match} cannot be read", KEEP)
    if not lost:
        yield ok(f"the archive answers, and {len(sampled)} archived matches were read")
