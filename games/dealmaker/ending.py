"""The end and the score (rules, 'But du jeu' and 'Déroulement')."""

from __future__ import annotations

from collections.abc import Iterator

from games.dealmaker.board import options_of, points, present, won
from games.kernel.dealer import Dealer
from games.kernel.phase import OpenPhase, verb
from games.kernel.state import Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


class Ending(OpenPhase):
    """An open question in which everybody may say that it is enough; when all have, the game is over (ruling 15)."""

    def is_done(self, table: Table) -> bool:
        """Whether no further deal will be concluded (rules, 'Déroulement')."""
        return all_agree(table, table.public.enough)

    def settle(self, dealer: Dealer) -> bool:
        """Ends the game if it is done; returns whether it did."""
        done = self.is_done(dealer.state)
        if done:
            over(dealer)
        return done

    def last_words(self, view: View) -> Iterator[Template]:
        """Saying so, or taking it back."""
        yield template("go_on" if view.me in view.public.enough else "enough")

    @verb
    def enough(self, dealer: Dealer, seat: Seat) -> None:
        """Agrees that no further deal will be concluded; when all present agree, the game is over."""
        dealer.change(enough=(*dealer.state.public.enough, seat))
        self.settle(dealer)

    @verb
    def go_on(self, dealer: Dealer, seat: Seat) -> None:
        """Takes back that it is enough."""
        dealer.change(enough=[other for other in dealer.state.public.enough if other != seat])


def all_agree(table: Table, agreed: tuple[Seat, ...]) -> bool:
    """Whether everybody who has not left is among these."""
    return set(present(table)) <= set(agreed)


def over(dealer: Dealer) -> None:
    """Everybody turns his tiles up; the highest sum wins, equal sums share their place (rules, 'But du jeu')."""
    state = dealer.state
    places: dict[tuple[int, int], list[Seat]] = {}
    scores = []
    for seat in range(state.seats):
        tiles = state.cards(*won(state, seat))
        if tiles:
            dealer.show(tiles, won(state, seat))
        scores.append(sum(points(state, tile) for tile in tiles))
        tie_break = len(tiles) if options_of(state).tie_break == "tiles_count" else 0
        if seat in present(state):
            places.setdefault((scores[-1], tie_break), []).append(seat)
    dealer.end([places[place] for place in sorted(places, reverse=True)], scores)
