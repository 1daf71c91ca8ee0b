CREATE TABLE "conversations" (
	"operation" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reminder" boolean DEFAULT false NOT NULL,
	"replies" boolean DEFAULT false NOT NULL,
	"question" boolean DEFAULT false NOT NULL,
	"notice_hours" smallint DEFAULT 24 NOT NULL,
	"changes" smallint DEFAULT 2 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "conversations_notice" CHECK ("conversations"."notice_hours" between 0 and 168),
	CONSTRAINT "conversations_changes" CHECK ("conversations"."changes" between 0 and 10)
);
--> statement-breakpoint
DROP INDEX "events_settings";--> statement-breakpoint
ALTER TABLE "reasons" ADD COLUMN "customer_step" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "customer_changes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "customer_answer" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_operation_operations_code_fk" FOREIGN KEY ("operation") REFERENCES "public"."operations"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_settings" ON "events" USING btree ("operation","name","version") WHERE name in ('slots.changed', 'zones.changed', 'priorities.changed', 'conversation.changed');--> statement-breakpoint
ALTER TABLE "reasons" ADD CONSTRAINT "reasons_customer_step" CHECK ("reasons"."customer_step" in ('change', 'cancel'));--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_answer" CHECK ("visits"."customer_answer" in ('yes', 'no'));