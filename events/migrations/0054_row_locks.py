"""The row of a match is its lock, and the functions of a move avoid what a distributed database refuses.

Servers of the version before still call `events_append` and `events_seal` with the number of an advisory lock: these
forms stay until a later migration, and take the row's lock too, so that old and new servers exclude each other.
"""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parents[1] / "sql"
FILES = ("rewrite_pending", "append", "seal")

BEFORE = """
CREATE OR REPLACE FUNCTION events_append(
    p_match uuid, p_key bigint, p_before bigint, p_waits boolean,
    p_types text[], p_seats smallint[], p_times bigint[], p_cores bytea[], p_secrets bytea[], p_hashes bytea[],
    p_frontier bytea, p_work jsonb, p_body bytea, p_answer bytea
) RETURNS boolean LANGUAGE sql AS $$
    SELECT events_append(
        p_match, p_before, p_waits, p_types, p_seats, p_times, p_cores, p_secrets, p_hashes, p_frontier, p_work,
        p_body, p_answer
    )
$$;
CREATE OR REPLACE FUNCTION events_seal(
    p_match uuid, p_key bigint, p_head bigint, p_waits boolean, p_prompt bigint, p_seat smallint, p_move jsonb,
    p_others smallint[], p_commands jsonb, p_body bytea, p_answer bytea
) RETURNS text LANGUAGE sql AS $$
    SELECT events_seal(
        p_match, p_head, p_waits, p_prompt, p_seat, p_move, p_others, p_commands, p_body, p_answer
    )
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("events", "0053_live_matches")]

    operations = [
        *(migrations.RunSQL((SQL / f"{name}.sql").read_text(), migrations.RunSQL.noop) for name in FILES),
        migrations.RunSQL(BEFORE, migrations.RunSQL.noop),
    ]
