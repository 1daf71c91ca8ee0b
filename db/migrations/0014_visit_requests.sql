CREATE TABLE "visit_requests" (
	"visit_id" integer PRIMARY KEY NOT NULL,
	"email" text,
	"related_orders" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visit_requests" ADD CONSTRAINT "visit_requests_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE cascade ON UPDATE no action;