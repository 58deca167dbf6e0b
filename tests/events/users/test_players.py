"""Operators and players compare names in the same way."""

from __future__ import annotations

import pytest

from events.users.models import Player
from events.users.services import sign_in

pytestmark = pytest.mark.django_db


def test_an_operator_made_on_the_command_line_can_sign_in():
    Player.objects.create_superuser(name="Big Iris", password="a long enough word")

    text, token = sign_in(name="Big Iris", password="a long enough word")

    assert text and token.player.is_staff
