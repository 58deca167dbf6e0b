"""The dealer, through which rules change a table: each of its verbs does one thing and records it as one effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from games.kernel.deck import CardId
from games.kernel.effect import (
    Announced,
    Answered,
    Changed,
    Closed,
    Drawn,
    Effect,
    Ended,
    Moved,
    Prompted,
    Rolled,
    Shown,
    Shuffled,
)
from games.kernel.rng import Draw, Rng, shuffled
from games.kernel.state import Json, Move, Prompt, Seat, Sight, State, Zone, canonical, freeze, phase_name, tupled

if TYPE_CHECKING:
    from games.kernel.phase import Phase


class Dealer:
    """The interface through which rules change a table. `state` is the current table; do not modify it directly.

    inside: the prompt whose code runs. New prompts are opened within it or, after it is closed, within its parent.
    in_place: whether the dealer changes the given state instead of a copy.
    """

    def __init__(self, state: State, rng: Rng, inside: Prompt | None = None, *, in_place: bool = False) -> None:
        self.state = state if in_place else state.copied()
        self.effects: list[Effect] = []
        self.inside = inside
        self._rng = rng
        self._waiting: list[int] = []

    def turn_to(self, prompt: Prompt | None) -> None:
        """Starts the next event, inside a prompt: its effects are recorded in a new list."""
        self.effects, self.inside = [], prompt
        self._waiting.clear()

    @property
    def current(self) -> Prompt:
        """The prompt that the running verb answers."""
        assert self.inside is not None, "only a prompt is answered"
        return self.inside

    def _record(self, effect: Effect) -> None:
        effect.apply(self.state)
        self.effects.append(effect)

    # Cards

    def move(
        self,
        cards: Iterable[CardId],
        src: Zone,
        dst: Zone,
        index: int | None = None,
        draw: Drawn | None = None,
        in_order: bool = False,
    ) -> tuple[CardId, ...]:
        """Moves cards from one zone to another, on top (or at `index`; 0 is the bottom); returns their new ids.

        in_order: a player or chance chose the order of the cards, so cards of a set also leave in this order; otherwise
        they leave in canonical order. Cards of a pile always move in the order of the argument.
        """
        chosen = cards = tuple(cards)
        if not cards:
            return ()
        state = self.state
        if len(cards) > 1 and src.name in state.sets and not in_order:
            cards = self._in_set_order(cards)
        at = None
        if state.sight[src.name] is Sight.NOBODY and draw is None:
            at = _places(state.zones[src], cards)
        to = tuple(range(state.next_card, state.next_card + len(cards)))
        face_of = state.faces
        faces = tuple([face_of[card] for card in cards])
        self._record(Moved(cards, to, faces, src, dst, at, index, draw))
        if cards == chosen:
            return to
        new = dict(zip(cards, to, strict=True))
        return tuple([new[card] for card in chosen])

    def _in_set_order(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        """Returns cards of a set in canonical order."""
        return canonical(cards, self.state.faces)

    def move_openly(self, cards: Iterable[CardId], src: Zone, way: Zone, dst: Zone) -> tuple[CardId, ...]:
        """Moves cards through an open zone, so that everybody sees which cards change hands; returns their new ids."""
        return self.move(self.move(cards, src, way), way, dst)

    def draw(self, number: int, pile: Zone, dst: Zone) -> tuple[CardId, ...]:
        """Moves a number of cards from the top of a pile, the top card first; fewer if the pile has fewer."""
        cards = self.state.zones.get(pile, ())
        return self.move(cards[len(cards) - number if number < len(cards) else 0 :][::-1], pile, dst)  # type: ignore[arg-type]

    def pick(self, number: int, src: Zone, dst: Zone, label: str) -> tuple[CardId, ...]:
        """Moves a number of random cards, or all if there are fewer; the faces are as hidden as the zone's faces.

        The cards move in random order. The draw shuffles a set from its canonical order, and a pile from its current
        order.
        """
        cards = self.state.cards(*src)
        order, drawn = self._order(len(cards), src, label)
        return self.move([cards[place] for place in order[:number]], src, dst, draw=drawn, in_order=True)

    def reorder(self, zone: Zone, label: str) -> tuple[int, ...]:
        """Picks all cards of a zone and puts them back; returns their former positions in random order."""
        cards = self.state.cards(*zone)
        order, drawn = self._order(len(cards), zone, label)
        self.move([cards[place] for place in order], zone, zone, draw=drawn, in_order=True)
        return order

    def _order(self, number: int, src: Zone, label: str) -> tuple[tuple[int, ...], Drawn]:
        """Returns the positions of a zone's cards in random order, and the draw."""
        drawn, draw = self._chance(label)
        if not number:
            raise ValueError(f"expected cards in {src!r} to pick from")
        return shuffled(range(number), draw), drawn

    def shuffle(self, pile: Zone) -> None:
        """Shuffles a pile; its cards get new ids. The draw's input order is bottom to top."""
        drawn, draw = self._chance(f"shuffle:{pile.name}" if pile.seat is None else f"shuffle:{pile.name}:{pile.seat}")
        cards = self.state.zones.get(pile, ())
        order = shuffled(range(len(cards)), draw)
        faces = tuple([self.state.faces[cards[place]] for place in order])  # type: ignore[index]
        self._record(Shuffled(pile, len(cards), order, faces, drawn))

    def show(self, cards: Sequence[CardId], zone: Zone, to: Iterable[Seat] | None = None) -> None:
        """Shows cards to some seats, or to everybody; the cards stay in their zone."""
        at = None
        if zone.name in self.state.sets:
            cards = self._in_set_order(cards)
        if self.state.sight[zone.name] is Sight.NOBODY:
            at = tuple(self.state.zones[zone].index(card) for card in cards)
        faces = tuple(self.state.faces[card] for card in cards)
        self._record(Shown(zone, tuple(cards), faces, None if to is None else tuple(sorted(to)), at))

    # Chance and the public state

    def roll(self, die: str, sides: int) -> int:
        """Rolls a die openly; returns a number from 0 to sides - 1."""
        drawn, draw = self._chance(f"roll:{die}")
        value = draw.below(sides)
        self._record(Rolled(die, sides, value, drawn))
        return value

    def _chance(self, label: str) -> tuple[Drawn, Draw]:
        number = self.state.draws
        return {"k": number, "label": label}, self._rng.draw(number, label)

    def change(self, **values: Json) -> None:
        """Changes fields of the public state; does not record fields that keep their value."""
        public, changes = self.state.public, {}
        for name, value in values.items():
            frozen = freeze(value)
            if getattr(public, name) != frozen:
                changes[name] = frozen
        if changes:
            self._record(Changed(changes))

    def announce(self, what: str, **details: Json) -> None:
        """Makes an announcement to everybody."""
        self._record(Announced(what, freeze(details)))

    # Prompts

    def prompt(
        self,
        phase: type[Phase],
        seats: Seat | Iterable[Seat] = (),
        *,
        within: int | None = None,
        after: int | None = None,
        window: int | None = None,
        beside: bool = False,
        **data: Json,
    ) -> int:
        """Prompts some seats (no seats: a frame that waits for the prompts within it); returns the prompt's id.

        within: the prompt that waits for the new one; by default the innermost unclosed prompt of the running code.
        """
        prompted = (seats,) if isinstance(seats, int) else tuple(sorted(seats))
        parent = self._innermost() if within is None else within
        number = self.state.next_prompt
        name, mode, arrived = phase_name(phase), phase.mode, ()
        opened = number, parent, name, mode, prompted, freeze(data), after, window, beside, arrived
        self._record(Prompted(tupled(Prompt, opened)))
        return number

    def reopen(self, prompt: Prompt, parent: int | None) -> int:
        """Opens a closed prompt again, within another parent; returns its new id."""
        number = self.state.next_prompt
        self._record(Prompted(prompt._replace(id=number, parent=parent)))
        return number

    def answered(self, seat: Seat, move: Move | None = None) -> None:
        """Records that a seat answered the prompt whose code is running; `move`: its sealed answer."""
        self._record(Answered(self.current.id, seat, move))

    def _innermost(self) -> int | None:
        if self.inside is None:
            return None
        if self.inside.id in self.state.prompts:
            return self.inside.id
        parent = self.inside.parent
        return parent if parent in self.state.prompts else None

    def close(self, prompt: int | None = None) -> None:
        """Closes a prompt (None: the prompt whose code is running); first closes all prompts within it."""
        number = self.inside.id if prompt is None and self.inside is not None else prompt
        prompts = self.state.prompts
        closing = prompts.get(number) if number is not None else None
        if closing is None:
            return
        if len(prompts) > 1:
            for child in [p.id for p in prompts.values() if p.parent == closing.id]:
                self.close(child)
        self._record(Closed(closing.id))
        if closing.parent is not None and not closing.beside:
            self._waiting.append(closing.parent)

    def pop_resumable(self) -> Prompt | None:
        """Removes and returns the next prompt whose inner prompts have all closed, so that its phase resumes."""
        while self._waiting:
            waiting = self.state.prompts.get(self._waiting.pop())
            if waiting is not None and waiting.id not in self._waiting and self.state.is_open(waiting):
                return waiting
        return None

    def end(self, standings: Iterable[Iterable[Seat]], scores: Iterable[int] | None = None) -> None:
        """Ends the match. standings: the places from first to last; tied seats share a place.

        Resigned seats come last, each alone. The first place must contain a seat that has not resigned: if all winners
        have resigned, the caller first decides which seat wins.
        """
        left = self.state.public.left
        stayed = [tuple(sorted([seat for seat in place if seat not in left])) for place in standings]
        assert stayed and stayed[0], f"expected a seat that stayed in the first place, got {standings!r}"
        places = [place for place in stayed if place] + [(seat,) for seat in reversed(left)]
        self._record(Ended(tuple(places), None if scores is None else tuple(scores)))


def _places(pile: Sequence[CardId | None], cards: Sequence[CardId]) -> tuple[int, ...]:
    """Returns the positions of some cards in a pile, 0 being the bottom; finds the top cards without a search."""
    size, number = len(pile), len(cards)
    if pile[size - number :][::-1] == cards:
        return tuple(range(size - 1, size - number - 1, -1))
    places = {card: place for place, card in enumerate(pile)}
    return tuple([places[card] for card in cards])
