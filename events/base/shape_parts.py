"""Members that several responses share."""

from __future__ import annotations

from typing import Annotated, Any

from events.base.shapes import Field

GameKey = Annotated[str, Field("The key of the game.", example="monopoly_deal")]
RulesVersion = Annotated[int, Field("The version of the rules that the match follows.", example=2)]
Chance = Annotated[
    dict[str, Any],
    Field("How the match draws at random, with the commitment that the server published before any seat was taken.",
          example={"mode": "nonces", "prng": "tt1", "server_commit": "9f" * 32, "key_id": "3c1f0a5e"}),
]  # fmt: skip
ID, AT = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55", "2026-03-01T12:00:00.000000Z"
ToAct = Annotated[list[int], Field("The seats that the match waits for.", example=[0])]
MayAct = Annotated[
    list[int], Field("The seats that may move although the match does not wait for them.", example=[1, 2])
]
