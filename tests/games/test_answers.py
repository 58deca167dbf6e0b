"""Every legal move is reached by a few numbered answers and by its own words, and no words reach another move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from games import registry
from games.kernel.rng import policy_draws
from games.kernel.slots import Counts
from games.kernel.state import Move
from games.kernel.template import LegalMoves, template
from games.kernel.view import view_of
from games.kernel.words import choices
from games.kernel.words.choices import MOST, ChosenMove, Question, Way, begin
from games.kernel.words.labels import Labels
from games.kernel.words.meanings import declared
from games.kernel.words.reading import Path, follow, read, tokens
from games.kernel.words.texts import LANGUAGES
from tests.games.harness.meanings import matches
from tests.games.harness.time_budget import SECONDS, SEED

GAMES = pytest.mark.parametrize("key", list(registry.GAMES))
pytestmark = pytest.mark.xdist_group("answers")  # the questions are computed once
MOST_STEPS = 5  # such as: the verb, more cards, the card, its side, the coins
SAMPLED = 1  # moves of each decision
IN_TURN = 1 if SECONDS else 4  # the test decorates the numbers of every fourth question


class Asked(NamedTuple):
    """A question to a seat, and one of its legal moves."""

    question: Question
    move: Move


@cache
def questions_and_moves(key: str) -> list[Asked]:
    """Returns the questions to seats of some random matches, each with some of their legal moves."""
    return list(_questions_and_moves(key))


def _questions_and_moves(key: str) -> Iterator[Asked]:
    draws = policy_draws(b"answers", SEED)
    for match in matches(key):
        names = [f"Player {seat}x" for seat in range(match.seats)]
        for number, step in enumerate(match.steps):
            for seat in {*match.game.to_act(step.after), *match.game.may_act(step.after)}:
                view = view_of(step.after, seat)
                labels = Labels(match.game, list(LANGUAGES)[number % len(LANGUAGES)], view, names)
                legal = [(p.id, match.game.legal_moves(view, p.id)) for p in match.game.prompts_for(view, seat)]
                question = begin(labels, legal)
                yield from (Asked(question, legal[0][1].sample(draws)) for _ in range(SAMPLED) if legal[0][1])


def keys(labels: Labels, move: Move) -> dict[str, Any]:
    """Returns the features of a move that players can distinguish."""
    slots = declared(labels.game.package)["verbs"][move.verb]
    keys = {name: labels.key(slots[name], value) for name, value in move.args.items()}
    return {"verb": move.verb, **keys}


def route(asked: Asked) -> Path:
    """Returns the numbers that lead to a move."""
    result: Question | ChosenMove = asked.question
    path: list[tuple[int, ...]] = []
    while isinstance(result, Question):
        path.append(numbers(result, asked.move))
        result = result.after(path[-1])
    assert keys(asked.question.labels, result.move) == keys(asked.question.labels, asked.move)
    return tuple(path)


def numbers(question: Question, move: Move) -> tuple[int, ...]:
    if question.takes_several:
        return parts(question, move)
    fits = [
        number
        for number, choice in enumerate(question.choices, 1)
        if any(leads(question, way, move) for way in choice.ways)
    ]
    assert fits, f"expected an answer for {move}, got {[choice.words for choice in question.choices]}"
    return (fits[0],)


def leads(question: Question, way: Way, move: Move) -> bool:
    """Returns whether a move, or an equivalent move, can still be chosen."""
    if way.template.verb != move.verb or way.template.slots.keys() != move.args.keys():
        return False
    own = keys(question.labels, move)
    chosen = keys(question.labels, Move(move.verb, way.args))
    rest = way.template.remaining({})
    assert rest is not None
    others = [name for name in move.args if name not in way.args]
    return all(own[name] == key for name, key in chosen.items()) and all(
        any(own[name] == keys(question.labels, Move(move.verb, {name: value}))[name] for value in rest.slots[name])
        if not rest.slots[name].parts()
        else True
        for name in others
    )


def parts(question: Question, move: Move) -> tuple[int, ...]:
    """Returns the numbers of the parts of a value."""
    [slot] = {way.slot for way in question.ways}
    value, means = move.args[slot], declared(question.labels.game.package)["verbs"][move.verb][slot]
    items = [face for face, number in value.items() for _ in range(number)] if isinstance(value, dict) else list(value)
    named = [question.labels.key(means, choice.parts[0]) if choice.parts else None for choice in question.choices]
    return tuple(named.index(question.labels.key(means, item)) + 1 for item in items) or (named.index(None) + 1,)


@pytest.mark.pure
@GAMES
def test_every_move_is_reached_in_a_few_questions(key: str) -> None:
    steps = [len(route(each)) for each in questions_and_moves(key)]

    assert max(steps) <= MOST_STEPS
    assert len(steps) > 50


@pytest.mark.pure
def test_a_move_that_no_answer_leads_to_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = choices._by_value
    monkeypatch.setattr(choices, "_by_value", lambda labels, ways: whole(labels, ways)[:-1])

    with pytest.raises(AssertionError):
        for each in _questions_and_moves("monopoly_deal"):
            route(each)


@pytest.mark.pure
@GAMES
def test_the_description_of_a_move_leads_to_that_move_only(key: str) -> None:
    decided = number = 0
    for each in questions_and_moves(key):
        labels = each.question.labels
        meaning = read(each.question, labels.move(each.move))
        number += 1
        if isinstance(meaning.result, ChosenMove):
            decided += 1
            assert keys(labels, meaning.result.move) == keys(labels, each.move)
            assert follow(each.question, meaning.path) == meaning.result

    assert decided > number / 2


def on_the_way(each: Asked) -> Iterator[Question]:
    """Returns the questions that lead to a move."""
    result: Question | ChosenMove = each.question
    while isinstance(result, Question):
        yield result
        result = result.after(numbers(result, each.move))


@pytest.mark.pure
@GAMES
def test_the_answers_of_a_question_have_different_words(key: str) -> None:
    """For example, cards with one face differ by their places on the market of Dale of Merchants."""
    for question in (question for each in questions_and_moves(key) for question in on_the_way(each)):
        words = [choice.words for choice in question.choices]
        assert len(set(words)) == len(words), words
        assert all(words) and "{" not in "".join(words)


# Numbers

AROUND = ["{}.", "{})", "({})", "[{}]", "#{}", "- {}", "{} !", "«\u202f{}\u202f»", "**{}**", "{}\ufe0f\u20e3", " {} "]
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def punctuated(number: int) -> list[str]:
    """Common ways to write a number, and a way in another script."""
    return [*(form.format(number) for form in AROUND), str(number).translate(WIDE)]


@pytest.mark.pure
@GAMES
def test_punctuation_around_a_number_does_not_change_its_meaning(key: str) -> None:
    for each in questions_and_moves(key)[SEED % IN_TURN :: IN_TURN]:
        for number in (1, len(each.question.choices), len(each.question.choices) + 1, 12):
            plain = read(each.question, str(number))
            is_answer = 1 <= number <= len(each.question.choices)
            assert plain.path == (((number,),) if is_answer and plain.path else ())
            for answer in punctuated(number):
                meaning = read(each.question, answer)
                assert meaning.path == plain.path, answer
                assert is_same(meaning.result, plain.result), answer
                assert is_answer or meaning.result is each.question, answer


def is_same(one: Question | ChosenMove, other: Question | ChosenMove) -> bool:
    """Returns whether two results are the same move, or questions with the same answers."""
    if isinstance(one, Question) and isinstance(other, Question):
        return (one.sentence, one.choices) == (other.sentence, other.choices)
    return one == other


@pytest.mark.pure
@pytest.mark.parametrize("answer", ["1-2", "1/2", "2 × 7", "1:2", "1..2", "1.) 2.)", "1234", "½", "7 - 9", "1 = 2"])
def test_numbers_joined_by_another_sign_lead_to_a_question(answer: str) -> None:
    meaning = read(question(*MANY), answer)

    assert isinstance(meaning.result, Question)
    assert (meaning.path, meaning.meant) == ((), ())
    assert meaning.rest


@pytest.mark.pure
@pytest.mark.parametrize("answer", ["[2].[1] + [1]", "#2. #1 & #1", "2. (1), (1)", "２．１＋１", "«2.1 1»"])
def test_punctuation_may_be_around_each_of_several_numbers(answer: str) -> None:
    result = read(question(*MANY), answer).result

    assert isinstance(result, ChosenMove)
    assert result.move.args == {"cards": {"7": 2}}


# Parsing of words


def question(*moves: Any, seats: int = 4) -> Question:
    """Returns the question of Great Dalmuti to a seat that leads with these cards in hand."""
    game = registry.get("great_dalmuti")
    match = next(iter(matches("great_dalmuti")))
    labels = Labels(game, "en", view_of(match.steps[-1].after, 0), ["Ada", "Bo", "Cy", "Di"])
    counts = [template("play", cards=Counts({face: (1, most), "jester": (0, 1)}, range(1, 9))) for face, most in moves]
    return begin(labels, [(7, LegalMoves([template("pass"), *counts]))])


FEW = (("7", 1), ("9", 1))
MANY = (("7", 3), ("9", 3), ("12", 4))


@pytest.mark.pure
@pytest.mark.parametrize(
    ("moves", "answer", "cards"),
    [
        (FEW, "pass", None),
        (FEW, "1", None),
        (FEW, "You lay 7", {"7": 1}),
        (FEW, "lay 9 and joker", None),
        (FEW, "9 jester", {"9": 1, "jester": 1}),
        (MANY, "lay 2 x 12", {"12": 2}),
        (MANY, "lay 12, 12 and a jester", None),
        (MANY, "lay jester 12 12", {"12": 2, "jester": 1}),
        (MANY, "2.1+1", {"7": 2}),
        (MANY, "2.1,1,2", {"7": 2, "jester": 1}),
        (MANY, "2. 3 + 3", {"9": 2}),
    ],
)
def test_numbers_and_words_choose_the_named_move(moves: Any, answer: str, cards: Any) -> None:
    result = read(question(*moves), answer).result

    if cards is None and answer not in ("pass", "1"):
        assert isinstance(result, Question)
    else:
        assert isinstance(result, ChosenMove)
        assert result.prompt == 7
        assert result.move.args.get("cards") == cards


@pytest.mark.pure
@pytest.mark.parametrize(
    ("moves", "answer", "meant", "rest"),
    [
        (FEW, "lay", (2, 3, 4, 5), ()),
        (FEW, "jester", (3, 5), ()),
        (FEW, "sing", (), ("sing",)),
        (FEW, "0", (), ("0",)),
        (FEW, "99", (), ("99",)),
        (FEW, "1.1", (), ("1", "1")),
        (FEW, "1+2", (), ("1", "2")),
        (FEW, "pass and sing", (), ("pass", "and", "sing")),
        (FEW, "?!", (), ()),
        (MANY, "2.1+1+1+1", (), ("2", "1", "1", "1", "1")),
    ],
)
def test_an_unclear_answer_chooses_no_move(moves: Any, answer: str, meant: Any, rest: Any) -> None:
    meaning = read(question(*moves), answer)

    assert isinstance(meaning.result, Question)
    assert (meaning.path, meaning.meant, meaning.rest) == ((), meant, rest)


@pytest.mark.pure
def test_a_partial_answer_leads_to_the_next_open_question() -> None:
    meaning = read(question(*MANY), "lay")

    assert meaning.path == ((2,),)
    assert isinstance(meaning.result, Question)
    assert meaning.result.sentence == "You lay …"
    assert meaning.result.takes_several


@pytest.mark.pure
def test_words_that_do_not_belong_to_the_move_lead_to_a_question() -> None:
    meaning = read(question(*MANY), "lay 12 twice")

    assert isinstance(meaning.result, Question)
    assert "twice" in meaning.rest


@pytest.mark.pure
def test_a_question_offers_few_choices_at_once() -> None:
    assert len(question(*FEW).choices) == 5
    assert len(question(*MANY).choices) <= MOST


@pytest.mark.pure
def test_accents_case_and_signs_do_not_matter() -> None:
    assert tokens("  Cédez « 2 × 7 » !") == ("cedez", "2", "x", "7")
