-- Delivers what waits in the outboxes of matches to players, each entry once; returns the entries, which may be deleted
-- once this is committed. An entry whose key is known was delivered by a relay that was killed before it deleted it.
--
-- One relay works at a time, so that the notices of a match keep their order.
CREATE OR REPLACE FUNCTION events_relay(p_now bigint, p_most integer)
RETURNS TABLE (of_match uuid, of_key uuid) LANGUAGE plpgsql AS $$
DECLARE
    entry record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('relay', 0));
    FOR entry IN SELECT * FROM events_outbox ORDER BY id LIMIT p_most LOOP
        INSERT INTO events_relayed (key, at_ms) VALUES (entry.key, p_now) ON CONFLICT DO NOTHING;
        IF FOUND THEN
            PERFORM events_notify(
                entry.match_id,
                ARRAY(SELECT (notice ->> 'player')::uuid FROM jsonb_array_elements(entry.notices) AS notice),
                entry.notices, entry.created_ms
            );
        END IF;
        of_match := entry.match_id;
        of_key := entry.key;
        RETURN NEXT;
    END LOOP;
END $$;
