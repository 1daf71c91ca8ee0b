ALTER TABLE "reasons" ADD COLUMN "needs_signature" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reasons" ADD COLUMN "needs_photo" boolean DEFAULT false NOT NULL;