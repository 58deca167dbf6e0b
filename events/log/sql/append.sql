-- Appends events to the log of a match together with everything that follows from them, or does nothing and returns
-- false: the head is not p_before any more, the lock is not free (unless p_waits), the lease is gone, or a request with
-- the same key has been answered.
--
-- The row of the match is its lock. p_types … p_hashes: a column each, an element for each event.
-- p_work: what follows, each member optional:
--   pending: the whole pending work of the match; items that remain keep their leases. pause_until: when a bot that
--   passed, or that plays now, may look again. closed: sealed prompts that are closed. notices: see events_notify.
--   timers: when something is due in the match, by kind (events/timers/sql/set_timers.sql).
--   lease: the lease under which a bot plays, which ends. command: the reply to store for repeated requests. result: the
--   end of the match.
CREATE OR REPLACE FUNCTION events_append(
    p_match uuid, p_before bigint, p_waits boolean,
    p_types text[], p_seats smallint[], p_times bigint[], p_cores bytea[], p_secrets bytea[], p_hashes bytea[],
    p_frontier bytea, p_work jsonb, p_body bytea, p_answer bytea
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    head constant bigint := p_before + array_length(p_types, 1);
    at_ms constant bigint := p_times[array_length(p_times, 1)];
    last_hash constant bytea := p_hashes[array_length(p_hashes, 1)];
    command constant jsonb := p_work -> 'command';
    result constant jsonb := p_work -> 'result';
BEGIN
    IF p_waits THEN
        PERFORM FROM events_match WHERE id = p_match AND head_seq = p_before FOR NO KEY UPDATE;
    ELSE
        PERFORM FROM events_match WHERE id = p_match AND head_seq = p_before FOR NO KEY UPDATE SKIP LOCKED;
    END IF;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF p_work ? 'lease' AND NOT EXISTS (
        SELECT FROM events_pending
        WHERE match_id = p_match AND lease_token = (p_work ->> 'lease')::uuid AND lease_ms IS NOT NULL
    ) THEN
        RETURN false;
    END IF;
    IF command IS NOT NULL THEN
        INSERT INTO events_command (owner, scope, key, body, prompt, move, ordered, status, answer, created_at)
        VALUES (
            p_match, command ->> 'scope', command ->> 'key', p_body, (command ->> 'prompt')::bigint,
            NULLIF(command -> 'move', 'null'), command -> 'ordered', (command ->> 'status')::smallint, p_answer, now()
        ) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            RETURN false;
        END IF;
    END IF;

    UPDATE events_match
    SET head_seq = head, head_hash = last_hash, frontier = p_frontier, last_at_ms = at_ms,
        status = COALESCE(result ->> 'status', status),
        standings = COALESCE(NULLIF(result -> 'standings', 'null'), standings),
        scores = COALESCE(NULLIF(result -> 'scores', 'null'), scores),
        over_ms = CASE WHEN result IS NOT NULL AND status = 'running' THEN at_ms ELSE over_ms END
    WHERE id = p_match AND head_seq = p_before;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'match % was written to without its lock', p_match;
    END IF;
    INSERT INTO events_actionevent (match_id, seq, type, seat, at_ms, core, hidden, hash)
    SELECT p_match, p_before + place, event.type, event.seat, event.at_ms, event.core, event.hidden, event.hash
    FROM unnest(p_types, p_seats, p_times, p_cores, p_secrets, p_hashes)
        WITH ORDINALITY AS event (type, seat, at_ms, core, hidden, hash, place);

    IF p_work ? 'pending' THEN
        PERFORM events_rewrite_pending(p_match, head, p_work -> 'pending', (p_work ->> 'pause_until')::bigint);
    END IF;
    IF p_work ? 'lease' THEN
        UPDATE events_pending SET ready_ms = (p_work ->> 'pause_until')::bigint, lease_ms = NULL, attempts = 0
        WHERE match_id = p_match AND lease_token = (p_work ->> 'lease')::uuid AND lease_ms IS NOT NULL;
    END IF;
    IF p_work ? 'closed' THEN
        DELETE FROM events_sealedanswer
        WHERE match_id = p_match AND prompt IN (SELECT jsonb_array_elements_text(p_work -> 'closed')::bigint);
    END IF;
    IF p_work ? 'notices' THEN
        INSERT INTO events_outbox (match_id, key, notices, created_ms)
        VALUES (p_match, gen_random_uuid(), p_work -> 'notices', at_ms);
    END IF;
    IF p_work ? 'timers' THEN
        PERFORM events_set_timers(p_match, p_work -> 'timers');
    END IF;
    RETURN true;
END $$;
