ALTER TABLE "conversations" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "area_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- contract: both columns are new, and empty in every row that the version before writes.
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_country" CHECK ("conversations"."country" ~ '^([A-Z]{2})?$');--> statement-breakpoint
-- contract: both columns are new, and empty in every row that the version before writes.
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_area_code" CHECK ("conversations"."area_code" ~ '^([1-9][0-9]{0,4})?$');