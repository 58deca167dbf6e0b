"""Leaks planted in the API, each of which the paired worlds must detect."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

from django.db import connection
from django.db.models import F

from bots import coach
from events.accounts import views as account_views
from events.live import selectors as live_selectors
from events.log import states
from events.matches.record import visible_events
from events.matches.table import moves, prompts
from events.matches.views import lobby, log, orders, table
from events.models import Match, SealedAnswer, Webhook
from events.notices import pushes, services
from events.notices import selectors as notice_selectors
from events.programs import views as program_views
from events.replays import coach_views, fork_views
from events.replays import views as replay_views
from games.kernel.errors import IllegalMove
from project.observability import gauges
from tests.worlds import sights

MATCH = UUID("018f0000-0000-7000-8000-000000000001")


class Leaking(NamedTuple):
    """A way to plant a leak, a pattern of the sights that reveal it, and the game and the plan that do so soonest."""

    planted: Callable[[], AbstractContextManager[None]]
    shown_by: str
    game: str = "monopoly_deal"
    plan: tuple[str, str] | None = ("", "nothing")
    with_seat: bool | None = None


def replacing(module: Any, name: str, make: Callable[[Any], Any]) -> Callable[[], AbstractContextManager[None]]:
    """Replaces a member of a module by something made from it."""

    @contextmanager
    def planted() -> Iterator[None]:
        with patch.object(module, name, make(getattr(module, name))):
            yield

    return planted


def hidden_state(match: Match) -> str:
    """Returns all faces of the table, in order."""
    return repr(sorted(states.head(match).state.faces.items()))


def _match_of(request: Any) -> Match:
    path_match = re.search("matches/([0-9a-f-]{36})", request.path)
    assert path_match is not None
    return Match.objects.get(pk=UUID(path_match[1]))


def tagged_by(secret: Callable[[Match], str]) -> Callable[[Any], Any]:
    """Makes a `conditional` whose entity tags tell something about a match as it is now."""

    def make(conditional: Any) -> Any:
        def leaking(request: Any, *rest: Any) -> Any:
            response = conditional(request, *rest)
            response["ETag"] = f'"{hashlib.sha256(secret(_match_of(request)).encode()).hexdigest()}"'
            return response

        return leaking

    return make


def _showing_sealed_answers(own_answers: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        everybodys = SealedAnswer.objects.filter(match=match).order_by("seat").values_list("prompt", "move")
        return {**dict(everybodys), **own_answers(match, *rest)}

    return leaking


def _naming_the_card(tried: Any) -> Any:
    def leaking(request: Any, decision: Any, move: Any) -> Any:
        body = tried(request, decision, move)
        cards = [value for value in move.args.values() if type(value) is int]
        faces = states.head(decision.match).state.faces
        return {**body, "errors": [*body["errors"], *({"detail": faces.get(card)} for card in cards)]}

    return leaking


def _refusing_by_name(move_submit: Any) -> Any:
    def leaking(**submission_arguments: Any) -> Any:
        try:
            return move_submit(**submission_arguments)
        except IllegalMove as refused:
            faces = states.head(Match.objects.get(pk=submission_arguments["match_id"])).state.faces
            tried = [faces.get(card) for card in submission_arguments["submission"].args.values() if type(card) is int]
            refused.errors = tuple(error._replace(params={**error.params, "tried": tried}) for error in refused.errors)
            raise

    return leaking


def _opened_to_the_neighbour(opened: Any) -> Any:
    def leaking(match: Match, row: Any, eyes: Any, words: Any) -> Any:
        yield from opened(match, row, eyes, words)
        if eyes.seat is not None and not eyes.all:
            yield from opened(match, row, eyes._replace(seat=(eyes.seat + 1) % match.size), words)

    return leaking


def _asking_more_for_some_hands(table_view: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        if int(hashlib.sha256(hidden_state(match).encode()).hexdigest(), 16) % 2:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        return table_view(match, *rest)

    return leaking


def _without_who_has_answered(match_detail: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        body = match_detail(match, *rest)
        answered = set(SealedAnswer.objects.filter(match=match).values_list("seat", flat=True))
        return {**body, "to_act": [seat for seat in body["to_act"] if seat not in answered]}

    return leaking


def _listing_who_has_answered(match_lines: Any) -> Any:
    def leaking(matches: Any, *rest: Any) -> Any:
        answered = set(SealedAnswer.objects.filter(match__in=matches).values_list("match_id", "seat"))
        return [
            {**line, "to_act": [seat for seat in line["to_act"] if (match.pk, seat) not in answered]}
            for match, line in zip(matches, match_lines(matches, *rest))
        ]

    return leaking


def _pressing_when_others_have_answered(open_decisions: Any) -> Any:
    def leaking(player: Any, *rest: Any) -> Any:
        others = SealedAnswer.objects.exclude(match__seats__player=player, seat=F("match__seats__number"))
        return [{**line, "prompt": line["prompt"] + others.count()} for line in open_decisions(player, *rest)]

    return leaking


def _logging_what_is_sealed(page: Any) -> Any:
    def leaking(request: Any, reached: Any, *rest: Any) -> Any:
        body = page(request, reached, *rest)
        return {**body, "waiting": SealedAnswer.objects.filter(match=reached.match).count()}

    return leaking


def _prompting_when_others_answer(prompts_of: Any) -> Any:
    def leaking(match: Match, seat: int, *rest: Any) -> Any:
        return {
            **prompts_of(match, seat, *rest),
            "waiting": SealedAnswer.objects.filter(match=match).exclude(seat=seat).count(),
        }

    return leaking


def _streaming_what_a_neighbour_sees(page: Any) -> Any:
    def leaking(self: Any, seq: int, viewer: Any, core: bool) -> Any:
        neighbour = viewer if viewer.seat is None else viewer._replace(seat=(viewer.seat + 1) % self._match.size)
        return page(self, seq, neighbour, core)

    return leaking


def _listing_moves_by_the_whole_table(legal_moves_at_head: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        legal = legal_moves_at_head(match, *rest)
        turned = hashlib.sha256(hidden_state(match).encode()).digest()[0] % 2
        return {**legal, "templates": legal["templates"][:: -1 if turned else 1], "turned": turned}

    return leaking


def _leasing_with_the_whole_table(decision: Any) -> Any:
    def leaking(request: Any, player: Any, lease: Any) -> Any:
        hidden = hashlib.sha256(hidden_state(Match.objects.get(pk=lease.match)).encode()).hexdigest()
        return [{**item, "next": hidden} for item in decision(request, player, lease)]

    return leaking


def _analysing_the_whole_table(analysis_of: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        return {"match": hashlib.sha256(hidden_state(match).encode()).hexdigest()}

    return leaking


def _notifying_of_the_next_card(turn: Any) -> Any:
    def leaking(match: Match, position: Any, seat: int) -> Any:
        hidden = hashlib.sha256(repr(sorted(position.state.faces.items())).encode()).hexdigest()
        return {**turn(match, position, seat), "next": hidden[:8]}

    return leaking


def _posting_the_next_card(payload: Any) -> Any:
    def leaking(notice: Any) -> Any:
        hidden = hashlib.sha256(hidden_state(Match.objects.get(pk=notice.match_id)).encode()).hexdigest()
        return {**payload(notice), "next": hidden[:8]}

    return leaking


def _showing_the_next_card(push_payload: Any) -> Any:
    def leaking(notice: Any, language: str) -> Any:
        hidden = hashlib.sha256(hidden_state(Match.objects.get(pk=notice.match_id)).encode()).hexdigest()
        return {**push_payload(notice, language), "title": hidden[:8]}

    return leaking


def _mailing_the_next_card(write_mail: Any) -> Any:
    def leaking(player: Any, written: Any) -> Any:
        message = write_mail(player, written)
        message.body += hidden_state(Match.objects.get(pk=written[-1].match_id))
        return message

    return leaking


def _listing_the_orders_of_all(standing_orders: Any) -> Any:
    def leaking(match: Match, seat: int) -> Any:
        return {"items": [item for other in range(match.size) for item in standing_orders(match, other)["items"]]}

    return leaking


def _secretly(tell: Callable[[Any, str], Any]) -> Callable[[Any], Any]:
    """Makes a function whose result tells something of what is hidden in the match. tell: the result, with that."""

    def make(honest: Any) -> Any:
        def leaking(*arguments: Any, **named: Any) -> Any:
            hidden = hidden_state(Match.objects.get(pk=MATCH))
            return tell(honest(*arguments, **named), hashlib.sha256(hidden.encode()).hexdigest())

        return leaking

    return make


def _with_member(body: Any, secret: str) -> Any:
    return {**body, "secret": secret}


def _with_sentence(body: Any, secret: str) -> Any:
    return {**body, "items": [{**item, "text": secret} for item in body["items"]]}


def _as_a_model_says(self: Any, secret: str) -> str:
    return secret


def _unchanged_for_some_hands(conditional: Any) -> Any:
    def leaking(request: Any, *rest: Any) -> Any:
        response = conditional(request, *rest)
        if response.status_code == 304:
            hidden = hidden_state(Match.objects.get(pk=MATCH))
            response["Retry-After"] = str(hashlib.sha256(hidden.encode()).digest()[0] % 2)
        return response

    return leaking


def _logging_the_table(table_view: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        logging.getLogger("events").warning(hidden_state(match))
        return table_view(match, *rest)

    return leaking


def _slow_beside_orders(play_at_once: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        return None if match.has_orders else play_at_once(match, *rest)

    return leaking


def _counting_the_webhooks_of_all(match_detail: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        return {**match_detail(match, *rest), "webhooks": Webhook.objects.count()}

    return leaking


def _with_the_true_head(match_detail: Any) -> Any:
    def leaking(match: Match, *rest: Any) -> Any:
        return {**match_detail(match, *rest), "head": Match.objects.get(pk=match.pk).head_seq}

    return leaking


def _counting_answers(values: Any) -> Any:
    def leaking(self: Any, gauge: Any) -> Any:
        return tuple(value + SealedAnswer.objects.count() for value in values(self, gauge))

    return leaking


def _waking_for_sealed_answers(look: Any) -> Any:
    def leaking(self: Any, places: Any) -> Any:
        more = SealedAnswer.objects.count()
        return {
            listener: new and new._replace(newest_ms=(new.newest_ms or 0) + more)
            for listener, new in look(self, places).items()
        }

    return leaking


LEAKS: Mapping[str, Leaking] = {
    "a tag made of the whole table": Leaking(replacing(table, "conditional", tagged_by(hidden_state)), "/view"),
    "a view with a neighbour's sealed answer": Leaking(
        replacing(table, "own_answers", _showing_sealed_answers), "/view", "great_dalmuti"
    ),
    "a trial that names the card": Leaking(replacing(table, "_tried", _naming_the_card), "POST .*/legal-moves"),
    "a refusal that names the card": Leaking(replacing(table, "move_submit", _refusing_by_name), "POST .*/moves"),
    "a cell opened to a neighbour": Leaking(replacing(visible_events, "_opened", _opened_to_the_neighbour), "/events"),
    "a query more for some hands": Leaking(replacing(table, "table_view", _asking_more_for_some_hands), "/view"),
    "a head that tells who has answered": Leaking(
        replacing(lobby, "match_detail", _without_who_has_answered), r"GET \$match$", "great_dalmuti"
    ),
    "a list that tells who has answered": Leaking(
        replacing(lobby, "match_lines", _listing_who_has_answered), "GET /matches$", "great_dalmuti"
    ),
    "an inbox that counts sealed answers": Leaking(
        replacing(account_views, "open_decisions", _pressing_when_others_have_answered),
        "/me/decisions",
        "great_dalmuti",
    ),
    "a stream that counts sealed answers": Leaking(
        replacing(live_selectors, "prompts_of", _prompting_when_others_answer), "match/stream|streams", "great_dalmuti"
    ),
    "a reply to a move that lists legal moves by the whole table": Leaking(
        replacing(prompts, "legal_moves_at_head", _listing_moves_by_the_whole_table), "no other sight", with_seat=True
    ),
    "a stream of what a neighbour sees": Leaking(
        replacing(live_selectors._Rows, "_page", _streaming_what_a_neighbour_sees), "match/stream|streams"
    ),
    "a stream that orders legal moves by the whole table": Leaking(
        replacing(prompts, "legal_moves_at_head", _listing_moves_by_the_whole_table), "match/stream|streams"
    ),
    "a lease that knows the whole table": Leaking(
        replacing(program_views, "_decision", _leasing_with_the_whole_table), "/bots/decisions"
    ),
    "an analysis of the whole table": Leaking(
        replacing(coach_views, "analysis_of", _analysing_the_whole_table), "/analysis"
    ),
    "a notice that knows the next card": Leaking(
        replacing(services, "_turn", _notifying_of_the_next_card), "/me/stream"
    ),
    "a request to a webhook that knows the next card": Leaking(
        replacing(notice_selectors, "payload", _posting_the_next_card), "/deliveries"
    ),
    "a notice on a device that knows the next card": Leaking(
        replacing(pushes, "push_payload", _showing_the_next_card), "push"
    ),
    "an e-mail that knows the next card": Leaking(replacing(sights, "write_mail", _mailing_the_next_card), "e-mail"),
    "a list of the standing orders of all": Leaking(
        replacing(orders, "standing_orders", _listing_the_orders_of_all),
        "/standing-orders",
        plan=("unseen order", "nothing"),
    ),
    "a log that counts sealed answers": Leaking(
        replacing(log, "_page", _logging_what_is_sealed), "/events", "great_dalmuti"
    ),
    "a fork that knows the deal": Leaking(
        replacing(fork_views, "match_detail", _secretly(_with_member)), "forks.*resampled", plan=("", "aborted")
    ),
    "a replay that knows the hands": Leaking(
        replacing(replay_views, "replay", _secretly(_with_member)), "replay-links.*spectator", plan=("", "aborted")
    ),
    "a replay in words that knows the hands": Leaking(
        replacing(replay_views, "replay_captions", _secretly(_with_sentence)),
        "replay-links.*spectator",
        plan=("", "aborted"),
    ),
    "a coach who knows the hands": Leaking(
        replacing(coach, "judged", _secretly(_with_member)),
        "the analysis",
        "great_dalmuti",
        ("", "resigned"),
        with_seat=True,
    ),
    "a 304 that differs for some hands": Leaking(
        replacing(table, "conditional", _unchanged_for_some_hands), "long polls"
    ),
    "a log with all cards": Leaking(replacing(table, "table_view", _logging_the_table), "/view|the log"),
    "an operator's page with all cards": Leaking(
        replacing(Match, "__str__", _secretly(_as_a_model_says)), "/admin/events/match/"
    ),
    "figures that count sealed answers": Leaking(
        replacing(gauges.DatabaseFigures, "_values", _counting_answers), "/metrics", "great_dalmuti"
    ),
    "a stream that wakes for sealed answers": Leaking(
        replacing(live_selectors.MatchSource, "look", _waking_for_sealed_answers), "streams", "great_dalmuti"
    ),
    "moves that take longer beside a standing order": Leaking(
        replacing(moves, "_play_at_once", _slow_beside_orders),
        "nothing but moves",
        plan=("unseen order", "nothing"),
        with_seat=True,
    ),
    "a match that counts the webhooks of all": Leaking(
        replacing(lobby, "match_detail", _counting_the_webhooks_of_all),
        r"GET \$match$",
        plan=("own matters", "nothing"),
    ),
    "a match that says how far it is, to those who are late": Leaking(
        replacing(lobby, "match_detail", _with_the_true_head),
        r"GET \$match$",
        plan=("", "unseen"),
        with_seat=False,
    ),
}
