-- Writes the deliveries of new notices, in their transaction: one for each webhook and each device of the player that
-- receives the kind, and one by e-mail if the player has confirmed an address and wishes it. What the player has seen by
-- the time of the delivery is not sent (events.notifications.needs).
--
-- A device waits for 5 seconds, so that loading a page again, or a start that is a turn too, is one notice at most. An
-- e-mail waits for 30, since many turns end sooner; a daily one of a player who has not said when, for 7:00 UTC. Other
-- hours, and quiet ones, are counted when a delivery is due (events.notifications.needs).
CREATE OR REPLACE FUNCTION events_deliver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO events_delivery (
        notice_id, player_id, match_id, number, webhook_id, subscription_id, state, is_forced, attempts, due_ms, error
    )
    SELECT written.id, written.player_id, COALESCE(written.match_id, written.tournament_id), written.number, webhook.id, NULL, 'pending', false, 0,
        written.created_ms, ''
    FROM written JOIN events_webhook AS webhook ON webhook.player_id = written.player_id AND webhook.kinds ? written.kind
    UNION ALL
    SELECT written.id, written.player_id, COALESCE(written.match_id, written.tournament_id), written.number, NULL, device.id, 'pending', false, 0,
        written.created_ms + 5000, ''
    FROM written JOIN events_pushsubscription AS device
        ON device.player_id = written.player_id AND device.kinds ? written.kind
    UNION ALL
    SELECT written.id, written.player_id, COALESCE(written.match_id, written.tournament_id), written.number, NULL, NULL, 'pending', false, 0,
        CASE WHEN player.notifications ->> 'email_when' = 'daily' AND written.kind <> 'deadline_near'
                AND NOT player.notifications ?| ARRAY['email_at', 'email_zone']
            THEN ((written.created_ms - 25200000) / 86400000 + 1) * 86400000 + 25200000
            ELSE written.created_ms + 30000 END, ''
    FROM written JOIN events_player AS player ON player.id = written.player_id
    WHERE player.is_email_confirmed AND player.notifications -> (
        CASE written.kind WHEN 'your_turn' THEN 'email_on_turn' WHEN 'match_started' THEN 'email_on_start'
            WHEN 'match_over' THEN 'email_on_over' WHEN 'invited' THEN 'email_on_invited'
            WHEN 'message' THEN 'email_on_message' WHEN 'deadline_near' THEN 'email_on_deadline'
            WHEN 'round_drawn' THEN 'email_on_round' WHEN 'tournament_news' THEN 'email_on_news' END
    ) = 'true';
    RETURN NULL;
END $$;
