-- Delivers entries of outboxes to players, each once: one whose key is known was delivered by a relay that was killed
-- before it deleted it, or by another relay. Once this is committed, the entries may be deleted.
--
-- p_entries: [{"match_id", "key", "notices", "created_ms"}], which were read before: the transaction that writes the
-- notices touches no other node. One relay works at a time, so that the notices of a match keep their order.
CREATE OR REPLACE FUNCTION events_relay(p_now bigint, p_entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    entry record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('relay', 0));
    FOR entry IN
        SELECT * FROM jsonb_to_recordset(p_entries) AS part (match_id uuid, key uuid, notices jsonb, created_ms bigint)
    LOOP
        INSERT INTO events_relayed (key, at_ms) VALUES (entry.key, p_now) ON CONFLICT DO NOTHING;
        IF FOUND THEN
            PERFORM events_notify(
                entry.match_id,
                ARRAY(SELECT (notice ->> 'player')::uuid FROM jsonb_array_elements(entry.notices) AS notice),
                entry.notices, entry.created_ms
            );
        END IF;
    END LOOP;
END $$;
