"""Asks witnesses to cosign the newest checkpoint, and keeps what they sign."""

from __future__ import annotations

import structlog
from django.conf import settings

from events.base.clock import now_ms
from events.base.error_reports import is_outage, report, report_error
from events.log.models import Cosignature
from events.transparency.notes import checkpoint_text, cosigned_ms, signatures_in
from events.transparency.selectors import signed
from events.transparency.tree import consistency_proof, log_size, root_at
from events.transparency.witnesses import Contradicted, Elsewhere, NamedWitness, NotSigned, ask, witnesses

MOST_SKEW_MS = 86_400_000  # between the clock of a witness and ours

log = structlog.get_logger()


def cosignatures_collect() -> int:
    """Asks each witness that has not signed the newest checkpoint; returns how many have signed now.

    Two processes may do this at once. An unreachable witness waits for the next time. A witness with another history
    writes an error report, and so does an error; the others are asked in any case.
    """
    size = log_size()
    return sum(_collect_alone(witness, size) for witness in witnesses() if size)


def _collect_alone(witness: NamedWitness, size: int) -> bool:
    try:
        return _signed_size(witness) < size and _collect(witness, size)
    except Exception as error:
        if is_outage(error):
            raise
        log.exception("witness_failed", witness=witness.key.name)
        report_error("witness_failed", error, witness.key.name)
        return False


def _signed_size(witness: NamedWitness) -> int:
    """Returns the size of the largest log that a witness has signed, as far as this server knows; 0: none."""
    mine = Cosignature.objects.filter(witness=witness.key.vkey, origin=settings.COMPTOIR_LOG_ORIGIN)
    return mine.order_by("-size").values_list("size", flat=True).first() or 0


def _collect(witness: NamedWitness, size: int) -> bool:
    root = root_at(size)
    note, text = signed(size, root), checkpoint_text(settings.COMPTOIR_LOG_ORIGIN, size, root)
    try:
        lines = _asked(witness, size, note)
        for signature in signatures_in(lines):
            if at_ms := cosigned_ms(witness.key, text, signature):
                if abs(at_ms - now_ms()) > MOST_SKEW_MS:
                    raise NotSigned(f"it was asked now, and signed at {at_ms} ms")
                _keep(witness, size, root, signature.line, at_ms)
                return True
        raise NotSigned("no signature by its key")
    except Contradicted as error:
        report("log_contradicted", witness.key.name, f"a witness has signed another history: {error}")
    except (NotSigned, ValueError) as error:
        log.warning("not_cosigned", witness=witness.key.name, size=size, reason=str(error)[:100])
    return False


def _asked(witness: NamedWitness, size: int, note: str) -> str:
    """Returns the response of a witness, which may first have to report the size that it knows. Raises NotSigned."""
    old = _signed_size(witness)
    try:
        return ask(witness, old, consistency_proof(old, size), note)
    except Elsewhere as other:
        if other.size > size:
            size_now = log_size()
            kind = Contradicted if other.size > size_now else NotSigned
            raise kind(f"it has {other.size} leaves, this log {size_now}") from None
        return ask(witness, other.size, consistency_proof(other.size, size), note)


def _keep(witness: NamedWitness, size: int, root: bytes, line: str, at_ms: int) -> None:
    values = {"root": root, "line": line, "at_ms": at_ms}
    Cosignature.objects.get_or_create(
        origin=settings.COMPTOIR_LOG_ORIGIN, size=size, witness=witness.key.vkey, defaults=values
    )
