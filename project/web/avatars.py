"""Avatars: a symmetric pattern for each player, computed from the hash of the player's id. Nothing is stored."""

from __future__ import annotations

import hashlib
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

SIZE, HALF = 7, 4  # the cells of a side; the computed columns, which the other columns mirror
YEAR = 31_536_000


def pattern(player_id: UUID) -> str:
    """Returns the avatar of a player as SVG: one of 360 hues, and a pattern of 28 cells."""
    digest = hashlib.sha256(b"comptoir/avatar\0" + player_id.bytes).digest()
    hue, bits = int.from_bytes(digest[:2]) % 360, int.from_bytes(digest[2:6])
    cells = [divmod(place, HALF) for place in range(SIZE * HALF) if bits >> place & 1]
    columns = {(row, each) for row, column in cells for each in (column, SIZE - 1 - column)}
    path = "".join(f"M{column} {row}h1v1h-1z" for row, column in sorted(columns))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {SIZE + 2} {SIZE + 2}">'
        f'<rect x="-1" y="-1" width="{SIZE + 2}" height="{SIZE + 2}" fill="hsl({hue} 45% 92%)"/>'
        f'<path d="{path}" fill="hsl({hue} 55% 38%)"/></svg>'
    )


@require_safe
def avatar(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Returns the avatar of any id. The response does not reveal whether the player exists."""
    response = HttpResponse(pattern(player_id), content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response
