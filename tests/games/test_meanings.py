"""Every game describes its names, and all its sentences can be filled in each language."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from games import registry
from games.kernel.effect import Announced, redacted
from games.kernel.errors import IllegalMove, RulesError
from games.kernel.foresight import foreseen
from games.kernel.rng import policy_draws
from games.kernel.state import Move, plain
from games.kernel.view import Window, view_of
from games.kernel.words.sentence import Unfilled
from games.kernel.words.speech import Speaker
from games.kernel.words.texts import LANGUAGES
from tests.games.harness.checks import mutations
from tests.games.harness.meanings import data_of, faults, matches, seen
from tests.games.harness.simulate import Match, Step

GAMES = pytest.mark.parametrize("key", list(registry.GAMES))
IN_EACH = pytest.mark.parametrize("language", LANGUAGES)
SMALLEST = "great_dalmuti"
Spoil = Callable[[dict[str, Any], dict[str, Any]], Any]


@pytest.mark.pure
@GAMES
def test_every_name_on_the_wire_has_a_meaning_and_sentences(key: str) -> None:
    game = registry.get(key)

    assert list(dict.fromkeys(faults(game, *data_of(game), seen(key)))) == []


SUITS, CUT = {"faces": "*", "corner": "suit"}, {"pass": "{seat"}
PLANTED: dict[str, Spoil] = {
    "-verbs.pass": lambda data, said: data["verbs"].pop("pass"),
    "-verbs.play.cards": lambda data, said: data["verbs"]["play"].pop("cards"),
    "verbs.play.cards is 'thing'": lambda data, said: data["verbs"]["play"].update(cards="thing"),
    "-fr.slots.partner": lambda data, said: said["fr"]["slots"].pop("partner"),
    "-en.says.pass": lambda data, said: said["en"]["says"].pop("pass"),
    "fr.says.pass has a blank {cards}": lambda data, said: said["fr"]["says"].update({"pass": "{seat} {cards}"}),
    "en.says.play is silent on cards": lambda data, said: said["en"]["says"].update(play="{seat} plays"),
    "-public.points": lambda data, said: data["public"].pop("points"),
    "+public.coins": lambda data, said: data["public"].update(coins="integer"),
    "public.hand_number is 'boolean', and 1 was met": lambda data, said: data["public"].update(hand_number="boolean"),
    "-prompts.taxation.dues": lambda data, said: data["prompts"]["taxation"].pop("dues"),
    "+prompts.parley": lambda data, said: data["prompts"].update(parley={}),
    "-fr.asks.lead": lambda data, said: said["fr"]["asks"].pop("lead"),
    "en.asks.lead has a blank {owed}": lambda data, said: said["en"]["asks"].update(lead="You owe {owed}"),
    "en.outcomes.lead has a blank {owed}": lambda data, said: said["en"]["outcomes"].update(lead="{owed}"),
    "-announcements.hand_over.places": lambda data, said: data["announcements"]["hand_over"].pop("places"),
    "-en.announced.hand_over": lambda data, said: said["en"]["announced"].pop("hand_over"),
    "-reasons.no_better": lambda data, said: data["reasons"].pop("no_better"),
    "-fr.reasons.no_better": lambda data, said: said["fr"]["reasons"].pop("no_better"),
    "+en.reasons.no_reason": lambda data, said: said["en"]["reasons"].update(no_reason="Because."),
    "-en.explained.trade": lambda data, said: data["explained"].update(trade={}),
    "+fr.explained.trade": lambda data, said: said["fr"]["explained"].update(trade="Rien."),
    "fr.explained.trade has a blank {gain}": lambda data, said: said["fr"]["explained"].update(trade="{gain}"),
    "explained.trade.gain is 'gold'": lambda data, said: data["explained"].update(trade={"gain": "gold"}),
    "-fr.scores.seat": lambda data, said: said["fr"]["scores"].pop("seat"),
    "en.scores.seat has a blank {points}": lambda data, said: said["en"]["scores"].update(seat="{points} points"),
    "+situation.purse": lambda data, said: data["situation"].append("purse"),
    "+en.situation.deck": lambda data, said: said["en"]["situation"].update(deck="{cards}"),
    "fr.situation.points has a blank {rank}": lambda data, said: said["fr"]["situation"].update(points="{rank}"),
    "fr.situation.hand has a blank {rent}": lambda data, said: said["fr"]["situation"].update(hand="{rent}"),
    "-looks.1": lambda data, said: data["looks"].pop(),
    "looks.jester has 'suit' in its corner": lambda data, said: data["looks"].insert(0, SUITS),
    "en.says.pass: a brace that is no blank in '{seat'": lambda data, said: said["en"]["says"].update(CUT),
}


@pytest.mark.pure
@pytest.mark.parametrize("fault", PLANTED)
def test_each_fault_of_meanings_is_found(fault: str) -> None:
    game = registry.get(SMALLEST)
    data, said = data_of(game)
    PLANTED[fault](data, said)

    assert fault in faults(game, data, said, seen(SMALLEST))


@pytest.mark.pure
def test_a_zone_with_a_wrong_meaning_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get(SMALLEST)
    wrong = {"sight": "all", "per": "table", "numbered": "place", "shape": "row", "order": "pile"}
    monkeypatch.setattr("tests.games.harness.meanings.zone_meaning", lambda game, zone: wrong)

    found = faults(game, *data_of(game), seen(SMALLEST))

    assert any(fault.startswith("zones.hand is per table") for fault in found)
    assert any(fault.startswith("zones.deck is numbered by place") for fault in found)


# Filled sentences


def sentences_of(match: Match, step: Step, language: str) -> list[str]:
    """Returns the sentences for an event: the move, the announcements, and the open prompts."""
    names = [f"Player {seat}" for seat in range(match.seats)]
    said = []
    for viewer in (None, *range(match.seats)):
        speaker = Speaker(match.game.package, language, view_of(step.after, viewer), names)
        move, seat = step.outcome.move, step.outcome.seat
        if move is not None and step.type == "move":
            hidden = step.outcome.private if viewer != seat else ()
            args = {name: None if name in hidden else plain(value) for name, value in move.args.items()}
            said.append(speaker.says(Move(move.verb, args), seat))
        for effect in redacted(step.outcome.effects, match.seats, match.game.sights, viewer):
            if isinstance(effect, Announced):
                said.append(speaker.announced(effect.what, plain(effect.details)))
        public = plain(vars(step.after.public))
        said += [speaker.asks(p.phase, plain(p.data), public) for p in step.after.open_prompts]
    return said


@GAMES
@IN_EACH
def test_patterns_filled_on_random_matches_have_no_open_blank(key: str, language: str) -> None:
    said = [s for match in matches(key)[:3] for step in match.steps for s in sentences_of(match, step, language)]

    assert [sentence for sentence in said if not sentence or set("{}[]|") & set(sentence)] == []
    assert len(said) > 100


def test_a_pattern_with_an_unfilled_blank_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    said = data_of(registry.get("monopoly_deal"))[1]["en"]
    said["says"]["lay"] = "{seat} lays {face} as {colour}"
    monkeypatch.setattr("games.kernel.words.speech.sentences", lambda package, language: said)

    with pytest.raises(Unfilled, match="colour"):
        test_patterns_filled_on_random_matches_have_no_open_blank("monopoly_deal", "en")


@pytest.mark.pure
def test_a_truth_value_includes_or_omits_its_part_of_a_sentence() -> None:
    speaker = Speaker("games.negoces2", "en", None, ["Ada"])

    said = [speaker.announced("shows", {"seat": 0, "coins": 12, "all_goods": owned}) for owned in (True, False)]

    assert said == ["Ada has all eight goods and 12 coins", "Ada has 12 coins"]


@GAMES
@IN_EACH
def test_every_refusal_is_a_sentence_without_python_values(key: str, language: str) -> None:
    said = [sentence for match in matches(key)[:2] for sentence in refusals_of(match, language)]

    assert [
        s for s in said if not s or set("{}[]|") & set(s) or re.search(r"None(?! of )", s) or "'" in s and "Counts" in s
    ] == []
    assert all(sentence[0].isupper() or not sentence[0].isalpha() for sentence in said)
    assert len(said) > 20


def refusals_of(match: Match, language: str) -> list[str]:
    """Returns the refusals of moves that are nearly legal, and of verbs of other prompts."""
    draws, said = policy_draws(b"refusals", match.seed), []
    verbs = list(data_of(match.game)[0]["verbs"])
    for step in match.steps[::15]:
        for prompt in step.after.open_prompts:
            for seat in prompt.seats:
                legal = match.game.legal_moves(Window(step.after, seat), prompt.id)
                tried = [Move(verbs[draws.below(len(verbs))], {})]
                for move, _ in zip(legal, range(2), strict=False):
                    tried += mutations(move, step.after, draws)
                for move in tried:
                    said += refused(match, step, seat, prompt.id, move, language)
    return said


def refused(match: Match, step: Step, seat: int, prompt: int, move: Move, language: str) -> list[str]:
    try:
        match.game.validate(step.after, seat, prompt, move)
    except IllegalMove as error:
        speaker = Speaker(error.package, language, error.view)
        return [speaker.refused(error.verb, refusal) for refusal in error.errors]
    except RulesError:
        return []
    return []


@GAMES
@IN_EACH
def test_every_outcome_is_a_list_of_sentences(key: str, language: str) -> None:
    said = [s for match in matches(key)[:3] for step in match.steps[::8] for s in outcomes_of(match, step, language)]

    assert [sentence for sentence in said if not sentence or set("{}[]|") & set(sentence)] == []
    assert len(said) > 10


def outcomes_of(match: Match, step: Step, language: str) -> list[str]:
    said = []
    for prompt in step.after.open_prompts:
        for seat in prompt.seats:
            view = view_of(step.after, seat)
            legal = match.game.legal_moves(view, prompt.id)
            for move, _ in zip(legal, range(4), strict=False):
                future = foreseen(match.rules, view, prompt.id, move)
                said += Speaker(match.game.package, language, view).outcome(future, view)
    return said
