CREATE INDEX "events_detached" ON "events" USING btree ("operation","at") WHERE name in ('visit.released', 'visit.auto_released');--> statement-breakpoint
CREATE INDEX "tickets_order" ON "tickets" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "visits_closed" ON "visits" USING btree ("operation","closed_at") WHERE closed_at is not null;