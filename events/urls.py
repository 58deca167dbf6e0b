"""The routes of the API, version 1; middleware strips trailing slashes before Django resolves a path."""

from __future__ import annotations

from django.urls import path

from events.accounts import letter_views as letters
from events.accounts import moderation_views as moderation
from events.accounts import views as players
from events.http.paths import register_converters
from events.live import views as streams
from events.matches.views import games, invitations, log, orders, presence, seeds, table, together
from events.matches.views import lobby as matches
from events.notices import push_views as pushes
from events.notices import views as webhooks
from events.programs import views as bots
from events.proofs import views as proofs
from events.ratings import views as ratings
from events.replays import coach_views as analyses
from events.replays import fork_views as forks
from events.replays import views as replays
from events.tournaments import views as tournaments

register_converters()
MATCH = "matches/<uuid:match_id>"
TOURNAMENT = "tournaments/<uuid:tournament_id>"

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
    path("me/push-subscriptions", pushes.PushSubscriptions.as_view()),
    path("me/push-subscriptions/<uuid:subscription_id>", pushes.PushSubscriptionDetail.as_view()),
    path("me/confirmation", letters.Confirmation.as_view()),
    path("confirmations", letters.Confirmations.as_view()),
    path("recoveries", letters.Recoveries.as_view()),
    path("passwords", letters.Passwords.as_view()),
    path("me/reports", moderation.Reports.as_view()),
    path("me/avoided", moderation.Avoidances.as_view()),
    path("me/avoided/<str:name>", moderation.AvoidanceDetail.as_view()),
    path("me/export", players.Export.as_view()),
    path("me/stream", streams.PlayerStream.as_view()),
    path("bots", bots.Bots.as_view()),
    path("bots/decisions", bots.BotDecisions.as_view()),
    path("bots/<str:name>", bots.BotDetail.as_view()),
    path("bots/<str:name>/tokens", bots.BotTokens.as_view()),
    path("stream-tickets", streams.StreamTickets.as_view()),
    path("games", games.Games.as_view()),
    path("games/<str:game>", games.GameDetail.as_view()),
    path("matches", matches.Matches.as_view()),
    path("invitations/<str:token>", invitations.InvitationPage.as_view(), name="invitation"),
    path("replays/<str:token>", replays.Replay.as_view()),
    path("replays/<str:token>/events", replays.ReplayEvents.as_view()),
    path("replays/<str:token>/captions", replays.ReplayCaptions.as_view()),
    path("ratings", ratings.Ratings.as_view()),
    path("ratings/<str:game>", ratings.GameRatings.as_view()),
    path("ratings/<str:game>/<str:name>", ratings.RatingHistory.as_view()),
    path("tournaments", tournaments.Tournaments.as_view()),
    path(TOURNAMENT, tournaments.TournamentDetail.as_view()),
    path(f"{TOURNAMENT}/entries", tournaments.Entries.as_view()),
    path(f"{TOURNAMENT}/entries/<seat:number>", tournaments.EntryDetail.as_view()),
    path(f"{TOURNAMENT}/start", tournaments.TournamentStart.as_view()),
    path(f"{TOURNAMENT}/cancel", tournaments.TournamentCancel.as_view()),
    path(f"{TOURNAMENT}/rounds", tournaments.Rounds.as_view()),
    path(f"{TOURNAMENT}/deals", tournaments.Deals.as_view()),
    path(f"{TOURNAMENT}/export", tournaments.TournamentExport.as_view()),
    path("global-log", proofs.GlobalLog.as_view()),
    path(MATCH, matches.MatchDetail.as_view()),
    path(f"{MATCH}/seats", matches.Seats.as_view()),
    path(f"{MATCH}/seats/<seat:number>", matches.SeatDetail.as_view()),
    path(f"{MATCH}/seats/<seat:number>/commit", seeds.SeedCommit.as_view()),
    path(f"{MATCH}/seats/<seat:number>/reveal", seeds.SeedReveal.as_view()),
    path(f"{MATCH}/presence", presence.Presence.as_view()),
    path(f"{MATCH}/waiting-list", presence.WaitingList.as_view()),
    path(f"{MATCH}/invitations", invitations.Invitations.as_view()),
    path(f"{MATCH}/invitations/<uuid:invitation_id>", invitations.InvitationDetail.as_view()),
    path(f"{MATCH}/start", matches.Start.as_view()),
    path(f"{MATCH}/resign", matches.Resign.as_view()),
    path(f"{MATCH}/abort", matches.Abort.as_view()),
    path(f"{MATCH}/forks", forks.Forks.as_view()),
    path(f"{MATCH}/replay-links", replays.ReplayLinks.as_view()),
    path(f"{MATCH}/replay-links/<uuid:link_id>", replays.ReplayLinkDetail.as_view()),
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
    path(f"{MATCH}/analysis", analyses.Analyses.as_view()),
    path(f"{MATCH}/proof", proofs.Proof.as_view()),
    path(f"{MATCH}/export", proofs.Export.as_view()),
]
