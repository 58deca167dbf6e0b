"""Devices that show notices."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.shapes import Field, Id, Moment


class PushSubscriptionOut(TypedDict):
    """A device of yours that shows notices."""

    id: Id
    endpoint: Annotated[str, Field("The address at its push service.", example="https://push.example.net/send/c0ffee")]
    kinds: Annotated[list[str], Field("The kinds of notices that it receives.", example=["your_turn", "match_over"])]
    label: Annotated[str, Field("What you call the device; may be empty.", example="Firefox, Android")]
    failing_since: Annotated[Moment | None, Field("The first failure since the last success; null: none.")]
    created_at: Moment
