CREATE TABLE "access_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "access_state_one" CHECK ("access_state"."id" = 1)
);--> statement-breakpoint
INSERT INTO "access_state" DEFAULT VALUES;--> statement-breakpoint
CREATE FUNCTION "note_access_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	-- Once a transaction, at its end: the row is locked last, so that no two transactions wait for each other.
	IF coalesce(current_setting('agenda.access_noted', true), '') = '' THEN
		UPDATE access_state SET revision = gen_random_uuid();
		PERFORM set_config('agenda.access_noted', 'yes', true);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "sessions_access_ended" AFTER DELETE ON "sessions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "note_access_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "sessions_access_changed" AFTER UPDATE OF token_hash, user_id, kind, expires_at ON "sessions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.token_hash IS DISTINCT FROM NEW.token_hash OR OLD.user_id IS DISTINCT FROM NEW.user_id OR OLD.kind IS DISTINCT FROM NEW.kind OR OLD.expires_at IS DISTINCT FROM NEW.expires_at) EXECUTE FUNCTION "note_access_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_access_changed" AFTER UPDATE OF username, first_name, last_name, default_view, active, must_change_password ON "users" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.username IS DISTINCT FROM NEW.username OR OLD.first_name IS DISTINCT FROM NEW.first_name OR OLD.last_name IS DISTINCT FROM NEW.last_name OR OLD.default_view IS DISTINCT FROM NEW.default_view OR OLD.active IS DISTINCT FROM NEW.active OR OLD.must_change_password IS DISTINCT FROM NEW.must_change_password) EXECUTE FUNCTION "note_access_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "user_operations_access_changed" AFTER INSERT OR UPDATE OR DELETE ON "user_operations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "note_access_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "user_permissions_access_changed" AFTER INSERT OR UPDATE OR DELETE ON "user_permissions" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "note_access_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "technicians_access_made" AFTER INSERT ON "technicians" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "note_access_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "technicians_access_changed" AFTER UPDATE OF user_id, active ON "technicians" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id OR OLD.active IS DISTINCT FROM NEW.active) EXECUTE FUNCTION "note_access_change"();