"""Tables of Dale of Merchants set up by face.

    table = table_with(hand0="swift_broker junk*4", deck0="cookies*3", market="cookies - spyglass")
    table.play(0, "build", cards="nostalgic_item @junk seeing_doubles=acorn")

`@junk` is a card of the discard, `seeing_doubles=acorn` a chameleon used as an Acorn; `-` is an empty place.
"""

from __future__ import annotations

from typing import Any

from games.dale_of_merchants import GAME
from games.dale_of_merchants.pick import CardChoice, CardPick
from games.dale_of_merchants.turn import MarketDay, Turn
from games.kernel.game import Game
from games.kernel.state import Seat, State, Zone
from tests.games.harness.scenario import Scenario, lay, words

PICKS = ("buy", "buy_discarded", "build", "ask_help", "help")


class Dale:
    """A table with shorthand for this game."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def play(self, seat: Seat, verb: str, **args: Any) -> Any:
        """Plays a move with cards named by face."""
        return self.scenario.play(seat, verb, **self._args(seat, verb, args))

    def refusal(self, seat: Seat, verb: str, **args: Any) -> str | None:
        """Returns the code with which a move is refused; None if it is legal."""
        return self.scenario.refusal(seat, verb, **self._args(seat, verb, args))

    def _args(self, seat: Seat, verb: str, args: dict[str, Any]) -> dict[str, Any]:
        if verb in PICKS:
            args = {**args, "cards": self._items(seat, verb, args["cards"])}
        return args

    def _items(self, seat: Seat, verb: str, text: str) -> list[dict[str, Any]]:
        slots = [slot for t in self.scenario.legal(seat).of(verb) for slot in t.slots.values()]
        choices = [choice for slot in slots if isinstance(slot, CardPick) for choice in slot.choices]
        used: list[int] = []
        return [self._item(seat, word, choices, used) for word in words(text)]

    def _item(self, seat: Seat, word: str, choices: list[CardChoice], used: list[int]) -> dict[str, Any]:
        face, _, copy = word.lstrip("@").partition("=")
        zones = [Zone("discard", seat)] if word.startswith("@") else [Zone("shown", seat), Zone("hand", seat)]
        cards = [c for zone in zones for c in self.state.cards(*zone) if self.state.face(c) == face and c not in used]
        assert cards, f"there is no {word!r}"
        used.append(cards[0])
        keys = [choice.meaning for choice in choices if choice.card == cards[0]]
        return {"card": cards[0], "as": copy or (keys[0] if len(keys) == 1 else face)}

    # Then

    @property
    def state(self) -> State:
        return self.scenario.state

    @property
    def public(self) -> Any:
        return self.scenario.public

    def hand(self, seat: Seat) -> str:
        """Returns all cards of a hand, shown ones included, in printed order."""
        faces = [self.state.face(card) for name in ("hand", "shown") for card in self.state.cards(name, seat)]
        return " ".join(sorted(faces, key=list(self.scenario.game.deck.attributes).index))

    def discard(self, seat: Seat) -> str:
        """Returns a discard, top card last."""
        return self.scenario.faces("discard", seat, in_order=True)

    def deck(self, seat: Seat) -> str:
        """Returns a deck, top card last."""
        return self.scenario.faces("deck", seat)

    def stall(self, seat: Seat) -> list[str]:
        """Returns the stacks of a stall, first stack first."""
        numbers = self.state.numbers("stall", seat)
        return [self.scenario.faces("stall", seat, number, in_order=True) for number in numbers]

    def market(self) -> str:
        """Returns the market, cheapest place first."""
        return " ".join(self.scenario.faces("market", None, place) or "-" for place in range(5))

    def pile(self, name: str) -> str:
        """Returns a zone of the table, top card last."""
        return self.scenario.faces(name, in_order=True)

    def question(self) -> str:
        """Returns the phase of the open prompt."""
        return self.state.open_prompts[0].phase

    def plays(self, seat: Seat) -> set[str]:
        """Returns the faces of all techniques that may be played now, copies included."""
        faces = self.state.faces
        playable = set()
        for template in self.scenario.legal(seat).of("play"):
            slots = template.slots
            options = slots.get("copy") or slots["card"]
            playable |= {option if isinstance(option, str) else faces[option] for option in options}
        return playable

    def announced(self, what: str) -> list[dict[str, Any]]:
        """Returns the details of all announcements of one kind, in order."""
        effects = [effect.to_json() for outcome in self.scenario.acts for effect in outcome.effects]
        return [e["details"] for e in effects if e["kind"] == "announced" and e["what"] == what]


def table_with(
    seats: int = 2,
    options: dict[str, Any] | None = None,
    public: dict[str, Any] | None = None,
    market: str = "",
    seed: int = 0,
    game: Game = GAME,
    **zones: Any,
) -> Dale:
    """Returns a table at the start of seat 0's turn: `hand0`, `deck1`, `stall0=["junk", ...]`, `market_deck`, ..."""
    zone_faces = {_zone(name): faces for name, faces in zones.items() if isinstance(faces, str)}
    for name, piles in zones.items():
        if not isinstance(piles, str):
            zone_faces |= {Zone("stall", int(name[-1]), number): pile for number, pile in enumerate(piles, 1)}
    zone_faces |= {Zone("market", None, place): face for place, face in enumerate(words(market)) if face != "-"}
    table = lay(game, seats, options, zone_faces, public, seed=seed)
    day = table.prompt(MarketDay)
    table.prompt(Turn, table.public.turn, within=day)
    return Dale(table)


def _zone(name: str) -> Zone:
    return Zone(name[:-1], int(name[-1])) if name[-1].isdigit() else Zone(name)
