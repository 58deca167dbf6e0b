"""Négoces 2 by rules of thumb: what a hand lacks is worth most, then the right to sell next, then coins.

Every deal is judged by what it leaves in the hand and purse, so whoever repeats an offer gains nothing by it: an
offer is as good the tenth time as the first. A seller says what he is looking for, waits for a few words, and then
takes the best offer or forces the sale. A buyer makes an offer and improves it once; to a seller who is known to be
close to all eight goods it offers coins only, so that he loses the hand (rules, 'Aides et remarques').
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
"""What a good that is lacking, any other card, a coin, and being the next seller are worth."""

WORDS = 3
OFFERS = 2
"""How often a seller speaks before he decides, and how often a buyer names terms, in one negotiation."""

DEAREST_CONTRABAND = 6
NEARLY_ALL = 6
"""How many different goods make a seller dangerous, so far as they are known."""


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """The move for the question that is asked; None: nothing to say now, where nobody waits for it."""
    verbs = {template.verb for template in moves.templates}
    for verb, answer in ANSWERS.items():
        if verb in verbs:
            return answer(view, moves, draws)
    return next(iter(moves))


def _say(verb: str) -> Callable[[View, LegalMoves, Draws], Move]:
    return lambda view, moves, draws: Move(verb)


def bid(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Bids on as long as the contraband is cheap."""
    price = view.public.high + 1
    bids = moves.of("bid")
    if bids and (not view.public.high or price <= DEAREST_CONTRABAND + draws.below(3)):
        return Move("bid", {"coins": price})
    return Move("withdraw")


def place(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Sells contraband face down, else a card of which it has most, face up."""
    if CONTRABAND in hand_faces(view, view.me):
        return Move("place", {"card": CONTRABAND, "face": "down"})
    return Move("place", {"card": spares(view)[0], "face": "up"})


def pick(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Takes the good from a seat that has not sold yet, since all must have, or else from one that has several copies.

    A seat that loses its only copy forces it back in its own sale. Chance decides between equal owners: if the poorest
    were always picked, two poor sellers would take goods from each other until the sales are used up.
    """
    owners = [seat for seat in others(view.me) if view.size("shown", seat)]
    ranks = {seat: (seat in view.public.sold, view.size("shown", seat) == 1) for seat in owners}
    best = [seat for seat in owners if ranks[seat] == min(ranks.values())]
    return Move("pick", {"owner": best[draws.below(len(best))]})


def negotiate(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Haggles, as seller or as buyer."""
    if view.me == view.public.seller:
        return sell(view, moves, draws)
    return buy(view, moves, draws)


# The seller


def sell(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Says what it lacks; then takes the best offer, if that is better than a good by force.

    Where the sale cannot be forced yet (`force_after`) and nothing good is offered, it waits: the clock will go on.
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
    """What an offer brings the seller: its card, its coins, and the hand, which he keeps if he is given a card."""
    cards = view.cards(*offers.open_zone(offer))
    up = sum(card_worth(hand_faces(view, view.me), view.face(card)) for card in cards)
    down = view.size(*offers.down_zone(offer)) * unseen_worth(hand_faces(view, view.me))
    keeps = HAND if cards or down else 0
    return up + down + keeps + COIN * int(offer.give["coins"] - view.public.lot_coins)


def force(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
    """Gives away what it has most of, for a good that it lacks; which one, chance says.

    Two sellers that always named the first good would take it from each other until the sales are used up.
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
    """Names terms that leave it better off, and better ones once more; else it waits."""
    seller, spoken = view.public.seller, view.public.acts[view.me]
    mine = offers.offers_of(view, view.me)
    if spoken >= OFFERS or (mine and not view.public.acts[seller]):
        return None
    terms = best_terms(view, bool(mine), draws)
    move = None if terms is None else Move("offer", terms)
    return move if move is not None and move in moves and not stands(view, terms) else None


def best_terms(view: View, raised: bool, draws: Draws) -> Mapping[str, int | str] | None:
    """A card that it can spare, with some coins if that must be raised; without such a card, coins alone."""
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
    """A card that it can do without: contraband, or any of which it has two."""
    cards = [face for face in spares(view) if holds_spare(view, face)]
    return None if not cards else cards[0] if cards[0] == CONTRABAND else cards[draws.below(len(cards))]


def known_goods(view: View, seat: Seat) -> int:
    """How many different goods a seat is known to hold."""
    return len({known.face for known in view.known if known.zone.seat == seat and known.face in GOODS})


def affordable(view: View) -> int:
    """The coins it may offer without helping the seller to a full purse, so far as that can be seen."""
    missing: int = view.options.coins_to_win - 1 - coins_seen(view, view.public.seller)
    return max(min(purse(view, view.me), missing), 0)


def lot_worth(view: View) -> int:
    """What the card on the market and the coins on it are worth to a buyer."""
    own = hand_faces(view, view.me) + offered_faces(view)
    cards = view.cards(*lot_open(view.public.seller))
    up = sum(card_worth(own, view.face(card)) for card in cards)
    return up + (0 if cards else unseen_worth(own)) + COIN * int(view.public.lot_coins)


def stands(view: View, terms: Mapping[str, int | str] | None) -> bool:
    """Whether terms are no better than those that stand already."""
    mine = offers.offers_of(view, view.me)
    return bool(mine) and terms is not None and int(terms["coins"]) <= mine[0].give["coins"]


# What things are worth


def card_worth(own: tuple[Face, ...], face: Face) -> int:
    """What one more card is worth to a hand."""
    return GOOD if face in GOODS and face not in own else SPARE


def unseen_worth(own: tuple[Face, ...]) -> int:
    """What a card face down is worth: half of what a card drawn at random would be, since it was chosen."""
    return max(GOOD * len(lacked(own)) // len(GOODS) // 2, SPARE)


def spares(view: View) -> list[Face]:
    """The faces it has, those it can best do without first: contraband, then what it has most of."""
    own = Counter(hand_faces(view, view.me) + offered_faces(view))
    return sorted(own, key=lambda face: (face != CONTRABAND, -own[face], face))


def holds_spare(view: View, face: Face) -> bool:
    """Whether it can give a card of that face and still have the good."""
    return face == CONTRABAND or (hand_faces(view, view.me) + offered_faces(view)).count(face) > 1


def coins_seen(view: View, seat: Seat) -> int:
    """The coins of a seat, so far as they are shown."""
    return int((view.public.coins[seat] or 0) + (view.public.hidden_coins[seat] or 0))


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
