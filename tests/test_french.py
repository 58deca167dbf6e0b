"""French texts are set as French readers expect: the spaces before signs, guillemets, apostrophes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "games/*/texts", "games/*/sentences", "events/http/texts", "project/web/static/texts",
    "project/startgame/template/game/texts", "project/startgame/template/game/sentences",
)  # fmt: skip
FRENCH = sorted(path for folder in FOLDERS for path in ROOT.glob(f"{folder}/fr.*")) + sorted(
    (ROOT / "events" / "texts").glob("*_fr.toml")
)
WRONG = re.compile("[ \u00a0][;!?]|[ \u202f]:|\\w[!?»]|« | »|[^\\W\\d]'[^\\W\\d]")


def misset(text: str) -> list[str]:
    """Each sign with a wrong space, and each straight apostrophe, with what stands around it."""
    return [text[max(found.start() - 12, 0) : found.end() + 6] for found in WRONG.finditer(text)]


def test_there_are_texts_of_every_part() -> None:
    assert {path.parent.parent.name for path in FRENCH} > {"dealmaker", "http", "static", "game"}


@pytest.mark.parametrize("path", FRENCH, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_signs_have_their_narrow_or_wide_no_break_space(path: Path) -> None:
    assert misset(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", ["Oui !", "Oui!", "Oui\u00a0!", "un : deux", "un\u202f: deux", "« oui »", "l'offre"])
def test_a_sign_with_a_wrong_space_is_found(text: str) -> None:
    assert len(misset(text)) >= 1


def test_signs_that_are_set_well_are_left_alone() -> None:
    assert misset('help = "L’offre\u202f: non\u202f!"'.replace("\u202f:", "\u00a0:")) == []
