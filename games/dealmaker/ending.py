"""The end of the match and its scores (rules, 'But du jeu' and 'Déroulement')."""

from __future__ import annotations

from collections.abc import Iterator

from games.dealmaker.board import options_of, points, present, won
from games.kernel.dealer import Dealer
from games.kernel.phase import OpenPhase, verb
from games.kernel.state import Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


class Ending(OpenPhase):
    """An open prompt in which seats may choose `enough`; the game is over when all present seats have (ruling 15)."""

    def is_done(self, table: Table) -> bool:
        """Returns whether no further deal can follow (rules, 'Déroulement')."""
        return all_agree(table, table.public.enough)

    def end_if_done(self, dealer: Dealer) -> bool:
        """Ends the game if it is done; returns whether it was done."""
        done = self.is_done(dealer.state)
        if done:
            end_match(dealer)
        return done

    def ending_templates(self, view: View) -> Iterator[Template]:
        """Yields the templates of `enough` and of taking it back."""
        yield template("go_on" if view.me in view.public.enough else "enough")

    @verb
    def enough(self, dealer: Dealer, seat: Seat) -> None:
        """Agrees to end the deals. The game is over when all present seats agree."""
        dealer.change(enough=(*dealer.state.public.enough, seat))
        self.end_if_done(dealer)

    @verb
    def go_on(self, dealer: Dealer, seat: Seat) -> None:
        """Takes back an `enough`."""
        dealer.change(enough=[other for other in dealer.state.public.enough if other != seat])


def all_agree(table: Table, agreed: tuple[Seat, ...]) -> bool:
    """Returns whether the agreeing seats include all present seats."""
    return set(present(table)) <= set(agreed)


def end_match(dealer: Dealer) -> None:
    """Turns up all won tiles. The highest sum wins; equal sums share their place (rules, 'But du jeu')."""
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
