"""The routes of notifications."""

from __future__ import annotations

from django.urls import path

from events.notifications import push_views, views

urlpatterns = [
    path("me/webhooks", views.Webhooks.as_view()),
    path("me/webhooks/<uuid:webhook_id>", views.WebhookDetail.as_view()),
    path("me/webhooks/<uuid:webhook_id>/deliveries", views.Deliveries.as_view()),
    path("me/webhooks/<uuid:webhook_id>/deliveries/<int:number>", views.DeliveryDetail.as_view()),
    path("me/push-subscriptions", push_views.PushSubscriptions.as_view()),
    path("me/push-subscriptions/<uuid:subscription_id>", push_views.PushSubscriptionDetail.as_view()),
]
