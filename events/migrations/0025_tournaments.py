import django.db.models.deletion
import events.models.player
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0024_shared_deals"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.models.player.new_id, editable=False, primary_key=True, serialize=False
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
                ("settings", models.JSONField()),
                ("starts_ms", models.BigIntegerField(default=None, null=True)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("is_moving", models.BooleanField(default=False)),
                ("sealed", models.BinaryField()),
                ("created_ms", models.BigIntegerField()),
                ("head_seq", models.BigIntegerField(default=-1)),
                ("head_hash", models.BinaryField(default=b"")),
                ("last_at_ms", models.BigIntegerField(default=0)),
                ("invited", models.ManyToManyField(related_name="tournament_invitations", to=settings.AUTH_USER_MODEL)),
                (
                    "organiser",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tournaments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("policy", models.CharField(blank=True, default="", max_length=20)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="events.tournament"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TournamentEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.BigIntegerField()),
                ("type", models.CharField(max_length=24)),
                ("at_ms", models.BigIntegerField()),
                ("core", models.BinaryField()),
                ("hash", models.BinaryField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="events.tournament"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TournamentMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("table", models.PositiveSmallIntegerField()),
                ("deal", models.PositiveSmallIntegerField()),
                ("recorded", models.BooleanField(default=False)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tournament_match", to="events.match"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="events.tournament"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("status", "open")), fields=["starts_ms"], name="tournament_starting"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["status", "-id"], name="tournament_status"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn", False)), fields=("tournament", "player"), name="entry_player_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentevent",
            constraint=models.UniqueConstraint(fields=("tournament", "seq"), name="tournament_event_seq_once"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="tournamentevent",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="b34937e299782537de2d14251a324ce845d7b933",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_f50c4",
                    table="events_tournamentevent",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="tournamentevent",
            trigger=pgtrigger.compiler.Trigger(
                name="no_truncate",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF; RAISE EXCEPTION 'the log of a tournament is append-only: TRUNCATE refused';",
                    hash="8f57072a84a138f144faa580f10a252380c0659c",
                    level="STATEMENT",
                    operation="TRUNCATE",
                    pgid="pgtrigger_no_truncate_68284",
                    table="events_tournamentevent",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddIndex(
            model_name="tournamentmatch",
            index=models.Index(
                condition=models.Q(("recorded", False)), fields=["tournament"], name="tournament_match_unrecorded"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournamentmatch",
            constraint=models.UniqueConstraint(
                fields=("tournament", "round", "table", "deal"), name="tournament_match_once"
            ),
        ),
    ]
