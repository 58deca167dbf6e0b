"""A replay or a public table embedded in an external page: its contents, permitted frames, and oEmbed discovery."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from events.log.models import Match
from project.web.embeds import HEIGHT, WIDTH
from tests.events.calls import Caller, client, open_match, somebody

pytestmark = pytest.mark.django_db
GAME = "monopoly_deal"
HERE = "http://testserver"


@pytest.fixture
def ada() -> Caller:
    return somebody("Ada")


@pytest.fixture
def match(ada: Caller) -> str:
    return open_match(ada, [somebody("Bob")], GAME)


@pytest.fixture
def link(ada: Caller, match: str) -> dict[str, Any]:
    """Returns a link to the replay of a finished match."""
    ada.post(f"/matches/{match}/resign")
    shared: dict[str, Any] = ada.post(f"/matches/{match}/replay-links", {"as": "spectator"}).json()
    return shared


def found(address: str, **options: Any) -> Any:
    return client().get(f"/oembed?{urlencode({'url': address, **options})}")


def test_a_replay_has_its_steps_and_its_names(link: dict[str, Any], ada: Caller) -> None:
    page = client().get(f"/embed/r/{link['token']}").content.decode()

    assert ada.get("/me").json()["name"] in page
    assert re.findall(r'<li value="\d+">[^<]+</li>', page)
    assert "data-hides" not in page
    assert "data-hides" in client().get(f"/embed/r/{link['token']}?spoilers=0").content.decode()


@pytest.mark.parametrize(("language", "word"), [("en", "Next"), ("fr", "Suite")])
def test_an_embedded_replay_is_in_the_requested_language(link: dict[str, Any], language: str, word: str) -> None:
    page = client().get(f"/embed/r/{link['token']}?language={language}", headers={"Accept-Language": "en"})

    assert f'<html lang="{language}">' in page.content.decode()
    assert f">{word}</button>" in page.content.decode()


def framable(*paths: str, get: Any = None) -> list[str]:
    """Returns the pages that any other page may frame."""
    answers = {path: (get or client().get)(path) for path in paths}
    assert not any(answer.cookies for answer in answers.values())
    return [
        path
        for path, answer in answers.items()
        if "frame-ancestors *" in answer["Content-Security-Policy"] and "X-Frame-Options" not in answer
    ]


def test_only_embedded_pages_may_be_framed(match: str, link: dict[str, Any]) -> None:
    embedded = [f"/embed/m/{match}", f"/embed/r/{link['token']}", "/embed/r/unknown"]
    replay = f"/r/{link['token']}"
    others = ["/", f"/m/{match}", replay, f"{replay}/text", "/account", "/authorize", "/oembed"]

    assert framable(*embedded, *others) == embedded


def test_an_embedded_table_shows_a_new_occupant_only_after_the_delay(ada: Caller) -> None:
    bob = somebody("Bob")
    match, name = open_match(ada, [bob], GAME, substitutes=True, spectator_delay=300), bob.get("/me").json()["name"]

    assert bob.delete(f"/matches/{match}/seats/1").status_code == 204

    assert f", {name}</p>" in client().get(f"/embed/m/{match}").content.decode()


def test_private_matches_and_revoked_links_are_not_found(ada: Caller, match: str, link: dict[str, Any]) -> None:
    Match.objects.filter(pk=match).update(visibility="private")
    ada.delete(f"/matches/{match}/replay-links/{link['id']}")

    answers = [client().get(path) for path in (f"/embed/m/{match}", f"/embed/r/{link['token']}", "/embed/r/unknown")]

    assert [answer.status_code for answer in answers] == [404] * 3
    assert len({answer.content for answer in answers}) == 1
    assert [found(f"{HERE}{path}").status_code for path in (f"/m/{match}", f"/r/{link['token']}")] == [404] * 2


def test_oembed_gives_a_frame_for_replays_and_tables(match: str, link: dict[str, Any]) -> None:
    replay = found(f"{HERE}/r/{link['token']}?spoilers=0&language=fr&x=1", maxwidth=300, maxheight=5000).json()
    table = found(f"{HERE}/m/{match}").json()

    assert (replay["version"], replay["type"], replay["width"], replay["height"]) == ("1.0", "rich", 300, HEIGHT)
    assert f'src="{HERE}/embed/r/{link["token"]}?spoilers=0&language=fr"' in replay["html"]
    assert (table["width"], table["title"]) == (WIDTH, "Monopoly Deal, Comptoir")
    assert f'src="{HERE}/embed/m/{match}"' in table["html"]


@pytest.mark.parametrize(
    ("address", "options", "status"),
    [
        (f"{HERE}/account", {}, 404),
        ("http://elsewhere.example/r/x", {}, 404),
        ("http://[", {}, 404),
        ("", {}, 404),
        (f"{HERE}/m/------------------------------------", {}, 404),
        (f"{HERE}/r/x", {"maxwidth": "wide"}, 404),
        (f"{HERE}/r/x", {"format": "xml"}, 501),
    ],
)
def test_oembed_refuses_unknown_addresses_and_formats(address: str, options: dict[str, str], status: int) -> None:
    assert found(address, **options).status_code == status


@pytest.mark.parametrize("width", ["wide", "-1", "1", "99999", "٤٠٠", "000640" + "0" * 5000])
def test_an_invalid_width_is_refused(link: dict[str, Any], width: str) -> None:
    answer = found(f"{HERE}/r/{link['token']}", maxwidth=width)

    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_pages_of_tables_and_replays_link_to_oembed(match: str, link: dict[str, Any]) -> None:
    for path in (f"/m/{match}", f"/r/{link['token']}"):
        page = client().get(path).content.decode()
        [address] = re.findall(r'application/json\+oembed" href="([^"]+)"', page)
        assert client().get(address.replace("&amp;", "&").removeprefix(HERE)).status_code == 200
    assert "oembed" not in client().get("/account").content.decode()
