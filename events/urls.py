"""The routes of the API, version 1; middleware strips trailing slashes before Django resolves a path."""

from __future__ import annotations

from events.accounts import urls as accounts
from events.clubs import urls as clubs
from events.leagues import urls as leagues
from events.live import urls as live
from events.matches import urls as matches
from events.moderation import urls as moderation
from events.narration import urls as narration
from events.notices import urls as notices
from events.oauth import urls as oauth
from events.participations import urls as participations
from events.passkeys import urls as passkeys
from events.programs import urls as programs
from events.proofs import urls as proofs
from events.ratings import urls as ratings
from events.replays import urls as replays
from events.tournaments import urls as tournaments

ROOMS = (
    accounts, clubs, leagues, live, matches, moderation, narration, notices, oauth, participations, passkeys, programs,
    proofs, ratings, replays, tournaments,
)  # fmt: skip

urlpatterns = [route for room in ROOMS for route in room.urlpatterns]
