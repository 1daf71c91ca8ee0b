ALTER TABLE "operations" ADD COLUMN "lives_in" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "move_step" text;--> statement-breakpoint
CREATE INDEX "operations_elsewhere" ON "operations" USING btree ("code") WHERE move_step is not null;--> statement-breakpoint
-- contract: both columns are new, and empty in every row that the version before writes.
ALTER TABLE "operations" ADD CONSTRAINT "operations_move" CHECK (("operations"."lives_in" is null) = ("operations"."move_step" is null));--> statement-breakpoint
-- contract: both columns are new, and empty in every row that the version before writes.
ALTER TABLE "operations" ADD CONSTRAINT "operations_move_step" CHECK ("operations"."move_step" in ('draining', 'fenced', 'left'));--> statement-breakpoint
CREATE FUNCTION "refuse_event_elsewhere"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	RAISE EXCEPTION 'operation % lives in %', NEW.code, NEW.lives_in USING ERRCODE = 'AG001';
END $$;--> statement-breakpoint
-- Every command writes an event, and every event raises its operation's version: none passes this.
CREATE TRIGGER "operations_fenced" BEFORE UPDATE OF version ON "operations" FOR EACH ROW WHEN (NEW.move_step IN ('fenced', 'left') AND NEW.version IS DISTINCT FROM OLD.version) EXECUTE FUNCTION "refuse_event_elsewhere"();
