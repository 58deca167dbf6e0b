"""Requests to witnesses to cosign the newest checkpoint, and storage of their cosignatures."""

from __future__ import annotations

import structlog
from django.conf import settings

from events.base.clock import now_ms
from events.base.error_reports import is_outage, report, report_error
from events.log.models import Cosignature
from events.transparency.notes import checkpoint_text, cosigned_ms, signatures_in
from events.transparency.selectors import signed
from events.transparency.tree import consistency_proof, log_size, root_at
from events.transparency.witnesses import Contradicted, NamedWitness, NotSigned, SizeConflict, ask, witnesses

MOST_SKEW_MS = 86_400_000  # the largest difference between the clocks of a witness and this server

log = structlog.get_logger()


def cosignatures_collect() -> int:
    """Requests cosignatures of the newest checkpoint from witnesses that have not signed it; returns their number.

    Two processes may do this at the same time. An unreachable witness is tried again next time. If a witness has signed
    another history, or an error occurs, an error report is written and the next witness is tried.
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
    """Returns the size of the largest log that a witness is known to have signed; 0 if there is none."""
    mine = Cosignature.objects.filter(witness=witness.key.vkey, origin=settings.COMPTOIR_LOG_ORIGIN)
    return mine.order_by("-size").values_list("size", flat=True).first() or 0


def _collect(witness: NamedWitness, size: int) -> bool:
    root = root_at(size)
    note, text = signed(size, root), checkpoint_text(settings.COMPTOIR_LOG_ORIGIN, size, root)
    try:
        lines = _cosignature_lines(witness, size, note)
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


def _cosignature_lines(witness: NamedWitness, size: int, note: str) -> str:
    """Returns the response of a witness; asks again if it knows another size of the log. Raises NotSigned."""
    old = _signed_size(witness)
    try:
        return ask(witness, old, consistency_proof(old, size), note)
    except SizeConflict as conflict:
        if conflict.size > size:
            size_now = log_size()
            kind = Contradicted if conflict.size > size_now else NotSigned
            raise kind(f"it has {conflict.size} leaves, this log {size_now}") from None
        return ask(witness, conflict.size, consistency_proof(conflict.size, size), note)


def _keep(witness: NamedWitness, size: int, root: bytes, line: str, at_ms: int) -> None:
    values = {"root": root, "line": line, "at_ms": at_ms}
    Cosignature.objects.get_or_create(
        origin=settings.COMPTOIR_LOG_ORIGIN, size=size, witness=witness.key.vkey, defaults=values
    )
