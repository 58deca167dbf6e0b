import django.db.models.deletion
import events.base.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("users", "0002_token_app"),
        ("users", "__first__"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.base.models.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("title", models.CharField(max_length=60)),
                ("game", models.CharField(max_length=40)),
                (
                    "status",
                    models.CharField(choices=[("open", "Open"), ("ended", "Ended")], default="open", max_length=5),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Public"), ("unlisted", "Unlisted"), ("private", "Private")],
                        default="public",
                        max_length=8,
                    ),
                ),
                (
                    "organiser",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="leagues",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
            ],
            options={
                "db_table": "events_league",
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="leagues.league",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[("proposed", "Proposed"), ("running", "Running"), ("finished", "Finished")],
                        default="proposed",
                        max_length=8,
                    ),
                ),
                ("starts_ms", models.BigIntegerField(default=None, null=True)),
                ("began_ms", models.BigIntegerField(default=None, null=True)),
                ("ended_ms", models.BigIntegerField(default=None, null=True)),
            ],
            options={
                "db_table": "events_season",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "proposed")), fields=["starts_ms"], name="season_starting"
                    ),
                    models.Index(condition=models.Q(("status", "running")), fields=["league"], name="season_running"),
                ],
                "constraints": [models.UniqueConstraint(fields=("league", "number"), name="season_number_once")],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="divisions",
                        to="leagues.season",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="division",
                        to="tournaments.tournament",
                    ),
                ),
                ("result", models.JSONField(default=list)),
            ],
            options={
                "db_table": "events_division",
                "constraints": [models.UniqueConstraint(fields=("season", "number"), name="division_number_once")],
            },
        ),
        migrations.CreateModel(
            name="LeagueMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="leagues.league",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="league_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("rank", models.PositiveIntegerField()),
                ("since_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_leaguemember",
                "constraints": [models.UniqueConstraint(fields=("league", "player"), name="league_member_once")],
            },
        ),
    ]
