"""The routes of the API, version 1; middleware strips trailing slashes before Django resolves a path."""

from __future__ import annotations

from django.urls import path

from events.api.paths import register_converters
from events.api.views import (
    games,
    invitations,
    letters,
    log,
    matches,
    orders,
    players,
    proofs,
    ratings,
    seeds,
    streams,
    table,
    together,
    webhooks,
)

register_converters()
MATCH = "matches/<uuid:match_id>"

urlpatterns = [
    path("players", players.Players.as_view()),
    path("players/<str:name>", players.PlayerDetail.as_view()),
    path("tokens", players.Tokens.as_view()),
    path("tokens/<uuid:token_id>", players.TokenDetail.as_view()),
    path("me", players.Me.as_view()),
    path("me/decisions", players.Decisions.as_view()),
    path("me/webhooks", webhooks.Webhooks.as_view()),
    path("me/webhooks/<uuid:webhook_id>", webhooks.WebhookDetail.as_view()),
    path("me/webhooks/<uuid:webhook_id>/deliveries", webhooks.Deliveries.as_view()),
    path("me/webhooks/<uuid:webhook_id>/deliveries/<int:number>", webhooks.DeliveryDetail.as_view()),
    path("me/confirmation", letters.Confirmation.as_view()),
    path("confirmations", letters.Confirmations.as_view()),
    path("recoveries", letters.Recoveries.as_view()),
    path("passwords", letters.Passwords.as_view()),
    path("me/export", players.Export.as_view()),
    path("me/stream", streams.PlayerStream.as_view()),
    path("stream-tickets", streams.StreamTickets.as_view()),
    path("games", games.Games.as_view()),
    path("games/<str:game>", games.GameDetail.as_view()),
    path("matches", matches.Matches.as_view()),
    path("invitations/<str:token>", invitations.InvitationPage.as_view(), name="invitation"),
    path("ratings", ratings.Ratings.as_view()),
    path("ratings/<str:game>", ratings.GameRatings.as_view()),
    path("ratings/<str:game>/<str:name>", ratings.RatingHistory.as_view()),
    path("global-log", proofs.GlobalLog.as_view()),
    path(MATCH, matches.MatchDetail.as_view()),
    path(f"{MATCH}/seats", matches.Seats.as_view()),
    path(f"{MATCH}/seats/<seat:number>", matches.SeatDetail.as_view()),
    path(f"{MATCH}/seats/<seat:number>/commit", seeds.SeedCommit.as_view()),
    path(f"{MATCH}/seats/<seat:number>/reveal", seeds.SeedReveal.as_view()),
    path(f"{MATCH}/invitations", invitations.Invitations.as_view()),
    path(f"{MATCH}/invitations/<uuid:invitation_id>", invitations.InvitationDetail.as_view()),
    path(f"{MATCH}/start", matches.Start.as_view()),
    path(f"{MATCH}/resign", matches.Resign.as_view()),
    path(f"{MATCH}/abort", matches.Abort.as_view()),
    path(f"{MATCH}/rematch", together.Rematch.as_view()),
    path(f"{MATCH}/undo", together.Undo.as_view()),
    path(f"{MATCH}/pause", together.Pause.as_view()),
    path(f"{MATCH}/vacation", together.Vacation.as_view()),
    path(f"{MATCH}/standing-orders", orders.StandingOrders.as_view()),
    path(f"{MATCH}/standing-orders/<seat:number>", orders.StandingOrderDetail.as_view()),
    path(f"{MATCH}/view", table.View.as_view()),
    path(f"{MATCH}/legal-moves", table.LegalMoves.as_view()),
    path(f"{MATCH}/moves", table.Moves.as_view()),
    path(f"{MATCH}/events", log.Events.as_view()),
    path(f"{MATCH}/stream", streams.MatchStream.as_view()),
    path(f"{MATCH}/messages", log.Messages.as_view()),
    path(f"{MATCH}/proof", proofs.Proof.as_view()),
    path(f"{MATCH}/export", proofs.Export.as_view()),
]
