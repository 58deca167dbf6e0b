"""The checkpoints of the global log. They are signed when they are read, so moves do not wait for them."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.db.models import Count, QuerySet

from events.base.clock import now_ms
from events.base.fairness import HeadSigner
from events.base.signing import signers_at
from events.log.models import Cosignature
from events.transparency.notes import ED25519, Signature, VerifierKey, checkpoint_text, encoded
from events.transparency.tree import consistency_proof, inclusion_proof_at, log_size, root_at
from events.transparency.witnesses import quorum, witnesses


def log_keys() -> list[VerifierKey]:
    """Returns the keys that sign checkpoints now; the first one also signs the heads of matches."""
    return [_key(settings.COMPTOIR_LOG_ORIGIN, signer) for signer in signers_at(now_ms())]


def checkpoint() -> str:
    """Returns the newest checkpoint with a witness quorum; if there is none, the newest one."""
    size = cosigned_size()
    return checkpoint_of(log_size() if size is None else size)


def checkpoint_of(size: int) -> str:
    """Returns the checkpoint of a log of `size` leaves, as a signed note with the cosignatures."""
    root = root_at(size)
    lines = _cosignatures().filter(size=size, root=root).order_by("witness").values_list("line", flat=True)
    return signed(size, root) + "".join(lines)


def proof_of(position: int) -> str | None:
    """Returns the proof (C2SP tlog-proof) of a leaf in the newest checkpoint that contains it and has a witness quorum.

    If there is no such checkpoint, returns the proof in the newest head. Returns None if the leaf does not exist.
    """
    newest = log_size()
    if position >= newest:
        return None
    size = cosigned_size(position + 1) or newest
    lines = "".join(f"{encoded(node)}\n" for node in inclusion_proof_at(position, size))
    return f"c2sp.org/tlog-proof@v1\nindex {position}\n{lines}\n{checkpoint_of(size)}"


def extension_of(old: int) -> str | None:
    """Returns the proof that the log extends the log of `old` leaves, as a request to a witness (C2SP tlog-witness).

    Returns None if the log has fewer leaves.
    """
    size = log_size()
    if old > size:
        return None
    lines = "".join(f"{encoded(node)}\n" for node in consistency_proof(old, size))
    return f"old {old}\n{lines}\n{signed(size, root_at(size))}"


def newest_head() -> str:
    """Returns the checkpoint of all leaves, with only the signatures of the log."""
    size = log_size()
    return signed(size, root_at(size))


def cosigned_size(least: int = 0) -> int | None:
    """Returns the size of the newest checkpoint with a witness quorum.

    Returns None if no such checkpoint has at least `least` leaves.
    """
    if not witnesses():
        return None
    enough = _cosignatures().filter(size__gte=least).values("size").annotate(count=Count("witness"))
    return enough.filter(count__gte=quorum()).order_by("-size").values_list("size", flat=True).first()


def _cosignatures() -> QuerySet[Cosignature]:
    """Returns the cosignatures of the witnesses in the settings."""
    vkeys = [witness.key.vkey for witness in witnesses()]
    return Cosignature.objects.filter(origin=settings.COMPTOIR_LOG_ORIGIN, witness__in=vkeys)


def signed(size: int, root: bytes) -> str:
    """Returns a checkpoint of a log of `size` leaves, with the signature of each key that signs now."""
    return _signed(settings.COMPTOIR_LOG_ORIGIN, size, root, tuple(signers_at(now_ms())))


@lru_cache(maxsize=64)
def _signed(origin: str, size: int, root: bytes, signers: tuple[HeadSigner, ...]) -> str:
    text = checkpoint_text(origin, size, root)
    keys = [(_key(origin, signer), signer) for signer in signers]
    lines = (Signature(key.name, key.id, signer.sign_note(text.encode())).line for key, signer in keys)
    return f"{text}\n{''.join(lines)}"


def _key(origin: str, signer: HeadSigner) -> VerifierKey:
    return VerifierKey(origin, ED25519, signer.public_key)
