"""Converts views to JSON and back, for clients and policies; converts states to JSON and back, for the server only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from games.kernel.game import Game
from games.kernel.knowledge.memory import Known
from games.kernel.options import Options
from games.kernel.state import Json, Prompt, Public, State, Zone, freeze, plain, zone_from, zone_json, zone_order
from games.kernel.view import View


def public_json(public: Public) -> dict[str, Json]:
    """Returns the public state, by field."""
    return {f.name: plain(getattr(public, f.name)) for f in fields(public)}


def view_json(game: Game, view: View) -> dict[str, Json]:
    """Returns a view as `GET /view` sends it, without the members that only the log has (`seq`, deadlines, names)."""
    zones, faces = view.zones, view.faces
    printed = game.attributes(view.options)
    open_ids = {p.id for p in view.open_prompts}
    return {
        "viewer": view.viewer,
        "seats": view.seats,
        "options": view.options.to_json(),
        "zones": [
            {**zone_json(zone), "cards": list(cards)}
            for zone, cards in sorted(zones.items(), key=lambda item: zone_order(item[0]))
        ],
        "faces": {str(card): {"face": face, **printed[face]} for card, face in sorted(faces.items())},
        "public": public_json(view.public),
        "display": {"blank": {} if view.is_over else plain(game.blanks(view.options, view.viewer))},
        "prompts": [{**plain(p._asdict()), "open": p.id in open_ids} for p in view.prompts.values()],
        "known": [{**k._asdict(), "zone": zone_json(k.zone)} for k in view.known],
        "to_act": list(game.to_act(view)),
        "may_act": list(game.may_act(view)),
        "standings": plain(view.standings),
        "scores": plain(view.scores),
    }


def view_from(game: Game, value: Mapping[str, Json]) -> View:
    """Reads a view from the JSON that clients receive."""
    options = game.options(**value["options"])
    public = game.public(**freeze(dict(value["public"])))
    view = View(value["seats"], options, game.sights, public, game.sets)
    view.viewer = value["viewer"]
    view.zones = {zone_from(zone): tuple(zone["cards"]) for zone in value["zones"]}
    view.faces = {int(card): shown["face"] for card, shown in value["faces"].items()}
    view.prompts = {p["id"]: _prompt_from(p) for p in value["prompts"]}
    view.known = tuple(Known(zone_from(k["zone"]), k["position"], k["face"]) for k in value["known"])
    view.standings, view.scores = freeze(value["standings"]), freeze(value["scores"])
    view.next_prompt = 1 + max(view.prompts, default=-1)
    view.next_card = 1 + max([*view.faces, -1]) + sum(len(cards) for cards in view.zones.values())
    return view


def state_json(state: State) -> dict[str, Json]:
    """Returns a whole state as JSON, with hidden cards.

    Mappings become lists of pairs, since rules may depend on their order.
    """
    return {
        "zones": [[*zone, cards] for zone, cards in state.zones.items()],
        "faces": [list(state.faces), list(state.faces.values())],
        "public": public_json(state.public),
        "prompts": [plain(prompt) for prompt in state.prompts.values()],
        "numbers": [state.draws, state.next_card, state.next_prompt],
        "standings": plain(state.standings),
        "scores": plain(state.scores),
    }


def state_from(game: Game, seats: int, options: Options, value: Mapping[str, Json]) -> State:
    """Reads a state from JSON."""
    state = State(seats, options, game.sights, game.public(**freeze(dict(value["public"]))), game.sets)
    state.zones = {Zone(name, seat, number): tuple(cards) for name, seat, number, cards in value["zones"]}
    state.faces = dict(zip(*value["faces"], strict=True))
    prompts = [Prompt(*freeze(stored)) for stored in value["prompts"]]
    state.prompts = {prompt.id: prompt for prompt in prompts}
    state.draws, state.next_card, state.next_prompt = value["numbers"]
    state.standings, state.scores = freeze(value["standings"]), freeze(value["scores"])
    return state


def _prompt_from(value: Mapping[str, Json]) -> Prompt:
    return Prompt(**{name: freeze(value[name]) for name in Prompt._fields})
