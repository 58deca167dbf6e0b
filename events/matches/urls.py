"""The routes of games and matches."""

from __future__ import annotations

from django.urls import path

from events.http.paths import MATCH, NUMBER
from events.matches.views import agreements, games, invitations, lobby, log, orders, presence, seeds, table

urlpatterns = [
    # Django tries routes in this order, and most requests use the first three.
    path(f"{MATCH}/view", table.MatchView.as_view()),
    path(f"{MATCH}/legal-moves", table.LegalMoves.as_view()),
    path(f"{MATCH}/moves", table.Moves.as_view()),
    path("games", games.Games.as_view(), name="games"),
    path("games/<str:game>", games.GameDetail.as_view()),
    path("matches", lobby.Matches.as_view(), name="matches"),
    path("invitations/<str:token>", invitations.InvitationPage.as_view(), name="invitation"),
    path(MATCH, lobby.MatchDetail.as_view()),
    path(f"{MATCH}/seats", lobby.Seats.as_view()),
    path(f"{MATCH}/seats/{NUMBER}", lobby.SeatDetail.as_view()),
    path(f"{MATCH}/seats/{NUMBER}/commit", seeds.SeedCommit.as_view()),
    path(f"{MATCH}/seats/{NUMBER}/reveal", seeds.SeedReveal.as_view()),
    path(f"{MATCH}/presence", presence.MatchPresence.as_view()),
    path(f"{MATCH}/seen", presence.MatchSeen.as_view()),
    path(f"{MATCH}/note", presence.OwnNote.as_view()),
    path(f"{MATCH}/waiting-list", presence.MatchWaitingList.as_view()),
    path(f"{MATCH}/invitations", invitations.Invitations.as_view()),
    path(f"{MATCH}/invitations/<uuid:invitation_id>", invitations.InvitationDetail.as_view()),
    path(f"{MATCH}/start", lobby.MatchStart.as_view()),
    path(f"{MATCH}/resign", lobby.Resign.as_view()),
    path(f"{MATCH}/agreements/abort", agreements.Abort.as_view()),
    path(f"{MATCH}/agreements/rematch", agreements.MatchRematch.as_view()),
    path(f"{MATCH}/agreements/undo", agreements.Undo.as_view()),
    path(f"{MATCH}/agreements/pause", agreements.Pause.as_view()),
    path(f"{MATCH}/vacation", presence.Vacation.as_view()),
    path(f"{MATCH}/standing-orders", orders.StandingOrders.as_view()),
    path(f"{MATCH}/standing-orders/trial", orders.StandingOrderTrial.as_view()),
    path(f"{MATCH}/standing-orders/{NUMBER}", orders.StandingOrderDetail.as_view()),
    path(f"{MATCH}/events", log.Events.as_view()),
    path(f"{MATCH}/messages", log.Messages.as_view()),
]
