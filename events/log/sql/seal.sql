-- Stores a seat's answer to a sealed prompt, or does nothing. Returns:
--   stored  the answer is in, and others are missing;
--   last    the answer is in, and it was the last one;
--   same    the seat had given this very answer before, and nothing has changed;
--   nothing the head is not p_head, the lock is not free, a request with the same key has been answered, or this would
--           be the last answer, which opens all of them, and the caller does not hold the lock (p_waits).
--
-- p_others: the seats beside this one whose answers are awaited. p_commands: the replies to store, as in append.sql;
-- the reply to a later answer of the seat replaces that to an earlier one.
CREATE OR REPLACE FUNCTION events_seal(
    p_match uuid, p_head bigint, p_waits boolean, p_prompt bigint, p_seat smallint, p_move jsonb,
    p_others smallint[], p_commands jsonb, p_body bytea, p_answer bytea
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    is_last boolean;
    command record;
BEGIN
    IF p_waits THEN
        PERFORM FROM events_match WHERE id = p_match AND head_seq = p_head FOR NO KEY UPDATE;
    ELSE
        PERFORM FROM events_match WHERE id = p_match AND head_seq = p_head FOR NO KEY UPDATE SKIP LOCKED;
    END IF;
    IF NOT FOUND THEN
        RETURN 'nothing';
    END IF;
    IF EXISTS (
        SELECT FROM jsonb_to_recordset(p_commands) AS part (scope text, key text, prompt bigint)
        JOIN events_command AS done ON done.owner = p_match AND done.scope = part.scope AND done.key = part.key
        WHERE part.prompt IS NULL) THEN
        RETURN 'nothing';
    END IF;
    IF EXISTS (SELECT FROM events_sealedanswer
               WHERE match_id = p_match AND prompt = p_prompt AND seat = p_seat AND move = p_move) THEN
        RETURN 'same';
    END IF;
    is_last := NOT EXISTS (
        SELECT FROM unnest(p_others) AS other (seat) WHERE NOT EXISTS (
            SELECT FROM events_sealedanswer AS answer
            WHERE answer.match_id = p_match AND answer.prompt = p_prompt AND answer.seat = other.seat));
    IF is_last AND NOT p_waits THEN
        RETURN 'nothing';
    END IF;

    INSERT INTO events_sealedanswer (match_id, prompt, seat, move) VALUES (p_match, p_prompt, p_seat, p_move)
    ON CONFLICT ON CONSTRAINT sealed_answer_once DO UPDATE SET move = excluded.move;
    FOR command IN
        SELECT * FROM jsonb_to_recordset(p_commands) AS part (
            scope text, key text, prompt bigint, move jsonb, ordered jsonb, status smallint
        )
    LOOP
        INSERT INTO events_command (owner, scope, key, body, prompt, move, ordered, status, answer, created_at)
        VALUES (
            p_match, command.scope, command.key, p_body, command.prompt, NULLIF(command.move, 'null'), command.ordered,
            command.status, p_answer, now()
        ) ON CONFLICT ON CONSTRAINT command_key_once DO UPDATE SET
            body = excluded.body, move = excluded.move, ordered = excluded.ordered, status = excluded.status,
            answer = excluded.answer, created_at = excluded.created_at;
    END LOOP;
    DELETE FROM events_pending WHERE match_id = p_match AND prompt = p_prompt AND seat = p_seat;
    RETURN CASE WHEN is_last THEN 'last' ELSE 'stored' END;
END $$;
