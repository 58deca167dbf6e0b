"""Leagues, their seasons and divisions. Runs beside servers that know nothing of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import events.models.player

PROTECT, CASCADE, SET_NULL = (getattr(django.db.models.deletion, name) for name in ("PROTECT", "CASCADE", "SET_NULL"))
VISIBILITIES = [("public", "Public"), ("unlisted", "Unlisted"), ("private", "Private")]
STAGES = [("proposed", "Proposed"), ("running", "Running"), ("finished", "Finished")]


def number():
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def of(table, name):
    return models.ForeignKey(db_index=False, on_delete=PROTECT, related_name=name, to=f"events.{table}")


class Migration(migrations.Migration):
    dependencies = [("events", "0084_suspended_before")]

    operations = [
        migrations.CreateModel(
            "League",
            [
                (
                    "id",
                    models.UUIDField(
                        default=events.models.player.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("title", models.CharField(max_length=60)),
                ("game", models.CharField(max_length=40)),
                (
                    "status",
                    models.CharField(choices=[("open", "Open"), ("ended", "Ended")], default="open", max_length=5),
                ),
                ("visibility", models.CharField(choices=VISIBILITIES, default="public", max_length=8)),
                ("club", models.UUIDField(default=None, null=True)),
                ("settings", models.JSONField()),
                ("sizes", models.JSONField()),
                ("moving", models.PositiveSmallIntegerField()),
                ("pause_days", models.PositiveSmallIntegerField(default=None, null=True)),
                ("created_ms", models.BigIntegerField()),
                (
                    "co_organisers",
                    models.ManyToManyField(related_name="co_organised_leagues", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "organiser",
                    models.ForeignKey(
                        null=True, on_delete=SET_NULL, related_name="leagues", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "LeagueMember",
            [
                ("id", number()),
                ("rank", models.PositiveIntegerField()),
                ("since_ms", models.BigIntegerField()),
                ("league", of("league", "members")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=CASCADE, related_name="league_memberships", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=["league", "player"], name="league_member_once")]},
        ),
        migrations.CreateModel(
            "Season",
            [
                ("id", number()),
                ("number", models.PositiveSmallIntegerField()),
                ("status", models.CharField(choices=STAGES, default="proposed", max_length=8)),
                ("starts_ms", models.BigIntegerField(default=None, null=True)),
                ("began_ms", models.BigIntegerField(default=None, null=True)),
                ("ended_ms", models.BigIntegerField(default=None, null=True)),
                ("league", of("league", "seasons")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["league", "number"], name="season_number_once")],
                "indexes": [
                    models.Index(condition=models.Q(status="proposed"), fields=["starts_ms"], name="season_starting"),
                    models.Index(condition=models.Q(status="running"), fields=["league"], name="season_running"),
                ],
            },
        ),
        migrations.CreateModel(
            "Division",
            [
                ("id", number()),
                ("number", models.PositiveSmallIntegerField()),
                ("result", models.JSONField(default=list)),
                ("season", of("season", "divisions")),
                (
                    "tournament",
                    models.OneToOneField(on_delete=PROTECT, related_name="division", to="events.tournament"),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=["season", "number"], name="division_number_once")]},
        ),
    ]  # fmt: skip
