"""A greedy policy for Négoces 2: missing goods are worth most, then the right to sell next, then coins.

The policy scores a deal by the hand and purse that it leaves, so repeating an offer gains nothing. As a seller, the
policy announces the goods that it lacks, waits for a few offers, and then accepts the best one or forces the sale. As a
buyer, it makes an offer and improves it once. If the seller is known to have nearly all eight goods, the buyer offers
only coins, so that the right to sell passes on (rules, 'Aides et remarques').
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from games.kernel import offers
from games.kernel.deck import Face
from games.kernel.offers import Offer
from games.kernel.rng import Draws
from games.kernel.state import Move, Seat
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.negoces2.board import hand_faces, lacked, lot_open, offered_faces, others, purse
from games.negoces2.deck import CONTRABAND, GOODS

GOOD = 20
SPARE = 1
COIN = 5
HAND = 10
"""The worth of a missing good, of any other card, of a coin, and of selling next."""

WORDS = 3
OFFERS = 2
"""The number of announcements a seller makes before it decides, and of offers a buyer makes, in one negotiation."""

DEAREST_CONTRABAND = 6
NEARLY_ALL = 6
"""The number of different goods from which a seller counts as dangerous."""


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Returns the move for the open prompt; None if the policy waits at a prompt that requires no move."""
    verbs = {template.verb for template in moves.templates}
    for verb, answer in ANSWERS.items():
        if verb in verbs:
            return answer(view, moves, draws)
    return next(iter(moves))


def _say(verb: str) -> Callable[[View, LegalMoves, Draws], Move]:
    return lambda view, moves, draws: Move(verb)


def bid(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Bids while the contraband is cheap."""
    price = view.public.high + 1
    bids = moves.of("bid")
    if bids and (not view.public.high or price <= DEAREST_CONTRABAND + draws.below(3)):
        return Move("bid", {"coins": price})
    return Move("withdraw")


def place(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Sells contraband face down, otherwise its most frequent card face up."""
    if CONTRABAND in hand_faces(view, view.me):
        return Move("place", {"card": CONTRABAND, "face": "down"})
    return Move("place", {"card": spares(view)[0], "face": "up"})


def pick(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Takes the good from a seat that has not sold yet, since all seats must sell, or from a seat with several copies.

    A seat that loses its only copy forces it back in its own sale. The policy draws among equal owners at random: if it
    always picked the poorest, two poor sellers would take goods from each other until the sales are used up.
    """
    owners = [seat for seat in others(view.me) if view.size("shown", seat)]
    ranks = {seat: (seat in view.public.sold, view.size("shown", seat) == 1) for seat in owners}
    best = [seat for seat in owners if ranks[seat] == min(ranks.values())]
    return Move("pick", {"owner": best[draws.below(len(best))]})


def negotiate(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Negotiates, as seller or as buyer."""
    if view.me == view.public.seller:
        return sell(view, moves, draws)
    return buy(view, moves, draws)


# The seller


def sell(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Announces missing goods, then accepts the best offer if it is worth a forced good, otherwise forces the sale.

    If the sale cannot be forced yet (`force_after`), returns None and waits for the clock.
    """
    lacking = lacked(hand_faces(view, view.me))
    legal = {template.slots["offer"].sample(draws) for template in moves.of("accept")}
    standing = [offer for offer in offers.offers(view) if offer.id in legal]
    if lacking and len(standing) < len(others(view.me)) and view.public.acts[view.me] < WORDS and moves.of("seek"):
        return Move("seek", {"good": lacking[draws.below(len(lacking))]})
    best = max(standing, key=lambda offer: offer_worth(view, offer), default=None)
    if best is not None and offer_worth(view, best) >= GOOD - SPARE:
        return Move("accept", {"offer": best.id, "version": best.version})
    return force(view, moves, draws)


def offer_worth(view: View, offer: Offer) -> int:
    """Returns the worth of an offer for the seller: its card, its coins, and the next sale if it contains a card."""
    cards = view.cards(*offers.open_zone(offer))
    up = sum(card_worth(hand_faces(view, view.me), view.face(card)) for card in cards)
    down = view.size(*offers.down_zone(offer)) * unseen_worth(hand_faces(view, view.me))
    keeps = HAND if cards or down else 0
    return up + down + keeps + COIN * int(offer.give["coins"] - view.public.lot_coins)


def force(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Gives the most frequent card for a random missing good.

    If sellers always named the first missing good, two sellers would take it from each other until the sales are used
    up.
    """
    for second in spares(view):
        for template in moves.of("force"):
            goods = [good for good in template.slots["good"] if second in template.slots["card"]]
            others_goods = [good for good in goods if good != second]
            if goods:
                named = others_goods or goods
                return Move("force", {"card": second, "good": named[draws.below(len(named))]})
    return None


# The buyer


def buy(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Makes an offer that improves the position, raises it once, and otherwise waits."""
    seller, spoken = view.public.seller, view.public.acts[view.me]
    mine = offers.offers_of(view, view.me)
    if spoken >= OFFERS or (mine and not view.public.acts[seller]):
        return None
    terms = best_terms(view, bool(mine), draws)
    move = None if terms is None else Move("offer", terms)
    return move if move is not None and move in moves and not stands(view, terms) else None


def best_terms(view: View, raised: bool, draws: Draws) -> Mapping[str, int | str] | None:
    """Returns a spare card, with coins if the offer is raised; without a spare card, only coins."""
    gain = lot_worth(view)
    card = None if known_goods(view, view.public.seller) >= NEARLY_ALL else spare_card(view, draws)
    if card is not None and gain > SPARE:
        most = (gain - SPARE - 1) // COIN
        coins = min(most // 2 if raised else 0, affordable(view))
        return {"card": card, "face": "down" if card == CONTRABAND else "up", "coins": coins}
    most = min((gain + HAND - 1) // COIN, affordable(view))
    coins = most if raised else (most + 1) // 2
    return {"coins": coins} if coins else None


def spare_card(view: View, draws: Draws) -> Face | None:
    """Returns a card to give away: contraband, or a card with a second copy."""
    cards = [face for face in spares(view) if holds_spare(view, face)]
    return None if not cards else cards[0] if cards[0] == CONTRABAND else cards[draws.below(len(cards))]


def known_goods(view: View, seat: Seat) -> int:
    """Returns the number of different goods that a seat is known to hold."""
    return len({known.face for known in view.known if known.zone.seat == seat and known.face in GOODS})


def affordable(view: View) -> int:
    """Returns the coins that the viewer can offer without giving the seller enough coins to win, as far as is known."""
    missing: int = view.options.coins_to_win - 1 - coins_of(view, view.public.seller)
    return max(min(purse(view, view.me), missing), 0)


def lot_worth(view: View) -> int:
    """Returns the worth to a buyer of the card on the market and its coins."""
    own = hand_faces(view, view.me) + offered_faces(view)
    cards = view.cards(*lot_open(view.public.seller))
    up = sum(card_worth(own, view.face(card)) for card in cards)
    return up + (0 if cards else unseen_worth(own)) + COIN * int(view.public.lot_coins)


def stands(view: View, terms: Mapping[str, int | str] | None) -> bool:
    """Returns whether terms do not improve on the seat's open offer."""
    mine = offers.offers_of(view, view.me)
    return bool(mine) and terms is not None and int(terms["coins"]) <= mine[0].give["coins"]


# The worth of cards and coins


def card_worth(own: tuple[Face, ...], face: Face) -> int:
    """Returns the worth of one more card for a hand."""
    return GOOD if face in GOODS and face not in own else SPARE


def unseen_worth(own: tuple[Face, ...]) -> int:
    """Returns the worth of a face-down card: half the worth of a random card, since its owner chose it."""
    return max(GOOD * len(lacked(own)) // len(GOODS) // 2, SPARE)


def spares(view: View) -> list[Face]:
    """Returns the faces in the hand, the most dispensable first: contraband, then the most frequent."""
    own = Counter(hand_faces(view, view.me) + offered_faces(view))
    return sorted(own, key=lambda face: (face != CONTRABAND, -own[face], face))


def holds_spare(view: View, face: Face) -> bool:
    """Returns whether the seat can give a card of that face and still has a copy."""
    return face == CONTRABAND or (hand_faces(view, view.me) + offered_faces(view)).count(face) > 1


def coins_of(view: View, seat: Seat) -> int:
    """Returns the coins of a seat, including hidden coins, which follow from the public payments."""
    return int(view.public.coins[seat] + view.public.hidden_coins[seat])


ANSWERS: Mapping[str, Callable[[View, LegalMoves, Draws], Move | None]] = {
    "declare": _say("declare"),
    "join": _say("join"),
    "play_on": _say("play_on"),
    "keep_silent": _say("keep_silent"),
    "bid": bid,
    "place": place,
    "pick": pick,
    "withdraw": bid,
    "force": negotiate,
    "accept": negotiate,
    "offer": negotiate,
    "retract": negotiate,
    "seek": negotiate,
}
