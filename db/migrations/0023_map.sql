CREATE TABLE "street_plans" (
	"operation" text COLLATE "C" PRIMARY KEY NOT NULL,
	"streets" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "lat" double precision;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "lon" double precision;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "lat" double precision;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "lon" double precision;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lat" double precision;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lon" double precision;--> statement-breakpoint
ALTER TABLE "street_plans" ADD CONSTRAINT "street_plans_operation_operations_code_fk" FOREIGN KEY ("operation") REFERENCES "public"."operations"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- contract: the version before writes neither column, and null passes.
ALTER TABLE "nodes" ADD CONSTRAINT "nodes_point" CHECK (("nodes"."lat" is null) = ("nodes"."lon" is null) and "nodes"."lat" between -90 and 90 and "nodes"."lon" between -180 and 180);--> statement-breakpoint
-- contract: the version before writes neither column, and null passes.
ALTER TABLE "clients" ADD CONSTRAINT "clients_point" CHECK (("clients"."lat" is null) = ("clients"."lon" is null) and "clients"."lat" between -90 and 90 and "clients"."lon" between -180 and 180);--> statement-breakpoint
-- contract: the version before writes neither column, and null passes.
ALTER TABLE "orders" ADD CONSTRAINT "orders_point" CHECK (("orders"."lat" is null) = ("orders"."lon" is null) and "orders"."lat" between -90 and 90 and "orders"."lon" between -180 and 180);