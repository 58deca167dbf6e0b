import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0025_tournaments"),
    ]

    operations = [
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                        to="events.match",
                    ),
                ),
                ("size", models.BigIntegerField()),
                ("hash", models.BinaryField()),
                ("name", models.CharField(max_length=200)),
                ("digest", models.BinaryField()),
                ("archived_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="actionevent",
            name="append_only",
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="actionevent",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF TG_OP = 'DELETE' THEN IF \n    OLD.type NOT IN ('message', 'match.over')\n    AND EXISTS (SELECT FROM events_archive WHERE match_id = OLD.match_id AND size > OLD.seq)\n THEN RETURN OLD; END IF; END IF; RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="d90d8e9cea6ef6a185ae9239196d9a01e9c16335",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_647b1",
                    table="events_actionevent",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="archive",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="bada81e7269ea6677a24c573352dfcf36f0be38b",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_15fdb",
                    table="events_archive",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="archive",
            trigger=pgtrigger.compiler.Trigger(
                name="no_truncate",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF; RAISE EXCEPTION 'the list of archived matches is append-only: TRUNCATE refused';",
                    hash="79c2ac475642b0f6b33c9302eea8d73096407700",
                    level="STATEMENT",
                    operation="TRUNCATE",
                    pgid="pgtrigger_no_truncate_69159",
                    table="events_archive",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="archive",
            trigger=pgtrigger.compiler.Trigger(
                name="verified_first",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n    IF octet_length(NEW.digest) <> 32 OR NOT EXISTS (\n        SELECT FROM events_match AS match JOIN events_auditmark AS mark ON mark.match_id = match.id\n        WHERE match.id = NEW.match_id AND match.status IN ('finished', 'aborted', 'void')\n            AND match.head_seq + 1 = NEW.size AND match.head_hash = NEW.hash\n            AND mark.seq = match.head_seq AND mark.hash = match.head_hash\n    ) OR NEW.size <> (SELECT count(*) FROM events_actionevent WHERE match_id = NEW.match_id) THEN\n        RAISE EXCEPTION 'only a whole match that is over, and has passed an audit, may be archived';\n    END IF;\n    RETURN NEW;\n",
                    hash="7e169bc88f6765db048da681513f3b7f4b311b7e",
                    operation="INSERT",
                    pgid="pgtrigger_verified_first_8ea98",
                    table="events_archive",
                    when="BEFORE",
                ),
            ),
        ),
    ]
