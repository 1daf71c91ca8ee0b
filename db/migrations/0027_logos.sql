CREATE TABLE "logos" (
	"hash" text PRIMARY KEY NOT NULL,
	"picture" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "logo" text DEFAULT '' NOT NULL;