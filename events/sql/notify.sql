-- Writes notices of a match, with numbers that have no gaps for each player.
--
-- people: all players who may get notices in this transaction; their heads are locked in one order, so that
-- transactions of two matches never wait for each other in a ring.
-- notices: [{"player", "kind", "prompt", "data"}]; the notices of one player are numbered in this order.
CREATE OR REPLACE FUNCTION events_notify(p_match uuid, p_people uuid[], p_notices jsonb, p_at_ms bigint)
RETURNS void LANGUAGE plpgsql AS $$ -- which keeps its plans: a function in SQL is planned at each call
BEGIN
    WITH notice AS (
        SELECT part.*, row_number() OVER (PARTITION BY player ORDER BY place) AS number
        FROM ROWS FROM (
            jsonb_to_recordset(p_notices) AS (player uuid, kind text, prompt bigint, data jsonb)
        ) WITH ORDINALITY AS part (player, kind, prompt, data, place)
    ), head AS (
        INSERT INTO events_noticehead AS head (player_id, last)
        SELECT id, (SELECT count(*) FROM notice WHERE player = id) FROM events_player
        WHERE id = ANY (p_people) ORDER BY id
        ON CONFLICT (player_id) DO UPDATE SET last = head.last + excluded.last
        RETURNING player_id, last - (SELECT count(*) FROM notice WHERE player = player_id) AS before
    )
    INSERT INTO events_notice (player_id, number, kind, match_id, prompt, data, created_ms)
    SELECT player, head.before + notice.number, kind, p_match, prompt, data, p_at_ms
    FROM notice JOIN head ON head.player_id = notice.player
    ORDER BY player, notice.number;
END $$;
