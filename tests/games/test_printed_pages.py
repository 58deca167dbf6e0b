"""Sentences in RULES.md and in the games' texts that once contradicted the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.kernel.words.texts import LANGUAGES, texts
from games.registry import get

PAGES = {
    "monopoly_deal": ["during your own turn", "go under the draw pile"],
    "negoces2": ["The first bid is one coin", "second card on the market, face down"],
}
ABOUT = {
    ("monopoly_deal", "en"): "during your own turn",
    ("monopoly_deal", "fr"): "pendant votre propre tour",
    ("negoces2", "en"): "has been the seller once",
    ("negoces2", "fr"): "a été vendeur une fois",
}


@pytest.mark.parametrize("key", PAGES)
def test_a_rules_page_contains_the_sentences_about_the_default_rules(key: str) -> None:
    page = Path("games", key, "RULES.md").read_text(encoding="utf-8").split("## Sources")[0].replace("\n", " ")

    assert [words for words in PAGES[key] if words not in page] == []


@pytest.mark.parametrize(("key", "language"), ABOUT)
def test_the_text_about_the_end_of_a_match_describes_the_default_rules(key: str, language: str) -> None:
    assert ABOUT[key, language] in texts(get(key).package, language)["about"]["end"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_victory_names_no_number_of_groups_since_an_option_sets_it(language: str) -> None:
    won = texts(get("monopoly_deal").package, language)["announcements"]["won"]

    assert "three" not in str(won).lower()
    assert "trois" not in str(won).lower()
