"""Files that a browser reads to install the client: the manifest in both languages, its icons, the service worker."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client

from project.urls import urlpatterns
from project.web import client_files, installed
from project.web.pages import PAGES

KNOWN = re.compile(r"const SERVED = (\{.*\});\n")


def manifest(client: Client, language: str = "", accepted: str = "en") -> dict[str, Any]:
    query = {"language": language} if language else {}
    answer = client.get("/app.webmanifest", query, headers={"accept-language": accepted})
    assert answer.headers["Content-Type"] == "application/manifest+json; charset=utf-8"
    assert "Accept-Language" in answer.headers["Vary"]
    return dict(json.loads(answer.content))


def known(client: Client) -> dict[str, Any]:
    """Returns the served worker's data about its server."""
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    found = KNOWN.match(answer.content.decode())
    assert found is not None
    return dict(json.loads(found[1]))


def width_of(address: str) -> int:
    """Returns the width of a served PNG, from its header."""
    path = find(address.removeprefix("/static/"))
    assert isinstance(path, str)
    with open(path, "rb") as file:
        return int(struct.unpack(">8s4s4sI", file.read(20))[3])


def test_the_manifest_is_in_the_requested_language_or_that_of_the_browser(client: Client) -> None:
    french = manifest(client, accepted="fr-CA")

    assert (french["lang"], french["shortcuts"][0]["name"]) == ("fr", "Mes parties")
    assert manifest(client, "en", accepted="fr")["lang"] == "en"
    assert manifest(client, "xx", accepted="fr")["lang"] == "fr"
    assert {**french, "lang": "", "description": "", "shortcuts": ""} == {
        **manifest(client),
        "lang": "",
        "description": "",
        "shortcuts": "",
    }


def test_every_address_of_the_manifest_is_a_page(client: Client) -> None:
    described = manifest(client)
    addresses = [
        described["start_url"],
        described["share_target"]["action"],
        *(shortcut["url"] for shortcut in described["shortcuts"]),
    ]

    assert {address.strip("/") for address in addresses} <= set(PAGES)
    assert installed.SHELL.strip("/") in PAGES and len(urlpatterns) > len(PAGES)


def test_each_icon_exists_in_the_size_that_the_manifest_states(client: Client) -> None:
    icons = manifest(client)["icons"]

    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        if icon["type"] == "image/png":
            assert icon["sizes"] == f"{width_of(icon['src'])}x{width_of(icon['src'])}"
        else:
            assert find(icon["src"].removeprefix("/static/"))


def test_the_page_names_the_manifest(client: Client) -> None:
    assert b'<link rel="manifest" href="/app.webmanifest">' in client.get("/").content


def test_a_worker_without_a_bundle_stores_nothing(client: Client) -> None:
    assert known(client)["files"] == []


def test_a_worker_with_a_bundle_stores_all_its_files_except_standalone_files(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("first.js", "table.js", "fr.js", "first.css", "worker.js", "embed-table.js", "embed.css", "font.woff2")
    described = {"names": {name: name for name in names}, "sources": "0123456789abcdef"}
    monkeypatch.setattr(client_files, "bundle", lambda: described)
    installed._known.cache_clear()
    try:
        served = known(client)
    finally:
        installed._known.cache_clear()

    expected = ("first.css", "first.js", "font.woff2", "fr.js", "table.js")
    assert served["files"] == [f"/static/bundle/{name}" for name in expected]
    assert served["kept"] == "comptoir 0123456789ab"
