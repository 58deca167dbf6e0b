"""How a rule speaks: each verb of a dealer makes one thing happen to the table and records it as one effect."""

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
from games.kernel.state import Json, Move, Prompt, Seat, Sight, State, Zone, canonical, freeze, phase_name

if TYPE_CHECKING:
    from games.kernel.phase import Phase


class Dealer:
    """What a rule may do. `state` is the table as it stands now, to be read; only the verbs below change it.

    inside: the prompt in whose code a rule is running; new prompts are asked within it, or, once it is closed,
    within its parent.
    """

    def __init__(self, state: State, rng: Rng, inside: Prompt | None = None) -> None:
        self.state = state.copied()
        self.effects: list[Effect] = []
        self.inside = inside
        self._rng = rng
        self._waiting: list[int] = []

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
        """Takes cards from one zone to another, on top (or at `index`, 0 being the bottom); returns their new ids.

        in_order: a player or chance chose this order, so that the cards of a set leave in it, too; without it they
        leave in canonical order. Cards of a pile always move in the order given.
        """
        given = cards = tuple(cards)
        if not cards:
            return ()
        state = self.state
        if len(cards) > 1 and src.name in state.sets and not in_order:
            cards = self._in_set_order(cards)
        at = None
        if state.sight[src.name] is Sight.NOBODY and draw is None:
            places = {card: place for place, card in enumerate(state.zones[src])}
            at = tuple(places[card] for card in cards)
        to = tuple(range(state.next_card, state.next_card + len(cards)))
        faces = tuple(state.faces[card] for card in cards)
        self._record(Moved(cards, to, faces, src, dst, at, index, draw))
        if cards == given:
            return to
        new = dict(zip(cards, to, strict=True))
        return tuple(new[card] for card in given)

    def _in_set_order(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        """The order in which cards of a set are named."""
        return canonical(cards, self.state.faces)

    def move_openly(self, cards: Iterable[CardId], src: Zone, way: Zone, dst: Zone) -> tuple[CardId, ...]:
        """Moves cards by way of an open zone, so that all see which ones change hands; returns their new ids."""
        return self.move(self.move(cards, src, way), way, dst)

    def draw(self, number: int, pile: Zone, dst: Zone) -> tuple[CardId, ...]:
        """Takes so many cards from the top of a pile, the top one first; fewer if there are fewer."""
        cards = self.state.zones.get(pile, ())
        return self.move(cards[len(cards) - number if number < len(cards) else 0 :][::-1], pile, dst)  # type: ignore[arg-type]

    def pick(self, number: int, src: Zone, dst: Zone, label: str) -> tuple[CardId, ...]:
        """Takes so many cards at random, all if there are fewer; which ones is as secret as the zone is.

        Chance orders the cards that it takes; what it shuffles is a set in canonical order, or a pile as it lies.
        """
        drawn, draw = self._chance(label)
        cards = self.state.cards(*src)
        if not cards:
            raise ValueError(f"expected cards in {src!r} to pick from")
        return self.move(shuffled(cards, draw)[:number], src, dst, draw=drawn, in_order=True)

    def shuffle(self, pile: Zone) -> None:
        """Shuffles a pile; its cards get new ids. The order before is bottom to top."""
        drawn, draw = self._chance(f"shuffle:{pile.name}" if pile.seat is None else f"shuffle:{pile.name}:{pile.seat}")
        cards = self.state.zones.get(pile, ())
        order = shuffled(range(len(cards)), draw)
        faces = tuple(self.state.faces[cards[place]] for place in order)  # type: ignore[index]
        self._record(Shuffled(pile, len(cards), order, faces, drawn))

    def show(self, cards: Sequence[CardId], zone: Zone, to: Iterable[Seat] | None = None) -> None:
        """Shows cards to some seats, or to everybody; they stay where they are."""
        at = None
        if zone.name in self.state.sets:
            cards = self._in_set_order(cards)
        if self.state.sight[zone.name] is Sight.NOBODY:
            at = tuple(self.state.zones[zone].index(card) for card in cards)
        faces = tuple(self.state.faces[card] for card in cards)
        self._record(Shown(zone, tuple(cards), faces, None if to is None else tuple(sorted(to)), at))

    # Chance and numbers

    def roll(self, die: str, sides: int) -> int:
        """Rolls a die in sight of all; gives a number from 0 to sides - 1."""
        drawn, draw = self._chance(f"roll:{die}")
        value = draw.below(sides)
        self._record(Rolled(die, sides, value, drawn))
        return value

    def _chance(self, label: str) -> tuple[Drawn, Draw]:
        number = self.state.draws
        return {"k": number, "label": label}, self._rng.draw(number, label)

    def change(self, **numbers: Json) -> None:
        """Changes numbers on show; those that stay as they are leave no trace."""
        now = self.state.public
        given = {name: freeze(value) for name, value in numbers.items()}
        to = {name: value for name, value in given.items() if getattr(now, name) != value}
        if to:
            self._record(Changed(to))

    def announce(self, what: str, **details: Json) -> None:
        """Says something that all hear."""
        self._record(Announced(what, freeze(details)))

    # Questions

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
        """Asks some seats (none: a frame that waits for the prompts within it); gives the prompt's id.

        within: the prompt that waits for this one; left out, the innermost unclosed one of the running code.
        """
        asked = (seats,) if isinstance(seats, int) else tuple(sorted(seats))
        parent = self._innermost() if within is None else within
        number = self.state.next_prompt
        self._record(
            Prompted(Prompt(number, parent, phase_name(phase), phase.mode, asked, freeze(data), after, window, beside))
        )
        return number

    def answered(self, seat: Seat, move: Move | None = None) -> None:
        """Records that a seat answered the prompt in whose code this runs; `move`: its sealed answer."""
        assert self.inside is not None, "only the answer to a prompt is answered"
        self._record(Answered(self.inside.id, seat, move))

    def _innermost(self) -> int | None:
        if self.inside is None:
            return None
        if self.inside.id in self.state.prompts:
            return self.inside.id
        parent = self.inside.parent
        return parent if parent in self.state.prompts else None

    def close(self, prompt: int | None = None) -> None:
        """Closes a prompt (left out: the one in whose code this runs), and before it all that is asked within it."""
        number = self.inside.id if prompt is None and self.inside is not None else prompt
        asked = self.state.prompts.get(number) if number is not None else None
        if asked is None:
            return
        for child in [p.id for p in self.state.prompts.values() if p.parent == asked.id]:
            self.close(child)
        self._record(Closed(asked.id))
        if asked.parent is not None and not asked.beside:
            self._waiting.append(asked.parent)

    def resumable(self) -> Prompt | None:
        """Takes the next prompt whose last inner prompt has closed, for its phase to go on."""
        while self._waiting:
            waiting = self.state.prompts.get(self._waiting.pop())
            if waiting is not None and waiting.id not in self._waiting and self.state.is_open(waiting):
                return waiting
        return None

    def end(self, standings: Iterable[Iterable[Seat]], scores: Iterable[int] | None = None) -> None:
        """Ends the match; places from the first to the last, ties sharing one.

        Seats that have resigned come last, each alone. The first place is for a seat that stayed: where those who won
        have resigned, nobody moves up, so the caller decides first who wins then, if anybody does.
        """
        left = self.state.public.left
        stayed = [tuple(sorted(seat for seat in place if seat not in left)) for place in standings]
        assert stayed and stayed[0], f"expected a seat that stayed in the first place, got {standings!r}"
        places = [place for place in stayed if place] + [(seat,) for seat in reversed(left)]
        self._record(Ended(tuple(places), None if scores is None else tuple(scores)))
