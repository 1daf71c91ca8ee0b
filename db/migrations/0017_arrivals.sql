CREATE TABLE "visit_arrivals" (
	"visit_id" integer PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"accuracy" integer,
	CONSTRAINT "visit_arrivals_place" CHECK ("visit_arrivals"."latitude" between -90 and 90 and "visit_arrivals"."longitude" between -180 and 180)
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "arrival" text DEFAULT 'offered' NOT NULL;--> statement-breakpoint
ALTER TABLE "reasons" ADD COLUMN "absence" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "arrived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "running_late" smallint;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "at_home_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visit_arrivals" ADD CONSTRAINT "visit_arrivals_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- contract: a new column, which the version before leaves as it is by default.
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_arrival" CHECK ("conversations"."arrival" in ('off', 'offered', 'asked'));--> statement-breakpoint
-- Reasons are data of the installation: those whose text says that the customer was absent.
UPDATE "reasons" SET "absence" = true WHERE "cancels" AND "text" ILIKE '%ausente%';