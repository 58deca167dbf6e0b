-- Sets timers of a match: each fires at its time, or at the earlier one that it had.
--
-- p_due: {kind: ms}.
CREATE OR REPLACE FUNCTION events_set_timers(p_match uuid, p_due jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    wanted record;
BEGIN
    FOR wanted IN SELECT * FROM jsonb_each_text(p_due) AS part (kind, due_ms) ORDER BY kind LOOP
        INSERT INTO events_matchtimer AS timer (match_id, kind, due_ms)
        VALUES (p_match, wanted.kind, wanted.due_ms::bigint)
        ON CONFLICT (match_id, kind) DO UPDATE
            SET due_ms = least(timer.due_ms, excluded.due_ms), changes = timer.changes + 1;
    END LOOP;
END $$;
