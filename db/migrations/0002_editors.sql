ALTER TABLE "zones" DROP CONSTRAINT "zones_name";--> statement-breakpoint
ALTER TABLE "priorities" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "zones" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "zones" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "events_settings" ON "events" USING btree ("operation","name","version") WHERE name in ('slots.changed', 'zones.changed', 'priorities.changed');--> statement-breakpoint
CREATE UNIQUE INDEX "zones_name" ON "zones" USING btree ("operation","name") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_deleted" CHECK ("slots"."deleted_at" is null or not "slots"."enabled");