"""Leaks planted in the server. The paired worlds must find each leak, in the pair of worlds given with it."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

from django.db import connection

from bots import coach
from events.accounts import views as accounts
from events.bot_accounts import leases
from events.log import states
from events.log.access import Viewer
from events.log.match_seeds import match_seed_of
from events.log.match_state.rules import game_of
from events.log.models import Match, SealedAnswer
from events.matches.lobby import match_detail, rematches, seats, services, substitutes
from events.matches.models import StandingOrder
from events.matches.record import visible_events
from events.matches.table import moves, ordered_answers, pauses, prompts, timeouts, undo, vacations
from events.matches.table import orders as given_orders
from events.matches.views import lobby, log, table
from events.matches.views import orders as listed_orders
from events.narration import moment
from events.narration import services as narration
from events.notifications import pushes
from events.notifications import selectors as webhooks
from events.notifications import services as notices
from events.notifications.models import Webhook
from events.play_by_email import tables as correspondence
from events.replays import coach_views as coaching
from events.replays import fork_views, forks
from events.replays import views as replays
from events.streams import selectors as feeds
from events.streams.selectors import MatchSource
from games import registry
from games.kernel.errors import IllegalMove
from games.kernel.view import Window
from project.observability.gauges import DatabaseCollector
from tests.worlds import sights
from tests.worlds.worlds import MATCH_ID, Wanted

Make = Callable[[Any], Any]
"""Returns a leaking replacement for a member that does not leak."""


class Leaking(NamedTuple):
    """A leak: a member of a module, its replacement, a pattern of the sights that show it, and the pair to find it."""

    module: Any
    name: str
    make: Make
    shown_by: str
    pair: Wanted

    def planted(self) -> AbstractContextManager[Any]:
        """Plants the leak."""
        return patch.object(self.module, self.name, self.make(getattr(self.module, self.name)))


def pair(game: str, seed: int, plan: tuple[str, str] = ("", "nothing"), with_seat: bool | None = None) -> Wanted:
    """Returns a pair with as few people and decisions as possible."""
    rules = registry.get(game)
    return Wanted(game, rules.seats.start, rules.options.from_json({}, rules.seats.start), seed, 8, plan, with_seat)


# Secrets of a match


def hidden_state(match: Match) -> str:
    """Returns all faces of the table, in order."""
    return repr(sorted(states.head(match).state.faces.items()))


def cards() -> str:
    """Returns a digest of all faces of the table."""
    return hashlib.sha256(hidden_state(Match.objects.get(pk=MATCH_ID)).encode()).hexdigest()


def answers() -> list[Any]:
    """Returns the seats that have answered sealed prompts."""
    return list(SealedAnswer.objects.filter(match=MATCH_ID).order_by("prompt", "seat").values_list("prompt", "seat"))


def orders() -> list[int]:
    """Returns the seats that have standing orders."""
    return list(StandingOrder.objects.filter(match=MATCH_ID).values_list("seat", flat=True))


def head() -> int:
    """Returns the number of the match's last event."""
    return Match.objects.get(pk=MATCH_ID).head_seq


def choices() -> int:
    """Returns the number of moves that the prompted seats can choose from."""
    match = Match.objects.get(pk=MATCH_ID)
    state, game = states.head(match).state, game_of(match)
    prompted = [(prompt.id, seat) for prompt in state.open_prompts for seat in prompt.seats]
    return sum(game.legal_moves(Window(state, seat), prompt).count() for prompt, seat in prompted)


# Ways to reveal a secret


def with_member(body: Any, secret: Any) -> Any:
    """Returns an object with the secret as an additional member."""
    return {**body, "secret": secret}


def in_each(items: Any, secret: Any) -> Any:
    """Returns objects, each with the secret as an additional member."""
    return [{**item, "secret": secret} for item in items]


def telling(secret: Callable[[], Any], tell: Callable[[Any, Any], Any] = with_member) -> Make:
    """Makes a function whose result contains a secret."""

    def make(original: Any) -> Any:
        return lambda *arguments, **named: tell(original(*arguments, **named), secret())

    return make


def noting(secret: Callable[[], Any]) -> Make:
    """Returns a function that writes a secret into the public part of an event."""

    def make(write: Any) -> Any:
        return lambda *arguments, **public: write(*arguments, **public, secret=secret())

    return make


def tagged_by(secret: Callable[[Match], str]) -> Make:
    """Makes a `conditional` whose entity tags depend on a secret of the match's current state."""

    def make(conditional: Any) -> Any:
        def leaking(request: Any, *rest: Any, **named: Any) -> Any:
            response = conditional(request, *rest, **named)
            found = re.search("matches/([0-9a-f-]{36})", request.path)
            assert found is not None
            match = Match.objects.get(pk=UUID(found[1]))
            response["ETag"] = f'"{hashlib.sha256(secret(match).encode()).hexdigest()}"'
            return response

        return leaking

    return make


def _faces(match: Match, args: Mapping[str, Any]) -> list[Any]:
    """Returns the faces of the cards that a move names."""
    faces = states.head(match).state.faces
    return [faces.get(card) for card in args.values() if type(card) is int]


def _naming_the_card(tried: Any) -> Any:
    def leaking(request: Any, decision: Any, move: Any) -> Any:
        body = tried(request, decision, move)
        return {**body, "errors": [*body["errors"], *({"detail": face} for face in _faces(decision.match, move.args))]}

    return leaking


def _refusing_by_name(move_submit: Any) -> Any:
    def leaking(**submitted: Any) -> Any:
        try:
            return move_submit(**submitted)
        except IllegalMove as refused:
            named = _faces(Match.objects.get(pk=submitted["match_id"]), submitted["submission"].args)
            refused.errors = tuple(error._replace(params={**error.params, "tried": named}) for error in refused.errors)
            raise

    return leaking


def _neighbour(match: Match, viewer: Any) -> Any:
    return viewer if viewer.seat is None else viewer._replace(seat=(viewer.seat + 1) % match.size)


def _opened_to_the_neighbour(opened: Any) -> Any:
    def leaking(match: Match, row: Any, viewer: Any, words: Any) -> Iterator[Any]:
        yield from opened(match, row, viewer, words)
        if viewer.seat is not None and not viewer.all:
            yield from opened(match, row, _neighbour(match, viewer), words)

    return leaking


def _paged_for_the_neighbour(page: Any) -> Any:
    return lambda self, seq, viewer, core: page(self, seq, _neighbour(self._match, viewer), core)


def _asking_more(body: Any, secret: str) -> Any:
    if int(secret, 16) % 2:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    return body


def _answers_of_all(own_answers: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        everybodys = SealedAnswer.objects.filter(match=match).order_by("seat").values_list("prompt", "move")
        return {**dict(everybodys), **own_answers(match, *rest)}

    return leaking


def _orders_of_all(standing_orders: Any) -> Any:
    def leaking(match: Match, seat: int) -> Any:
        return {"items": [item for other in range(match.size) for item in standing_orders(match, other)["items"]]}

    return leaking


def _analysing_all(analysis_of: Any) -> Any:
    return lambda *_: {"match": cards()}


def _numbered_among_all(free_number: Any) -> Any:
    return lambda match, seat: StandingOrder.objects.filter(match=match).count()


def _refused_beside_orders(last_move: Any) -> Any:
    def leaking(match: Match) -> Any:
        if orders():
            raise undo.NothingToUndo()
        return last_move(match)

    return leaking


def _dealt_again(request: Any) -> Any:
    return lambda match, *rest: request(match, *rest)._replace(seed=match_seed_of(match))


def _seeing_all(view_at: Any) -> Any:
    return lambda match, viewer, match_state: view_at(match, Viewer(viewer.seat, all=True), match_state)


def _unchanged(response: Any, secret: str) -> Any:
    if response.status_code == 304:
        response["Retry-After"] = str(int(secret, 16) % 2)
    return response


def _logged(body: Any, secret: str) -> Any:
    logging.getLogger("events").warning(secret)
    return body


def _alone(_: Any, secret: str) -> str:
    return secret


def _in_words(text: Any, secret: str) -> Any:
    return {**text, "text": f"{text['text']}\n{secret}"}


def _at_the_foot(message: Any, secret: str) -> Any:
    message.body += secret
    return message


def _counted(values: Any, secret: list[Any]) -> Any:
    return tuple(value + len(secret) for value in values)


def _waking(slices: Any, secret: list[Any]) -> Any:
    return {
        listener: new and new._replace(newest_ms=(new.newest_ms or 0) + len(secret)) for listener, new in slices.items()
    }


def _slow_beside_orders(play_at_once: Any) -> Any:
    return lambda match, *rest: None if match.has_orders else play_at_once(match, *rest)


def _as_captions(body: Any, secret: str) -> Any:
    return {**body, "items": [{**item, "text": secret} for item in body["items"]]}


def _among_consents(kinds: Any, secret: Any) -> Any:
    return {**kinds, "secret": secret if any(kinds.values()) else []}


# The leaks

CARDS = pair("monopoly_deal", 1)
SEATED = pair("monopoly_deal", 2, with_seat=True)
NAMING = pair("monopoly_deal", 24, with_seat=True)
ANSWERS = pair("great_dalmuti", 5)
ORDERS = pair("monopoly_deal", 1, ("unseen order", "nothing"), with_seat=True)
ABORTED = pair("monopoly_deal", 1, ("", "aborted"))
STREAMS = "match/stream|streams"


def answering(happening: str) -> Wanted:
    """Returns the pair with sealed answers that has this happening."""
    return ANSWERS._replace(plan=(happening, "nothing"))


LEAKS: Mapping[str, Leaking] = {
    "a tag made of the whole table": Leaking(table, "conditional", tagged_by(hidden_state), "/view", CARDS),
    "a query more for some hands": Leaking(table, "table_view", telling(cards, _asking_more), "/view", CARDS),
    "a 304 that differs for some hands": Leaking(table, "conditional", telling(cards, _unchanged), "true tags", CARDS),
    "a log with all cards": Leaking(table, "table_view", telling(cards, _logged), "/view|the log", CARDS),
    "an operator's page with all cards": Leaking(Match, "__str__", telling(cards, _alone), "/admin/log/ma", CARDS),
    "a trial that names the card": Leaking(table, "_tried", _naming_the_card, "POST .*/legal-moves", NAMING),
    "a refusal that names the card": Leaking(table, "move_submit", _refusing_by_name, "POST .*/moves", NAMING),
    "a cell opened to a neighbour": Leaking(visible_events, "_opened", _opened_to_the_neighbour, "/events", SEATED),
    "a stream of what a neighbour sees": Leaking(feeds._Rows, "_page", _paged_for_the_neighbour, STREAMS, SEATED),
    "a text that knows the whole table": Leaking(moment, "view_at", _seeing_all, "GET .match/text", CARDS),
    "an answer that knows the whole table": Leaking(narration, "step_text", telling(cards), "POST .match/text", NAMING),
    "a stream whose legal moves know all": Leaking(prompts, "legal_moves_at_head", telling(cards), STREAMS, SEATED),
    "a reply to a move that knows all": Leaking(prompts, "legal_moves_at_head", telling(cards), "no sight", NAMING),
    "a lease that knows the whole table": Leaking(leases, "_decision", telling(cards, in_each), "/bots/dec", SEATED),
    "an analysis of the whole table": Leaking(coaching, "analysis_of", _analysing_all, "/analysis", SEATED),
    "a notice that knows the next card": Leaking(notices, "_turn", telling(cards), "/me/stream", SEATED),
    "a webhook that knows the next card": Leaking(webhooks, "body_for", telling(cards), "/deliveries", SEATED),
    "a push that knows the next card": Leaking(pushes, "push_payload", telling(cards), "push", SEATED),
    "an e-mail that knows the next card": Leaking(sights, "write_mail", telling(cards, _at_the_foot), "mail", SEATED),
    "an e-mail whose table knows the next card": Leaking(
        correspondence, "text_of", telling(cards, _in_words), "mail", SEATED
    ),
    "a view with the sealed answers of all": Leaking(table, "own_answers", _answers_of_all, "/view", ANSWERS),
    "a head that tells who has answered": Leaking(lobby, "match_detail", telling(answers), r"GET \$match$", ANSWERS),
    "a list that tells it": Leaking(lobby, "match_lines", telling(answers, in_each), "GET /matches$", ANSWERS),
    "an inbox that tells it": Leaking(accounts, "open_decisions", telling(answers, in_each), "/me/decisions", ANSWERS),
    "a stream that tells it": Leaking(feeds, "prompts_of", telling(answers), STREAMS, ANSWERS),
    "a page of events that tells it": Leaking(log, "_page", telling(answers), "/events", ANSWERS),
    "figures that count answers": Leaking(
        DatabaseCollector, "_values", telling(answers, _counted), "/metrics", ANSWERS
    ),
    "a stream that wakes for answers": Leaking(MatchSource, "read", telling(answers, _waking), "streams", ANSWERS),
    "words that count answers": Leaking(seats, "write", noting(answers), "/events", answering("words")),
    "consents that tell who has answered": Leaking(
        match_detail, "agreements", telling(answers, _among_consents), r"GET \$match$", answering("consents")
    ),
    "a pause that tells who has answered": Leaking(pauses, "write", noting(answers), "/events", answering("pause")),
    "a vacation that tells it": Leaking(vacations, "write", noting(answers), "/events", answering("vacation")),
    "a substitute for whom orders are counted": Leaking(
        substitutes,
        "write",
        noting(orders),
        "/events",
        pair("monopoly_deal", 3, ("unseen order, substitute", "nothing")),
    ),
    "an order whose answers are marked": Leaking(
        ordered_answers,
        "move_submit",
        lambda submit: partial(submit, by="bot"),
        "/events",
        pair("monopoly_deal", 3, ("order", "nothing")),
    ),
    "an undo that is refused beside an order": Leaking(
        undo, "_last_move", _refused_beside_orders, "/events", pair("great_dalmuti", 19, ("unseen order", "undone"))
    ),
    "a clock that tells how many moves there were": Leaking(
        timeouts, "write_outcome", noting(choices), "/events", pair("monopoly_deal", 26, ("", "out of time"))
    ),
    "an end that tells of standing orders": Leaking(
        services, "void", noting(orders), "/events", pair("monopoly_deal", 1, ("unseen order", "aborted"))
    ),
    "a rematch with the same cards": Leaking(
        rematches, "_request", _dealt_again, "rematch", pair("great_dalmuti", 4, ("", "resigned"), with_seat=True)
    ),
    "a fork with the cards as they lie": Leaking(forks, "view_at", _seeing_all, "forks.*dealt.*resampled", ABORTED),
    "a fork that knows the deal": Leaking(fork_views, "match_detail", telling(cards), "forks.*resampled", ABORTED),
    "a replay that knows the hands": Leaking(replays, "replay", telling(cards), "replay-links.*spectator", ABORTED),
    "a replay in words that knows the hands": Leaking(
        replays, "replay_captions", telling(cards, _as_captions), "replay-links.*spectator", ABORTED
    ),
    "a coach who knows the hands": Leaking(
        coach, "judged", telling(cards), "the analysis", pair("great_dalmuti", 3, ("", "resigned"), with_seat=True)
    ),
    "a list of the orders of all": Leaking(listed_orders, "standing_orders", _orders_of_all, "/standing-o", ORDERS),
    "an order numbered among those of all": Leaking(
        given_orders, "_free_number", _numbered_among_all, "standing-orders.*phase", ORDERS
    ),
    "moves that take longer beside an order": Leaking(moves, "_play_at_once", _slow_beside_orders, "no sight", ORDERS),
    "a match that counts the webhooks of all": Leaking(
        lobby,
        "match_detail",
        telling(Webhook.objects.count),
        r"GET \$match$",
        pair("monopoly_deal", 1, ("own matters", "nothing")),
    ),
    "a match that says how far it is, to those who are late": Leaking(
        lobby, "match_detail", telling(head), r"GET \$match$", pair("monopoly_deal", 1, ("", "unseen"), with_seat=False)
    ),
}
