ALTER TABLE "operations" ADD COLUMN "personal_data_months" smallint;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "events_forgotten_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "forgotten" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_to_forget" ON "orders" USING btree ("operation","closed_at") WHERE not forgotten and closed_at is not null;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_personal_data" CHECK ("operations"."personal_data_months" between 6 and 240);