"""Serving the web client: one page at each of its addresses, compressed files, and a security policy on all."""

from __future__ import annotations

import gzip
import html
import json
import re

import pytest
from django.test import Client

from games.kernel.words.texts import LANGUAGES
from project.web.pages import PAGES


@pytest.mark.parametrize("address", PAGES)
def test_each_address_of_the_client_serves_its_page(client: Client, address: str) -> None:
    answer = client.get("/" + address.replace("<str:game>", "dealmaker").replace("<str:match_id>", "some-match"))

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert b'<script type="module"' in answer.content and b"style=" not in answer.content


def test_the_page_names_all_languages_and_serves_their_texts(client: Client) -> None:
    [stated] = re.findall(rb'data-languages="([^"]*)"', client.get("/").content)
    languages = json.loads(html.unescape(stated.decode()))

    assert {each["code"]: each["name"] for each in languages} == LANGUAGES
    for each in languages:
        assert [client.get(address).status_code for address in each["texts"]] == [200, 200]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_for_browsers_that_cannot_load_the_client_is_in_each_language(
    client: Client, language: str
) -> None:
    page = client.get("/").content.decode()
    boot = b"".join(client.get("/static/boot.js").streaming_content).decode()  # type: ignore[attr-defined]

    assert f'<p lang="{language}">' in page
    assert f"\n  {language}: [" in boot


def test_the_page_refuses_post(client: Client) -> None:
    assert client.post("/").status_code in (403, 405)


def test_a_static_file_is_compressed_and_a_response_of_the_api_is_not(client: Client) -> None:
    plain = client.get("/static/app.js")
    packed = client.get("/static/app.js", headers={"accept-encoding": "gzip"})
    body = b"".join(packed.streaming_content)  # type: ignore[attr-defined]

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"".join(plain.streaming_content)  # type: ignore[attr-defined]
    assert "Content-Encoding" not in client.get("/livez", headers={"accept-encoding": "gzip"}).headers


@pytest.mark.django_db
def test_an_unknown_address_answers_a_browser_with_the_page_and_a_program_with_a_problem() -> None:
    browser = Client().get("/nothing/here", headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    program = Client().get("/nothing/here", headers={"accept": "*/*"})
    posted = Client().post("/nothing/here", headers={"accept": "text/html"})
    api = Client().get("/api/v1/nothing", headers={"accept": "text/html"})

    assert (browser.status_code, browser["Content-Type"]) == (404, "text/html; charset=utf-8")
    for answer in (program, posted, api):
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
