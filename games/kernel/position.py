"""Positions from which forks begin: the table of another match, or a table that looks the same to a viewer.

A fork begins with ordinary effects, so its log is folded, redacted and proved like other logs. All cards in play move
from the box to one pile. The fork's own seed shuffles the pile, and the cards move from it to their zones. Their
positions in the pile are public. They reveal nothing, since nobody has seen the shuffle.

Cards get new ids, so ids in the public state and the prompts are translated (`games.kernel.words.meanings` defines
which numbers are ids). Sealed answers are not part of a position: all seats are prompted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.kernel.codec import public_json
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.game import BOX, Game, Outcome
from games.kernel.knowledge.memory import Known
from games.kernel.options import Options
from games.kernel.rng import Draws, Rng
from games.kernel.state import Json, Prompt, Seat, Sight, State, Zone, freeze, plain, zone_from, zone_json, zone_order
from games.kernel.view import View, sample_world
from games.kernel.words.meanings import data_types, declared, type_of

PILE = Zone("position", None, 0)  # numbered, so that the zone disappears with its last card
WORLD = "world"  # the label of the random numbers that deal the unseen cards of a position again

Knowledge = Mapping[Seat | None, tuple[Known, ...]]
"""The cards that each seat knows but cannot see (`games.kernel.knowledge.memory`); None: what everybody knows."""


class Position(NamedTuple):
    """A table in the middle of a match, and the knowledge of its seats."""

    state: State
    known: Knowledge

    def to_json(self) -> dict[str, Json]:
        """Returns the position as the log stores it."""
        state = self.state
        zones = sorted(((zone, cards) for zone, cards in state.zones.items() if cards), key=lambda z: zone_order(z[0]))
        return {
            "zones": [
                {**zone_json(zone), "cards": list(cards), "faces": [state.faces[card] for card in cards]}  # type: ignore[index]
                for zone, cards in zones
            ],
            "public": public_json(state.public),
            "prompts": [plain(state.prompts[number]._asdict()) for number in sorted(state.prompts)],
            "known": [
                {"seat": seat, "zone": zone_json(entry.zone), "position": entry.position, "face": entry.face}
                for seat, entries in self.known.items()
                for entry in entries
            ],
        }


def position_from(game: Game, seats: int, options: Options, value: Mapping[str, Json]) -> Position:
    """Reads a position from JSON."""
    state = State(seats, options, game.sights, game.public(**freeze(dict(value["public"]))), game.sets)
    for stored in value["zones"]:
        state.zones[zone_from(stored)] = tuple(stored["cards"])
        state.faces.update(zip(stored["cards"], stored["faces"], strict=True))
    state.prompts = {prompt["id"]: Prompt(**freeze(prompt)) for prompt in value["prompts"]}
    known: dict[Seat | None, tuple[Known, ...]] = {}
    for entry in value["known"]:
        learnt = Known(zone_from(entry["zone"]), entry["position"], entry["face"])
        known[entry["seat"]] = (*known.get(entry["seat"], ()), learnt)
    return Position(state, known)


def resampled(game: Game, view: View, common: tuple[Known, ...], draws: Draws) -> Position:
    """Returns a position with the same view: deals the unseen cards again, consistent with the viewer's knowledge.

    common: the cards that everybody knows.
    """
    world = sample_world(view, game.box(view.seats, view.options), draws, game.backs)
    own: dict[Seat | None, tuple[Known, ...]] = {} if view.viewer is None else {view.viewer: view.known}
    return Position(world, {None: common, **own})


def world_draws(rng: Rng) -> Draws:
    """Returns random numbers to deal a position again; they have their own label and are not a draw of the match."""
    return rng.draw(0, WORLD)


def laid_out(game: Game, seats: int, options: Options, position: Position, rng: Rng) -> Outcome:
    """Returns the outcome that starts a match from a position.

    Raises ValueError if its cards are not the game's cards.
    """
    dealer = Dealer(game.opening(seats, options), rng)
    ids = _lay_cards(dealer, position.state)
    public = _translated(position.state.public, declared(game.package)["public"], ids)
    dealer.change(**public)
    _prompt_again(game, dealer, position.state, ids)
    _remind(dealer, position.known)
    return Outcome(None, None, None, tuple(dealer.effects), state=dealer.state)


def _lay_cards(dealer: Dealer, wanted: State) -> dict[CardId, CardId]:
    """Moves every card to its zone in a position; returns the new ids by the old ids."""
    zones = sorted((zone for zone, cards in wanted.zones.items() if cards and zone != BOX), key=zone_order)
    boxed = _from_box(dealer.state, [(card, wanted.faces[card]) for zone in zones for card in wanted.cards(*zone)])
    if Counter(dealer.state.faces.values()) != Counter(wanted.faces.values()):
        raise ValueError("expected the cards of the box, got others")
    if not boxed:
        return {}
    lifted = dealer.move(sorted(boxed.values()), BOX, PILE)
    place_of = dict(zip(sorted(boxed.values()), range(len(lifted)), strict=True))
    order = _shuffled(dealer)
    pile = dealer.state.cards(*PILE)
    card_at = {before: pile[after] for after, before in enumerate(order)}
    ids: dict[CardId, CardId] = {}
    for zone in zones:
        cards = wanted.cards(*zone)
        arriving = sorted(cards) if zone.name in wanted.sets else cards  # rules may read which card of a set came last
        to = dealer.move([card_at[place_of[boxed[card]]] for card in arriving], PILE, zone)
        ids.update(zip(arriving, to, strict=True))
    return ids


def _from_box(opening: State, cards: Iterable[tuple[CardId, Face]]) -> dict[CardId, CardId]:
    """Returns for each card a card in the box with its face. Raises ValueError if there are too few."""
    by_face: dict[Face, Iterator[CardId]] = {}
    lying = opening.cards(*BOX)
    from_box = {}
    for card, face in cards:
        if face not in by_face:
            by_face[face] = iter([other for other in lying if opening.faces[other] == face])
        boxed = next(by_face[face], None)
        if boxed is None:
            raise ValueError(f"expected fewer cards {face!r}")
        from_box[card] = boxed
    return from_box


def _shuffled(dealer: Dealer) -> tuple[int, ...]:
    """Shuffles the pile; returns the former positions of its cards."""
    dealer.shuffle(PILE)
    order: tuple[int, ...] = dealer.effects[-1].order  # type: ignore[attr-defined]
    return order


def _translated(public: Any, types: Mapping[str, Any], ids: Mapping[CardId, CardId]) -> dict[str, Json]:
    """Returns the fields of the public state, with the new ids of cards."""
    return {name: _renamed(type_of(types[name]), value, ids) for name, value in vars(public).items()}


def _renamed(declared_type: Mapping[str, Any], value: Json, ids: Mapping[CardId, CardId]) -> Json:
    """Returns a value of a declared type, with the new ids of the cards that it names."""
    kind, members = declared_type["type"], declared_type.get("members", {})
    if value is None:
        return None
    if kind == "card":
        return ids.get(value, value)
    if kind == "list" and declared_type["of"] in ("card", "object"):
        return [_renamed({**declared_type, "type": declared_type["of"]}, item, ids) for item in value]
    if kind == "object" and declared_type.get("keys") == "card":
        return {str(ids.get(int(card), int(card))): item for card, item in value.items()}
    if kind == "object" and members:
        return {n: _renamed({"type": members[n]}, item, ids) if n in members else item for n, item in value.items()}
    return value


def _prompt_again(game: Game, dealer: Dealer, wanted: State, ids: Mapping[CardId, CardId]) -> None:
    """Opens the prompts of a position, each within its parent, without answers."""
    again: dict[int | None, int] = {}
    for number in sorted(wanted.prompts):
        prompt = wanted.prompts[number]
        types = data_types(game.package, prompt.phase)
        data = {n: _renamed(types[n], v, ids) if n in types else v for n, v in prompt.data.items()}
        parent = None if prompt.parent is None else again[prompt.parent]
        again[number] = dealer.reopen(prompt._replace(data=freeze(data), arrived=()), parent)


def _remind(dealer: Dealer, known: Knowledge) -> None:
    """Shows known cards to the seats that know them, where this is possible.

    A card in an unknown position of a pile cannot be shown without its position, so the seat's player must remember it.
    """
    common = Counter(known.get(None, ()))
    seat: Seat | None
    for seat in sorted(known, key=lambda number: -1 if number is None else number):
        own = Counter(known[seat]) if seat is None else Counter(known[seat]) - common
        by_zone: dict[Zone, list[Known]] = {}
        for entry in own.elements():
            by_zone.setdefault(entry.zone, []).append(entry)
        for zone in sorted(by_zone, key=zone_order):
            cards = _cards_known(dealer.state, zone, by_zone[zone])
            if cards:
                dealer.show(cards, zone, None if seat is None else [seat])


def _cards_known(state: State, zone: Zone, entries: Iterable[Known]) -> list[CardId]:
    """Returns the cards of a zone that a seat knows."""
    lying = list(state.cards(*zone))
    is_pile = state.sight[zone.name] is Sight.NOBODY
    cards = []
    for entry in entries:
        if is_pile:
            known = None if entry.position is None else lying[entry.position]
        else:
            known = next((card for card in lying if state.faces[card] == entry.face and card not in cards), None)
        if known is not None:
            cards.append(known)
    return cards
