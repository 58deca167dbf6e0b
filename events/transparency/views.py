"""Checkpoints and tiles under /log/, in the layout of C2SP tlog-tiles. They are public, for external tools."""

from __future__ import annotations

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from events.http.throttles import limited
from events.transparency.selectors import checkpoint, extension_of, log_keys, newest_head, proof_of
from events.transparency.tree import LEVELS, WIDTH, entries, tile

TEXT, BYTES = "text/plain; charset=utf-8", "application/octet-stream"
FOR_EVER = "public, max-age=31536000, immutable"

_TILE = re.compile(r"(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


@require_safe
def checkpoint_note(request: HttpRequest) -> HttpResponse:
    """Returns the newest checkpoint, as a signed note."""
    return _public(checkpoint(), TEXT, "no-cache")


@require_safe
def verifier_keys(request: HttpRequest) -> HttpResponse:
    """Returns the keys that sign checkpoints, one per line."""
    return _public("".join(f"{key.vkey}\n" for key in log_keys()), TEXT, "no-cache")


@require_safe
def tile_bytes(request: HttpRequest, address: str) -> HttpResponse:
    """Returns a tile, or a bundle of entries; 404 if the log is too short or the address is not canonical."""
    found = _TILE.fullmatch(address)
    width = int(found[3] or WIDTH) if found else 0
    if not found or found[2].startswith("x000/") or (found[3] and width >= WIDTH):
        raise Http404
    index = int(found[2].replace("x", "").replace("/", ""))
    content = entries(index, width) if found[1] == "entries" else _tile(int(found[1]), index, width)
    if content is None:
        raise Http404
    return _public(content, BYTES, FOR_EVER)


@limited("general", "proofs")
@require_safe
def leaf_proof(request: HttpRequest, position: int) -> HttpResponse:
    """Returns the proof that a leaf is in a checkpoint, with the checkpoint, so that it can be verified offline."""
    proof = proof_of(position)
    if proof is None:
        raise Http404
    return _public(proof, TEXT, "no-cache")


@limited("general", "proofs")
@require_safe
def extension(request: HttpRequest, old: int) -> HttpResponse:
    """Returns the proof that the current log extends the log of `old` leaves, with its checkpoint.

    If the log has fewer leaves, returns 409 and only the checkpoint, which proves that the log was shortened.
    """
    proof = extension_of(old)
    response = _public(newest_head() if proof is None else proof, TEXT, "no-cache")
    response.status_code = 409 if proof is None else 200
    return response


def _tile(level: int, index: int, width: int) -> bytes | None:
    return tile(level, index, width) if level <= LEVELS else None


def _public(content: str | bytes, kind: str, caching: str) -> HttpResponse:
    """Returns a response that web pages of every origin may read."""
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = caching
    response["Access-Control-Allow-Origin"] = "*"
    return response
