import django.db.models.deletion
import events.base.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("log", "0001_initial"),
        ("users", "0002_token_app"),
        ("users", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.base.models.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("title", models.CharField(max_length=80)),
                ("game", models.CharField(max_length=40)),
                ("format", models.CharField(max_length=11)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=9,
                    ),
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
                        related_name="tournaments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("club", models.UUIDField(default=None, null=True)),
                ("settings", models.JSONField()),
                ("starts_ms", models.BigIntegerField(default=None, null=True)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("is_moving", models.BooleanField(default=False)),
                ("wakes_ms", models.BigIntegerField(default=None, null=True)),
                ("sealed", models.BinaryField()),
                ("created_ms", models.BigIntegerField()),
                ("head_seq", models.BigIntegerField(default=-1)),
                ("head_hash", models.BinaryField(default=b"")),
                ("last_at_ms", models.BigIntegerField(default=0)),
                ("co_organisers", models.ManyToManyField(related_name="co_organised", to=settings.AUTH_USER_MODEL)),
                ("invited", models.ManyToManyField(related_name="tournament_invitations", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table": "events_tournament",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")), fields=["starts_ms"], name="tournament_starting"
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ("open", "running"))),
                        fields=["wakes_ms"],
                        name="tournament_waking",
                    ),
                    models.Index(fields=["status", "-id"], name="tournament_status"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="tournaments.tournament"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("policy", models.CharField(blank=True, default="", max_length=20)),
                ("team", models.CharField(blank=True, db_default="", default="", max_length=40)),
                ("withdrawn", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "events_entry",
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn", False)),
                        fields=("tournament", "player"),
                        name="entry_player_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FormerEntrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="former", to="tournaments.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="former_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("until_round", models.PositiveSmallIntegerField()),
            ],
            options={
                "db_table": "events_formerentrant",
            },
        ),
        migrations.CreateModel(
            name="TournamentEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="tournaments.tournament"
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("type", models.CharField(max_length=24)),
                ("at_ms", models.BigIntegerField()),
                ("core", models.BinaryField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "db_table": "events_tournamentevent",
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "seq"), name="tournament_event_seq_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="TournamentMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="tournaments.tournament"
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tournament_match", to="log.match"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("table", models.PositiveSmallIntegerField()),
                ("deal", models.PositiveSmallIntegerField()),
                ("recorded", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "events_tournamentmatch",
                "indexes": [
                    models.Index(
                        condition=models.Q(("recorded", False)),
                        fields=["tournament"],
                        name="tournament_match_unrecorded",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "round", "table", "deal"), name="tournament_match_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="words", to="tournaments.tournament"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tournament_words",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                ("at_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_tournamentword",
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="tournament_word_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="members", to="tournaments.entry"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="team_boards",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("joined", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "events_entrymember",
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "board"), name="entry_board_once"),
                    models.UniqueConstraint(fields=("entry", "player"), name="entry_member_once"),
                ],
            },
        ),
    ]
