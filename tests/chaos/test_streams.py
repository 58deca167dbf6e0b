"""The check of `tests.chaos.streams` finds what is wrong."""

from __future__ import annotations

import hashlib

import pytest

from tests.chaos.streams import Stream, differing

ROWS = [b'{"seq":%d,"at":"2026-01-01T00:00:00Z","hand":7}\n' % seq for seq in range(4)]
OF_ANOTHER = ROWS[2].replace(b"7", b"8")


def client(rows: list[tuple[int, bytes]]) -> Stream:
    """Returns a stream on which these rows of a match have arrived, each with its id."""
    reader = Stream(0, "match", "token")
    for number, row in rows:
        reader.row(number, b"data: " + row)
    return reader


def listed() -> dict[tuple[str, str | None], bytes]:
    return {("match", "token"): hashlib.sha256(b"".join(ROWS)).digest()}


def test_a_stream_that_is_as_its_viewer_may_see_it_is_good() -> None:
    reader = client(list(enumerate(ROWS)))

    assert (reader.missed, reader.doubled, differing([reader], listed())) == (0, 0, 0)


@pytest.mark.parametrize(
    ("rows", "missed", "doubled"),
    [
        ([(0, ROWS[0]), (1, ROWS[1]), (2, OF_ANOTHER), (3, ROWS[3])], 0, 0),
        ([(0, ROWS[0]), (2, ROWS[2]), (3, ROWS[3])], 1, 0),
        ([(0, ROWS[0]), (1, ROWS[1]), (1, ROWS[1]), (2, ROWS[2]), (3, ROWS[3])], 0, 1),
    ],
)
def test_a_row_of_another_viewer_a_gap_and_a_double_are_found(
    rows: list[tuple[int, bytes]], missed: int, doubled: int
) -> None:
    reader = client(rows)

    assert (reader.missed, reader.doubled, differing([reader], listed())) == (missed, doubled, 1)
