"""Compression of everybody's bytes and of one's own in one stream: it can be read, and its length tells of neither."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import woven as module
from events.base.woven import LEAST_OWN, Spans, Woven, marked, woven

Parts = Sequence[tuple[bytes, Spans]]
FACES = ("debt_collector", "just_say_no_x1", "sly_deal_card_", "pass_go_or_not", "rent_pink_blue")
"""Faces of one length, so that only what is in a hand differs, and not how long it is."""

texts = st.lists(st.sampled_from([*FACES, "M5", "{", "é", " "]), max_size=80).map(lambda words: "".join(words).encode())


@st.composite
def frames(draw: st.DrawFn) -> tuple[bytes, Spans]:
    """A text, with some parts of it that are one's own."""
    content = draw(texts)
    cuts = sorted(draw(st.sets(st.integers(0, len(content)), max_size=6)))
    return content, list(zip(cuts[::2], cuts[1::2], strict=False))


@given(st.lists(frames(), max_size=12), st.sampled_from([9, 13, 15]), st.sampled_from([1, 4, 6, 9]))
def test_a_stream_is_read_as_it_comes(parts: list[tuple[bytes, Spans]], window: int, level: int):
    stream, reader = Woven(window, level, 5), zlib.decompressobj(31)

    for content, own in parts:
        assert reader.decompress(stream.add(content, own)) == content

    if parts:
        assert reader.decompress(stream.end()) == b"" and reader.eof  # length and checksum hold


values = st.recursive(
    st.none() | st.integers(0, 99) | st.sampled_from(FACES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcdé"), inner, max_size=4),
)


@given(values, values)
def test_marked_is_json_and_what_is_not_marked_is_what_everybody_sees(value, everybodys):
    content, own = marked(value, everybodys)

    assert json.loads(content) == value
    assert all(begin < end for begin, end in own)
    assert all(end < begin for (_, end), (begin, _) in pairwise(own))
    assert marked(value, value) == (content, [])


def test_what_differs_is_marked_and_nothing_else():
    hand = {"zones": [{"cards": [7, 8]}, {"cards": [1]}], "faces": {"1": "M5", "7": "go", "8": "no"}, "turn": 0}
    everybodys = {"zones": [{"cards": [None, None]}, {"cards": [1]}], "faces": {"1": "M5"}, "turn": 0}

    content, own = marked(hand, everybodys)

    assert [content[begin:end] for begin, end in own] == [b"7,8", b'"7":"go","8":"no"']


# What the length tells

Lengths = dict[tuple[str, str], int]


def tells(lengths: Lengths) -> bool:
    """Whether a length says something of a hand that depends on what somebody else has said: an oracle."""
    hands, said = ({key[place] for key in lengths} for place in (0, 1))
    differences = {
        frozenset(lengths[hand, words] - lengths[other, words] for words in said)
        for hand, other in product(hands, hands)
    }
    return any(len(each) > 1 for each in differences)


def said_beside(hand: str, words: str, length: int) -> Parts:
    """A view with a hand, and somebody's words in it; then rows with the same words, and the moves of the hand."""
    card = f'"face":"{hand}","name":"{hand}"' * length
    view = f'{{"public":"{words}","hand":[{card}],"table":"{words}"}}'
    begin = view.index(card)
    row, moves = f"data: {words}\n\n", f"data: moves {card} {hand}\n\n"
    mixed = (view.encode(), [(begin, begin + len(card))])
    return [mixed, (row.encode(), ()), (moves.encode(), [(0, len(moves))]), (row.encode(), ()), mixed]


def streamed(parts: Parts) -> int:
    stream = Woven(13, 6, 5)
    return sum(len(stream.add(*part)) for part in parts) + len(stream.end())


def one_body(parts: Parts) -> int:
    return len(module.woven(*parts[0]))


def all_lengths(measure: Callable[[Parts], int], length: int) -> Lengths:
    words = [f'"face":"{face}"' for face in FACES] + ["nothing of the kind"]
    return {(hand, said): measure(said_beside(hand, said.ljust(30), length)) for hand, said in product(FACES, words)}


@pytest.mark.parametrize("length", [1, 3, LEAST_OWN])
@pytest.mark.parametrize("measure", [streamed, one_body])
def test_the_length_says_nothing_of_a_hand_that_depends_on_what_others_say(measure, length: int):
    assert not tells(all_lengths(measure, length))


@pytest.mark.parametrize("measure", [streamed, one_body])
def test_one_compressor_for_both_is_found(measure):
    add = Woven.add

    def together(self: Woven, content: bytes, own: Spans = ()) -> bytes:
        return add(self, content)

    with patch.object(Woven, "add", together):
        assert tells(all_lengths(measure, 3))


def test_it_is_shorter_than_what_it_says():
    content = b"".join(part for part, _ in said_beside(FACES[0], "Well played", 30))

    assert len(woven(content, [(0, len(content))])) < len(content) / 4
    assert len(woven(content, ())) < 1.2 * len(gzip.compress(content))
