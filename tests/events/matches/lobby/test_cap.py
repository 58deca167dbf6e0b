"""The cap on one player's unfinished matches, over HTTP."""

from __future__ import annotations

import pytest

from tests.events.calls import at_once, somebody

BOTS = {"game": "great_dalmuti", "seats": [{"kind": "bot"}] * 5}


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", "1 unfinished match that"), ("fr", "1 partie")])
def test_a_match_above_the_cap_is_refused_until_another_match_is_aborted(settings, language, words):
    settings.COMPTOIR_MATCHES_PER_PLAYER = 1
    guest = somebody()
    match = guest.post("/matches", BOTS).json()["id"]

    response = guest.post("/matches", BOTS, Accept_Language=language)

    assert (response.status_code, response.json()["code"]) == (409, "too_many_matches")
    assert words in response.json()["detail"]
    assert guest.post(f"/matches/{match}/agreements/abort").json()["status"] == "aborted"
    assert guest.post("/matches", BOTS).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_simultaneous_requests_do_not_exceed_the_cap(settings):
    settings.COMPTOIR_MATCHES_PER_PLAYER = 3
    guest = somebody()

    answers = at_once(*[lambda: guest.post("/matches", BOTS).status_code] * 8)

    assert sorted(answers) == [201] * 3 + [409] * 5
