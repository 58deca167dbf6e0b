"""Many concurrent matches, rated and unrated, and an independent computation of their ratings from the API's data.

Players play through the services, with moves of a policy. All matches take turns, so they end in another order than
they began. Some players resign, and some leave to substitutes. Seven of ten matches are rated; the others are a
practice match, an unlisted match and an aborted match. Each fork is of a finished rated match. Ratings are updated now
and then. At the end they are compared with the independent computation, and with `manage.py rebuild rating`.
"""

from __future__ import annotations

from collections import Counter
from io import StringIO
from random import Random
from typing import Any, NamedTuple

from django.core.management import call_command
from openskill.models import PlackettLuce

from events.log import states
from events.log.match_state.rules import game_of
from events.log.models import ActionEvent, Match
from events.matches.lobby.seats import seat_resign
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit
from events.ratings.models import Rating, RatingChange
from events.ratings.services import shown
from events.users.models import Player
from games import registry
from games.kernel.state import Move
from tests.events.calls import SHORTEST, Caller, open_match, somebody
from tests.events.steps import ratings_update
from tests.events.tables import Hands, fresh, standing_clock

PLAYERS = 12
KINDS = ("rated",) * 7 + ("practice", "unlisted", "aborted")
EXTRA = {"practice": {"seed": "07" * 32, "rated": False}, "unlisted": {"visibility": "unlisted", "rated": False}}
FORK_EVERY = 2


class Entered(NamedTuple):
    """A match of the season. callers: the first players of its seats; left: the seats that were left to substitutes."""

    match: str
    kind: str
    game: str
    callers: list[Caller]
    left: set[int]


class Season:
    """Matches that take turns."""

    def __init__(self, hands: Hands, matches: int, seed: int) -> None:
        self.hands, self.random, self.left_to_open = hands, Random(seed), matches
        self.players = [somebody("Rated") for _ in range(PLAYERS)]
        self.running, self.over = list[Entered](), list[Entered]()
        self.kinds, self.forks, self.updates = Counter[str](), list[str](), 0
        while self.left_to_open:
            self._open(KINDS[self.left_to_open % len(KINDS)], sorted(registry.GAMES)[self.left_to_open % 5])

    def _open(self, kind: str, game: str) -> None:
        self.left_to_open -= 1
        callers = self.random.sample(self.players, registry.get(game).seats.start)
        wish = {
            "rated": True,
            "options": SHORTEST[game],
            "substitutes": self.random.random() < 0.5,
            **EXTRA.get(kind, {}),
        }
        match = open_match(callers[0], callers[1:], game, **wish)
        self.running.append(Entered(match, kind, game, callers, set()))
        self.kinds[kind] += 1

    def play(self) -> None:
        """Plays all matches to their ends."""
        while self.running:
            self.hands.go(self.random.randrange(1, 60))
            entered = self.random.choice(self.running)
            self._act(entered)
            if fresh_of(entered).status != "running":
                self.running.remove(entered)
                self.over.append(entered)
                self._after(entered)

    def _act(self, entered: Entered) -> None:
        match, whim = fresh_of(entered), self.random.random()
        holders = dict(match.seats.filter(resigned=False, kind="player").values_list("number", "player"))
        if entered.kind == "aborted" and whim < 0.1:
            for caller in entered.callers:
                caller.post(f"/matches/{match.pk}/agreements/abort")
        elif whim < 0.06 or not holders:
            seat = self.random.choice(sorted(holders))
            if match.substitutes and whim < 0.01 and not entered.left and entered.kind != "aborted":
                self._substitute(entered, match, seat)
            else:
                seat_resign(match_id=match.pk, player=Player.objects.get(pk=holders[seat]))
        else:
            self._move(match)

    def _substitute(self, entered: Entered, match: Match, seat: int) -> None:
        entered.callers[seat].delete(f"/matches/{match.pk}/seats/{seat}")
        substitute = somebody("Substitute")
        assert substitute.call("PUT", f"/matches/{match.pk}/seats/{seat}").status_code == 200
        entered.left.add(seat)
        self.kinds["substitute"] += 1

    def _move(self, match: Match) -> None:
        """Answers for the seats that the match waits for, or for a seat that may answer an optional prompt."""
        game, state = game_of(match), states.head(match).state
        seats = game.to_act(state) or game.may_act(state)
        for seat in seats:
            choices = Choices(fresh(match), seat)
            if choices.prompt is not None and (moves := choices.listed(4)):
                move = Move(**self.random.choice(moves))
                submission = Submission(choices.prompt, move.verb, move.args)
                move_submit(match_id=match.pk, seat=seat, submission=submission)

    def _after(self, entered: Entered) -> None:
        if entered.kind == "rated" and fresh_of(entered).status == "finished" and len(self.over) % FORK_EVERY == 0:
            started = ActionEvent.objects.get(match=entered.match, type="match.started").seq
            answer = entered.callers[0].post(f"/matches/{entered.match}/forks", {"at": started, "mode": "exact"})
            assert answer.status_code == 201, answer.content
            self.forks.append(answer.json()["id"])
            entered.callers[0].post(f"/matches/{self.forks[-1]}/resign")
        if self.random.random() < 0.2:
            self.updates += ratings_update() > 0

    def judge(self) -> None:
        """Compares the ratings with the independent computation, and with those recomputed from the logs."""
        while ratings_update():
            self.updates += 1
        assert self.forks, "there were no forks to leave out"
        pages = self._pages()
        assert pages == self._expected(), "the leaderboards are not what the results of the matches give"
        counted = set(map(str, RatingChange.objects.values_list("match", flat=True)))
        rated = {each.match for each in self.over if each.kind == "rated" and fresh_of(each).status == "finished"}
        assert counted == rated, "other matches count than the rated ones that have a result"
        before = contents()
        out = StringIO()
        call_command("rebuild", "rating", stdout=out)
        assert out.getvalue().endswith(" matches, equal\n")
        assert contents() == before and self._pages() == pages

    def _pages(self) -> dict[str, dict[str, tuple[int, int, int, int]]]:
        """Returns the leaderboards by game and player: place, rating, deviation and number of matches."""
        boards = {game: Caller().get(f"/ratings/{game}?limit=200").json()["items"] for game in registry.GAMES}
        return {
            game: {
                line["player"]: (line["place"], line["rating"], line["deviation"], line["matches"]) for line in board
            }
            for game, board in boards.items()
        }

    def _expected(self) -> dict[str, dict[str, tuple[int, int, int, int]]]:
        """Returns the leaderboards computed from the results in the API, one match after another."""
        model, boards = PlackettLuce(), dict[str, Any]()
        names = {caller.player: caller.get("/me").json()["name"] for caller in self.players}
        for game in registry.GAMES:
            skills, matches = dict[str, Any](), Counter[str]()
            for entered in sorted((each for each in self.over if each.game == game), key=ended_ms):
                standings = Caller().get(f"/matches/{entered.match}").json()["standings"]
                if entered.kind != "rated" or standings is None:
                    continue
                ranks = {seat: place for place, seats in enumerate(standings, 1) for seat in seats}
                players = [caller.player for caller in entered.callers]
                places = [
                    len(standings) + 2 if seat in entered.left else ranks.get(seat, len(standings) + 1)
                    for seat in range(len(players))
                ]
                rated = model.rate([[skills.get(player) or model.rating()] for player in players], ranks=places)
                skills |= {player: skill for player, [skill] in zip(players, rated, strict=True)}
                matches.update(players)
            board = {player: shown(skill) for player, skill in skills.items()}
            boards[game] = {
                names[player]: (
                    1 + sum(other > rating for other, _ in board.values()),
                    rating,
                    deviation,
                    matches[player],
                )
                for player, (rating, deviation) in board.items()
            }
        return boards


def fresh_of(entered: Entered) -> Match:
    """Returns the current stored match of the season."""
    return Match.objects.get(pk=entered.match)


def ended_ms(entered: Entered) -> tuple[int, str]:
    """Returns when a match ended, and its id to order matches that ended at the same time."""
    return fresh_of(entered).last_at_ms, entered.match


def contents() -> list[Any]:
    """Returns all ratings and their history, bit for bit."""
    ratings = Rating.objects.order_by("game", "player").values_list("game", "player", "mu", "sigma", "matches")
    changes = RatingChange.objects.order_by("match", "number").values_list(
        "match", "number", "place", "rating", "change"
    )
    return [*ratings, *changes]


def season(matches: int, seed: int) -> Season:
    """Plays a season and checks its ratings."""
    with standing_clock() as hands:
        played = Season(hands, matches, seed)
        played.play()
        played.judge()
    return played
