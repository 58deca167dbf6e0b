-- Writes notices of a match, or (null) of tournaments, with numbers that have no gaps for each player.
--
-- people: all players who may get notices in this transaction; their heads are locked in one order, so that
-- transactions of two matches never wait for each other in a ring.
-- notices: [{"player", "kind", "prompt", "data", "tournament"}], the last of a tournament alone; the notices of one player are numbered in this order.
CREATE OR REPLACE FUNCTION events_notify(p_match uuid, p_people uuid[], p_notices jsonb, p_at_ms bigint)
RETURNS void LANGUAGE plpgsql AS $$ -- which keeps its plans: a function in SQL is planned at each call
DECLARE
    notice record;
    number bigint;
BEGIN
    INSERT INTO events_noticehead AS head (player_id, last)
    SELECT id, 0 FROM events_player WHERE id = ANY (p_people) ORDER BY id
    ON CONFLICT (player_id) DO UPDATE SET last = head.last;

    FOR notice IN
        SELECT * FROM jsonb_to_recordset(p_notices)
            AS part (player uuid, kind text, prompt bigint, data jsonb, tournament uuid)
    LOOP
        CONTINUE WHEN notice.kind = 'deadline_near' AND EXISTS (
            SELECT FROM events_notice
            WHERE player_id = notice.player AND match_id = p_match AND prompt = notice.prompt
                AND kind = 'deadline_near'
        ); -- once for each prompt, however often its pending work is written anew
        UPDATE events_noticehead SET last = last + 1 WHERE player_id = notice.player RETURNING last INTO number;
        CONTINUE WHEN NOT FOUND; -- the player has left the installation
        INSERT INTO events_notice (player_id, number, kind, match_id, tournament_id, prompt, data, created_ms)
        VALUES (notice.player, number, notice.kind, p_match, notice.tournament, notice.prompt, notice.data, p_at_ms);
    END LOOP;
END $$;
