CREATE UNLOGGED TABLE "viewers" (
	"thing" text NOT NULL,
	"connection" text NOT NULL,
	"user_id" integer NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "viewers_thing_connection_pk" PRIMARY KEY("thing","connection")
);
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_kind";--> statement-breakpoint
DROP INDEX "ticket_files_note";--> statement-breakpoint
ALTER TABLE "ticket_notes" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "viewers" ADD CONSTRAINT "viewers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "viewers_seen" ON "viewers" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_files_name" ON "ticket_files" USING btree ("note_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_notes_number" ON "ticket_notes" USING btree ("ticket_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_number" ON "tickets" USING btree ("number");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_kind" CHECK ("sessions"."kind" in ('browser', 'api', 'integration'));