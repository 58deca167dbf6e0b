-- Replaces the pending work of a match. Items that remain keep their leases; a bot that passed gets another turn at
-- p_pause_until, since the table has changed.
--
-- p_items: [{"prompt", "seat", "required", "deadline_ms", "opens_ms", "bot", "ready_ms"}].
CREATE OR REPLACE FUNCTION events_rewrite_pending(p_match uuid, p_head bigint, p_items jsonb, p_pause_until bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    wanted record;
BEGIN
    DELETE FROM events_pending AS item WHERE match_id = p_match AND NOT EXISTS (
        SELECT FROM jsonb_to_recordset(p_items) AS part (prompt bigint, seat smallint)
        WHERE part.prompt = item.prompt AND part.seat IS NOT DISTINCT FROM item.seat
    );
    FOR wanted IN
        SELECT * FROM jsonb_to_recordset(p_items) AS part (
            prompt bigint, seat smallint, required boolean, deadline_ms bigint, opens_ms bigint, bot boolean,
            ready_ms bigint
        )
    LOOP
        INSERT INTO events_pending AS item (
            match_id, prompt, seat, required, deadline_ms, opens_ms, bot, ready_ms, attempts, seen_seq
        ) VALUES (
            p_match, wanted.prompt, wanted.seat, wanted.required, wanted.deadline_ms, wanted.opens_ms, wanted.bot,
            wanted.ready_ms, 0, -1
        ) ON CONFLICT ON CONSTRAINT pending_once DO UPDATE SET
            required = excluded.required, deadline_ms = excluded.deadline_ms, opens_ms = excluded.opens_ms,
            ready_ms = CASE WHEN item.bot AND item.ready_ms IS NULL AND item.seen_seq < p_head
                THEN p_pause_until ELSE item.ready_ms END,
            attempts = CASE WHEN item.bot AND item.ready_ms IS NULL AND item.seen_seq < p_head
                THEN 0 ELSE item.attempts END,
            lease_ms = CASE WHEN item.bot AND item.ready_ms IS NULL AND item.seen_seq < p_head
                THEN NULL ELSE item.lease_ms END
        WHERE (item.required, item.deadline_ms, item.opens_ms)
                IS DISTINCT FROM (excluded.required, excluded.deadline_ms, excluded.opens_ms)
            OR (item.bot AND item.ready_ms IS NULL AND item.seen_seq < p_head);
    END LOOP;
END $$;
