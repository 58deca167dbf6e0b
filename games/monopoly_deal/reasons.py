"""The reasons for refused plays; the sentences are in `sentences/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.kernel.deck import Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.state import Json, Move
from games.kernel.view import View
from games.monopoly_deal.actions import CHOICES, most_doubles
from games.monopoly_deal.board import Board, others
from games.monopoly_deal.deck import ANY_COLOUR, COLOURS, MAY_BE, RENT_COLOURS, VALUES, WILD_COLOURS, Colour

JOKER, DOUBLE = "just_say_no", "double_the_rent"
TAKING = frozenset({"sly_deal", "forced_deal", "deal_breaker"})
BUILDING = frozenset({"house", "hotel"})
PLAYS = frozenset({"bank", "lay", "rent", *(face for face in CHOICES if face not in RENT_COLOURS)})


def made_for(face: Face) -> str | None:
    """Returns the verb of a turn that an action or rent card is made for."""
    if face in RENT_COLOURS or face == DOUBLE:
        return "rent"
    return face if face in CHOICES or face == JOKER else None


def why_no_play(view: View, move: Move, refusal: Refusal) -> Reason | None:
    """Returns why the active seat may not make a move."""
    if not refusal.slot:
        return _why_no_verb(view, move.verb)
    why = SLOTS.get(refusal.slot)
    return None if why is None else why(view, move, move.args[refusal.slot])


def _why_no_verb(view: View, verb: str) -> Reason | None:
    if verb in PLAYS and not view.public.plays_left:
        return because("no_plays_left")
    if verb in (JOKER, "rent"):
        return because("only_an_answer" if verb == JOKER else "no_rent")
    if verb == "declare":
        return because("not_won")
    if verb == "lay" and _holds(view, ANY_COLOUR):
        return because("must_join", face=ANY_COLOUR)
    if verb in ("bank", "lay"):
        return because("money_to_bank" if verb == "bank" else "not_a_property")
    if verb in CHOICES and not _holds(view, verb):
        return because("not_in_hand", face=verb)
    if verb in BUILDING:
        return because("no_sites", face=verb)
    if verb == "forced_deal" and any(Board(view).exposed(seat, also_complete=False) for seat in others(view, view.me)):
        return because("nothing_to_give")
    return because("nothing_to_take") if verb in TAKING else None


def _holds(view: View, face: Face) -> bool:
    return any(view.face(card) == face for card in view.cards("hand", view.me))


def _why_no_face(view: View, move: Move, face: Json) -> Reason | None:
    if face not in VALUES:
        return None
    if move.verb == "bank" and face in MAY_BE:
        return because("money_to_bank")
    if move.verb == "lay" and face not in MAY_BE:
        return because("not_a_property")
    if not _holds(view, face):
        return because("not_in_hand", face=face)
    if move.verb != "rent":
        return None
    return because("doubles_a_rent") if face == DOUBLE else because("no_rent")


def _why_no_colour(view: View, move: Move, colour: Json) -> Reason | None:
    if colour not in COLOURS:
        return None
    if move.verb == "lay":
        return why_not_of_colour(move.args.get("face"), colour)
    return _why_not_recoloured(view, move.args.get("card"), colour)


def why_not_of_colour(face: Json, colour: Colour) -> Reason | None:
    """Returns why a wild cannot have a colour; None for other faces."""
    if not isinstance(face, str) or face not in WILD_COLOURS:
        return None
    return (
        because("must_join", face=face)
        if colour in WILD_COLOURS[face]
        else because("not_its_colour", face=face, colour=colour)
    )


def _why_not_recoloured(view: View, card: Json, colour: Json) -> Reason | None:
    """Returns why a laid wild cannot change to a colour."""
    if type(card) is not int or card not in view.faces or colour not in COLOURS:
        return None
    if any(card in view.cards(str(colour), view.me, number) for number in view.numbers(str(colour), view.me)):
        return because("its_colour", colour=colour)
    return why_not_of_colour(view.face(card), str(colour))


def _why_no_place(view: View, move: Move, place: Json) -> Reason | None:
    """Returns why a swapped wild cannot move to a group."""
    return _why_not_recoloured(view, move.args.get("wild"), place)


def _why_no_group(view: View, move: Move, group: Json) -> Reason | None:
    if move.verb == "rent":
        face = move.args.get("face")
        return because("no_such_rent", face=face) if isinstance(face, str) and face in RENT_COLOURS else None
    if move.verb == "deal_breaker":
        return because("not_complete")
    return because("no_site", face=move.verb) if move.verb in BUILDING else None


def _why_not_this_card(view: View, move: Move, card: Json) -> Reason | None:
    if move.verb not in TAKING:
        return None
    board = Board(view)
    is_safe = any(card in group.cards for seat in range(view.seats) for group in board.complete(seat))
    return because("complete_is_safe" if is_safe else "not_their_property")


def _why_not_this_player(view: View, move: Move, target: Json) -> Reason | None:
    if target == view.me:
        return because("not_yourself")
    return because("nothing_to_take") if move.verb in TAKING else None


SLOTS: Mapping[str, Callable[[View, Move, Json], Reason | None]] = {
    "face": _why_no_face,
    "colour": _why_no_colour,
    "group": _why_no_group,
    "card": _why_not_this_card,
    "target": _why_not_this_player,
    "to": _why_no_place,
    "given": lambda view, move, value: because("not_your_property"),
    "doubles": lambda view, move, value: because("too_many_doubles", number=most_doubles(view, view.me)),
}
