CREATE FUNCTION _pgtrigger_should_ignore(trigger_name name) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
                DECLARE
                    _pgtrigger_ignore TEXT[];
                    _result BOOLEAN;
                BEGIN
                    BEGIN
                        SELECT INTO _pgtrigger_ignore
                            CURRENT_SETTING('pgtrigger.ignore');
                        EXCEPTION WHEN OTHERS THEN
                    END;
                    IF _pgtrigger_ignore IS NOT NULL THEN
                        SELECT trigger_name = ANY(_pgtrigger_ignore)
                        INTO _result;
                        RETURN _result;
                    ELSE
                        RETURN FALSE;
                    END IF;
                END;
            $$;
CREATE FUNCTION events_append(p_match uuid, p_before bigint, p_waits boolean, p_types text[], p_seats smallint[], p_times bigint[], p_cores bytea[], p_secrets bytea[], p_hashes bytea[], p_frontier bytea, p_work jsonb, p_body bytea, p_answer bytea) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
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
    INSERT INTO events_actionevent (match_id, seq, type, seat, at_ms, core, secret, hash)
    SELECT p_match, p_before + place, event.type, event.seat, event.at_ms, event.core, event.secret, event.hash
    FROM unnest(p_types, p_seats, p_times, p_cores, p_secrets, p_hashes)
        WITH ORDINALITY AS event (type, seat, at_ms, core, secret, hash, place);
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
    RETURN true;
END $$;
CREATE FUNCTION events_append(p_match uuid, p_key bigint, p_before bigint, p_waits boolean, p_types text[], p_seats smallint[], p_times bigint[], p_cores bytea[], p_secrets bytea[], p_hashes bytea[], p_frontier bytea, p_work jsonb, p_body bytea, p_answer bytea) RETURNS boolean
    LANGUAGE sql
    AS $$
    SELECT events_append(
        p_match, p_before, p_waits, p_types, p_seats, p_times, p_cores, p_secrets, p_hashes, p_frontier, p_work,
        p_body, p_answer
    )
$$;
CREATE FUNCTION events_command_owned() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.owner := events_command_owner(NEW.scope);
    RETURN NEW;
END $$;
CREATE FUNCTION events_command_owner(p_scope text) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    AS $_$
    SELECT coalesce(substring(p_scope FROM '/matches/([0-9a-f-]{36})(?:/|$)'), left(p_scope, 36))::uuid
$_$;
CREATE FUNCTION events_deliver() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION events_notify(p_match uuid, p_people uuid[], p_notices jsonb, p_at_ms bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$ -- which keeps its plans: a function in SQL is planned at each call
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
CREATE FUNCTION events_relay(p_now bigint, p_entries jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION events_rewrite_pending(p_match uuid, p_head bigint, p_items jsonb, p_pause_until bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION events_seal(p_match uuid, p_head bigint, p_waits boolean, p_prompt bigint, p_seat smallint, p_move jsonb, p_others smallint[], p_commands jsonb, p_body bytea, p_answer bytea) RETURNS text
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION events_seal(p_match uuid, p_key bigint, p_head bigint, p_waits boolean, p_prompt bigint, p_seat smallint, p_move jsonb, p_others smallint[], p_commands jsonb, p_body bytea, p_answer bytea) RETURNS text
    LANGUAGE sql
    AS $$
    SELECT events_seal(
        p_match, p_head, p_waits, p_prompt, p_seat, p_move, p_others, p_commands, p_body, p_answer
    )
$$;
CREATE FUNCTION pgtrigger_append_only_15fdb() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;
CREATE FUNCTION pgtrigger_append_only_49dbe() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;
CREATE FUNCTION pgtrigger_append_only_647b1() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    IF TG_OP = 'DELETE' THEN IF 
    OLD.type NOT IN ('message', 'match.over')
    AND EXISTS (SELECT FROM events_archive WHERE match_id = OLD.match_id AND size > OLD.seq)
 THEN RETURN OLD; END IF; END IF; RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;
CREATE FUNCTION pgtrigger_append_only_f50c4() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
                END;
            $$;
CREATE FUNCTION pgtrigger_no_truncate_68284() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF; RAISE EXCEPTION 'the log of a tournament is append-only: TRUNCATE refused';
                END;
            $$;
CREATE FUNCTION pgtrigger_no_truncate_69159() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF; RAISE EXCEPTION 'the list of archived matches is append-only: TRUNCATE refused';
                END;
            $$;
CREATE FUNCTION pgtrigger_no_truncate_b24d2() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF; RAISE EXCEPTION 'the log is append-only: TRUNCATE refused';
                END;
            $$;
CREATE FUNCTION pgtrigger_no_truncate_fa7b3() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    IF current_setting('comptoir.maintenance', true) = 'on' THEN RETURN NULL; END IF; RAISE EXCEPTION 'the global log is append-only: TRUNCATE refused';
                END;
            $$;
CREATE FUNCTION pgtrigger_verified_first_8ea98() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    
    IF octet_length(NEW.digest) <> 32 OR NOT EXISTS (
        SELECT FROM events_match AS match JOIN events_auditmark AS mark ON mark.match_id = match.id
        WHERE match.id = NEW.match_id AND match.status IN ('finished', 'aborted', 'void')
            AND match.head_seq + 1 = NEW.size AND match.head_hash = NEW.hash
            AND mark.seq = match.head_seq AND mark.hash = match.head_hash
    ) OR NEW.size <> (SELECT count(*) FROM events_actionevent WHERE match_id = NEW.match_id) THEN
        RAISE EXCEPTION 'only a whole match that is over, and has passed an audit, may be archived';
    END IF;
    RETURN NEW;
                END;
            $$;
CREATE FUNCTION pgtrigger_wakes_7f229() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    PERFORM pg_notify('comptoir', 'player:' || NEW.player_id || ':' || NEW.number); RETURN NULL;
                END;
            $$;
CREATE FUNCTION pgtrigger_wakes_8f5c4() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    PERFORM pg_notify('comptoir', COALESCE(NEW.match_id, OLD.match_id) || ':' || ''); RETURN NULL;
                END;
            $$;
CREATE FUNCTION pgtrigger_wakes_93b3d() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    PERFORM pg_notify('comptoir', COALESCE(NEW.match_id, OLD.match_id) || ':' || NEW.seq); RETURN NULL;
                END;
            $$;
CREATE FUNCTION pgtrigger_wakes_fa36c() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
                
                BEGIN
                    IF ("public"._pgtrigger_should_ignore(TG_NAME) IS TRUE) THEN
                        IF (TG_OP = 'DELETE') THEN
                            RETURN OLD;
                        ELSE
                            RETURN NEW;
                        END IF;
                    END IF;
                    PERFORM pg_notify('comptoir', COALESCE(NEW.match_id, OLD.match_id) || ':' || ''); RETURN NULL;
                END;
            $$;
CREATE TABLE auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id uuid NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);
ALTER TABLE django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE events_actionevent (
    id bigint NOT NULL,
    seq bigint NOT NULL,
    type character varying(20) NOT NULL,
    seat smallint,
    at_ms bigint NOT NULL,
    core bytea NOT NULL,
    secret bytea NOT NULL,
    hash bytea NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT events_actionevent_seat_check CHECK ((seat >= 0))
);
ALTER TABLE events_actionevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_actionevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_alarm (
    id bigint NOT NULL,
    code character varying(40) NOT NULL,
    place character varying(160) NOT NULL,
    message character varying(200) NOT NULL,
    request_id character varying(36) NOT NULL,
    match uuid,
    count integer NOT NULL,
    first_seen_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    CONSTRAINT events_alarm_count_check CHECK ((count >= 0))
);
ALTER TABLE events_alarm ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_alarm_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_analysis (
    id bigint NOT NULL,
    seat smallint NOT NULL,
    status character varying(7) NOT NULL,
    decisions jsonb NOT NULL,
    done integer NOT NULL,
    total integer NOT NULL,
    attempts smallint NOT NULL,
    working_ms bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL,
    replays jsonb NOT NULL,
    replays_total smallint NOT NULL,
    is_of_deal boolean DEFAULT false NOT NULL,
    CONSTRAINT events_analysis_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT events_analysis_done_check CHECK ((done >= 0)),
    CONSTRAINT events_analysis_replays_total_check CHECK ((replays_total >= 0)),
    CONSTRAINT events_analysis_seat_check CHECK ((seat >= 0)),
    CONSTRAINT events_analysis_total_check CHECK ((total >= 0))
);
ALTER TABLE events_analysis ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_analysis_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_archive (
    match_id uuid NOT NULL,
    size bigint NOT NULL,
    hash bytea NOT NULL,
    name character varying(200) NOT NULL,
    digest bytea NOT NULL,
    archived_at timestamp with time zone NOT NULL
);
CREATE TABLE events_auditmark (
    match_id uuid NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    audited_at timestamp with time zone NOT NULL
);
CREATE TABLE events_avoidance (
    id bigint NOT NULL,
    is_block boolean NOT NULL,
    created_ms bigint NOT NULL,
    other_id uuid NOT NULL,
    player_id uuid NOT NULL,
    CONSTRAINT avoidance_of_others CHECK ((NOT (player_id = other_id)))
);
ALTER TABLE events_avoidance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_avoidance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_botaccount (
    player_id uuid NOT NULL,
    level character varying(8) NOT NULL,
    games jsonb NOT NULL,
    is_open boolean NOT NULL,
    owner_id uuid,
    CONSTRAINT bot_is_not_its_owner CHECK ((NOT ((player_id = owner_id) AND (owner_id IS NOT NULL))))
);
CREATE TABLE events_club (
    id uuid NOT NULL,
    name character varying(40) NOT NULL,
    name_key character varying(80) NOT NULL,
    about character varying(400) NOT NULL,
    is_private boolean NOT NULL,
    created_ms bigint NOT NULL
);
CREATE TABLE events_clubdefaults (
    id bigint NOT NULL,
    club_id uuid NOT NULL,
    game character varying(40) NOT NULL,
    options jsonb NOT NULL,
    clock jsonb
);
ALTER TABLE events_clubdefaults ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_clubdefaults_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_clubinvitation (
    id uuid NOT NULL,
    club_id uuid NOT NULL,
    maker_id uuid NOT NULL,
    digest bytea NOT NULL,
    uses_left integer,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT events_clubinvitation_uses_left_check CHECK ((uses_left >= 0))
);
CREATE TABLE events_clubmember (
    id bigint NOT NULL,
    club_id uuid NOT NULL,
    player_id uuid NOT NULL,
    role character varying(9) NOT NULL,
    since_ms bigint NOT NULL
);
ALTER TABLE events_clubmember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_clubmember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_clubrating (
    id bigint NOT NULL,
    club_id uuid NOT NULL,
    game character varying(40) NOT NULL,
    player_id uuid NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    rating integer NOT NULL,
    deviation integer NOT NULL,
    matches integer NOT NULL,
    last_ms bigint NOT NULL,
    last_match uuid NOT NULL,
    CONSTRAINT events_clubrating_matches_check CHECK ((matches >= 0))
);
ALTER TABLE events_clubrating ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_clubrating_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_command (
    id bigint NOT NULL,
    scope character varying(200) NOT NULL,
    key character varying(200) NOT NULL,
    body bytea NOT NULL,
    prompt bigint,
    move jsonb,
    ordered jsonb NOT NULL,
    status smallint NOT NULL,
    answer bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    owner uuid NOT NULL,
    CONSTRAINT events_command_status_check CHECK ((status >= 0))
);
ALTER TABLE events_command ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_command_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_cosignature (
    id bigint NOT NULL,
    origin character varying(300) NOT NULL,
    size bigint NOT NULL,
    root bytea NOT NULL,
    witness character varying(500) NOT NULL,
    line text NOT NULL,
    at_ms bigint NOT NULL
);
ALTER TABLE events_cosignature ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_cosignature_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE UNLOGGED TABLE events_counter (
    key character varying(120) NOT NULL,
    "window" bigint NOT NULL,
    count integer NOT NULL,
    CONSTRAINT events_counter_count_check CHECK ((count >= 0))
);
CREATE TABLE events_delivery (
    id bigint NOT NULL,
    attempts integer NOT NULL,
    due_ms bigint NOT NULL,
    lease_ms bigint,
    lease_token uuid,
    number bigint NOT NULL,
    state character varying(8) NOT NULL,
    is_forced boolean NOT NULL,
    done_ms bigint,
    status smallint,
    error character varying(20) NOT NULL,
    match_id uuid NOT NULL,
    notice_id bigint NOT NULL,
    player_id uuid NOT NULL,
    webhook_id uuid,
    subscription_id uuid,
    CONSTRAINT events_delivery_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT events_delivery_status_check CHECK ((status >= 0))
);
ALTER TABLE events_delivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_division (
    id bigint NOT NULL,
    number smallint NOT NULL,
    result jsonb NOT NULL,
    season_id bigint NOT NULL,
    tournament_id uuid NOT NULL,
    CONSTRAINT events_division_number_check CHECK ((number >= 0))
);
ALTER TABLE events_division ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_division_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_entry (
    id bigint NOT NULL,
    number smallint NOT NULL,
    policy character varying(20) NOT NULL,
    withdrawn boolean NOT NULL,
    player_id uuid,
    tournament_id uuid NOT NULL,
    team character varying(40) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT events_entry_number_check CHECK ((number >= 0))
);
ALTER TABLE events_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_entrymember (
    id bigint NOT NULL,
    board smallint NOT NULL,
    joined boolean NOT NULL,
    entry_id bigint NOT NULL,
    player_id uuid NOT NULL,
    CONSTRAINT events_entrymember_board_check CHECK ((board >= 0))
);
ALTER TABLE events_entrymember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_entrymember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_following (
    id bigint NOT NULL,
    since_ms bigint NOT NULL,
    player_id uuid NOT NULL,
    other_id uuid NOT NULL
);
ALTER TABLE events_following ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_following_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_formerentrant (
    id bigint NOT NULL,
    until_round smallint NOT NULL,
    entry_id bigint NOT NULL,
    player_id uuid,
    CONSTRAINT events_formerentrant_until_round_check CHECK ((until_round >= 0))
);
ALTER TABLE events_formerentrant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_formerentrant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_formerholder (
    id bigint NOT NULL,
    number smallint NOT NULL,
    seq bigint NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid,
    CONSTRAINT events_formerholder_number_check CHECK ((number >= 0))
);
ALTER TABLE events_formerholder ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_formerholder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_globalleaf (
    "position" bigint NOT NULL,
    kind character varying(7) NOT NULL,
    row_hash bytea NOT NULL,
    at_ms bigint NOT NULL,
    leaf bytea NOT NULL,
    frontier bytea NOT NULL,
    root bytea NOT NULL,
    key_id character varying(16) NOT NULL,
    signature bytea NOT NULL,
    match_id uuid NOT NULL
);
CREATE TABLE events_invitation (
    id uuid NOT NULL,
    digest bytea NOT NULL,
    number smallint,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT events_invitation_number_check CHECK ((number >= 0))
);
CREATE TABLE events_league (
    id uuid NOT NULL,
    title character varying(60) NOT NULL,
    game character varying(40) NOT NULL,
    status character varying(5) NOT NULL,
    visibility character varying(8) NOT NULL,
    club uuid,
    settings jsonb NOT NULL,
    sizes jsonb NOT NULL,
    moving smallint NOT NULL,
    pause_days smallint,
    created_ms bigint NOT NULL,
    organiser_id uuid,
    CONSTRAINT events_league_moving_check CHECK ((moving >= 0)),
    CONSTRAINT events_league_pause_days_check CHECK ((pause_days >= 0))
);
CREATE TABLE events_league_co_organisers (
    id bigint NOT NULL,
    league_id uuid NOT NULL,
    player_id uuid NOT NULL
);
ALTER TABLE events_league_co_organisers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_league_co_organisers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_leaguemember (
    id bigint NOT NULL,
    rank integer NOT NULL,
    since_ms bigint NOT NULL,
    league_id uuid NOT NULL,
    player_id uuid NOT NULL,
    CONSTRAINT events_leaguemember_rank_check CHECK ((rank >= 0))
);
ALTER TABLE events_leaguemember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_leaguemember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_letter (
    id bigint NOT NULL,
    attempts integer NOT NULL,
    due_ms bigint NOT NULL,
    lease_ms bigint,
    lease_token uuid,
    kind character varying(7) NOT NULL,
    address character varying(254) NOT NULL,
    created_ms bigint NOT NULL,
    player_id uuid,
    CONSTRAINT events_letter_attempts_check CHECK ((attempts >= 0))
);
ALTER TABLE events_letter ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_letter_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_looking (
    id uuid NOT NULL,
    until_ms bigint NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL,
    page uuid,
    is_looking boolean DEFAULT true NOT NULL
);
CREATE TABLE events_mailanswer (
    id bigint NOT NULL,
    digest bytea NOT NULL,
    question_id bigint NOT NULL
);
ALTER TABLE events_mailanswer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_mailanswer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_mailquestion (
    id bigint NOT NULL,
    place character varying(400) NOT NULL,
    expires_ms bigint NOT NULL,
    moved_ms bigint,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL
);
ALTER TABLE events_mailquestion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_mailquestion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_match (
    id uuid NOT NULL,
    game character varying(40) NOT NULL,
    rules_version smallint NOT NULL,
    options jsonb NOT NULL,
    size smallint NOT NULL,
    status character varying(8) NOT NULL,
    visibility character varying(8) NOT NULL,
    start character varying(9) NOT NULL,
    clock jsonb NOT NULL,
    fairness character varying(13) NOT NULL,
    reveal character varying(7) NOT NULL,
    rated boolean NOT NULL,
    practice boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    head_seq bigint NOT NULL,
    head_hash bytea NOT NULL,
    frontier bytea NOT NULL,
    last_at_ms bigint NOT NULL,
    standings jsonb,
    scores jsonb,
    creator_id uuid,
    rematch_of_id uuid,
    substitutes boolean NOT NULL,
    is_counted boolean NOT NULL,
    has_orders boolean NOT NULL,
    fork_of_id uuid,
    fork_seq bigint,
    fork_mode character varying(9) NOT NULL,
    deal jsonb,
    tournament uuid,
    withheld boolean NOT NULL,
    spectator_delay integer NOT NULL,
    over_ms bigint,
    damaged_seq bigint,
    has_participations boolean DEFAULT false NOT NULL,
    club uuid,
    is_club_counted boolean DEFAULT false NOT NULL,
    title character varying(80) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT events_match_rules_version_check CHECK ((rules_version >= 0)),
    CONSTRAINT events_match_size_check CHECK ((size >= 0)),
    CONSTRAINT events_match_spectator_delay_check CHECK ((spectator_delay >= 0))
);
CREATE TABLE events_note (
    id bigint NOT NULL,
    match uuid NOT NULL,
    text character varying(4000) NOT NULL,
    written_ms bigint NOT NULL,
    player_id uuid NOT NULL
);
ALTER TABLE events_note ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_note_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_notice (
    id bigint NOT NULL,
    number bigint NOT NULL,
    kind character varying(15) NOT NULL,
    prompt bigint,
    data jsonb NOT NULL,
    created_ms bigint NOT NULL,
    match_id uuid,
    player_id uuid NOT NULL,
    tournament_id uuid
);
ALTER TABLE events_notice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_noticehead (
    player_id uuid NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE events_orderedanswer (
    id bigint NOT NULL,
    prompt bigint NOT NULL,
    seat smallint NOT NULL,
    due_ms bigint,
    seq bigint,
    match_id uuid NOT NULL,
    order_id bigint,
    CONSTRAINT events_orderedanswer_seat_check CHECK ((seat >= 0))
);
ALTER TABLE events_orderedanswer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_orderedanswer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_outbox (
    id bigint NOT NULL,
    key uuid NOT NULL,
    notices jsonb NOT NULL,
    created_ms bigint NOT NULL,
    match_id uuid NOT NULL
);
ALTER TABLE events_outbox ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_participation (
    id bigint NOT NULL,
    match uuid NOT NULL,
    game character varying(40) NOT NULL,
    over_ms bigint NOT NULL,
    number smallint NOT NULL,
    place smallint,
    seats smallint NOT NULL,
    people smallint NOT NULL,
    moves integer NOT NULL,
    missed integer NOT NULL,
    "end" character varying(9) NOT NULL,
    player_id uuid NOT NULL,
    CONSTRAINT events_participation_missed_check CHECK ((missed >= 0)),
    CONSTRAINT events_participation_moves_check CHECK ((moves >= 0)),
    CONSTRAINT events_participation_number_check CHECK ((number >= 0)),
    CONSTRAINT events_participation_people_check CHECK ((people >= 0)),
    CONSTRAINT events_participation_place_check CHECK ((place >= 0)),
    CONSTRAINT events_participation_seats_check CHECK ((seats >= 0))
);
ALTER TABLE events_participation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_participation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_passkey (
    id uuid NOT NULL,
    credential bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    name character varying(40) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    player_id uuid NOT NULL
);
CREATE TABLE events_passkeychallenge (
    challenge bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    player_id uuid
);
CREATE TABLE events_pending (
    id bigint NOT NULL,
    prompt bigint NOT NULL,
    seat smallint,
    required boolean CONSTRAINT events_pending_waits_not_null NOT NULL,
    deadline_ms bigint,
    opens_ms bigint,
    bot boolean NOT NULL,
    ready_ms bigint,
    lease_ms bigint,
    lease_token uuid,
    attempts smallint NOT NULL,
    seen_seq bigint NOT NULL,
    match_id uuid NOT NULL,
    is_reminded boolean DEFAULT false NOT NULL,
    CONSTRAINT events_pending_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT events_pending_seat_check CHECK ((seat >= 0))
);
ALTER TABLE events_pending ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_pending_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_player (
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    id uuid NOT NULL,
    name character varying(40) NOT NULL,
    name_key character varying(80) NOT NULL,
    email character varying(254),
    language character varying(2) NOT NULL,
    notifications jsonb NOT NULL,
    is_staff boolean NOT NULL,
    is_auditor boolean NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    is_email_confirmed boolean NOT NULL,
    links_used integer NOT NULL,
    is_bot boolean NOT NULL,
    closed_ms bigint,
    play_window jsonb,
    shows_presence boolean NOT NULL,
    quiet_hours jsonb,
    shows_results boolean DEFAULT true NOT NULL,
    calendars_ended integer DEFAULT 0 NOT NULL,
    kept smallint DEFAULT 0 NOT NULL,
    reckoned smallint DEFAULT 0 NOT NULL,
    CONSTRAINT events_player_calendars_ended_check CHECK ((calendars_ended >= 0)),
    CONSTRAINT events_player_kept_check CHECK ((kept >= 0)),
    CONSTRAINT events_player_links_used_check CHECK ((links_used >= 0)),
    CONSTRAINT events_player_reckoned_check CHECK ((reckoned >= 0))
);
CREATE TABLE events_player_groups (
    id bigint NOT NULL,
    player_id uuid NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE events_player_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_player_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_player_user_permissions (
    id bigint NOT NULL,
    player_id uuid NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE events_player_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_player_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_process (
    name character varying(160) NOT NULL,
    kind character varying(20) NOT NULL,
    keys jsonb NOT NULL,
    clock_ahead_ms bigint NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    worked_at timestamp with time zone
);
CREATE TABLE events_pushsubscription (
    id uuid NOT NULL,
    kinds jsonb NOT NULL,
    failing_since_ms bigint,
    failures integer NOT NULL,
    retry_ms bigint NOT NULL,
    tried_ms bigint NOT NULL,
    created_ms bigint NOT NULL,
    endpoint character varying(1000) NOT NULL,
    p256dh character varying(88) NOT NULL,
    auth character varying(24) NOT NULL,
    server_key character varying(87) NOT NULL,
    label character varying(40) NOT NULL,
    player_id uuid NOT NULL,
    token_id uuid,
    failed_ms bigint DEFAULT 0 NOT NULL,
    CONSTRAINT events_pushsubscription_failures_check CHECK ((failures >= 0))
);
CREATE TABLE events_rating (
    id bigint NOT NULL,
    game character varying(40) NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    rating integer NOT NULL,
    deviation integer NOT NULL,
    matches integer NOT NULL,
    player_id uuid NOT NULL,
    CONSTRAINT events_rating_matches_check CHECK ((matches >= 0))
);
ALTER TABLE events_rating ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_rating_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_ratingchange (
    id bigint NOT NULL,
    game character varying(40) NOT NULL,
    number smallint NOT NULL,
    over_ms bigint NOT NULL,
    place smallint NOT NULL,
    players smallint NOT NULL,
    rating integer NOT NULL,
    change integer NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid,
    CONSTRAINT events_ratingchange_number_check CHECK ((number >= 0)),
    CONSTRAINT events_ratingchange_place_check CHECK ((place >= 0)),
    CONSTRAINT events_ratingchange_players_check CHECK ((players >= 0))
);
ALTER TABLE events_ratingchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_ratingchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_relayed (
    key uuid NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE events_rematch (
    match_id uuid NOT NULL,
    rematch uuid NOT NULL
);
CREATE TABLE events_replaylink (
    id uuid NOT NULL,
    seat smallint,
    seq bigint NOT NULL,
    token character varying(43) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL,
    CONSTRAINT events_replaylink_seat_check CHECK ((seat >= 0))
);
CREATE TABLE events_report (
    id uuid NOT NULL,
    seq bigint,
    reason character varying(13) NOT NULL,
    text character varying(1000) NOT NULL,
    state character varying(9) NOT NULL,
    created_ms bigint NOT NULL,
    resolved_ms bigint,
    match_id uuid,
    reported_id uuid NOT NULL,
    reporter_id uuid NOT NULL
);
CREATE TABLE events_sanction (
    id uuid NOT NULL,
    kind character varying(10) NOT NULL,
    reason character varying(13) NOT NULL,
    text character varying(1000) NOT NULL,
    created_ms bigint NOT NULL,
    until_ms bigint,
    ended_ms bigint,
    appeal character varying(1000) NOT NULL,
    appealed_ms bigint,
    answer character varying(1000) NOT NULL,
    answered_ms bigint,
    player_id uuid NOT NULL
);
CREATE TABLE events_sealedanswer (
    id bigint NOT NULL,
    prompt bigint NOT NULL,
    seat smallint NOT NULL,
    move jsonb NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT events_sealedanswer_seat_check CHECK ((seat >= 0))
);
ALTER TABLE events_sealedanswer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_sealedanswer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_season (
    id bigint NOT NULL,
    number smallint NOT NULL,
    status character varying(8) NOT NULL,
    starts_ms bigint,
    began_ms bigint,
    ended_ms bigint,
    league_id uuid NOT NULL,
    CONSTRAINT events_season_number_check CHECK ((number >= 0))
);
ALTER TABLE events_season ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_season_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_seat (
    id bigint NOT NULL,
    number smallint NOT NULL,
    kind character varying(6) NOT NULL,
    policy character varying(20) NOT NULL,
    commit bytea,
    nonce bytea,
    resigned boolean NOT NULL,
    invited_id uuid,
    match_id uuid NOT NULL,
    player_id uuid,
    consents jsonb NOT NULL,
    stand_in character varying(6) NOT NULL,
    is_program boolean DEFAULT false NOT NULL,
    CONSTRAINT events_seat_number_check CHECK ((number >= 0))
);
ALTER TABLE events_seat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_seat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_secret (
    id bigint NOT NULL,
    kind character varying(20) NOT NULL,
    sealed bytea NOT NULL,
    match_id uuid NOT NULL
);
ALTER TABLE events_secret ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_secret_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_seen (
    id bigint NOT NULL,
    seq bigint NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL
);
ALTER TABLE events_seen ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_seen_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_standingorder (
    id bigint NOT NULL,
    seat smallint NOT NULL,
    number smallint NOT NULL,
    phase character varying(40) NOT NULL,
    condition jsonb,
    move jsonb NOT NULL,
    late boolean NOT NULL,
    once boolean NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT events_standingorder_number_check CHECK ((number >= 0)),
    CONSTRAINT events_standingorder_seat_check CHECK ((seat >= 0))
);
ALTER TABLE events_standingorder ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_standingorder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_storedstate (
    id bigint NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    code character varying(16) NOT NULL,
    sealed bytea NOT NULL,
    match_id uuid NOT NULL
);
ALTER TABLE events_storedstate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_storedstate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_streamticket (
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    match_id uuid,
    player_id uuid NOT NULL,
    token_id uuid
);
CREATE TABLE events_token (
    id uuid NOT NULL,
    digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    player_id uuid NOT NULL,
    scopes character varying(40) NOT NULL,
    label character varying(40) NOT NULL,
    app_id bigint,
    network bytea
);
CREATE TABLE events_tournament (
    id uuid NOT NULL,
    title character varying(80) NOT NULL,
    game character varying(40) NOT NULL,
    format character varying(11) NOT NULL,
    status character varying(9) NOT NULL,
    visibility character varying(8) NOT NULL,
    settings jsonb NOT NULL,
    starts_ms bigint,
    round smallint NOT NULL,
    is_moving boolean NOT NULL,
    sealed bytea NOT NULL,
    created_ms bigint NOT NULL,
    head_seq bigint NOT NULL,
    head_hash bytea NOT NULL,
    last_at_ms bigint NOT NULL,
    organiser_id uuid,
    club uuid,
    wakes_ms bigint,
    CONSTRAINT events_tournament_round_check CHECK ((round >= 0))
);
CREATE TABLE events_tournament_co_organisers (
    id bigint NOT NULL,
    tournament_id uuid NOT NULL,
    player_id uuid NOT NULL
);
ALTER TABLE events_tournament_co_organisers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_tournament_co_organisers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_tournament_invited (
    id bigint NOT NULL,
    tournament_id uuid NOT NULL,
    player_id uuid NOT NULL
);
ALTER TABLE events_tournament_invited ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_tournament_invited_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_tournamentevent (
    id bigint NOT NULL,
    seq bigint NOT NULL,
    type character varying(24) NOT NULL,
    at_ms bigint NOT NULL,
    core bytea NOT NULL,
    hash bytea NOT NULL,
    tournament_id uuid NOT NULL
);
ALTER TABLE events_tournamentevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_tournamentevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_tournamentmatch (
    id bigint NOT NULL,
    round smallint NOT NULL,
    "table" smallint NOT NULL,
    deal smallint NOT NULL,
    recorded boolean NOT NULL,
    match_id uuid NOT NULL,
    tournament_id uuid NOT NULL,
    CONSTRAINT events_tournamentmatch_deal_check CHECK ((deal >= 0)),
    CONSTRAINT events_tournamentmatch_round_check CHECK ((round >= 0)),
    CONSTRAINT events_tournamentmatch_table_check CHECK (("table" >= 0))
);
ALTER TABLE events_tournamentmatch ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_tournamentmatch_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_tournamentword (
    id bigint NOT NULL,
    number integer NOT NULL,
    text character varying(500) NOT NULL,
    at_ms bigint NOT NULL,
    player_id uuid NOT NULL,
    tournament_id uuid NOT NULL,
    CONSTRAINT events_tournamentword_number_check CHECK ((number >= 0))
);
ALTER TABLE events_tournamentword ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_tournamentword_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_waitingplayer (
    id bigint NOT NULL,
    created_ms bigint NOT NULL,
    match_id uuid NOT NULL,
    player_id uuid NOT NULL
);
ALTER TABLE events_waitingplayer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_waitingplayer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE events_webhook (
    id uuid NOT NULL,
    url character varying(500) NOT NULL,
    kinds jsonb NOT NULL,
    sealed bytea NOT NULL,
    is_active boolean NOT NULL,
    failing_since_ms bigint,
    failures integer NOT NULL,
    retry_ms bigint NOT NULL,
    tried_ms bigint NOT NULL,
    created_ms bigint NOT NULL,
    player_id uuid NOT NULL,
    failed_ms bigint DEFAULT 0 NOT NULL,
    form character varying(8) DEFAULT 'standard'::character varying NOT NULL,
    CONSTRAINT events_webhook_failures_check CHECK ((failures >= 0))
);
CREATE TABLE events_withdrawable (
    id bigint NOT NULL,
    seq bigint NOT NULL,
    path character varying(40) NOT NULL,
    salt bytea NOT NULL,
    value jsonb NOT NULL,
    match_id uuid NOT NULL
);
ALTER TABLE events_withdrawable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_withdrawable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE oauth2_provider_accesstoken (
    id bigint NOT NULL,
    token text NOT NULL,
    expires timestamp with time zone NOT NULL,
    scope text NOT NULL,
    application_id bigint,
    user_id uuid,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    source_refresh_token_id bigint,
    id_token_id bigint,
    token_checksum character varying(64) NOT NULL,
    resource jsonb NOT NULL
);
ALTER TABLE oauth2_provider_accesstoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME oauth2_provider_accesstoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE oauth2_provider_application (
    id bigint NOT NULL,
    client_id character varying(255) NOT NULL,
    redirect_uris text NOT NULL,
    client_type character varying(32) NOT NULL,
    authorization_grant_type character varying(44) NOT NULL,
    client_secret character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    user_id uuid,
    skip_authorization boolean NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    algorithm character varying(5) NOT NULL,
    post_logout_redirect_uris text NOT NULL,
    hash_client_secret boolean NOT NULL,
    allowed_origins text NOT NULL,
    registration_source character varying(32) NOT NULL,
    cimd_expires_at timestamp with time zone
);
ALTER TABLE oauth2_provider_application ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME oauth2_provider_application_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE oauth2_provider_devicegrant (
    id bigint NOT NULL,
    device_code character varying(100) NOT NULL,
    user_code character varying(100) NOT NULL,
    scope text NOT NULL,
    "interval" integer NOT NULL,
    expires timestamp with time zone NOT NULL,
    status character varying(64) NOT NULL,
    client_id character varying(100) NOT NULL,
    last_checked timestamp with time zone NOT NULL,
    user_id uuid
);
ALTER TABLE oauth2_provider_devicegrant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME oauth2_provider_devicegrant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE oauth2_provider_grant (
    id bigint NOT NULL,
    code character varying(255) NOT NULL,
    expires timestamp with time zone NOT NULL,
    redirect_uri text NOT NULL,
    scope text NOT NULL,
    application_id bigint NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    code_challenge character varying(128) NOT NULL,
    code_challenge_method character varying(10) NOT NULL,
    nonce character varying(255) NOT NULL,
    claims text NOT NULL,
    resource jsonb NOT NULL
);
ALTER TABLE oauth2_provider_grant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME oauth2_provider_grant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE oauth2_provider_idtoken (
    id bigint NOT NULL,
    jti uuid NOT NULL,
    expires timestamp with time zone NOT NULL,
    scope text NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    application_id bigint,
    user_id uuid
);
ALTER TABLE oauth2_provider_idtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME oauth2_provider_idtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE oauth2_provider_refreshtoken (
    id bigint NOT NULL,
    token text NOT NULL,
    access_token_id bigint,
    application_id bigint NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    revoked timestamp with time zone,
    token_family uuid,
    token_checksum character varying(64) NOT NULL,
    resource jsonb NOT NULL
);
ALTER TABLE oauth2_provider_refreshtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME oauth2_provider_refreshtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY events_alarm
    ADD CONSTRAINT alarm_once UNIQUE (code, place);
ALTER TABLE ONLY events_analysis
    ADD CONSTRAINT analysis_once UNIQUE (match_id, player_id);
ALTER TABLE ONLY auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_avoidance
    ADD CONSTRAINT avoidance_once UNIQUE (player_id, other_id);
ALTER TABLE ONLY events_clubdefaults
    ADD CONSTRAINT club_defaults_once UNIQUE (club_id, game);
ALTER TABLE ONLY events_clubmember
    ADD CONSTRAINT club_member_once UNIQUE (club_id, player_id);
ALTER TABLE ONLY events_clubrating
    ADD CONSTRAINT club_rating_once UNIQUE (club_id, game, player_id);
ALTER TABLE ONLY events_command
    ADD CONSTRAINT command_key_once UNIQUE (scope, key, owner);
ALTER TABLE ONLY events_command
    ADD CONSTRAINT command_prompt_once UNIQUE (scope, prompt, owner);
ALTER TABLE ONLY events_cosignature
    ADD CONSTRAINT cosigned_once UNIQUE (origin, size, witness);
ALTER TABLE ONLY events_delivery
    ADD CONSTRAINT delivery_once UNIQUE NULLS NOT DISTINCT (notice_id, webhook_id, subscription_id);
ALTER TABLE ONLY events_division
    ADD CONSTRAINT division_number_once UNIQUE (season_id, number);
ALTER TABLE ONLY django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY events_entrymember
    ADD CONSTRAINT entry_board_once UNIQUE (entry_id, board);
ALTER TABLE ONLY events_entrymember
    ADD CONSTRAINT entry_member_once UNIQUE (entry_id, player_id);
ALTER TABLE ONLY events_entry
    ADD CONSTRAINT entry_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY events_actionevent
    ADD CONSTRAINT event_seq_once UNIQUE (match_id, seq);
ALTER TABLE ONLY events_actionevent
    ADD CONSTRAINT events_actionevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_alarm
    ADD CONSTRAINT events_alarm_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_analysis
    ADD CONSTRAINT events_analysis_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_archive
    ADD CONSTRAINT events_archive_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY events_auditmark
    ADD CONSTRAINT events_auditmark_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY events_avoidance
    ADD CONSTRAINT events_avoidance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_botaccount
    ADD CONSTRAINT events_botaccount_pkey PRIMARY KEY (player_id);
ALTER TABLE ONLY events_club
    ADD CONSTRAINT events_club_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_clubdefaults
    ADD CONSTRAINT events_clubdefaults_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_clubinvitation
    ADD CONSTRAINT events_clubinvitation_digest_key UNIQUE (digest);
ALTER TABLE ONLY events_clubinvitation
    ADD CONSTRAINT events_clubinvitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_clubmember
    ADD CONSTRAINT events_clubmember_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_clubrating
    ADD CONSTRAINT events_clubrating_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_command
    ADD CONSTRAINT events_command_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_cosignature
    ADD CONSTRAINT events_cosignature_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_counter
    ADD CONSTRAINT events_counter_pkey PRIMARY KEY (key);
ALTER TABLE ONLY events_delivery
    ADD CONSTRAINT events_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_division
    ADD CONSTRAINT events_division_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_division
    ADD CONSTRAINT events_division_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY events_entry
    ADD CONSTRAINT events_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_entrymember
    ADD CONSTRAINT events_entrymember_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_following
    ADD CONSTRAINT events_following_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_formerentrant
    ADD CONSTRAINT events_formerentrant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_formerholder
    ADD CONSTRAINT events_formerholder_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_globalleaf
    ADD CONSTRAINT events_globalleaf_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY events_invitation
    ADD CONSTRAINT events_invitation_digest_key UNIQUE (digest);
ALTER TABLE ONLY events_invitation
    ADD CONSTRAINT events_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_league_co_organisers
    ADD CONSTRAINT events_league_co_organisers_league_id_player_id_fbef1a85_uniq UNIQUE (league_id, player_id);
ALTER TABLE ONLY events_league_co_organisers
    ADD CONSTRAINT events_league_co_organisers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_league
    ADD CONSTRAINT events_league_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_leaguemember
    ADD CONSTRAINT events_leaguemember_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_letter
    ADD CONSTRAINT events_letter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_looking
    ADD CONSTRAINT events_looking_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_mailanswer
    ADD CONSTRAINT events_mailanswer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_mailquestion
    ADD CONSTRAINT events_mailquestion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_match
    ADD CONSTRAINT events_match_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_note
    ADD CONSTRAINT events_note_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_notice
    ADD CONSTRAINT events_notice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_noticehead
    ADD CONSTRAINT events_noticehead_pkey PRIMARY KEY (player_id);
ALTER TABLE ONLY events_orderedanswer
    ADD CONSTRAINT events_orderedanswer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_outbox
    ADD CONSTRAINT events_outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_participation
    ADD CONSTRAINT events_participation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_passkey
    ADD CONSTRAINT events_passkey_credential_key UNIQUE (credential);
ALTER TABLE ONLY events_passkey
    ADD CONSTRAINT events_passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_passkeychallenge
    ADD CONSTRAINT events_passkeychallenge_pkey PRIMARY KEY (challenge);
ALTER TABLE ONLY events_pending
    ADD CONSTRAINT events_pending_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_player_groups
    ADD CONSTRAINT events_player_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_player_groups
    ADD CONSTRAINT events_player_groups_player_id_group_id_4b625c09_uniq UNIQUE (player_id, group_id);
ALTER TABLE ONLY events_player
    ADD CONSTRAINT events_player_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY events_player
    ADD CONSTRAINT events_player_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_player_user_permissions
    ADD CONSTRAINT events_player_user_permi_player_id_permission_id_08fc071c_uniq UNIQUE (player_id, permission_id);
ALTER TABLE ONLY events_player_user_permissions
    ADD CONSTRAINT events_player_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_process
    ADD CONSTRAINT events_process_pkey PRIMARY KEY (name);
ALTER TABLE ONLY events_pushsubscription
    ADD CONSTRAINT events_pushsubscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_rating
    ADD CONSTRAINT events_rating_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_ratingchange
    ADD CONSTRAINT events_ratingchange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_relayed
    ADD CONSTRAINT events_relayed_pkey PRIMARY KEY (key);
ALTER TABLE ONLY events_rematch
    ADD CONSTRAINT events_rematch_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY events_replaylink
    ADD CONSTRAINT events_replaylink_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_replaylink
    ADD CONSTRAINT events_replaylink_token_key UNIQUE (token);
ALTER TABLE ONLY events_report
    ADD CONSTRAINT events_report_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_sanction
    ADD CONSTRAINT events_sanction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_sealedanswer
    ADD CONSTRAINT events_sealedanswer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_season
    ADD CONSTRAINT events_season_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_seat
    ADD CONSTRAINT events_seat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_secret
    ADD CONSTRAINT events_secret_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_seen
    ADD CONSTRAINT events_seen_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_standingorder
    ADD CONSTRAINT events_standingorder_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_storedstate
    ADD CONSTRAINT events_storedstate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_streamticket
    ADD CONSTRAINT events_streamticket_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY events_token
    ADD CONSTRAINT events_token_digest_key UNIQUE (digest);
ALTER TABLE ONLY events_token
    ADD CONSTRAINT events_token_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_tournament_co_organisers
    ADD CONSTRAINT events_tournament_co_org_tournament_id_player_id_bd03ddbc_uniq UNIQUE (tournament_id, player_id);
ALTER TABLE ONLY events_tournament_co_organisers
    ADD CONSTRAINT events_tournament_co_organisers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_tournament_invited
    ADD CONSTRAINT events_tournament_invited_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_tournament_invited
    ADD CONSTRAINT events_tournament_invited_tournament_id_player_id_b67069de_uniq UNIQUE (tournament_id, player_id);
ALTER TABLE ONLY events_tournament
    ADD CONSTRAINT events_tournament_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_tournamentevent
    ADD CONSTRAINT events_tournamentevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_tournamentmatch
    ADD CONSTRAINT events_tournamentmatch_match_id_key UNIQUE (match_id);
ALTER TABLE ONLY events_tournamentmatch
    ADD CONSTRAINT events_tournamentmatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_tournamentword
    ADD CONSTRAINT events_tournamentword_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_waitingplayer
    ADD CONSTRAINT events_waitingplayer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_webhook
    ADD CONSTRAINT events_webhook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_withdrawable
    ADD CONSTRAINT events_withdrawable_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_following
    ADD CONSTRAINT following_once UNIQUE (player_id, other_id);
ALTER TABLE ONLY events_formerholder
    ADD CONSTRAINT former_holder_once UNIQUE (match_id, seq);
ALTER TABLE ONLY events_globalleaf
    ADD CONSTRAINT global_leaf_once UNIQUE (match_id, kind, row_hash);
ALTER TABLE ONLY events_leaguemember
    ADD CONSTRAINT league_member_once UNIQUE (league_id, player_id);
ALTER TABLE ONLY events_mailanswer
    ADD CONSTRAINT mail_answered_once UNIQUE (question_id, digest);
ALTER TABLE ONLY events_note
    ADD CONSTRAINT note_once UNIQUE (player_id, match);
ALTER TABLE ONLY events_notice
    ADD CONSTRAINT notice_number_once UNIQUE (player_id, number);
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_id_token_id_key UNIQUE (id_token_id);
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_source_refresh_token_id_key UNIQUE (source_refresh_token_id);
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_token_checksum_85319a26_uniq UNIQUE (token_checksum);
ALTER TABLE ONLY oauth2_provider_application
    ADD CONSTRAINT oauth2_provider_application_client_id_key UNIQUE (client_id);
ALTER TABLE ONLY oauth2_provider_application
    ADD CONSTRAINT oauth2_provider_application_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devicegrant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devicegrant_unique_device_code UNIQUE (device_code);
ALTER TABLE ONLY oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_grant_code_key UNIQUE (code);
ALTER TABLE ONLY oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_grant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_jti_key UNIQUE (jti);
ALTER TABLE ONLY oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refresht_token_checksum_revoked_46c81d1d_uniq UNIQUE (token_checksum, revoked);
ALTER TABLE ONLY oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refreshtoken_access_token_id_key UNIQUE (access_token_id);
ALTER TABLE ONLY oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refreshtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events_storedstate
    ADD CONSTRAINT one_state_after_an_event UNIQUE (match_id, seq);
ALTER TABLE ONLY events_orderedanswer
    ADD CONSTRAINT ordered_answer_once UNIQUE (match_id, prompt, seat);
ALTER TABLE ONLY events_outbox
    ADD CONSTRAINT outbox_key_once UNIQUE (match_id, key);
ALTER TABLE ONLY events_participation
    ADD CONSTRAINT participation_once UNIQUE (match, player_id);
ALTER TABLE ONLY events_pending
    ADD CONSTRAINT pending_once UNIQUE NULLS NOT DISTINCT (match_id, prompt, seat);
ALTER TABLE ONLY events_ratingchange
    ADD CONSTRAINT rating_change_once UNIQUE (match_id, number);
ALTER TABLE ONLY events_rating
    ADD CONSTRAINT rating_once UNIQUE (player_id, game);
ALTER TABLE ONLY events_replaylink
    ADD CONSTRAINT replay_link_once UNIQUE (match_id, player_id, seat);
ALTER TABLE ONLY events_sealedanswer
    ADD CONSTRAINT sealed_answer_once UNIQUE (match_id, prompt, seat);
ALTER TABLE ONLY events_season
    ADD CONSTRAINT season_number_once UNIQUE (league_id, number);
ALTER TABLE ONLY events_seat
    ADD CONSTRAINT seat_number_once UNIQUE (match_id, number);
ALTER TABLE ONLY events_seat
    ADD CONSTRAINT seat_player_once UNIQUE (match_id, player_id);
ALTER TABLE ONLY events_secret
    ADD CONSTRAINT secret_kind_once UNIQUE (match_id, kind);
ALTER TABLE ONLY events_seen
    ADD CONSTRAINT seen_once UNIQUE (player_id, match_id);
ALTER TABLE ONLY events_standingorder
    ADD CONSTRAINT standing_order_number_once UNIQUE (match_id, seat, number);
ALTER TABLE ONLY events_pushsubscription
    ADD CONSTRAINT subscribed_once UNIQUE (player_id, endpoint);
ALTER TABLE ONLY events_tournamentevent
    ADD CONSTRAINT tournament_event_seq_once UNIQUE (tournament_id, seq);
ALTER TABLE ONLY events_tournamentmatch
    ADD CONSTRAINT tournament_match_once UNIQUE (tournament_id, round, "table", deal);
ALTER TABLE ONLY events_tournamentword
    ADD CONSTRAINT tournament_word_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY events_waitingplayer
    ADD CONSTRAINT waiting_once UNIQUE (match_id, player_id);
ALTER TABLE ONLY events_withdrawable
    ADD CONSTRAINT withdrawable_path_once UNIQUE (match_id, seq, path);
CREATE INDEX analysis_waiting ON events_analysis USING btree (id) WHERE ((status)::text = 'waiting'::text);
CREATE INDEX auth_group_name_a6ea08ec_like ON auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON auth_permission USING btree (content_type_id);
CREATE UNIQUE INDEX club_name_once ON events_club USING btree (name_key) WHERE (NOT is_private);
CREATE UNIQUE INDEX club_owner_once ON events_clubmember USING btree (club_id) WHERE ((role)::text = 'owner'::text);
CREATE INDEX club_rating_leaders ON events_clubrating USING btree (club_id, game, rating DESC, id);
CREATE INDEX command_created ON events_command USING btree (created_at);
CREATE INDEX delivery_due ON events_delivery USING btree (due_ms) WHERE ((state)::text = 'pending'::text);
CREATE INDEX delivery_log ON events_delivery USING btree (webhook_id, number DESC);
CREATE INDEX delivery_order ON events_delivery USING btree (player_id, webhook_id, match_id, number) WHERE ((state)::text = 'pending'::text);
CREATE INDEX delivery_push ON events_delivery USING btree (subscription_id, match_id, number) WHERE (subscription_id IS NOT NULL);
CREATE INDEX delivery_under_way ON events_delivery USING btree (lease_ms) WHERE ((lease_ms IS NOT NULL) AND ((state)::text = 'pending'::text));
CREATE INDEX delivery_waits_device ON events_delivery USING btree (subscription_id, match_id, number) WHERE (((state)::text = 'pending'::text) AND (subscription_id IS NOT NULL));
CREATE INDEX delivery_waits_mail ON events_delivery USING btree (due_ms) WHERE (((state)::text = 'pending'::text) AND (subscription_id IS NULL) AND (webhook_id IS NULL));
CREATE INDEX delivery_waits_webhook ON events_delivery USING btree (webhook_id, match_id, number) WHERE (((state)::text = 'pending'::text) AND (webhook_id IS NOT NULL));
CREATE INDEX delivery_withheld ON events_delivery USING btree (due_ms) WHERE ((state)::text = 'withheld'::text);
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON django_admin_log USING btree (user_id);
CREATE INDEX django_session_expire_date_a5c62663 ON django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON django_session USING btree (session_key varchar_pattern_ops);
CREATE UNIQUE INDEX entry_player_once ON events_entry USING btree (tournament_id, player_id) WHERE (NOT withdrawn);
CREATE INDEX events_analysis_match_id_c9cb5bd5 ON events_analysis USING btree (match_id);
CREATE INDEX events_analysis_player_id_8a47e070 ON events_analysis USING btree (player_id);
CREATE INDEX events_avoidance_other_id_f7f9a747 ON events_avoidance USING btree (other_id);
CREATE INDEX events_avoidance_player_id_a90e728e ON events_avoidance USING btree (player_id);
CREATE INDEX events_botaccount_owner_id_11a8a16c ON events_botaccount USING btree (owner_id);
CREATE INDEX events_clubinvitation_club_id_6bdab9c1 ON events_clubinvitation USING btree (club_id);
CREATE INDEX events_clubinvitation_expires_at_3f0d3b9f ON events_clubinvitation USING btree (expires_at);
CREATE INDEX events_clubinvitation_maker_id_70bc7693 ON events_clubinvitation USING btree (maker_id);
CREATE INDEX events_clubmember_player_id_b434c007 ON events_clubmember USING btree (player_id);
CREATE INDEX events_clubrating_player_id_fc7ec06e ON events_clubrating USING btree (player_id);
CREATE INDEX events_counter_key_c08d9389_like ON events_counter USING btree (key varchar_pattern_ops);
CREATE INDEX events_entry_player_id_8472d445 ON events_entry USING btree (player_id);
CREATE INDEX events_entry_tournament_id_0d344cd4 ON events_entry USING btree (tournament_id);
CREATE INDEX events_entrymember_entry_id_af9533d7 ON events_entrymember USING btree (entry_id);
CREATE INDEX events_entrymember_player_id_6dafb61f ON events_entrymember USING btree (player_id);
CREATE INDEX events_following_other_id_14c7b11f ON events_following USING btree (other_id);
CREATE INDEX events_formerentrant_entry_id_359da8da ON events_formerentrant USING btree (entry_id);
CREATE INDEX events_formerentrant_player_id_8b806753 ON events_formerentrant USING btree (player_id);
CREATE INDEX events_formerholder_match_id_f085b47b ON events_formerholder USING btree (match_id);
CREATE INDEX events_formerholder_player_id_b7519c12 ON events_formerholder USING btree (player_id);
CREATE INDEX events_globalleaf_match_id_932e0f38 ON events_globalleaf USING btree (match_id);
CREATE INDEX events_invitation_expires_at_5cc762e0 ON events_invitation USING btree (expires_at);
CREATE INDEX events_invitation_match_id_5e3c218c ON events_invitation USING btree (match_id);
CREATE INDEX events_league_co_organisers_league_id_794d62d3 ON events_league_co_organisers USING btree (league_id);
CREATE INDEX events_league_co_organisers_player_id_bed83df6 ON events_league_co_organisers USING btree (player_id);
CREATE INDEX events_league_organiser_id_44354269 ON events_league USING btree (organiser_id);
CREATE INDEX events_leaguemember_player_id_1fcf4321 ON events_leaguemember USING btree (player_id);
CREATE INDEX events_letter_player_id_bd5b36a4 ON events_letter USING btree (player_id);
CREATE INDEX events_mailquestion_match_id_998391ca ON events_mailquestion USING btree (match_id);
CREATE INDEX events_mailquestion_player_id_edf6757d ON events_mailquestion USING btree (player_id);
CREATE INDEX events_match_creator_id_c98a0814 ON events_match USING btree (creator_id);
CREATE INDEX events_orderedanswer_match_id_1af9192c ON events_orderedanswer USING btree (match_id);
CREATE INDEX events_orderedanswer_order_id_f45f4ac7 ON events_orderedanswer USING btree (order_id);
CREATE INDEX events_passkey_player_id_840ca895 ON events_passkey USING btree (player_id);
CREATE INDEX events_passkeychallenge_expires_at_ee8199f3 ON events_passkeychallenge USING btree (expires_at);
CREATE INDEX events_passkeychallenge_player_id_17007ffe ON events_passkeychallenge USING btree (player_id);
CREATE INDEX events_player_closed_ms_cf2857d5 ON events_player USING btree (closed_ms);
CREATE INDEX events_player_groups_group_id_40d4a58b ON events_player_groups USING btree (group_id);
CREATE INDEX events_player_groups_player_id_b2e2229a ON events_player_groups USING btree (player_id);
CREATE INDEX events_player_name_key_be9e2433_like ON events_player USING btree (name_key varchar_pattern_ops);
CREATE INDEX events_player_user_permissions_permission_id_404066aa ON events_player_user_permissions USING btree (permission_id);
CREATE INDEX events_player_user_permissions_player_id_b0406ba7 ON events_player_user_permissions USING btree (player_id);
CREATE INDEX events_process_name_9bf726ac_like ON events_process USING btree (name varchar_pattern_ops);
CREATE INDEX events_pushsubscription_player_id_0176ec9c ON events_pushsubscription USING btree (player_id);
CREATE INDEX events_pushsubscription_token_id_ba414394 ON events_pushsubscription USING btree (token_id);
CREATE INDEX events_rating_player_id_298b752a ON events_rating USING btree (player_id);
CREATE INDEX events_ratingchange_match_id_0ebac878 ON events_ratingchange USING btree (match_id);
CREATE INDEX events_ratingchange_player_id_60a15996 ON events_ratingchange USING btree (player_id);
CREATE INDEX events_relayed_at_ms_28e9e91a ON events_relayed USING btree (at_ms);
CREATE INDEX events_replaylink_match_id_4b9ba1f7 ON events_replaylink USING btree (match_id);
CREATE INDEX events_replaylink_player_id_0627872b ON events_replaylink USING btree (player_id);
CREATE INDEX events_replaylink_token_19b112e6_like ON events_replaylink USING btree (token varchar_pattern_ops);
CREATE INDEX events_report_match_id_22ea0a1a ON events_report USING btree (match_id);
CREATE INDEX events_report_reported_id_df078407 ON events_report USING btree (reported_id);
CREATE INDEX events_report_reporter_id_df083ae9 ON events_report USING btree (reporter_id);
CREATE INDEX events_sanction_player_id_c56b071f ON events_sanction USING btree (player_id);
CREATE INDEX events_seat_invited_id_22a1a8a3 ON events_seat USING btree (invited_id);
CREATE INDEX events_seat_match_id_115650a5 ON events_seat USING btree (match_id);
CREATE INDEX events_seat_player_id_a4729d2f ON events_seat USING btree (player_id);
CREATE INDEX events_secret_match_id_2395fbad ON events_secret USING btree (match_id);
CREATE INDEX events_standingorder_match_id_3e10fb4a ON events_standingorder USING btree (match_id);
CREATE INDEX events_storedstate_match_id_dbb551a1 ON events_storedstate USING btree (match_id);
CREATE INDEX events_streamticket_expires_at_4b5bb5e0 ON events_streamticket USING btree (expires_at);
CREATE INDEX events_streamticket_match_id_79bd8bd3 ON events_streamticket USING btree (match_id);
CREATE INDEX events_streamticket_player_id_ecc19fde ON events_streamticket USING btree (player_id);
CREATE INDEX events_streamticket_token_id_5341161d ON events_streamticket USING btree (token_id);
CREATE INDEX events_token_app_id_0a84822e ON events_token USING btree (app_id);
CREATE INDEX events_token_player_id_fa00b688 ON events_token USING btree (player_id);
CREATE INDEX events_tournament_co_organisers_player_id_643ff8b1 ON events_tournament_co_organisers USING btree (player_id);
CREATE INDEX events_tournament_co_organisers_tournament_id_f11d1ae8 ON events_tournament_co_organisers USING btree (tournament_id);
CREATE INDEX events_tournament_invited_player_id_551a2576 ON events_tournament_invited USING btree (player_id);
CREATE INDEX events_tournament_invited_tournament_id_fff8dac6 ON events_tournament_invited USING btree (tournament_id);
CREATE INDEX events_tournament_organiser_id_e686be0f ON events_tournament USING btree (organiser_id);
CREATE INDEX events_tournamentevent_tournament_id_143d384b ON events_tournamentevent USING btree (tournament_id);
CREATE INDEX events_tournamentmatch_tournament_id_06fc23bf ON events_tournamentmatch USING btree (tournament_id);
CREATE INDEX events_tournamentword_player_id_20abf8e2 ON events_tournamentword USING btree (player_id);
CREATE INDEX events_tournamentword_tournament_id_597b21a6 ON events_tournamentword USING btree (tournament_id);
CREATE INDEX events_waitingplayer_match_id_08c858ac ON events_waitingplayer USING btree (match_id);
CREATE INDEX events_waitingplayer_player_id_bf78620a ON events_waitingplayer USING btree (player_id);
CREATE INDEX events_webhook_player_id_5a8f72ce ON events_webhook USING btree (player_id);
CREATE INDEX events_withdrawable_match_id_5a1610ad ON events_withdrawable USING btree (match_id);
CREATE INDEX letter_due ON events_letter USING btree (due_ms);
CREATE INDEX looking_at ON events_looking USING btree (player_id, match_id);
CREATE INDEX mail_question_expires ON events_mailquestion USING btree (expires_ms);
CREATE INDEX match_club ON events_match USING btree (club, id DESC) WHERE (club IS NOT NULL);
CREATE INDEX match_club_uncounted ON events_match USING btree (over_ms) WHERE ((club IS NOT NULL) AND (NOT is_club_counted) AND rated AND ((status)::text = 'finished'::text));
CREATE INDEX match_delayed ON events_match USING btree (over_ms) WHERE (spectator_delay > 0);
CREATE INDEX match_game ON events_match USING btree (game, id DESC);
CREATE INDEX match_live ON events_match USING btree (id DESC) WHERE ((((clock -> 'per_move'::text) > '0'::jsonb) AND ((clock -> 'per_move'::text) <= '3600'::jsonb)) OR (((clock -> 'bank'::text) > '0'::jsonb) AND ((clock -> 'bank'::text) <= '3600'::jsonb)));
CREATE INDEX match_practice ON events_match USING btree (id DESC) WHERE practice;
CREATE INDEX match_rated ON events_match USING btree (id DESC) WHERE rated;
CREATE INDEX match_running_orders ON events_match USING btree (id) WHERE (has_orders AND ((status)::text = 'running'::text));
CREATE INDEX match_status ON events_match USING btree (status, id DESC);
CREATE INDEX match_uncounted ON events_match USING btree (game) WHERE ((NOT is_counted) AND rated AND ((status)::text = 'finished'::text));
CREATE INDEX match_unreckoned ON events_match USING btree (over_ms) WHERE ((NOT has_participations) AND ((status)::text = ANY ((ARRAY['finished'::character varying, 'void'::character varying])::text[])));
CREATE INDEX notice_age ON events_notice USING btree (created_ms);
CREATE UNIQUE INDEX notice_deadline_once ON events_notice USING btree (player_id, match_id, prompt) WHERE ((kind)::text = 'deadline_near'::text);
CREATE INDEX oauth2_prov_token_f_996e8a_idx ON oauth2_provider_refreshtoken USING btree (token_family);
CREATE INDEX oauth2_provider_accesstoken_application_id_b22886e1 ON oauth2_provider_accesstoken USING btree (application_id);
CREATE INDEX oauth2_provider_accesstoken_token_checksum_85319a26_like ON oauth2_provider_accesstoken USING btree (token_checksum varchar_pattern_ops);
CREATE INDEX oauth2_provider_accesstoken_user_id_6e4c9a65 ON oauth2_provider_accesstoken USING btree (user_id);
CREATE INDEX oauth2_provider_application_client_id_03f0cc84_like ON oauth2_provider_application USING btree (client_id varchar_pattern_ops);
CREATE INDEX oauth2_provider_application_client_secret_53133678 ON oauth2_provider_application USING btree (client_secret);
CREATE INDEX oauth2_provider_application_client_secret_53133678_like ON oauth2_provider_application USING btree (client_secret varchar_pattern_ops);
CREATE INDEX oauth2_provider_application_user_id_79829054 ON oauth2_provider_application USING btree (user_id);
CREATE INDEX oauth2_provider_devicegrant_client_id_229dd06d ON oauth2_provider_devicegrant USING btree (client_id);
CREATE INDEX oauth2_provider_devicegrant_client_id_229dd06d_like ON oauth2_provider_devicegrant USING btree (client_id varchar_pattern_ops);
CREATE INDEX oauth2_provider_devicegrant_user_id_1cec5156 ON oauth2_provider_devicegrant USING btree (user_id);
CREATE INDEX oauth2_provider_grant_application_id_81923564 ON oauth2_provider_grant USING btree (application_id);
CREATE INDEX oauth2_provider_grant_code_49ab4ddf_like ON oauth2_provider_grant USING btree (code varchar_pattern_ops);
CREATE INDEX oauth2_provider_grant_user_id_e8f62af8 ON oauth2_provider_grant USING btree (user_id);
CREATE INDEX oauth2_provider_idtoken_application_id_08c5ff4f ON oauth2_provider_idtoken USING btree (application_id);
CREATE INDEX oauth2_provider_idtoken_user_id_dd512b59 ON oauth2_provider_idtoken USING btree (user_id);
CREATE INDEX oauth2_provider_refreshtoken_application_id_2d1c311b ON oauth2_provider_refreshtoken USING btree (application_id);
CREATE INDEX oauth2_provider_refreshtoken_user_id_da837fce ON oauth2_provider_refreshtoken USING btree (user_id);
CREATE INDEX ordered_answer_due ON events_orderedanswer USING btree (due_ms) WHERE (due_ms IS NOT NULL);
CREATE INDEX participation_results ON events_participation USING btree (player_id, game, over_ms DESC);
CREATE INDEX participation_with_people ON events_participation USING btree (player_id, over_ms DESC) WHERE (people > 0);
CREATE INDEX pending_bots ON events_pending USING btree (ready_ms) WHERE bot;
CREATE INDEX pending_deadline ON events_pending USING btree (deadline_ms) WHERE (deadline_ms IS NOT NULL);
CREATE INDEX pending_opens ON events_pending USING btree (opens_ms) WHERE (opens_ms IS NOT NULL);
CREATE INDEX rating_change_history ON events_ratingchange USING btree (player_id, game, id DESC);
CREATE INDEX rating_change_order ON events_ratingchange USING btree (game, over_ms, match_id);
CREATE INDEX rating_leaders ON events_rating USING btree (game, rating DESC, id);
CREATE UNIQUE INDEX replay_link_of_spectators_once ON events_replaylink USING btree (match_id, player_id) WHERE (seat IS NULL);
CREATE INDEX sanction_due ON events_sanction USING btree (until_ms) WHERE ((ended_ms IS NULL) AND (until_ms IS NOT NULL));
CREATE INDEX season_running ON events_season USING btree (league_id) WHERE ((status)::text = 'running'::text);
CREATE INDEX season_starting ON events_season USING btree (starts_ms) WHERE ((status)::text = 'proposed'::text);
CREATE INDEX seat_open ON events_seat USING btree (match_id) WHERE ((kind)::text = 'open'::text);
CREATE INDEX tournament_match_unrecorded ON events_tournamentmatch USING btree (tournament_id) WHERE (NOT recorded);
CREATE INDEX tournament_starting ON events_tournament USING btree (starts_ms) WHERE ((status)::text = 'open'::text);
CREATE INDEX tournament_status ON events_tournament USING btree (status, id DESC);
CREATE INDEX tournament_waking ON events_tournament USING btree (wakes_ms) WHERE ((status)::text = ANY ((ARRAY['open'::character varying, 'running'::character varying])::text[]));
CREATE TRIGGER deliver AFTER INSERT ON events_notice REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION events_deliver();
CREATE TRIGGER owned BEFORE INSERT ON events_command FOR EACH ROW WHEN ((new.owner IS NULL)) EXECUTE FUNCTION events_command_owned();
CREATE TRIGGER pgtrigger_append_only_15fdb BEFORE DELETE OR UPDATE ON events_archive FOR EACH ROW EXECUTE FUNCTION pgtrigger_append_only_15fdb();
COMMENT ON TRIGGER pgtrigger_append_only_15fdb ON events_archive IS 'bada81e7269ea6677a24c573352dfcf36f0be38b';
CREATE TRIGGER pgtrigger_append_only_49dbe BEFORE DELETE OR UPDATE ON events_globalleaf FOR EACH ROW EXECUTE FUNCTION pgtrigger_append_only_49dbe();
COMMENT ON TRIGGER pgtrigger_append_only_49dbe ON events_globalleaf IS 'a11f41b570b0f3317711a5e16787f55d0bbea3ca';
CREATE TRIGGER pgtrigger_append_only_647b1 BEFORE DELETE OR UPDATE ON events_actionevent FOR EACH ROW EXECUTE FUNCTION pgtrigger_append_only_647b1();
COMMENT ON TRIGGER pgtrigger_append_only_647b1 ON events_actionevent IS 'd90d8e9cea6ef6a185ae9239196d9a01e9c16335';
CREATE TRIGGER pgtrigger_append_only_f50c4 BEFORE DELETE OR UPDATE ON events_tournamentevent FOR EACH ROW EXECUTE FUNCTION pgtrigger_append_only_f50c4();
COMMENT ON TRIGGER pgtrigger_append_only_f50c4 ON events_tournamentevent IS 'b34937e299782537de2d14251a324ce845d7b933';
CREATE TRIGGER pgtrigger_no_truncate_68284 BEFORE TRUNCATE ON events_tournamentevent FOR EACH STATEMENT EXECUTE FUNCTION pgtrigger_no_truncate_68284();
COMMENT ON TRIGGER pgtrigger_no_truncate_68284 ON events_tournamentevent IS '8f57072a84a138f144faa580f10a252380c0659c';
CREATE TRIGGER pgtrigger_no_truncate_69159 BEFORE TRUNCATE ON events_archive FOR EACH STATEMENT EXECUTE FUNCTION pgtrigger_no_truncate_69159();
COMMENT ON TRIGGER pgtrigger_no_truncate_69159 ON events_archive IS '79c2ac475642b0f6b33c9302eea8d73096407700';
CREATE TRIGGER pgtrigger_no_truncate_b24d2 BEFORE TRUNCATE ON events_actionevent FOR EACH STATEMENT EXECUTE FUNCTION pgtrigger_no_truncate_b24d2();
COMMENT ON TRIGGER pgtrigger_no_truncate_b24d2 ON events_actionevent IS '7c5d3c822a26d2f9d23e21bb5c6f1fe98c1ec069';
CREATE TRIGGER pgtrigger_no_truncate_fa7b3 BEFORE TRUNCATE ON events_globalleaf FOR EACH STATEMENT EXECUTE FUNCTION pgtrigger_no_truncate_fa7b3();
COMMENT ON TRIGGER pgtrigger_no_truncate_fa7b3 ON events_globalleaf IS '29004bad56e26a36317ffed510cb651f618552ba';
CREATE TRIGGER pgtrigger_verified_first_8ea98 BEFORE INSERT ON events_archive FOR EACH ROW EXECUTE FUNCTION pgtrigger_verified_first_8ea98();
COMMENT ON TRIGGER pgtrigger_verified_first_8ea98 ON events_archive IS '7e169bc88f6765db048da681513f3b7f4b311b7e';
CREATE TRIGGER pgtrigger_wakes_7f229 AFTER INSERT ON events_notice FOR EACH ROW EXECUTE FUNCTION pgtrigger_wakes_7f229();
COMMENT ON TRIGGER pgtrigger_wakes_7f229 ON events_notice IS '75aaf421ab31ee2d52dae175268ab6f5588b71c6';
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_events_player_id FOREIGN KEY (user_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_actionevent
    ADD CONSTRAINT events_actionevent_match_id_3fb65796_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_analysis
    ADD CONSTRAINT events_analysis_match_id_c9cb5bd5_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_analysis
    ADD CONSTRAINT events_analysis_player_id_8a47e070_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_archive
    ADD CONSTRAINT events_archive_match_id_57380855_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_auditmark
    ADD CONSTRAINT events_auditmark_match_id_509b6d68_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_avoidance
    ADD CONSTRAINT events_avoidance_other_id_f7f9a747_fk_events_player_id FOREIGN KEY (other_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_avoidance
    ADD CONSTRAINT events_avoidance_player_id_a90e728e_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_botaccount
    ADD CONSTRAINT events_botaccount_owner_id_11a8a16c_fk_events_player_id FOREIGN KEY (owner_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_botaccount
    ADD CONSTRAINT events_botaccount_player_id_b8f1a7fc_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_clubdefaults
    ADD CONSTRAINT events_clubdefaults_club_id_4e628681_fk_events_club_id FOREIGN KEY (club_id) REFERENCES events_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_clubinvitation
    ADD CONSTRAINT events_clubinvitation_club_id_6bdab9c1_fk_events_club_id FOREIGN KEY (club_id) REFERENCES events_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_clubinvitation
    ADD CONSTRAINT events_clubinvitation_maker_id_70bc7693_fk_events_player_id FOREIGN KEY (maker_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_clubmember
    ADD CONSTRAINT events_clubmember_club_id_d631b60f_fk_events_club_id FOREIGN KEY (club_id) REFERENCES events_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_clubmember
    ADD CONSTRAINT events_clubmember_player_id_b434c007_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_clubrating
    ADD CONSTRAINT events_clubrating_club_id_c081ffeb_fk_events_club_id FOREIGN KEY (club_id) REFERENCES events_club(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_clubrating
    ADD CONSTRAINT events_clubrating_player_id_fc7ec06e_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_delivery
    ADD CONSTRAINT events_delivery_notice_id_cf03a7e9_fk_events_notice_id FOREIGN KEY (notice_id) REFERENCES events_notice(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_delivery
    ADD CONSTRAINT events_delivery_player_id_38a82fec_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_delivery
    ADD CONSTRAINT events_delivery_subscription_id_3beceb98_fk_events_pu FOREIGN KEY (subscription_id) REFERENCES events_pushsubscription(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_delivery
    ADD CONSTRAINT events_delivery_webhook_id_335075ec_fk_events_webhook_id FOREIGN KEY (webhook_id) REFERENCES events_webhook(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_division
    ADD CONSTRAINT events_division_season_id_ba844885_fk_events_season_id FOREIGN KEY (season_id) REFERENCES events_season(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_division
    ADD CONSTRAINT events_division_tournament_id_33242e95_fk_events_tournament_id FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_entry
    ADD CONSTRAINT events_entry_player_id_8472d445_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_entry
    ADD CONSTRAINT events_entry_tournament_id_0d344cd4_fk_events_tournament_id FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_entrymember
    ADD CONSTRAINT events_entrymember_entry_id_af9533d7_fk_events_entry_id FOREIGN KEY (entry_id) REFERENCES events_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_entrymember
    ADD CONSTRAINT events_entrymember_player_id_6dafb61f_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_following
    ADD CONSTRAINT events_following_other_id_14c7b11f_fk_events_player_id FOREIGN KEY (other_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_following
    ADD CONSTRAINT events_following_player_id_e199f4a8_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_formerentrant
    ADD CONSTRAINT events_formerentrant_entry_id_359da8da_fk_events_entry_id FOREIGN KEY (entry_id) REFERENCES events_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_formerentrant
    ADD CONSTRAINT events_formerentrant_player_id_8b806753_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_formerholder
    ADD CONSTRAINT events_formerholder_match_id_f085b47b_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_formerholder
    ADD CONSTRAINT events_formerholder_player_id_b7519c12_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_globalleaf
    ADD CONSTRAINT events_globalleaf_match_id_932e0f38_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_invitation
    ADD CONSTRAINT events_invitation_match_id_5e3c218c_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_league_co_organisers
    ADD CONSTRAINT events_league_co_org_league_id_794d62d3_fk_events_le FOREIGN KEY (league_id) REFERENCES events_league(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_league_co_organisers
    ADD CONSTRAINT events_league_co_org_player_id_bed83df6_fk_events_pl FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_league
    ADD CONSTRAINT events_league_organiser_id_44354269_fk_events_player_id FOREIGN KEY (organiser_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_leaguemember
    ADD CONSTRAINT events_leaguemember_league_id_c440b6d3_fk_events_league_id FOREIGN KEY (league_id) REFERENCES events_league(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_leaguemember
    ADD CONSTRAINT events_leaguemember_player_id_1fcf4321_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_letter
    ADD CONSTRAINT events_letter_player_id_bd5b36a4_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_looking
    ADD CONSTRAINT events_looking_match_id_fc0cd929_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_looking
    ADD CONSTRAINT events_looking_player_id_e3c6b6bf_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_mailanswer
    ADD CONSTRAINT events_mailanswer_question_id_dc134a3c_fk_events_ma FOREIGN KEY (question_id) REFERENCES events_mailquestion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_mailquestion
    ADD CONSTRAINT events_mailquestion_match_id_998391ca_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_mailquestion
    ADD CONSTRAINT events_mailquestion_player_id_edf6757d_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_match
    ADD CONSTRAINT events_match_creator_id_c98a0814_fk_events_player_id FOREIGN KEY (creator_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_match
    ADD CONSTRAINT events_match_fork_of_id_e6129f11_fk_events_match_id FOREIGN KEY (fork_of_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_match
    ADD CONSTRAINT events_match_rematch_of_id_282ac68a_fk_events_match_id FOREIGN KEY (rematch_of_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_note
    ADD CONSTRAINT events_note_player_id_eadb9262_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_notice
    ADD CONSTRAINT events_notice_match_id_e838042b_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_notice
    ADD CONSTRAINT events_notice_player_id_6d17e8c2_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_notice
    ADD CONSTRAINT events_notice_tournament_id_7b562b2c_fk_events_tournament_id FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_noticehead
    ADD CONSTRAINT events_noticehead_player_id_e8a6e255_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_orderedanswer
    ADD CONSTRAINT events_orderedanswer_match_id_1af9192c_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_orderedanswer
    ADD CONSTRAINT events_orderedanswer_order_id_f45f4ac7_fk_events_st FOREIGN KEY (order_id) REFERENCES events_standingorder(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_outbox
    ADD CONSTRAINT events_outbox_match_id_81c0f3dd_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_participation
    ADD CONSTRAINT events_participation_player_id_19732c4b_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_passkey
    ADD CONSTRAINT events_passkey_player_id_840ca895_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_passkeychallenge
    ADD CONSTRAINT events_passkeychallenge_player_id_17007ffe_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_pending
    ADD CONSTRAINT events_pending_match_id_17c1f217_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_player_groups
    ADD CONSTRAINT events_player_groups_group_id_40d4a58b_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_player_groups
    ADD CONSTRAINT events_player_groups_player_id_b2e2229a_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_player_user_permissions
    ADD CONSTRAINT events_player_user_p_permission_id_404066aa_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_player_user_permissions
    ADD CONSTRAINT events_player_user_p_player_id_b0406ba7_fk_events_pl FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_pushsubscription
    ADD CONSTRAINT events_pushsubscription_player_id_0176ec9c_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_pushsubscription
    ADD CONSTRAINT events_pushsubscription_token_id_ba414394_fk_events_token_id FOREIGN KEY (token_id) REFERENCES events_token(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_rating
    ADD CONSTRAINT events_rating_player_id_298b752a_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_ratingchange
    ADD CONSTRAINT events_ratingchange_match_id_0ebac878_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_ratingchange
    ADD CONSTRAINT events_ratingchange_player_id_60a15996_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_rematch
    ADD CONSTRAINT events_rematch_match_id_ad73f30a_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_replaylink
    ADD CONSTRAINT events_replaylink_match_id_4b9ba1f7_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_replaylink
    ADD CONSTRAINT events_replaylink_player_id_0627872b_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_report
    ADD CONSTRAINT events_report_match_id_22ea0a1a_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_report
    ADD CONSTRAINT events_report_reported_id_df078407_fk_events_player_id FOREIGN KEY (reported_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_report
    ADD CONSTRAINT events_report_reporter_id_df083ae9_fk_events_player_id FOREIGN KEY (reporter_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_sanction
    ADD CONSTRAINT events_sanction_player_id_c56b071f_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_sealedanswer
    ADD CONSTRAINT events_sealedanswer_match_id_845b7b65_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_season
    ADD CONSTRAINT events_season_league_id_d2da019f_fk_events_league_id FOREIGN KEY (league_id) REFERENCES events_league(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_seat
    ADD CONSTRAINT events_seat_invited_id_22a1a8a3_fk_events_player_id FOREIGN KEY (invited_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_seat
    ADD CONSTRAINT events_seat_match_id_115650a5_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_seat
    ADD CONSTRAINT events_seat_player_id_a4729d2f_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_secret
    ADD CONSTRAINT events_secret_match_id_2395fbad_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_seen
    ADD CONSTRAINT events_seen_match_id_04606b10_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_seen
    ADD CONSTRAINT events_seen_player_id_d20f937f_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_standingorder
    ADD CONSTRAINT events_standingorder_match_id_3e10fb4a_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_storedstate
    ADD CONSTRAINT events_storedstate_match_id_dbb551a1_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_streamticket
    ADD CONSTRAINT events_streamticket_match_id_79bd8bd3_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_streamticket
    ADD CONSTRAINT events_streamticket_player_id_ecc19fde_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_streamticket
    ADD CONSTRAINT events_streamticket_token_id_5341161d_fk_events_token_id FOREIGN KEY (token_id) REFERENCES events_token(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_token
    ADD CONSTRAINT events_token_app_id_0a84822e_fk_oauth2_provider_application_id FOREIGN KEY (app_id) REFERENCES oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_token
    ADD CONSTRAINT events_token_player_id_fa00b688_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournament_co_organisers
    ADD CONSTRAINT events_tournament_co_player_id_643ff8b1_fk_events_pl FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournament_co_organisers
    ADD CONSTRAINT events_tournament_co_tournament_id_f11d1ae8_fk_events_to FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournament_invited
    ADD CONSTRAINT events_tournament_in_player_id_551a2576_fk_events_pl FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournament_invited
    ADD CONSTRAINT events_tournament_in_tournament_id_fff8dac6_fk_events_to FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournament
    ADD CONSTRAINT events_tournament_organiser_id_e686be0f_fk_events_player_id FOREIGN KEY (organiser_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournamentevent
    ADD CONSTRAINT events_tournamenteve_tournament_id_143d384b_fk_events_to FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournamentmatch
    ADD CONSTRAINT events_tournamentmat_tournament_id_06fc23bf_fk_events_to FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournamentmatch
    ADD CONSTRAINT events_tournamentmatch_match_id_33748627_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournamentword
    ADD CONSTRAINT events_tournamentwor_tournament_id_597b21a6_fk_events_to FOREIGN KEY (tournament_id) REFERENCES events_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_tournamentword
    ADD CONSTRAINT events_tournamentword_player_id_20abf8e2_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_waitingplayer
    ADD CONSTRAINT events_waitingplayer_match_id_08c858ac_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_waitingplayer
    ADD CONSTRAINT events_waitingplayer_player_id_bf78620a_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_webhook
    ADD CONSTRAINT events_webhook_player_id_5a8f72ce_fk_events_player_id FOREIGN KEY (player_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY events_withdrawable
    ADD CONSTRAINT events_withdrawable_match_id_5a1610ad_fk_events_match_id FOREIGN KEY (match_id) REFERENCES events_match(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_application_id_b22886e1_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_id_token_id_85db651b_fk_oauth2_pr FOREIGN KEY (id_token_id) REFERENCES oauth2_provider_idtoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_source_refresh_token_e66fbc72_fk_oauth2_pr FOREIGN KEY (source_refresh_token_id) REFERENCES oauth2_provider_refreshtoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_user_id_6e4c9a65_fk_events_pl FOREIGN KEY (user_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_application
    ADD CONSTRAINT oauth2_provider_appl_user_id_79829054_fk_events_pl FOREIGN KEY (user_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devi_user_id_1cec5156_fk_events_pl FOREIGN KEY (user_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_gran_application_id_81923564_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_grant_user_id_e8f62af8_fk_events_player_id FOREIGN KEY (user_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idto_application_id_08c5ff4f_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_user_id_dd512b59_fk_events_player_id FOREIGN KEY (user_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refr_access_token_id_775e84e8_fk_oauth2_pr FOREIGN KEY (access_token_id) REFERENCES oauth2_provider_accesstoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refr_application_id_2d1c311b_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refr_user_id_da837fce_fk_events_pl FOREIGN KEY (user_id) REFERENCES events_player(id) DEFERRABLE INITIALLY DEFERRED;
INSERT INTO django_migrations (app, name, applied) VALUES ('contenttypes', '0001_initial', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('contenttypes', '0002_remove_content_type_name', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0001_initial', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0002_alter_permission_name_max_length', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0003_alter_user_email_max_length', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0004_alter_user_username_opts', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0005_alter_user_last_login_null', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0006_require_contenttypes_0002', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0007_alter_validators_add_error_messages', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0008_alter_user_username_max_length', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0009_alter_user_last_name_max_length', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0010_alter_group_name_max_length', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0011_update_proxy_permissions', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0012_alter_user_first_name_max_length', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0001_initial', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('admin', '0001_initial', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('admin', '0002_logentry_remove_auto_add', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('admin', '0003_logentry_add_action_flag_choices', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0001_initial', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0002_auto_20190406_1805', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0003_auto_20201211_1314', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0004_auto_20200902_2022', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0005_auto_20211222_2352', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0006_alter_application_client_secret', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0007_application_post_logout_redirect_uris', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0008_alter_accesstoken_token', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0009_add_hash_client_secret', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0010_application_allowed_origins', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0011_refreshtoken_token_family', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0012_add_token_checksum', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0013_alter_application_authorization_grant_type_device', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0014_alter_help_text', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0015_refreshtoken_token_checksum', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0016_alter_devicegrant_scope', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0017_application_dcr_created', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0018_resource_indicators', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0019_application_registration_source', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0020_cimd_application_fields', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0021_translatable_field_labels', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('oauth2_provider', '0022_refreshtoken_token_family_index', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0002_unlogged_counter', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0003_proofs', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0004_wakeups', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0005_consents', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0006_pending_names', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0007_streams', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0008_append', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0009_rematches', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0010_invitations', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0011_substitutes', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0012_ratings', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0013_deliveries', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0014_bot_accounts', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0015_accounts', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0016_moderation', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0017_token_labels', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0018_analyses', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0019_clocks', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0020_orders', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0021_forks', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0022_replay_links', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0024_shared_deals', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0025_tournaments', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0027_archive', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0030_notify', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0035_luck', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0038_push_subscriptions', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0039_presence', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0040_waiting_lists', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0041_lists', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0042_spectator_delay', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0043_delayed_matches', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0045_cheaper_moves', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0046_lease_ends_with_move', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0047_processes', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0048_alarms', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0049_damaged_matches', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0050_delivery_shares', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0051_names', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0052_stored_states', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0053_live_matches', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0054_row_locks', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0055_no_triggers_notify', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0056_orders_within_their_match', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0057_seats_of_programs', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0058_rematches', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0059_outbox', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0060_webhook_forms', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0061_token_app', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0062_withheld', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0063_passkeys', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0064_correspondence', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0065_cosignatures', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0066_notice_times', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0067_seen', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0068_owners_of_replies', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0069_relay_of_entries', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0070_participations', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0071_unreckoned', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0072_notes', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0073_clubs', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0074_tables_of_clubs', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0075_titles', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0078_notices_of_tournaments', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0079_organisers', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0080_members_of_entries', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0082_sanctions', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0083_following', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0084_suspended_before', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0085_leagues', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0086_deals', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('events', '0087_evenings', now());
INSERT INTO django_migrations (app, name, applied) VALUES ('sessions', '0001_initial', now());
