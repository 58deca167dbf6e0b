"""Foresight: the certain effects of a move, computed from the view of the seat that plays it.

The rules run on a table made from the view alone. An unseen card has an `UnknownFace` as its face, and the chance is
`NoChance`: a rule that reads either is stopped. The effects up to that point are the same for every state that agrees
with the view, so the viewer may see them before they play the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from games.kernel.effect import Announced, Changed, Effect, Ended, Moved, Prompted, redacted
from games.kernel.game import Game
from games.kernel.rng import Draw, Rng
from games.kernel.state import Json, Move, State, plain
from games.kernel.view import View


class Uncertain(Exception):
    """Raised when a rule reads a card that the viewer cannot see, or chance."""


class UnknownFace(str):
    """The face of an unseen card. Rules can move the card; a rule that reads the face is stopped.

    Unknown faces have an order among themselves and come before all others, so that the cards of a set can be sorted.
    """

    __slots__ = ("number",)
    number: int

    def __new__(cls, number: int) -> UnknownFace:
        face = super().__new__(cls, "?")
        face.number = number
        return face

    def _looked_at(self, *_: Any) -> NoReturn:
        raise Uncertain

    __eq__ = __ne__ = __hash__ = __contains__ = __getitem__ = __iter__ = _looked_at
    __str__ = __format__ = __len__ = split = startswith = endswith = partition = rpartition = _looked_at  # type: ignore[assignment]

    def __lt__(self, other: str) -> bool:
        return self.number < other.number if isinstance(other, UnknownFace) else True

    def __gt__(self, other: str) -> bool:
        return not self < other

    def __repr__(self) -> str:
        return f"UnknownFace({self.number})"


class NoChance(Rng):
    """Randomness that stops every rule that draws from it."""

    __slots__ = ()

    def draw(self, number: int, label: str) -> Draw:
        raise Uncertain


class Consequence(NamedTuple):
    """One consequence and its parameters: `announced`, `prompted`, `changed`, `moved`, `ended` or `drawn`."""

    kind: str
    facts: Mapping[str, Any]


class Foreseen(NamedTuple):
    """The first effects of a move, as far as they are certain.

    effects: the effects in order. seen: the effects as the viewer will receive them, with unknown faces blank.
    is_complete: True if these are all effects; otherwise the next rule reads an unseen card or draws from chance.
    """

    effects: tuple[Effect, ...] = ()
    seen: tuple[Effect, ...] = ()
    is_complete: bool = True


def foreseen(game: Game, view: View, prompt: int, move: Move) -> Foreseen:
    """Returns the certain effects of a legal move; none for an answer to a sealed prompt."""
    answered = view.prompts[prompt]
    phase = game.phases[answered.phase]
    if phase.sealed:
        return Foreseen()
    chosen = phase.matching(view, answered, move).normal(move)
    dealer = game.dealer(supposed(view), NoChance(b""), answered, in_place=True)
    is_complete = False
    with suppress(Uncertain):
        game.carry_out(dealer, answered, None if chosen.verb in phase.anonymous else view.me, chosen)
        is_complete = True
    effects = tuple(effect for effect in dealer.effects if not _tells_unknown(effect))
    seen = redacted(effects, view.seats, view.sight, view.viewer)
    return Foreseen(effects, tuple(map(_blank_unknown, seen)), is_complete)


def supposed(view: View) -> State:
    """Returns a table with the cards that the viewer sees, and unknown cards elsewhere."""
    table = State(view.seats, view.options, view.sight, view.public, view.sets)
    table.faces = dict(view.faces)
    known = {(entry.zone, entry.position): entry.face for entry in view.known if entry.position is not None}
    ids = (number for number in range(view.next_card) if number not in view.faces)
    for zone, cards in view.zones.items():
        if cards and cards[0] is None:
            hidden = tuple([next(ids) for _ in cards])
            faces = [known.get((zone, place)) or UnknownFace(card) for place, card in enumerate(hidden)]
            table.faces.update(zip(hidden, faces, strict=True))
            cards = hidden
        table.zones[zone] = cards
    table.prompts, table.standings, table.scores = view.prompts.copy(), view.standings, view.scores
    table.draws, table.next_card, table.next_prompt = view.draws, view.next_card, view.next_prompt
    return table


def _tells_unknown(effect: Effect) -> bool:
    """Returns whether an effect contains the face of an unknown card, as an announcement may."""
    return isinstance(effect, Announced | Changed | Prompted) and any(map(_is_unknown, _parts(effect.to_json())))


def _parts(value: Json) -> Iterator[Json]:
    """Yields all scalars within a JSON value."""
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for item in value:
            yield from _parts(item)
    else:
        yield value


def _is_unknown(value: Json) -> bool:
    return isinstance(value, UnknownFace)


def _blank_unknown(effect: Effect) -> Effect:
    """Returns an effect with unknown faces blank."""
    faces = getattr(effect, "faces", None)
    if faces is None:
        return effect
    return effect.replaced({"faces": tuple(None if _is_unknown(face) else face for face in faces)})


def consequences(foreseen: Foreseen, view: View) -> Iterator[Consequence]:
    """Yields the consequences of effects: cards at their last position, announcements, prompts, the end, public fields.

    Changed fields are yielded only if the effects are complete, since later effects might change them again.
    """
    moved_on = {card for effect in foreseen.effects if isinstance(effect, Moved) for card in effect.cards}
    for effect, seen in zip(foreseen.effects, foreseen.seen, strict=True):
        if isinstance(effect, Moved) and isinstance(seen, Moved):
            faces = [face for card, face in zip(effect.to, seen.faces, strict=True) if card not in moved_on]
            if faces:
                yield Consequence("moved", {"faces": faces, "dst": effect.dst})
        elif isinstance(effect, Announced):
            yield Consequence("announced", {"what": effect.what, "details": plain(effect.details)})
        elif isinstance(effect, Prompted):
            yield Consequence("prompted", _prompt_facts(effect))
        elif isinstance(effect, Ended):
            won = list(effect.standings[0])
            yield Consequence("ended" if len(effect.standings) > 1 else "drawn", {"seats": won})
    if foreseen.is_complete:
        changed = {name: value for e in foreseen.effects if isinstance(e, Changed) for name, value in e.to.items()}
        for name, value in changed.items():
            if value != getattr(view.public, name):
                yield Consequence("changed", {"name": name, "value": plain(value)})


def _prompt_facts(effect: Prompted) -> dict[str, Json]:
    prompt = effect.prompt
    return {"phase": prompt.phase, "seats": list(prompt.seats), "data": plain(prompt.data)}
