ALTER TABLE "visit_links" ADD COLUMN "first_opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visit_links" ADD COLUMN "last_opened_at" timestamp with time zone;