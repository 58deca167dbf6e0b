"""Clubs, and which matches and tournaments are theirs. Runs beside servers that know nothing of it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import events.models.player

ROLES = [
    ("owner", "Owner"), ("organiser", "Organiser"), ("member", "Member"), ("asking", "Asking"), ("removed", "Removed")
]  # fmt: skip


def row() -> tuple[str, models.Field]:
    return "id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def own_id() -> tuple[str, models.Field]:
    return "id", models.UUIDField(
        default=events.models.player.new_id, editable=False, primary_key=True, serialize=False
    )


def of_club(name: str, **options: bool) -> tuple[str, models.Field]:
    cascade = django.db.models.deletion.CASCADE
    return "club", models.ForeignKey(on_delete=cascade, related_name=name, to="events.club", **options)


def of_player(field: str, name: str) -> tuple[str, models.Field]:
    cascade = django.db.models.deletion.CASCADE
    return field, models.ForeignKey(on_delete=cascade, related_name=name, to=settings.AUTH_USER_MODEL)


class Migration(migrations.Migration):
    dependencies = [("events", "0072_notes")]

    operations = [
        migrations.CreateModel(
            "Club",
            [
                own_id(),
                ("name", models.CharField(max_length=40)),
                ("name_key", models.CharField(blank=True, default="", max_length=80)),
                ("about", models.CharField(blank=True, default="", max_length=400)),
                ("is_private", models.BooleanField()),
                ("created_ms", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["name_key"], condition=Q(is_private=False), name="club_name_once"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            "ClubMember",
            [
                row(),
                of_club("members", db_index=False),
                of_player("player", "clubs"),
                ("role", models.CharField(choices=ROLES, max_length=9)),
                ("since_ms", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["club", "player"], name="club_member_once"),
                    models.UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="club_owner_once"),
                ]
            },
        ),
        migrations.CreateModel(
            "ClubInvitation",
            [
                own_id(),
                of_club("invitation_links"),
                of_player("maker", "+"),
                ("digest", models.BinaryField(unique=True)),
                ("uses_left", models.PositiveIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            "ClubDefaults",
            [
                row(),
                of_club("defaults", db_index=False),
                ("game", models.CharField(max_length=40)),
                ("options", models.JSONField()),
                ("clock", models.JSONField(null=True)),
            ],
            options={"constraints": [models.UniqueConstraint(fields=["club", "game"], name="club_defaults_once")]},
        ),
        migrations.CreateModel(
            "ClubRating",
            [
                row(),
                of_club("ratings", db_index=False),
                ("game", models.CharField(max_length=40)),
                of_player("player", "club_ratings"),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("rating", models.IntegerField()),
                ("deviation", models.IntegerField()),
                ("matches", models.PositiveIntegerField()),
                ("last_ms", models.BigIntegerField()),
                ("last_match", models.UUIDField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["club", "game", "player"], name="club_rating_once")],
                "indexes": [models.Index(fields=["club", "game", "-rating", "id"], name="club_rating_leaders")],
            },
        ),
        migrations.AddField("match", "club", models.UUIDField(null=True, default=None)),
        migrations.AddField("match", "is_club_counted", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("tournament", "club", models.UUIDField(null=True, default=None)),
    ]  # fmt: skip
