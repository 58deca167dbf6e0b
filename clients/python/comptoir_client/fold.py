"""Folds events over a view into the next view, without rules or requests (docs/writing-a-front-end.md, "The fold")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from comptoir_client import types

Faces = Mapping[str, dict[str, Any]]


@dataclass(frozen=True)
class Start:
    """The facts of event 0 that later events need. printed: the entry of each face; sets: the unordered zones."""

    printed: Faces
    sets: frozenset[str]

    @classmethod
    def of(cls, first: types.Event, view: types.View) -> Start:
        """Reads event 0. first: event 0; view: the view at event 0, when all cards are in the box."""
        sets = first.get("sets", []) if first["type"] == "match.created" else []
        return cls({face["face"]: face for face in view["faces"].values()}, frozenset(sets))


def fold(view: types.View, row: types.Event, start: Start) -> types.View:
    """Returns the view after an event, without changing the argument or `known`, which the server infers."""
    after = view.copy()
    after["zones"] = [zone.copy() for zone in view["zones"]]
    after["faces"], after["public"] = dict(view["faces"]), dict(view["public"])
    after["prompts"] = [prompt.copy() for prompt in view["prompts"]]
    for effect in row["effects"]:
        _apply(after, effect, start)
    after["seq"], after["to_act"], after["may_act"] = row["seq"], row["to_act"], row["may_act"]
    after["zones"].sort(key=_order)
    holding = {prompt["parent"] for prompt in after["prompts"] if not prompt["beside"]}
    times = {deadline["prompt"]: deadline["at"] for deadline in row["deadlines"]}
    for prompt in after["prompts"]:
        prompt["open"] = prompt["beside"] or prompt["id"] not in holding
        prompt["deadline"] = times.get(prompt["id"])
    return after


def _apply(view: types.View, effect: types.Effect, start: Start) -> None:
    if effect["kind"] == "moved":
        _move(view, effect, start)
    elif effect["kind"] == "changed":
        view["public"].update(effect["to"])
    elif effect["kind"] == "prompted":
        prompted = cast(types.Prompt, {**effect["prompt"], "open": True, "deadline": None})
        view["prompts"].append(prompted)
    elif effect["kind"] == "answered":
        for prompt in view["prompts"]:
            is_answered = prompt["id"] == effect["prompt"] and prompt["mode"] == "once"
            if is_answered and effect["seat"] not in prompt["arrived"]:
                prompt["arrived"] = [*prompt["arrived"], effect["seat"]]
    elif effect["kind"] == "closed":
        view["prompts"] = [prompt for prompt in view["prompts"] if prompt["id"] != effect["prompt"]]
    elif effect["kind"] == "ended":
        view["standings"], view["scores"], view["prompts"] = effect["standings"], effect["scores"], []
        view["display"] = {"blank": {}}


def _move(view: types.View, effect: types.EffectMoved, start: Start) -> None:
    source = _zone(view, effect["src"])
    gone = {card for card in effect["cards"] if card is not None}
    kept = len(source["cards"]) - len(effect["cards"])
    source["cards"] = [card for card in source["cards"] if card not in gone] if gone else source["cards"][:kept]
    if not source["cards"] and source["number"] is not None:
        view["zones"].remove(source)
    for card in gone:
        view["faces"].pop(str(card), None)
    target = _zone(view, effect["dst"])
    place = len(target["cards"]) if effect["index"] is None else effect["index"]
    target["cards"] = [*target["cards"][:place], *effect["to"], *target["cards"][place:]]
    seen = {card: face for card, face in zip(effect["to"], effect["faces"]) if card is not None and face is not None}
    for card, face in seen.items():
        view["faces"][str(card)] = start.printed.get(face, {"face": face, "name": face})
    if target["name"] in start.sets:
        target["cards"] = _arranged(target["cards"], view["faces"])


def _arranged(cards: Iterable[int | None], faces: Faces) -> list[int | None]:
    """Returns the cards of a set, sorted by face (if it is visible), then by number."""
    return sorted(cards, key=lambda card: (faces[str(card)]["face"], card) if card is not None else ("", 0))


def _zone(view: types.View, place: types.EffectMovedSrc | types.EffectMovedDst) -> types.Zone:
    for zone in view["zones"]:
        if (zone["name"], zone["seat"], zone["number"]) == (place["name"], place["seat"], place["number"]):
            return zone
    zone = {"name": place["name"], "seat": place["seat"], "number": place["number"], "cards": []}
    view["zones"].append(zone)
    return zone


def _order(zone: types.Zone) -> tuple[str, int, int]:
    seat, number = zone["seat"], zone["number"]
    return zone["name"], -1 if seat is None else seat, -1 if number is None else number
