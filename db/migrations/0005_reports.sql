CREATE TABLE "segment_days" (
	"operation" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"ticketed" integer NOT NULL,
	"ticket_to_order_ms" bigint NOT NULL,
	"order_to_visit_ms" bigint NOT NULL,
	"visit_ms" bigint NOT NULL,
	"total_ms" bigint NOT NULL,
	CONSTRAINT "segment_days_operation_day_pk" PRIMARY KEY("operation","day")
);
--> statement-breakpoint
ALTER TABLE "segment_days" ADD CONSTRAINT "segment_days_operation_operations_code_fk" FOREIGN KEY ("operation") REFERENCES "public"."operations"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_detached" ON "events" USING btree ("operation","at") WHERE name in ('visit.released', 'visit.auto_released');--> statement-breakpoint
CREATE INDEX "tickets_order" ON "tickets" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "visits_closed" ON "visits" USING btree ("operation","closed_at") WHERE closed_at is not null;