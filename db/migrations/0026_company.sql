ALTER TABLE "conversations" ADD COLUMN "company" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "telephone" text DEFAULT '' NOT NULL;